// hash_many over messages at a stride and messages in one buffer with offsets, and under one key; in C++ and in C.
#include <gtest/gtest.h>
#include <simdkeccak/simdkeccak.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <simdkeccak/simdkeccak.hpp>
#include <string>
#include <vector>

#include "emulated_rows.hpp"
#include "noise.hpp"
#include "reference.hpp"
#include "support.hpp"

namespace {

namespace sk = simdkeccak;
using test::octets;
using digests = std::vector<std::array<std::uint8_t, 32>>;

const octets buffer = test::noise(70000, 171);

octets piece(std::size_t from, std::size_t size) {
  const auto begin = buffer.begin() + static_cast<std::ptrdiff_t>(from);
  return {begin, begin + static_cast<std::ptrdiff_t>(size)};
}
std::array<std::uint8_t, 32> sha3(const octets& m) {
  std::array<std::uint8_t, 32> out{};
  std::ranges::copy(reference::sponge(136, 0x06, 24, m, 32), out.begin());
  return out;
}

TEST(BatchForms, AtAStride) {
  for (const std::size_t count : {0U, 1U, 2U, 5U, 9U, 40U})
    for (const std::size_t length : {0U, 1U, 32U, 135U, 136U, 300U, 1500U})
      for (const std::size_t stride : {length, length + 3, length / 2, std::size_t{0}}) {  // the last two overlap
        digests expected;
        for (std::size_t i = 0; i < count; ++i) expected.push_back(sha3(piece(i * stride, length)));
        const sk::strided_messages messages{buffer.data(), count, length, stride};
        for (const sk::backend* row : test::rows_of_every_width()) {
          digests got(count);
          sk::hash_many<sk::sha3_256>(messages, got, *row);
          ASSERT_EQ(got, expected) << count << " of " << length << " at " << stride << " on " << row->name;
        }
        simdkeccak_messages in_c{};
        in_c.count = count;
        in_c.data = buffer.data();
        in_c.size = length;
        in_c.stride = stride;
        digests got(count);
        ASSERT_EQ(simdkeccak_hash_batch("sha3-256", nullptr, &in_c, got.data(), 32, nullptr), SIMDKECCAK_OK);
        ASSERT_EQ(got, expected);
      }
  digests nothing(3);
  sk::hash_many<sk::sha3_256>(sk::strided_messages{nullptr, 3, 0, 0}, nothing);
  EXPECT_EQ(nothing, digests(3, sha3({})));
}

template <class Offset>
void expect_offsets(std::size_t count, std::size_t longest) {
  test::dice dice(172 + count);
  std::vector<Offset> offsets{static_cast<Offset>(dice.below(50))};
  octets validity(count / 8 + 3);
  for (std::uint8_t& byte : validity) byte = static_cast<std::uint8_t>(dice.below(256));
  const std::size_t first_bit = dice.below(12);
  digests expected, expected_with_nulls;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t size = dice.below(4) == 0 ? 0 : dice.below(longest + 1);
    const auto from = static_cast<std::size_t>(offsets.back());
    offsets.push_back(static_cast<Offset>(from + size));
    expected.push_back(sha3(piece(from, size)));
    const bool valid = (validity[(first_bit + i) / 8] >> ((first_bit + i) % 8) & 1) != 0;
    expected_with_nulls.push_back(valid ? expected.back() : std::array<std::uint8_t, 32>{});
  }
  std::array<std::uint8_t, 32> untouched{};
  untouched.fill(0xEE);
  const sk::offset_messages<Offset> all{buffer.data(), offsets.data(), count};
  sk::offset_messages<Offset> some = all;
  some.validity = validity.data();
  some.first_bit = first_bit;
  EXPECT_TRUE(all.well_formed(buffer.size()));
  for (const sk::backend* row : test::rows_of_every_width()) {
    digests got(count + 1, untouched);
    sk::hash_many<sk::sha3_256>(all, got, *row);
    EXPECT_EQ(got.back(), untouched);
    got.pop_back();
    ASSERT_EQ(got, expected) << count << " on " << row->name;
    sk::hash_many<sk::sha3_256>(some, got, *row);
    ASSERT_EQ(got, expected_with_nulls) << count << " on " << row->name;
  }
  if constexpr (std::is_signed_v<Offset>) {
    simdkeccak_messages in_c{};
    in_c.count = count;
    in_c.data = buffer.data();
    if constexpr (sizeof(Offset) == 4) {
      in_c.offsets32 = offsets.data();
    } else {
      in_c.offsets64 = offsets.data();
    }
    in_c.validity = validity.data();
    in_c.first_bit = first_bit;
    digests got(count, untouched);
    ASSERT_EQ(simdkeccak_hash_batch("sha3-256", nullptr, &in_c, got.data(), 32, nullptr), SIMDKECCAK_OK);
    EXPECT_EQ(got, expected_with_nulls);
    in_c.validity = nullptr;
    ASSERT_EQ(simdkeccak_hash_batch("sha3-256", nullptr, &in_c, got.data(), 32, nullptr), SIMDKECCAK_OK);
    EXPECT_EQ(got, expected);
  }
}

