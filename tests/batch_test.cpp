// hash_many: whatever the number of messages, their lengths and the width of the kernels, each digest is that of its
// message.
#include <gtest/gtest.h>
#include <simdkeccak/simdkeccak.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <ranges>
#include <simdkeccak/simdkeccak.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "emulated_rows.hpp"
#include "guarded_memory.hpp"
#include "noise.hpp"
#include "reference.hpp"
#include "reference_by_name.hpp"
#include "support.hpp"

namespace {

namespace sk = simdkeccak;
using test::octets;

constexpr std::size_t counts[] = {0, 1, 2, 3, 4, 5, 7, 8, 9, 64, 1000};

template <sk::algorithm A, std::size_t N>
std::vector<std::array<std::uint8_t, N>> expected_digests(const std::vector<octets>& messages) {
  std::vector<std::array<std::uint8_t, N>> digests;
  for (const octets& m : messages) {
    const octets digest = reference::sponge(A.rate, A.suffix, A.rounds, m, N);
    std::ranges::copy(digest, digests.emplace_back().begin());
  }
  return digests;
}

template <sk::algorithm A, std::size_t N>
void expect_batch(const std::vector<octets>& messages, const std::string& what) {
  const auto expected = expected_digests<A, N>(messages);
  for (const sk::backend* row : test::rows_of_every_width()) {
    std::vector<std::array<std::uint8_t, N>> digests(messages.size());
    sk::hash_many<A>(messages, digests, *row);
    ASSERT_EQ(digests, expected) << messages.size() << " messages " << what << " on " << row->name;
  }
  std::vector<std::array<std::uint8_t, N>> digests(messages.size());
  sk::hash_many<A>(messages, digests);
  ASSERT_EQ(digests, expected) << messages.size() << " messages " << what << " on the active backend";
}

template <sk::algorithm A, std::size_t N>
void expect_batches() {
  test::dice dice(111);
  for (const std::size_t count : counts) {
    for (const std::size_t size : {std::size_t{0}, std::size_t{1}, std::size_t{32}, std::size_t{A.rate - 1U},
                                   std::size_t{A.rate}, std::size_t{A.rate + 1U}, std::size_t{1000}}) {
      if (count == 1000 && size > 200) continue;
      std::vector<octets> messages;
      for (std::size_t i = 0; i < count; ++i) messages.push_back(test::noise(size, 1000 + i));
      expect_batch<A, N>(messages, "of " + std::to_string(size) + " bytes");
    }
    for (const std::size_t longest : {std::size_t{3}, std::size_t{2U * A.rate}, std::size_t{3000}}) {
      std::vector<octets> messages;
      for (std::size_t i = 0; i < count; ++i) messages.push_back(test::noise(dice.below(longest + 1), i));
      expect_batch<A, N>(messages, "of up to " + std::to_string(longest) + " bytes");
    }
  }
}

TEST(Batch, Keccak256) { expect_batches<sk::keccak_256, 32>(); }
TEST(Batch, Sha3_224) { expect_batches<sk::sha3_224, 28>(); }
TEST(Batch, Sha3_512) { expect_batches<sk::sha3_512, 64>(); }
TEST(Batch, Shake128OfOneByte) { expect_batches<sk::shake128, 1>(); }
TEST(Batch, Shake128OfOneBlock) { expect_batches<sk::shake128, 168>(); }
TEST(Batch, Shake128OfOneBlockAndAByte) { expect_batches<sk::shake128, 169>(); }
TEST(Batch, Shake256OfSeveralBlocks) { expect_batches<sk::shake256, 500>(); }
TEST(Batch, Turboshake128) { expect_batches<sk::turboshake128, 32>(); }

// One message that goes on while all others end, in every place.
TEST(Batch, OneLongMessageAmongShortOnes) {
  for (std::size_t place = 0; place < 9; ++place) {
    std::vector<octets> messages(9, octets(3));
    messages[place] = test::noise(5000, place);
    expect_batch<sk::sha3_256, 32>(messages, "of which one is long");
    std::vector<octets> most_long(9, test::noise(5000, 1));
    most_long[place].clear();
    expect_batch<sk::shake128, 400>(most_long, "of which one is empty");
  }
}

TEST(Batch, OutputOfNoBytes) {
  std::vector<std::string> messages(9, "message");
  std::vector<std::array<std::uint8_t, 0>> digests(9);
  for (const sk::backend* row : test::rows_of_every_width()) sk::hash_many<sk::shake128>(messages, digests, *row);
}

// Each message ends where its memory ends: no slot, a spare one neither, reads past it.
TEST(Batch, ReadsNothingButTheMessages) {
  const test::guarded_memory memory(4096);
  test::fill_with_noise(memory.begin(), memory.size(), 112);
  for (std::size_t count = 1; count <= 17; ++count) {
    std::vector<sk::bytes> messages;
    std::vector<octets> copies;
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t size = i * 150 % 1000;
      messages.emplace_back(memory.end() - size, size);
      copies.emplace_back(memory.end() - size, memory.end());
    }
    for (const sk::backend* row : test::rows_of_every_width()) {
      std::vector<std::array<std::uint8_t, 32>> digests(count);
      sk::hash_many<sk::sha3_256>(messages, digests, *row);
      ASSERT_EQ(digests, (expected_digests<sk::sha3_256, 32>(copies))) << count << " on " << row->name;
    }
  }
}

