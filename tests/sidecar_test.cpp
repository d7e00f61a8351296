// Chaining values as a tool, and sidecars: hashed apart and put together, or updated, or grown, the digest is that of the
// whole; what is damaged, foreign or stale is refused.
#include <gtest/gtest.h>
#include <simdkeccak/simdkeccak.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <optional>
#include <simdkeccak/simdkeccak.hpp>
#include <string>
#include <vector>

#if defined(__unix__) || defined(__APPLE__)
#include <sys/wait.h>
#include <unistd.h>
#endif

#include "noise.hpp"
#include "reference.hpp"
#include "support.hpp"

namespace {

namespace sk = simdkeccak;
using sk::sidecar_error;
using test::octets;

constexpr std::size_t chunk = 8192;

octets head(const octets& x, std::size_t size) { return {x.begin(), x.begin() + static_cast<std::ptrdiff_t>(size)}; }
sk::bytes part(const octets& x, std::uint64_t from, std::uint64_t size) {
  return {x.data() + from, static_cast<std::size_t>(size)};
}
sk::bytes part(const octets& x, sk::byte_range range) { return part(x, range.offset, range.size); }
sk::bytes first_chunk(const octets& x) { return part(x, 0, std::min(x.size(), chunk)); }

const octets material = test::noise(40 * chunk, 161);
const octets custom_material = test::noise(3 * chunk, 162);

octets digest_of(unsigned strength, const octets& message, const octets& custom) {
  return reference::kangarootwelve(strength, message, strength / 4, custom);
}

// ---- Chaining values

template <unsigned Strength>
void expect_combined(std::size_t size, std::size_t split) {
  using hasher = sk::kangarootwelve<Strength>;
  const octets message = head(material, size);
  const std::size_t leaves = size / chunk - 1;
  octets values(leaves * hasher::chaining_value_size);
  const std::size_t at = split * hasher::chaining_value_size;
  ASSERT_TRUE(
      hasher::chaining_values(part(message, (1 + split) * chunk, (leaves - split) * chunk), std::span(values).subspan(at)));
  ASSERT_TRUE(hasher::chaining_values(part(message, chunk, split * chunk), std::span(values).first(at)));
  hasher h;
  h.update(first_chunk(message));
  ASSERT_TRUE(h.update_chaining_values(std::span(values).first(at)));
  ASSERT_TRUE(h.update_chaining_values(std::span(values).subspan(at)));
  h.update(part(message, (1 + leaves) * chunk, size % chunk));
  octets out(Strength / 4);
  h.digest(out, "custom");
  EXPECT_EQ(out, digest_of(Strength, message, reference::text("custom"))) << size << " split at leaf " << split;
}

TEST(ChainingValues, CombineToTheDigest) {
  for (const std::size_t size : {chunk, chunk + 1, 2 * chunk, 10 * chunk + 5, 20 * chunk, 31 * chunk + 8191})
    for (const std::size_t split : {std::size_t{0}, (size / chunk - 1) / 3, size / chunk - 1}) {
      expect_combined<128>(size, split);
      expect_combined<256>(size, split);
    }
}

TEST(ChainingValues, MixWithPiecesOfTheMessage) {
  const octets message = head(material, 20 * chunk + 100);
  octets values(9 * 32);
  ASSERT_TRUE(sk::kangarootwelve<128>::chaining_values(part(message, 5 * chunk, 9 * chunk), values));
  auto h = *sk::any_hasher::make(*sk::find_algorithm("kt128"));
  h.update(part(message, 0, 4 * chunk + 1)).update(part(message, 4 * chunk + 1, chunk - 1));
  ASSERT_TRUE(h.update_chaining_values(values));
  h.update(part(message, 14 * chunk, 6 * chunk + 100));
  octets out(32);
  h.digest(out);
  EXPECT_EQ(out, digest_of(128, message, {}));
}

TEST(ChainingValues, RefusesWhatIsNotWhole) {
  octets values(64);
  EXPECT_FALSE(sk::kangarootwelve<128>::chaining_values(part(material, 0, chunk), values));
  EXPECT_FALSE(sk::kangarootwelve<128>::chaining_values(part(material, 0, chunk - 1), std::span(values).first(32)));
  EXPECT_TRUE(sk::kangarootwelve<128>::chaining_values({}, {}));
  sk::kangarootwelve<128> h;
  EXPECT_FALSE(h.update_chaining_values(values)) << "before the first chunk";
  h.update(part(material, 0, chunk));
  EXPECT_FALSE(h.update_chaining_values(std::span(values).first(33)));
  EXPECT_TRUE(h.update_chaining_values({}));
  h.update(part(material, chunk, 1));
  EXPECT_FALSE(h.update_chaining_values(values)) << "in the middle of a leaf";
  octets out(32);
  h.digest(out);
  EXPECT_EQ(out, digest_of(128, head(material, chunk + 1), {})) << "a refusal left a trace";
  EXPECT_FALSE(sk::any_hasher::make(*sk::find_algorithm("sha3-256"))->update_chaining_values(values));
}

TEST(ChainingValues, InC) {
  const octets message = head(material, 12 * chunk + 3);
  octets values(11 * 64), out(64);
  ASSERT_EQ(simdkeccak_chaining_values("kt256", message.data() + chunk, 11 * chunk, values.data(), values.size(), nullptr),
            SIMDKECCAK_OK);
  simdkeccak_hasher h;
  ASSERT_EQ(simdkeccak_init(&h, "kt256", nullptr), SIMDKECCAK_OK);
  EXPECT_EQ(simdkeccak_update_chaining_values(&h, values.data(), values.size()), SIMDKECCAK_BAD_LENGTH);
  simdkeccak_update(&h, message.data(), chunk);
  EXPECT_EQ(simdkeccak_update_chaining_values(&h, values.data(), values.size()), SIMDKECCAK_OK);
  simdkeccak_update(&h, message.data() + 12 * chunk, 3);
  simdkeccak_digest(&h, out.data(), out.size());
  EXPECT_EQ(out, digest_of(256, message, {}));
  EXPECT_EQ(simdkeccak_chaining_values("kt128", message.data(), chunk, values.data(), 64, nullptr), SIMDKECCAK_BAD_LENGTH);
  EXPECT_EQ(simdkeccak_chaining_values("sha3-256", nullptr, 0, nullptr, 0, nullptr), SIMDKECCAK_BAD_PARAMETER);
  EXPECT_EQ(simdkeccak_chaining_values("md5", nullptr, 0, nullptr, 0, nullptr), SIMDKECCAK_UNKNOWN_ALGORITHM);
  ASSERT_EQ(simdkeccak_init(&h, "sha3-256", nullptr), SIMDKECCAK_OK);
  EXPECT_EQ(simdkeccak_update_chaining_values(&h, nullptr, 0), SIMDKECCAK_BAD_PARAMETER);
}

// ---- Sidecars

struct made {
  octets memory;
  sk::sidecar car;
};

made begin(const sk::sidecar_subject& subject) {
  made m{octets(sk::sidecar::size_for(subject).value()), {}};
  m.car = sk::sidecar::create(m.memory, subject).value();
  return m;
}

sk::sidecar_subject subject_of(unsigned strength, const octets& message, const octets& custom, std::uint64_t stamp = 7) {
  return {strength, message.size(), custom, stamp};
}

made make(unsigned strength, const octets& message, const octets& custom, std::size_t piece = 5 * chunk) {
  made m = begin(subject_of(strength, message, custom));
  std::size_t at = 0;
  do {
    const std::size_t n = std::min(piece, message.size() - at);
    EXPECT_TRUE(m.car.put(at, part(message, at, n)));
    at += n;
  } while (at < message.size());
  if (message.size() % piece == 0) {
    EXPECT_TRUE(m.car.put(at, {}));
  }
  EXPECT_EQ(m.car.seal(first_chunk(message)), sidecar_error::none);
  return m;
}

void expect_good(const made& m, unsigned strength, const octets& message, const octets& custom) {
  sk::sidecar_view view;
  ASSERT_EQ(sk::sidecar_view::open(m.memory, view), sidecar_error::none);
  EXPECT_EQ(view.check(subject_of(strength, message, custom)), sidecar_error::none);
  EXPECT_EQ(view.subject().length, message.size());
  octets out(strength / 4);
  EXPECT_EQ(view.digest(first_chunk(message), out), sidecar_error::none);
  EXPECT_EQ(out, digest_of(strength, message, custom)) << message.size() << " bytes, customization of " << custom.size();
  EXPECT_TRUE(std::ranges::equal(out, std::span(view.stored_digest().data(), view.stored_digest().size())));
  EXPECT_TRUE(view.matches(0, message));
  EXPECT_FALSE(view.missing());
}

TEST(Sidecar, DigestsOfEveryShape) {
  for (const unsigned strength : {128U, 256U})
    for (const std::size_t custom_size : {std::size_t{0}, std::size_t{1}, std::size_t{100}, chunk - 3, chunk, 2 * chunk + 5})
      for (const std::size_t size : {std::size_t{0}, std::size_t{1}, chunk - 2, chunk - 1, chunk, chunk + 1, 2 * chunk,
                                     5 * chunk - 1, 5 * chunk, 12 * chunk + 77}) {
        const octets message = head(material, size), custom = head(custom_material, custom_size);
        expect_good(make(strength, message, custom), strength, message, custom);
      }
}

TEST(Sidecar, LongerAndShorterOutput) {
  const octets message = head(material, 3 * chunk + 1);
  const made m = make(128, message, {});
  for (const std::size_t size : {0U, 5U, 32U, 33U, 500U}) {
    octets out(size);
    EXPECT_EQ(m.car.digest(first_chunk(message), out), sidecar_error::none);
    EXPECT_EQ(out, reference::kangarootwelve(128, message, size, {})) << size;
  }
}

TEST(Sidecar, ChangedRangesCostTheirChunks) {
  test::dice dice(163);
  octets message = head(material, 20 * chunk + 123);
  const octets custom = head(custom_material, 9000);
  for (const unsigned strength : {128U, 256U}) {
    made m = make(strength, message, custom);
    for (int i = 0; i < 20; ++i) {
      sk::byte_range changed{dice.below(message.size()), 0};
      changed.size = dice.below(std::min<std::size_t>(message.size() - changed.offset, 3 * chunk) + 1);
      for (std::uint64_t j = 0; j < changed.size; ++j) message[changed.offset + j] ^= 0x5A;
      sk::sidecar car;
      ASSERT_EQ(sk::sidecar::open(m.memory, car), sidecar_error::none);
      const sk::byte_range chunks = sk::sidecar::chunks_around(car.subject(), changed);
      EXPECT_LE(chunks.offset, changed.offset);
      EXPECT_GE(chunks.offset + chunks.size, changed.offset + changed.size);
      EXPECT_LT(chunks.size, changed.size + 2 * chunk);
      if (changed.size != 0 && changed.offset >= chunk) {
        EXPECT_FALSE(car.matches(chunks.offset, part(message, chunks)));
      }
      ASSERT_TRUE(car.put(chunks.offset, part(message, chunks)));
      ASSERT_EQ(car.seal(first_chunk(message)), sidecar_error::none);
      expect_good(m, strength, message, custom);
    }
  }
}

TEST(Sidecar, VerifiesRangesWithoutTheRest) {
  const octets message = head(material, 15 * chunk + 9);
  const made m = make(256, message, head(custom_material, 10));
  for (std::size_t from = 0; from < message.size(); from += 3000)
    for (const std::size_t size : {std::size_t{1}, std::size_t{5000}, message.size() - from}) {
      const sk::byte_range range = sk::sidecar_view::chunks_around(m.car.subject(), {from, size});
      octets data(message.begin() + static_cast<std::ptrdiff_t>(range.offset),
                  message.begin() + static_cast<std::ptrdiff_t>(range.offset + range.size));
      EXPECT_TRUE(m.car.matches(range.offset, data)) << from << ", " << size;
      data.back() ^= 1;
      if (range.offset + range.size > chunk) {
        EXPECT_FALSE(m.car.matches(range.offset, data)) << from << ", " << size;
      }
    }
  octets changed = message, out(64);
  changed[5] ^= 1;
  EXPECT_EQ(m.car.digest(first_chunk(changed), out), sidecar_error::other_message) << "the first chunk is no leaf";
}

TEST(Sidecar, Grows) {
  const octets custom = head(custom_material, 50);
  for (const std::size_t before : {std::size_t{0}, std::size_t{100}, chunk, chunk + 1, 4 * chunk, 4 * chunk + 5000})
    for (const std::size_t after : {before, before + 1, before + chunk, before + 5 * chunk - 3}) {
      const octets message = head(material, after);
      const made old = make(128, head(material, before), custom);
      made m = begin(subject_of(128, message, custom));
      ASSERT_EQ(m.car.take(old.car), sidecar_error::none);
      std::uint64_t read = 0;
      while (const auto range = m.car.missing()) {
        ASSERT_TRUE(m.car.put(range->offset, part(message, *range)));
        read += range->size;
      }
      EXPECT_LE(read, after - before + chunk + 1);
      ASSERT_EQ(m.car.seal(first_chunk(message)), sidecar_error::none);
      expect_good(m, 128, message, custom);
      // And back: cut off, what is left stays.
      made shorter = begin(subject_of(128, head(material, before), custom));
      ASSERT_EQ(shorter.car.take(m.car), sidecar_error::none);
      while (const auto range = shorter.car.missing()) ASSERT_TRUE(shorter.car.put(range->offset, part(message, *range)));
      ASSERT_EQ(shorter.car.seal(part(message, 0, std::min(before, chunk))), sidecar_error::none);
      EXPECT_EQ(shorter.memory, old.memory);
    }
}

TEST(Sidecar, PartsHashedApart) {
  const octets message = head(material, 33 * chunk + 1000), custom = head(custom_material, 20000);
  const sk::sidecar_subject subject = subject_of(128, message, custom);
  made whole = begin(subject);
  for (const std::size_t i : {2U, 0U, 3U, 1U}) {
    const sk::byte_range range = sk::sidecar::chunks_around(subject, {i * 9 * chunk, 9 * chunk});
    const sk::leaf_range leaves = sk::sidecar::leaves_of(subject, range);
    octets memory(sk::sidecar::size_for(subject, leaves).value());
    EXPECT_LE(leaves.count, 11U);
    EXPECT_EQ(memory.size(), 48 + 32 + custom.size() + leaves.count * 32 + 32);
    sk::sidecar piece = sk::sidecar::create(memory, subject, leaves).value();
    EXPECT_EQ(piece.seal_part(), sidecar_error::incomplete);
    ASSERT_TRUE(piece.put(range.offset, part(message, range)));
    ASSERT_EQ(piece.seal_part(), sidecar_error::none);

    sk::sidecar_view received;
    ASSERT_EQ(sk::sidecar_view::open(memory, received), sidecar_error::none);
    EXPECT_TRUE(received.is_part());
    EXPECT_EQ(received.check(subject), sidecar_error::none);
    EXPECT_TRUE(received.matches(range.offset, part(message, range)));
    EXPECT_FALSE(received.matches(0, message)) << "it lacks leaves";
    octets out(32);
    EXPECT_EQ(received.digest(first_chunk(message), out), sidecar_error::incomplete);
    EXPECT_EQ(whole.car.seal(first_chunk(message)), sidecar_error::incomplete);
    ASSERT_EQ(whole.car.take(received), sidecar_error::none);
  }
  ASSERT_EQ(whole.car.seal(first_chunk(message)), sidecar_error::none);
  expect_good(whole, 128, message, custom);
}

#if defined(__unix__) || defined(__APPLE__)
// Four processes each hash a range of one file and leave a part in another; a fifth, this one, puts them together.
TEST(Sidecar, FourProcessesAndAFifth) {
  const octets message = head(material, 37 * chunk + 99);
  const std::filesystem::path folder = std::filesystem::temp_directory_path() / ("simdkeccak." + std::to_string(getpid()));
  std::filesystem::create_directory(folder);
  const auto write = [](const std::filesystem::path& file, const octets& data) {
    std::ofstream(file, std::ios::binary)
        .write(reinterpret_cast<const char*>(data.data()), static_cast<std::streamsize>(data.size()));
  };
  const auto read = [](const std::filesystem::path& file, std::uint64_t from, std::uint64_t size) {
    octets data(static_cast<std::size_t>(size));
    std::ifstream stream(file, std::ios::binary);
    stream.seekg(static_cast<std::streamoff>(from));
    stream.read(reinterpret_cast<char*>(data.data()), static_cast<std::streamsize>(size));
    return data;
  };
  const std::filesystem::path file = folder / "data";
  write(file, message);
  const sk::sidecar_subject subject{128, message.size(), "custom", 5};

  std::vector<pid_t> workers;
  for (std::uint64_t i = 0; i < 4; ++i) {
    const pid_t worker = fork();
    ASSERT_GE(worker, 0);
    if (worker == 0) {
      const sk::byte_range range = sk::sidecar::chunks_around(subject, {i * 10 * chunk, 10 * chunk});
      octets memory(*sk::sidecar::size_for(subject, sk::sidecar::leaves_of(subject, range)));
      sk::sidecar piece = *sk::sidecar::create(memory, subject, sk::sidecar::leaves_of(subject, range));
      const bool good =
          piece.put(range.offset, read(file, range.offset, range.size)) && piece.seal_part() == sidecar_error::none;
      if (good) write(folder / ("part" + std::to_string(i)), memory);
      _exit(good ? 0 : 1);
    }
    workers.push_back(worker);
  }
  made whole = begin(subject);
  for (std::size_t i = 0; i < workers.size(); ++i) {
    int status = 0;
    EXPECT_EQ(waitpid(workers[i], &status, 0), workers[i]);
    EXPECT_EQ(status, 0);
    const std::filesystem::path name = folder / ("part" + std::to_string(i));
    const octets memory = read(name, 0, std::filesystem::file_size(name));
    sk::sidecar_view piece;
    ASSERT_EQ(sk::sidecar_view::open(memory, piece), sidecar_error::none);
    ASSERT_EQ(whole.car.take(piece), sidecar_error::none);
  }
  ASSERT_EQ(whole.car.seal(read(file, 0, chunk)), sidecar_error::none);
  octets expected(32);
  sk::kt128(message, expected, "custom");
  EXPECT_TRUE(std::ranges::equal(expected, std::span(whole.car.stored_digest().data(), 32)));
  std::filesystem::remove_all(folder);
}
#endif

TEST(Sidecar, RefusesWhatDoesNotFit) {
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
  EXPECT_EQ(sk::sidecar::size_for({128, std::uint64_t{1} << 50}), (std::size_t{1} << 42) + 48 + 32 + 32) << "a petabyte";
}

// A changed byte anywhere, a missing end or one too many.
TEST(Sidecar, RefusesDamage) {
  const octets message = head(material, 3 * chunk + 5);
  const made m = make(128, message, head(custom_material, 3));
  sk::sidecar_view view;
  for (std::size_t i = 0; i < m.memory.size(); ++i) {
    octets damaged = m.memory;
    damaged[i] ^= 0x10;
    const sidecar_error e = sk::sidecar_view::open(damaged, view);
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
    EXPECT_EQ(sk::sidecar_view::open(head(m.memory, size), view), sidecar_error::truncated) << size;
  octets longer = m.memory;
  longer.push_back(0);
  EXPECT_EQ(sk::sidecar_view::open(longer, view), sidecar_error::damaged);
  EXPECT_EQ(sk::sidecar_view::open(message, view), sidecar_error::not_a_sidecar);
  EXPECT_EQ(view.subject().length, 0U) << "a refusal left a trace";
}

// Whoever can write a sidecar can write its check: fields that contradict each other are refused, whatever they claim.
TEST(Sidecar, RefusesForgedFields) {
  const octets message = head(material, 3 * chunk + 5);
  const made m = make(128, message, head(custom_material, 3));
  const auto reopened = [](octets memory) {
    const std::size_t covered = memory.size() - 32;
    sk::kt128({memory.data(), covered}, std::span(memory).last(32), "simdkeccak sidecar");
    sk::sidecar_view view;
    return sk::sidecar_view::open(memory, view);
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

// docs/sidecar.md, built from the reference.
TEST(Sidecar, TheFormatIsTheDocumented) {
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
TEST(Sidecar, TheVectorsAreTheDocumented) {
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

TEST(Sidecar, InC) {
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
  ASSERT_EQ(simdkeccak_sidecar_put(&whole, offset, message.data() + offset, size, nullptr), SIMDKECCAK_OK);
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
