// The format of sidecars is the documented one, and what is damaged, foreign or stale is refused; the interface in C.
#include <gtest/gtest.h>
#include <simdkeccak/simdkeccak.h>

#include <utility>

#include "sidecar_support.hpp"

namespace {

using namespace test::sidecars;

TEST(SidecarFormat, RefusesWhatDoesNotFit) {
  const octets message = head(material, 6 * chunk + 5), custom = head(custom_material, 4);
  made m = make(128, message, custom);
  const sk::sidecar_subject subject = subject_of(128, message, custom);
  const auto changed = [&](auto change) {
    sk::sidecar_subject other = subject;
    change(other);
    return m.car.check(other);
  };
  EXPECT_EQ(changed([](auto&) {}), sidecar_error::none);
  EXPECT_EQ(changed([](auto& s) { s.strength = 256; }), sidecar_error::other_algorithm);
  EXPECT_EQ(changed([](auto& s) { s.customization = "else"; }), sidecar_error::other_customization);
  EXPECT_EQ(changed([](auto& s) { s.customization = {}; }), sidecar_error::other_customization);
  EXPECT_EQ(changed([](auto& s) { ++s.length; }), sidecar_error::stale);
  EXPECT_EQ(changed([](auto& s) { ++s.stamp; }), sidecar_error::stale);
  EXPECT_EQ(changed([](auto& s) { s.stamp = 0; }), sidecar_error::none);

  made other = make(256, message, custom);
  EXPECT_EQ(m.car.take(other.car), sidecar_error::other_algorithm);
  other = make(128, message, {});
  EXPECT_EQ(m.car.take(other.car), sidecar_error::other_customization);
  other = begin(subject_of(128, message, custom, 8));
  EXPECT_EQ(m.car.take(other.car), sidecar_error::stale);
  EXPECT_EQ(m.car.seal(part(message, 0, chunk - 1)), sidecar_error::other_message);
  for (const auto& [offset, size] : std::vector<std::pair<std::size_t, std::size_t>>{
           {1, chunk}, {0, 5}, {chunk, chunk + 1}, {6 * chunk, 4}, {0, 6 * chunk + 4}, {7 * chunk, 0}}) {
    EXPECT_FALSE(m.car.put(offset, part(material, offset, size))) << offset << ", " << size;
    EXPECT_FALSE(m.car.matches(offset, part(material, offset, size))) << offset << ", " << size;
  }
  EXPECT_FALSE(m.car.put(6 * chunk, part(material, 6 * chunk, 6))) << "past the end";
  expect_good(m, 128, message, custom);

  EXPECT_FALSE(sk::sidecar::create(m.memory, subject_of(128, head(material, 9 * chunk), custom)));
  octets memory(100000);
  EXPECT_FALSE(sk::sidecar::create(memory, {129, 5}));
  EXPECT_FALSE(sk::sidecar::size_for({128, ~std::uint64_t{0}}));
  EXPECT_FALSE(sk::sidecar::size_for(subject, {0, 7}));
  EXPECT_FALSE(sk::sidecar::size_for(subject, {~std::uint64_t{0}, 2}));
  constexpr std::uint64_t of_a_petabyte = (std::uint64_t{1} << 42) + 48 + 32 + 32;
  if (of_a_petabyte <= SIZE_MAX) {
    EXPECT_EQ(sk::sidecar::size_for({128, std::uint64_t{1} << 50}), of_a_petabyte);
  } else {
    EXPECT_FALSE(sk::sidecar::size_for({128, std::uint64_t{1} << 50}));
  }
}

// What both ways of reading say.
sidecar_error opened(const octets& memory) {
  sk::sidecar_view view;
  const sidecar_error e = sk::sidecar_view::open(memory, view);
  for (const std::size_t piece : {std::size_t{1}, std::size_t{7}, std::size_t{100}, std::size_t{1000}}) {
    sk::sidecar_scan scan(memory.size());
    bool more = true;
    std::size_t at = 0;
    for (; more && at < memory.size(); at += piece)
      more = scan.update(part(memory, at, std::min(piece, memory.size() - at)));
    EXPECT_EQ(scan.result(), e) << memory.size() << " bytes in pieces of " << piece;
    EXPECT_TRUE(more || e != sidecar_error::none) << "what is good was refused before its end";
    EXPECT_TRUE(!more || at >= memory.size() || memory.empty());
  }
  return e;
}

// A changed byte anywhere, a missing end or one too many.
TEST(SidecarFormat, RefusesDamage) {
  const octets message = head(material, 3 * chunk + 5);
  const made m = make(128, message, head(custom_material, 3));
  sk::sidecar_view view;
  for (std::size_t i = 0; i < m.memory.size(); ++i) {
    octets damaged = m.memory;
    damaged[i] ^= 0x10;
    const sidecar_error e = opened(damaged);
    EXPECT_NE(e, sidecar_error::none) << i;
    if (i < 4) {
      EXPECT_EQ(e, sidecar_error::not_a_sidecar) << i;
    }
    if (i == 4) {
      EXPECT_EQ(e, sidecar_error::other_version) << i;
    }
    if (i > 47) {
      EXPECT_EQ(e, sidecar_error::damaged) << i;
    }
  }
  for (std::size_t size = 0; size < m.memory.size(); ++size)
    EXPECT_EQ(opened(head(m.memory, size)), sidecar_error::truncated) << size;
  // What it is is told before how long it is.
  EXPECT_EQ(opened(reference::text("sss")), sidecar_error::not_a_sidecar);
  EXPECT_EQ(opened(reference::text("skk")), sidecar_error::truncated);
  EXPECT_EQ(opened(octets(90, 's')), sidecar_error::not_a_sidecar);
  EXPECT_EQ(opened(reference::text("skkt\x02 and more")), sidecar_error::other_version);
  octets longer = m.memory;
  longer.push_back(0);
  EXPECT_EQ(opened(longer), sidecar_error::damaged);
  EXPECT_EQ(sk::sidecar_view::open(message, view), sidecar_error::not_a_sidecar);
  EXPECT_EQ(view.subject().length, 0U) << "a refusal left a trace";
}

// Whoever can write a sidecar can write its check: fields that contradict each other are refused, whatever they claim.
TEST(SidecarFormat, RefusesForgedFields) {
  const octets message = head(material, 3 * chunk + 5);
  const made m = make(128, message, head(custom_material, 3));
  const auto reopened = [](octets memory) {
    const std::size_t covered = memory.size() - 32;
    sk::kt128({memory.data(), covered}, std::span(memory).last(32), "simdkeccak sidecar");
    return opened(memory);
  };
  EXPECT_EQ(reopened(m.memory), sidecar_error::none);
  for (const std::size_t field : {8U, 16U, 24U, 32U})
    for (const std::size_t byte : {0U, 1U, 7U})
      for (const std::uint8_t value : {std::uint8_t{0x7F}, std::uint8_t{0xFF}}) {
        octets forged = m.memory;
        forged[field + byte] = value;
        // Another length is possible: of as many leaves, or as a part.
        const bool harmless = field == 8 && byte < 2;
        EXPECT_EQ(reopened(forged), harmless ? sidecar_error::none : sidecar_error::impossible) << field + byte;
      }
  for (const std::size_t reserved : {6U, 7U}) {
    octets forged = m.memory;
    forged[reserved] = 1;
    EXPECT_EQ(reopened(forged), sidecar_error::impossible);
  }
  octets forged = m.memory;
  forged[5] = 64;
  EXPECT_EQ(reopened(forged), sidecar_error::impossible);
  // Chaining values and digest that do not belong together are found when the digest is asked for.
  forged = m.memory;
  forged[48 + 32 + 3] ^= 1;
  sk::kt128({forged.data(), forged.size() - 32}, std::span(forged).last(32), "simdkeccak sidecar");
  sk::sidecar_view view;
  ASSERT_EQ(sk::sidecar_view::open(forged, view), sidecar_error::none);
  octets out(32);
  EXPECT_EQ(view.digest(first_chunk(message), out), sidecar_error::other_message);
  EXPECT_FALSE(view.matches(0, message));
}

// More or fewer bytes than were announced.
TEST(SidecarFormat, AScanWantsTheSizeThatItWasTold) {
  const made m = make(128, head(material, 3 * chunk), {});
  sk::sidecar_scan shorter(m.memory.size() + 1);
  EXPECT_TRUE(shorter.update(m.memory));
  EXPECT_EQ(shorter.result(), sidecar_error::truncated);
  sk::sidecar_scan longer(m.memory.size() - 1);
  EXPECT_FALSE(longer.update(m.memory));
  EXPECT_NE(longer.result(), sidecar_error::none);
  // What is no sidecar is refused by its first bytes.
  sk::sidecar_scan other(std::uint64_t{1} << 40);
  EXPECT_FALSE(other.update(reference::text("PK\x03\x04")));
  EXPECT_EQ(other.result(), sidecar_error::not_a_sidecar);
}

// docs/sidecar.md, built from the reference.
TEST(SidecarFormat, TheFormatIsTheDocumented) {
  for (const unsigned strength : {128U, 256U}) {
    const octets message = test::pattern(3 * chunk + 5), custom = reference::text("custom");
    const octets m = make(strength, message, custom).memory;
    const auto integer = [](std::uint64_t n) {
      octets low_first;
      for (int i = 0; i < 8; ++i) low_first.push_back(static_cast<std::uint8_t>(n >> (8 * i)));
      return low_first;
    };
    const std::size_t value = strength / 4;
    octets expected = reference::joined({reference::text("skkt"),
                                         {1, static_cast<std::uint8_t>(value), 0, 0},
                                         integer(message.size()),
                                         integer(custom.size()),
                                         integer(0),
                                         integer(3),
                                         integer(7),
                                         digest_of(strength, message, custom),
                                         custom});
    const octets s = reference::joined({message, custom, reference::length_encode(custom.size())});
    for (std::size_t from = chunk; from < s.size(); from += chunk) {
      const auto at = s.begin() + static_cast<std::ptrdiff_t>(from);
      const octets leaf(at, at + static_cast<std::ptrdiff_t>(std::min(chunk, s.size() - from)));
      expected = reference::joined({expected, reference::turboshake(strength, 0x0B, leaf, value)});
    }
    expected =
        reference::joined({expected, reference::kangarootwelve(128, expected, 32, reference::text("simdkeccak sidecar"))});
    EXPECT_EQ(test::to_hex(m), test::to_hex(expected));
  }
}

// The test vectors of docs/sidecar.md: KT128, customization "custom", stamp 7, byte i of the message is i mod 251.
TEST(SidecarFormat, TheVectorsAreTheDocumented) {
  struct vector {
    std::size_t size;
    const char* digest;
    const char* check;
  };
  constexpr vector vectors[] = {
      {0, "942a323c29a4392c5bbff3c8bda47f06349fdeb47e03c28c8e88936e049427b2",
       "22e1187635686381c149f8db8fc40960f00092ca1e3c3ad6e7a70ca7a5e6635d"},
      {8192, "a6dde9fe4daf7d32123fcadbe0300a2473004971c3c00c8358c208dcc1b17116",
       "2afa26096418733527b209e1a434a828014b90088fb22b983bedd79463862645"},
      {24581, "db5b9cb5e5dca8da34d9f3dbb8b3db80db77b74d6ada36e6e645a8b9792c5c90",
       "f7dc37b7c3aec04c10135f15baf6a8b66389e28b971d3eafec1d0eebf59476d1"},
      {1000000, "ebc383d3e6f4409f5950b3045b2d1ae5de952cbfa635c33b1e3f945be08b110a",
       "34630965ce4aa25815753abeb9a566bdae5f6bfd9b77b626a096344801611f09"},
  };
  for (const vector& v : vectors) {
    const made m = make(128, test::pattern(v.size), reference::text("custom"));
    const std::span all(m.memory);
    EXPECT_EQ(test::to_hex(all.subspan(48, 32)), v.digest) << v.size << " " << m.memory.size();
    EXPECT_EQ(test::to_hex(all.last(32)), v.check) << v.size;
  }
}

TEST(SidecarFormat, InC) {
  const octets message = head(material, 21 * chunk + 7);
  const simdkeccak_sidecar_subject subject{128, message.size(), "custom", 6, 9};
  simdkeccak_sidecar whole, piece;
  octets memory(simdkeccak_sidecar_size(&subject, 0, UINT64_MAX));
  ASSERT_EQ(simdkeccak_sidecar_create(&whole, memory.data(), memory.size(), &subject, 0, UINT64_MAX), SIMDKECCAK_OK);
  EXPECT_EQ(simdkeccak_sidecar_create(&piece, memory.data(), memory.size() - 1, &subject, 0, UINT64_MAX),
            SIMDKECCAK_BAD_LENGTH);
  std::uint64_t offset = 3 * chunk + 5, size = 100, first = 0, count = 0;
  simdkeccak_sidecar_chunks(&subject, &offset, &size);
  EXPECT_EQ(offset, 3 * chunk);
  EXPECT_EQ(size, chunk);
  simdkeccak_sidecar_leaves(&subject, 10 * chunk, UINT64_MAX, &first, &count);
  EXPECT_EQ(first, 9U);
  EXPECT_EQ(count, 12U);
  octets part_memory(simdkeccak_sidecar_size(&subject, first, count));
  ASSERT_EQ(simdkeccak_sidecar_create(&piece, part_memory.data(), part_memory.size(), &subject, first, count),
            SIMDKECCAK_OK);
  EXPECT_EQ(simdkeccak_sidecar_seal_part(&piece), SIMDKECCAK_SIDECAR_INCOMPLETE);
  ASSERT_EQ(simdkeccak_sidecar_put(&piece, 10 * chunk, message.data() + 10 * chunk, 11 * chunk + 7, nullptr), SIMDKECCAK_OK);
  ASSERT_EQ(simdkeccak_sidecar_seal_part(&piece), SIMDKECCAK_OK);
  ASSERT_EQ(simdkeccak_sidecar_take(&whole, &piece), SIMDKECCAK_OK);
  ASSERT_EQ(simdkeccak_sidecar_missing(&whole, &offset, &size), 1);
  EXPECT_EQ(simdkeccak_sidecar_put(&whole, 1, message.data(), 1, nullptr), SIMDKECCAK_BAD_LENGTH);
  ASSERT_EQ(simdkeccak_sidecar_put(&whole, offset, message.data() + offset, static_cast<std::size_t>(size), nullptr),
            SIMDKECCAK_OK);
  ASSERT_EQ(simdkeccak_sidecar_missing(&whole, &offset, &size), 0);
  simdkeccak_sidecar_set_stamp(&whole, 10);
  ASSERT_EQ(simdkeccak_sidecar_seal(&whole, message.data(), chunk), SIMDKECCAK_OK);

  simdkeccak_sidecar opened;
  EXPECT_EQ(simdkeccak_sidecar_open(&opened, memory.data(), memory.size(), &subject), SIMDKECCAK_SIDECAR_STALE);
  ASSERT_EQ(simdkeccak_sidecar_open(&opened, memory.data(), memory.size(), nullptr), SIMDKECCAK_OK);
  octets out(32);
  ASSERT_EQ(simdkeccak_sidecar_digest(&opened, message.data(), chunk, out.data(), out.size()), SIMDKECCAK_OK);
  EXPECT_EQ(out, digest_of(128, message, reference::text("custom")));
  EXPECT_EQ(simdkeccak_sidecar_digest(&opened, message.data() + 1, chunk, out.data(), out.size()),
            SIMDKECCAK_SIDECAR_MESSAGE);
  EXPECT_EQ(simdkeccak_sidecar_matches(&opened, 2 * chunk, message.data() + 2 * chunk, chunk, nullptr), 1);
  EXPECT_EQ(simdkeccak_sidecar_matches(&opened, 2 * chunk, message.data() + 3 * chunk, chunk, nullptr), 0);
  EXPECT_EQ(simdkeccak_sidecar_open(&opened, memory.data(), 100, nullptr), SIMDKECCAK_SIDECAR_TRUNCATED);
  EXPECT_EQ(simdkeccak_sidecar_open(&opened, out.data(), 32, nullptr), SIMDKECCAK_SIDECAR_FOREIGN);
  memory[60] ^= 1;
  EXPECT_EQ(simdkeccak_sidecar_open(&opened, memory.data(), memory.size(), nullptr), SIMDKECCAK_SIDECAR_DAMAGED);
  EXPECT_STREQ(simdkeccak_status_text(SIMDKECCAK_SIDECAR_STALE), sk::message(sidecar_error::stale).data());
}

}  // namespace
