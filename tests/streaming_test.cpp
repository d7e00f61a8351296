// Messages and outputs in pieces, for every hasher: however they are cut, whatever was asked before, and whichever kernels
// ran, the result is the reference's.
#include <gtest/gtest.h>

#include <algorithm>
#include <simdkeccak/simdkeccak.hpp>
#include <vector>

#include "backends.hpp"
#include "emulated_rows.hpp"
#include "guarded_memory.hpp"
#include "noise.hpp"
#include "reference.hpp"
#include "subjects.hpp"
#include "support.hpp"

namespace {

namespace sk = simdkeccak;
using test::octets;

template <class Subject>
class Streaming : public testing::Test {};
TYPED_TEST_SUITE(Streaming, test::subjects, test::subject_names);

// Around the edges of words, blocks and chunks.
std::vector<std::size_t> boundary_sizes(std::size_t rate) {
  std::vector<std::size_t> sizes{0, 1, 2, 7, 8, 9, 15, 16, 17};
  for (std::size_t blocks = 1; blocks <= 6; ++blocks)
    for (const std::size_t size : {blocks * rate - 1, blocks * rate, blocks * rate + 1}) sizes.push_back(size);
  for (std::size_t chunks = 1; chunks <= 10; ++chunks)
    for (const std::size_t size : {chunks * 8192 - 1, chunks * 8192, chunks * 8192 + 1}) sizes.push_back(size);
  return sizes;
}

constexpr std::size_t longest = 10 * 8192 + 1;
const octets noisy = test::noise(longest + 8, 11);

octets prefix(std::size_t size) { return {noisy.begin(), noisy.begin() + static_cast<std::ptrdiff_t>(size)}; }

TYPED_TEST(Streaming, EveryBoundaryEqualsTheReference) {
  for (const std::size_t size : boundary_sizes(TypeParam::rate)) {
    const octets message = prefix(size);
    ASSERT_EQ(TypeParam::digest(test::after<TypeParam>(message)), TypeParam::expected(message)) << size;
  }
}

TYPED_TEST(Streaming, ResultDoesNotDependOnThePieces) {
  test::dice dice(12);
  for (const std::size_t size : boundary_sizes(TypeParam::rate)) {
    const octets message = prefix(size);
    const octets whole = TypeParam::digest(test::after<TypeParam>(message));
    for (const std::size_t largest : {std::size_t{12}, 2 * TypeParam::rate, std::size_t{30000}}) {
      auto h = TypeParam::make();
      TypeParam::begin(h, size);
      for (std::size_t from = 0; from != size;) {
        const std::size_t n = std::min(dice.below(largest), size - from);
        TypeParam::feed(h, {message.data() + from, n});
        from += n;
      }
      ASSERT_EQ(TypeParam::digest(h), whole) << size << " in pieces below " << largest;
    }
  }
}

TYPED_TEST(Streaming, DigestLeavesTheHasherUsable) {
  const std::size_t size = 3 * 8192 + 100;
  const octets message = prefix(size);
  auto h = TypeParam::make();
  TypeParam::begin(h, size);
  for (std::size_t from = 0; from != size;) {
    const std::size_t n = std::min<std::size_t>(777, size - from);
    TypeParam::feed(h, {message.data() + from, n});
    from += n;
    const octets first = TypeParam::digest(h);
    ASSERT_EQ(TypeParam::digest(h), first);
    if constexpr (!TypeParam::announces_size) {
      ASSERT_EQ(first, TypeParam::expected(prefix(from))) << from;
    }
  }
  EXPECT_EQ(TypeParam::digest(h), TypeParam::expected(message));
}

TYPED_TEST(Streaming, ResetEqualsFresh) {
  for (const std::size_t before : {std::size_t{0}, std::size_t{5}, TypeParam::rate, std::size_t{8192}, std::size_t{20000}}) {
    auto h = test::after<TypeParam>(prefix(before));
    h.reset();
    TypeParam::begin(h, 9000);
    TypeParam::feed(h, prefix(9000));
    ASSERT_EQ(TypeParam::digest(h), TypeParam::expected(prefix(9000))) << before;
  }
}

TYPED_TEST(Streaming, CopiesDiverge) {
  for (const std::size_t common : {std::size_t{3}, TypeParam::rate + 1, std::size_t{10000}}) {
    const octets a = prefix(common + 9000);
    octets b = a;
    for (std::size_t i = common; i < b.size(); ++i) b[i] ^= 0x55;
    auto one = TypeParam::make();
    TypeParam::begin(one, a.size());
    TypeParam::feed(one, {a.data(), common});
    auto other = one;
    TypeParam::feed(one, {a.data() + common, 9000});
    TypeParam::feed(other, {b.data() + common, 9000});
    auto assigned = TypeParam::make();
    assigned = other;
    ASSERT_EQ(TypeParam::digest(one), TypeParam::expected(a));
    ASSERT_EQ(TypeParam::digest(other), TypeParam::expected(b));
    ASSERT_EQ(TypeParam::digest(assigned), TypeParam::expected(b));
  }
}

TYPED_TEST(Streaming, AnyBackendContinuesAnyOther) {
  const test::backend_guard guard;
  const auto rows = test::supported_backends();
  const std::size_t size = 7 * 8192 + 300;
  const octets message = prefix(size);
  auto h = TypeParam::make();
  TypeParam::begin(h, size);
  test::dice dice(13);
  for (std::size_t from = 0, turn = 0; from != size; ++turn) {
    const std::size_t n = std::min(dice.below(20000), size - from);
    ASSERT_TRUE(sk::use_backend(*rows[turn % rows.size()]));
    TypeParam::feed(h, {message.data() + from, n});
    from += n;
  }
  for (const sk::backend* row : rows) {
    ASSERT_TRUE(sk::use_backend(*row));
    EXPECT_EQ(TypeParam::digest(h), TypeParam::expected(message)) << row->name;
  }
}

TYPED_TEST(Streaming, BackendsSideBySide) {
  const std::size_t size = 5 * 8192 + 77;
  const octets message = prefix(size);
  const auto rows = test::supported_backends();
  std::vector<typename TypeParam::hasher> hashers;
  for (const sk::backend* row : rows) hashers.push_back(TypeParam::make(*row));
  for (auto& h : hashers) TypeParam::begin(h, size);
  for (std::size_t from = 0; from != size;) {
    const std::size_t n = std::min<std::size_t>(9001, size - from);
    for (auto& h : hashers) TypeParam::feed(h, {message.data() + from, n});
    from += n;
  }
  for (auto& h : hashers) {
    EXPECT_EQ(TypeParam::digest(h), TypeParam::expected(message));
    h.reset();
    TypeParam::begin(h, size);
    TypeParam::feed(h, message);
    EXPECT_EQ(TypeParam::digest(h), TypeParam::expected(message));
  }
}

TYPED_TEST(Streaming, InputAtEveryAddress) {
  for (std::size_t offset = 0; offset < 8; ++offset) {
    const std::size_t size = 2 * 8192 + 3;
    const octets message(noisy.begin() + static_cast<std::ptrdiff_t>(offset),
                         noisy.begin() + static_cast<std::ptrdiff_t>(offset + size));
    auto h = TypeParam::make();
    TypeParam::begin(h, size);
    TypeParam::feed(h, {noisy.data() + offset, 1});
    TypeParam::feed(h, {noisy.data() + offset + 1, size - 1});
    EXPECT_EQ(TypeParam::digest(h), TypeParam::expected(message)) << offset;
  }
}

// The message ends where its memory ends, or begins where it begins.
TYPED_TEST(Streaming, ReadsNothingButTheMessage) {
  const test::guarded_memory memory(longest);
  test::fill_with_noise(memory.begin(), memory.size(), 15);
  std::vector<const sk::backend*> rows = test::rows_of_every_width();
  for (const std::size_t size : boundary_sizes(TypeParam::rate)) {
    const sk::backend& row = *rows[size % rows.size()];
    for (const std::uint8_t* const from : {memory.begin(), memory.end() - size}) {
      auto h = TypeParam::make(row);
      TypeParam::begin(h, size);
      TypeParam::feed(h, {from, size});
      ASSERT_EQ(TypeParam::digest(h), TypeParam::expected({from, from + size})) << size << " on " << row.name;
    }
  }
}

TYPED_TEST(Streaming, NothingFromANullPointerIsNothing) {
  const octets message = prefix(TypeParam::rate + 3);
  auto h = TypeParam::make();
  TypeParam::begin(h, message.size());
  TypeParam::feed(h, {static_cast<const void*>(nullptr), 0});
  TypeParam::feed(h, {message.data(), 3});
  TypeParam::feed(h, {static_cast<const std::uint8_t*>(nullptr), 0});
  TypeParam::feed(h, {});
  TypeParam::feed(h, {message.data() + 3, TypeParam::rate});
  EXPECT_EQ(TypeParam::digest(h), TypeParam::expected(message));
}

template <class Subject>
class Stream : public testing::Test {};
TYPED_TEST_SUITE(Stream, test::extendable_subjects, test::subject_names);

TYPED_TEST(Stream, DoesNotDependOnThePieces) {
  constexpr std::size_t rate = TypeParam::rate, total = 7 * rate + 5, random = 0;
  const octets message = prefix(9000);
  const auto h = test::after<TypeParam>(message);
  const octets expected = TypeParam::expected_stream(message, total);
  test::dice dice(14);
  for (const std::size_t step : {random, std::size_t{1}, std::size_t{8}, rate - 1, rate, rate + 1, 2 * rate, total}) {
    octets out(total);
    auto r = TypeParam::reader(h);
    for (std::size_t from = 0; from != total;) {
      const std::size_t n = std::min(step != random ? step : dice.below(2 * rate), total - from);
      r.read(std::span(out).subspan(from, n));
      from += n;
    }
    ASSERT_EQ(out, expected) << "steps of " << step;
  }
}

TYPED_TEST(Stream, CopiesOfAReaderDiverge) {
  constexpr std::size_t rate = TypeParam::rate;
  const octets message = prefix(1000);
  auto one = TypeParam::reader(test::after<TypeParam>(message));
  octets head(rate + 3), tail(rate), other_tail(rate);
  one.read(head);
  auto other = one;
  one.read(tail);
  other.read(other_tail);
  EXPECT_EQ(tail, other_tail);
  EXPECT_EQ(reference::joined({head, tail}), TypeParam::expected_stream(message, 2 * rate + 3));
}

TYPED_TEST(Stream, OutputAtEveryAddressAndNothingAroundIt) {
  const octets message = prefix(100);
  const octets expected = TypeParam::expected_stream(message, TypeParam::output);
  const auto h = test::after<TypeParam>(message);
  for (std::size_t offset = 0; offset < 8; ++offset) {
    octets out(TypeParam::output + 16, 0xEE);
    TypeParam::reader(h).read(std::span(out).subspan(offset, TypeParam::output));
    const octets around = reference::joined({octets(offset, 0xEE), expected, octets(16 - offset, 0xEE)});
    EXPECT_EQ(out, around) << offset;
  }
}

TYPED_TEST(Stream, WritesNothingButTheOutput) {
  const test::guarded_memory memory(1);
  const octets message = prefix(100);
  const auto h = test::after<TypeParam>(message);
  for (std::size_t size = 0; size < 3 * TypeParam::rate; size += 7)
    for (std::uint8_t* const to : {memory.begin(), memory.end() - size}) {
      TypeParam::reader(h).read({to, size});
      ASSERT_EQ(octets(to, to + size), TypeParam::expected_stream(message, size)) << size;
    }
}

TYPED_TEST(Stream, ZeroBytesToANullPointerAreNoOutput) {
  const octets message = prefix(100);
  const auto h = test::after<TypeParam>(message);
  TypeParam::digest(h, 0);
  h.digest(std::span<std::uint8_t>(static_cast<std::uint8_t*>(nullptr), 0));
  auto r = TypeParam::reader(h);
  octets head(TypeParam::rate), tail(50);
  r.read(std::span<std::uint8_t>());
  r.read(head);
  r.read(std::span<std::uint8_t>());
  r.read(tail);
  EXPECT_EQ(reference::joined({head, tail}), TypeParam::expected_stream(message, TypeParam::rate + 50));
}

}  // namespace