TEST(BatchForms, InOneBuffer) {
  for (const std::size_t count : {0U, 1U, 3U, 8U, 100U})
    for (const std::size_t longest : {30U, 600U}) {
      expect_offsets<std::int32_t>(count, longest);
      expect_offsets<std::int64_t>(count, longest);
      expect_offsets<std::uint32_t>(count, longest);
      expect_offsets<std::uint64_t>(count, longest);
    }
}

TEST(BatchForms, AllOrNoneAreThere) {
  const std::vector<std::int32_t> offsets{0, 10, 20, 30, 40, 50, 60, 70, 80, 90};
  const octets none(3, 0);
  digests got(9, std::array<std::uint8_t, 32>{1});
  sk::hash_many<sk::sha3_256>(sk::offset_messages<std::int32_t>{nullptr, offsets.data(), 9, none.data(), 5}, got);
  EXPECT_EQ(got, digests(9)) << "messages that are not there are not looked at";
}

TEST(BatchForms, WellFormed) {
  using offsets = std::vector<std::int32_t>;
  const auto well_formed = [](const offsets& o) {
    return sk::offset_messages<std::int32_t>{buffer.data(), o.data(), o.size() - 1}.well_formed(100);
  };
  EXPECT_TRUE(well_formed({0}));
  EXPECT_TRUE(well_formed({0, 0, 5, 100}));
  EXPECT_FALSE(well_formed({0, 5, 101}));
  EXPECT_FALSE(well_formed({0, 5, 4}));
  EXPECT_FALSE(well_formed({-1, 5}));
  EXPECT_FALSE(well_formed({5, 0, 7}));
}

// ---- Under one key

template <unsigned Strength, std::size_t N>
void expect_macs(const std::vector<octets>& messages) {
  const octets key = test::noise(40, 173), custom = reference::text("custom");
  std::vector<std::array<std::uint8_t, N>> expected(messages.size());
  for (std::size_t i = 0; i < messages.size(); ++i)
    std::ranges::copy(reference::kmac(Strength, key, messages[i], N, custom), expected[i].begin());
  sk::kmac<Strength> keyed(key, custom);
  keyed.update("what it was updated with does not count");
  for (const sk::backend* row : test::rows_of_every_width()) {
    std::vector<std::array<std::uint8_t, N>> got(messages.size());
    sk::hash_many(keyed, messages, got, *row);
    ASSERT_EQ(got, expected) << messages.size() << " on " << row->name;
  }
}

TEST(BatchForms, UnderOneKey) {
  test::dice dice(174);
  for (const std::size_t count : {0U, 1U, 2U, 8U, 9U, 30U}) {
    std::vector<octets> equal, ragged;
    for (std::size_t i = 0; i < count; ++i) {
      equal.push_back(test::noise(32, i));
      ragged.push_back(test::noise(dice.below(700), i));
    }
    expect_macs<128, 32>(equal);
    expect_macs<128, 32>(ragged);
    expect_macs<256, 64>(ragged);
    expect_macs<256, 1>(ragged);
    expect_macs<128, 400>(ragged);
  }
  // The length of the output is in one block with the end of the message, in the next, or in both.
  std::vector<octets> edges;
  for (std::size_t size = 160; size <= 170; ++size) edges.push_back(test::noise(size, size));
  for (std::size_t size = 130; size <= 138; ++size) edges.push_back(test::noise(size, size));
  for (std::size_t size = 2 * 168 - 5; size <= 2 * 168 + 2; ++size) edges.push_back(test::noise(size, size));
  for (std::size_t size = 12 * 168 - 5; size <= 12 * 168 + 2; ++size) edges.push_back(test::noise(size, size));
  expect_macs<128, 32>(edges);
  expect_macs<256, 64>(edges);
  expect_macs<128, 8192>(edges);
}

