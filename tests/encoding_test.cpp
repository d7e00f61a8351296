// The integer encodings of SP 800-185 and RFC 9861 at their edges, where 8 * n needs a ninth byte too.
#include <gtest/gtest.h>

#include <algorithm>
#include <simdkeccak/detail/bytes.hpp>
#include <vector>

#include "noise.hpp"
#include "reference.hpp"
#include "reference_by_name.hpp"
#include "support.hpp"

namespace {

using namespace simdkeccak::detail;
using test::octets;
using test::octets_of;

std::vector<std::uint64_t> edges() {
  std::vector<std::uint64_t> values{0, 1, 31, 32, 33, 168, 8191, 8192, 8193};
  for (int bit = 1; bit < 64; ++bit)
    for (const std::uint64_t n : {(std::uint64_t{1} << bit) - 1, std::uint64_t{1} << bit, (std::uint64_t{1} << bit) + 1})
      values.push_back(n);
  values.push_back(UINT64_MAX - 1);
  values.push_back(UINT64_MAX);
  std::uint64_t random = 31;
  for (int i = 0; i < 1000; ++i) values.push_back(test::next_noise(random) >> (i % 64));
  return values;
}

TEST(Encoding, AtEveryEdge) {
  for (const std::uint64_t n : edges()) {
    EXPECT_EQ(octets_of(left_encode(n)), reference::left_encode(n)) << n;
    EXPECT_EQ(octets_of(right_encode(n)), reference::right_encode(n)) << n;
    EXPECT_EQ(octets_of(left_encode_bits(n)), reference::left_encode(n, 8)) << n;
    EXPECT_EQ(octets_of(right_encode_bits(n)), reference::right_encode(n, 8)) << n;
    EXPECT_EQ(octets_of(length_encode(n)), reference::length_encode(n)) << n;
  }
}

TEST(Encoding, WrittenOut) {
  EXPECT_EQ(octets_of(left_encode(0)), (octets{1, 0}));
  EXPECT_EQ(octets_of(right_encode(0)), (octets{0, 1}));
  EXPECT_EQ(octets_of(length_encode(0)), (octets{0}));
  EXPECT_EQ(octets_of(length_encode(12)), (octets{12, 1}));
  EXPECT_EQ(octets_of(length_encode(65538)), (octets{1, 0, 2, 3}));
  EXPECT_EQ(octets_of(left_encode_bits(32)), (octets{2, 1, 0}));
  constexpr std::uint64_t n = std::uint64_t{1} << 61;
  EXPECT_EQ(octets_of(left_encode_bits(n - 1)), (octets{8, 255, 255, 255, 255, 255, 255, 255, 248}));
  EXPECT_EQ(octets_of(left_encode_bits(n)), (octets{9, 1, 0, 0, 0, 0, 0, 0, 0, 0}));
  EXPECT_EQ(octets_of(right_encode_bits(UINT64_MAX)), (octets{7, 255, 255, 255, 255, 255, 255, 255, 248, 9}));
}

static_assert(left_encode_bits(std::uint64_t{1} << 61).size == 10);
static_assert(length_encode(0).size == 1);

}  // namespace