TEST(Batch, TakesEveryKindOfMessages) {
  const std::vector<std::string> strings{"one", "", "three", std::string(300, 'x')};
  std::vector<octets> vectors;
  std::vector<std::string_view> views(strings.begin(), strings.end());
  std::vector<sk::bytes> spans;
  for (const std::string& s : strings) vectors.emplace_back(s.begin(), s.end());
  for (const octets& v : vectors) spans.emplace_back(v);
  spans[1] = sk::bytes(static_cast<const void*>(nullptr), 0);
  const auto expected = expected_digests<sk::keccak_256, 32>(vectors);
  using digests = std::vector<std::array<std::uint8_t, 32>>;
  digests a(4), b(4), c(4), d(4), e(4);
  sk::hash_many<sk::keccak_256>(strings, a);
  sk::hash_many<sk::keccak_256>(vectors, b);
  sk::hash_many<sk::keccak_256>(std::span<const std::string_view>(views), c);
  sk::hash_many<sk::keccak_256>(spans, d);
  sk::hash_many<sk::keccak_256>(std::array<sk::bytes, 4>{spans[0], spans[1], spans[2], spans[3]}, std::span(e));
  for (const digests& got : {a, b, c, d, e}) EXPECT_EQ(got, expected);
  std::array<std::array<std::uint8_t, 32>, 2> two{};
  const std::string_view literal[] = {"one", ""};
  sk::hash_many<sk::keccak_256>(literal, two);
  EXPECT_TRUE(std::ranges::equal(two, std::span(expected).first(2)));
}

TEST(Batch, MoreMessagesThanDigestsOrFewer) {
  std::vector<octets> messages;
  for (std::size_t i = 0; i < 11; ++i) messages.push_back(test::noise(50 * i, i));
  const auto expected = expected_digests<sk::sha3_256, 32>(messages);
  std::array<std::uint8_t, 32> untouched{};
  untouched.fill(0xEE);
  for (const sk::backend* row : test::rows_of_every_width()) {
    std::vector<std::array<std::uint8_t, 32>> more(14, untouched), none;
    sk::hash_many<sk::sha3_256>(messages, more, *row);
    EXPECT_TRUE(std::ranges::equal(std::span(more).first(11), expected)) << row->name;
    EXPECT_EQ(std::ranges::count(more, untouched), 3) << row->name;

    std::vector<std::array<std::uint8_t, 32>> fewer(11, untouched);
    sk::hash_many<sk::sha3_256>(messages, std::span(fewer).first(6), *row);
    EXPECT_TRUE(std::ranges::equal(std::span(fewer).first(6), std::span(expected).first(6))) << row->name;
    EXPECT_EQ(std::ranges::count(fewer, untouched), 5) << row->name;

    sk::hash_many<sk::sha3_256>(messages, none, *row);
    sk::hash_many<sk::sha3_256>(std::vector<octets>(), fewer, *row);
    EXPECT_EQ(std::ranges::count(fewer, untouched), 5) << row->name;
  }
}

// Digests would also be right one by one: what makes a batch fast is that no wide kernel runs with slots to spare.
TEST(Batch, KeepsEverySlotBusy) {
  const auto calls = [](std::size_t count, std::size_t size, const sk::backend& row) {
    test::emulated_calls = {};
    const std::vector<octets> messages(count, octets(size));
    std::vector<std::array<std::uint8_t, 32>> digests(count);
    sk::hash_many<sk::sha3_256>(messages, digests, row);
    return test::emulated_calls;
  };
  using table = decltype(test::emulated_calls);
  //                                                  x0 x1 x2 x3 x4 x5 x6 x7 x8
  EXPECT_EQ(calls(1, 32, test::emulated_x842), (table{0, 1, 0, 0, 0, 0, 0, 0, 0}));
  EXPECT_EQ(calls(2, 32, test::emulated_x842), (table{0, 0, 1, 0, 0, 0, 0, 0, 0}));
  EXPECT_EQ(calls(4, 32, test::emulated_x842), (table{0, 0, 0, 0, 1, 0, 0, 0, 0}));
  EXPECT_EQ(calls(8, 32, test::emulated_x842), (table{0, 0, 0, 0, 0, 0, 0, 0, 1}));
  EXPECT_EQ(calls(1000, 32, test::emulated_x842), (table{0, 0, 0, 0, 0, 0, 0, 0, 125}));
  EXPECT_EQ(calls(15, 32, test::emulated_x842), (table{0, 0, 0, 0, 0, 0, 0, 0, 2}));
  EXPECT_EQ(calls(13, 32, test::emulated_x842), (table{0, 1, 0, 0, 1, 0, 0, 0, 1}));
  EXPECT_EQ(calls(11, 32, test::emulated_x842), (table{0, 0, 0, 0, 1, 0, 0, 0, 1}));
  EXPECT_EQ(calls(10, 32, test::emulated_x842), (table{0, 0, 1, 0, 0, 0, 0, 0, 1}));
  EXPECT_EQ(calls(9, 32, test::emulated_full_x8), (table{0, 1, 0, 0, 0, 0, 0, 0, 1}));
  // Whole blocks of a message are one call, its padding another.
  EXPECT_EQ(calls(8, 136 * 50 + 1, test::emulated_x8), (table{0, 0, 0, 0, 0, 0, 0, 0, 2}));
}