// ---- In C

TEST(BatchForms, EveryAlgorithmInCWithParameters) {
  std::vector<octets> messages;
  std::vector<const void*> pointers;
  std::vector<std::size_t> sizes;
  for (std::size_t i = 0; i < 11; ++i) {
    messages.push_back(test::noise(i == 10 ? 20000 : i * 97, i));  // one is a tree
    pointers.push_back(messages.back().data());
    sizes.push_back(messages.back().size());
  }
  simdkeccak_messages in_c{};
  in_c.count = messages.size();
  in_c.pointers = pointers.data();
  in_c.sizes = sizes.data();
  for (const sk::named_algorithm& a : sk::algorithms()) {
    simdkeccak_parameters p{};
    if (a.takes_key()) p.key = "key", p.key_size = 3;
    if (a.takes_customization()) p.customization = "custom", p.customization_size = 6;
    if (a.takes_domain()) p.domain = 0x42;
    const std::size_t size = a.any_length() ? 50 : a.default_length();
    octets expected;
    for (const octets& m : messages) {
      octets one(size);
      simdkeccak_hasher h;
      ASSERT_EQ(simdkeccak_init(&h, a.name.data(), &p), SIMDKECCAK_OK);
      simdkeccak_update(&h, m.data(), m.size());
      ASSERT_EQ(simdkeccak_digest(&h, one.data(), one.size()), SIMDKECCAK_OK);
      expected = reference::joined({expected, one});
    }
    for (const sk::backend& row : sk::backends()) {
      if (simdkeccak_backend_supported(row.name.data()) == 0) continue;
      p.backend = row.name.data();
      octets got(size * messages.size());
      ASSERT_EQ(simdkeccak_hash_batch(a.name.data(), &p, &in_c, got.data(), size, nullptr), SIMDKECCAK_OK) << a.name;
      EXPECT_EQ(got, expected) << a.name << " on " << row.name;
    }
  }
  octets out(32 * messages.size());
  simdkeccak_parameters p{};
  EXPECT_EQ(simdkeccak_hash_batch("md5", &p, &in_c, out.data(), 32, nullptr), SIMDKECCAK_UNKNOWN_ALGORITHM);
  EXPECT_EQ(simdkeccak_hash_batch("sha3-256", &p, &in_c, out.data(), 31, nullptr), SIMDKECCAK_BAD_LENGTH);
  p.key = "key";
  p.key_size = 3;
  EXPECT_EQ(simdkeccak_hash_batch("sha3-256", &p, &in_c, out.data(), 32, nullptr), SIMDKECCAK_BAD_PARAMETER);
  p = {};
  p.backend = "none";
  EXPECT_EQ(simdkeccak_hash_batch("sha3-256", &p, &in_c, out.data(), 32, nullptr), SIMDKECCAK_UNKNOWN_BACKEND);
  EXPECT_EQ(out, octets(out.size())) << "a refusal wrote";
}

TEST(BatchForms, InCOnThreads) {
  static int runs;
  runs = 0;
  const simdkeccak_executor on{[](void*, std::size_t count, void (*task)(void*, std::size_t), void* context) {
                                 ++runs;
                                 for (std::size_t i = count; i-- > 0;) task(context, i);
                               },
                               nullptr, 4};
  simdkeccak_messages in_c{};
  in_c.count = 3000;
  in_c.data = buffer.data();
  in_c.size = 20;
  in_c.stride = 20;
  octets one(32 * in_c.count), many(one.size());
  simdkeccak_parameters p{};
  p.key = "key";
  p.key_size = 3;
  ASSERT_EQ(simdkeccak_hash_batch("kmac256", &p, &in_c, one.data(), 32, nullptr), SIMDKECCAK_OK);
  EXPECT_EQ(runs, 0);
  ASSERT_EQ(simdkeccak_hash_batch("kmac256", &p, &in_c, many.data(), 32, &on), SIMDKECCAK_OK);
  EXPECT_EQ(one, many);
  EXPECT_EQ(runs, 1);
}

}  // namespace