TEST(Batch, RefillsSlotsAsMessagesEnd) {
  std::vector<octets> messages;
  std::size_t blocks = 0;
  for (std::size_t i = 0; i < 400; ++i) {
    messages.emplace_back(i * 37 % 20 * 136);
    blocks += messages.back().size() / 136 + 1;
  }
  test::emulated_calls = {};
  std::vector<std::array<std::uint8_t, 32>> digests(messages.size());
  static std::size_t permutations;  // of the wide kernel, each eight states
  permutations = 0;
  static constexpr sk::backend counting{
      "counting",
      0,
      test::emulated_x1,
      {{{"counting_x8", 8, 2,
         [](std::uint64_t* state, const std::uint8_t* const* in, std::size_t n, unsigned lanes, unsigned rounds) {
           permutations += n;
           test::emulated<8>(state, in, n, lanes, rounds);
         }}}}};
  sk::hash_many<sk::sha3_256>(messages, digests, counting);
  EXPECT_EQ(digests, (expected_digests<sk::sha3_256, 32>(messages)));
  EXPECT_LE(permutations, blocks / 8 + 25) << "slots were idle while messages waited";
  EXPECT_LE(test::emulated_calls[1], 8U) << "messages were hashed one by one while others waited";
}

TEST(BatchInC, EveryAlgorithmEqualsTheReference) {
  std::vector<octets> messages{{}};
  for (std::size_t i = 1; i < 13; ++i) messages.push_back(test::noise(i * i * 100 - 99, i));
  std::vector<const void*> pointers{nullptr};
  std::vector<std::size_t> sizes{0};
  for (std::size_t i = 1; i < messages.size(); ++i) {
    pointers.push_back(messages[i].data());
    sizes.push_back(messages[i].size());
  }
  for (const sk::named_algorithm& a : sk::algorithms()) {
    const std::size_t size = a.any_length() ? 200 : a.default_length();
    for (const std::size_t count : {std::size_t{0}, std::size_t{1}, std::size_t{4}, messages.size()}) {
      octets out((count + 1) * size, 0xEE);
      ASSERT_EQ(simdkeccak_hash_many(a.name.data(), pointers.data(), sizes.data(), count, out.data(), size), SIMDKECCAK_OK);
      octets expected;
      for (std::size_t i = 0; i < count; ++i)
        expected = reference::joined({expected, test::expected_by_name(a, {}, messages[i], size)});
      EXPECT_EQ(out, reference::joined({expected, octets(size, 0xEE)})) << count << " of " << a.name;
    }
    octets one(size);
    ASSERT_EQ(simdkeccak_hash(a.name.data(), messages[12].data(), messages[12].size(), one.data(), size), SIMDKECCAK_OK);
    EXPECT_EQ(one, test::expected_by_name(a, {}, messages[12], size)) << a.name;
  }
  EXPECT_EQ(simdkeccak_hash_many("sha3-256", nullptr, nullptr, 0, nullptr, 32), SIMDKECCAK_OK);
  EXPECT_EQ(simdkeccak_hash_many("kmac128", nullptr, nullptr, 0, nullptr, 0), SIMDKECCAK_OK);
}

// A view of a temporary would dangle by the time it is read.
struct makes_strings {
  std::string operator()(int i) const { return std::string(static_cast<std::size_t>(i), 'x'); }
};
using temporaries = decltype(std::views::iota(0, 9) | std::views::transform(makes_strings{}));
static_assert(std::ranges::random_access_range<temporaries>);
static_assert(!sk::message_range<temporaries>);
static_assert(sk::message_range<std::vector<std::string>>);
static_assert(sk::message_range<std::vector<sk::bytes>>);
static_assert(sk::message_range<std::span<const std::string_view>>);
static_assert(sk::message_range<std::array<const char*, 2>>);

TEST(Batch, TakesRangesThatMakeViews) {
  const std::vector<std::string> texts{"", "a", std::string(300, 'b')};
  const auto views = std::views::iota(std::size_t{0}, texts.size()) |
                     std::views::transform([&](std::size_t i) { return std::string_view(texts[i]); });
  std::array<std::array<std::uint8_t, 32>, 3> digests{};
  sk::hash_many<sk::sha3_256>(views, digests);
  for (std::size_t i = 0; i < texts.size(); ++i) EXPECT_EQ(digests[i], sk::hash<sk::sha3_256>(texts[i])) << i;
}

}  // namespace
