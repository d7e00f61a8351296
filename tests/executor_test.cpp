// Work on borrowed threads: whatever the executor does, and in whatever order, the result is that of one thread.
#include <gtest/gtest.h>
#include <simdkeccak/simdkeccak.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <simdkeccak/simdkeccak.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "emulated_rows.hpp"
#include "noise.hpp"
#include "support.hpp"

namespace {

namespace sk = simdkeccak;
using test::octets;
using indices = std::vector<std::size_t>;

constexpr std::size_t chunk = 8192;

indices none(std::size_t) { return {}; }
indices in_order(std::size_t count) {
  indices all(count);
  std::iota(all.begin(), all.end(), std::size_t{0});
  return all;
}
indices backwards(std::size_t count) {
  indices all = in_order(count);
  std::ranges::reverse(all);
  return all;
}
indices every_third(std::size_t count) {
  indices some;
  for (std::size_t i = 1; i < count; i += 3) some.push_back(i);
  return some;
}
indices each_twice_and_too_many(std::size_t count) {
  indices all = in_order(count + 3);
  all.insert(all.end(), all.rbegin(), all.rend());
  return all;
}

// An executor that makes the calls of a list, in the list's order, and may then throw.
struct script {
  const char* name;
  indices (*calls)(std::size_t count);
  bool throws = false;
  unsigned threads = 3;
  int runs = 0;

  sk::executor lend() {
    const auto run = [](void* self, std::size_t count, sk::executor_task* task, void* context) {
      auto& s = *static_cast<script*>(self);
      ++s.runs;
      for (const std::size_t i : s.calls(count)) task(context, i);
      if (s.throws) throw std::runtime_error("cancelled");
    };
    return {run, this, threads};
  }
};

std::vector<script> scripts() {
  return {{"in order", in_order},
          {"backwards", backwards},
          {"nothing", none},
          {"every third", every_third},
          {"twice and too many", each_twice_and_too_many},
          {"throws at once", none, true},
          {"throws midway", every_third, true},
          {"throws at the end", in_order, true},
          {"64 threads", backwards, false, 64},
          {"a million threads", in_order, false, 1000000}};
}

// hash(out, executor) on every script.
template <class Hash>
void expect_one_result(const std::string& what, bool large, Hash hash) {
  octets expected(64), got(64);
  hash(std::span(expected), sk::executor());
  for (script s : scripts()) {
    std::ranges::fill(got, std::uint8_t{0});
    hash(std::span(got), s.lend());
    EXPECT_EQ(got, expected) << what << ": " << s.name;
    if (s.threads != 3) continue;
    EXPECT_EQ(s.runs > 0, large) << what << ": " << s.name;
  }
  for (const unsigned threads : {0U, 1U}) {
    script alone{"no thread more", none, false, threads};
    hash(std::span(got), alone.lend());
    EXPECT_EQ(got, expected) << what;
    EXPECT_EQ(alone.runs, 0) << what << ": one thread needs no executor";
  }
}

class Executor : public testing::Test {
 protected:
  // More leaves than a round of tasks has.
  static inline const octets material = test::noise(2300 * chunk + 77, 141);
  static sk::bytes head(std::size_t size) { return {material.data(), size}; }
};

TEST_F(Executor, KangarooTwelve) {
  for (const std::size_t size : {std::size_t{0}, std::size_t{100}, chunk, 9 * chunk}) {
    expect_one_result("KT128 of " + std::to_string(size), false,
                      [&](std::span<std::uint8_t> out, const sk::executor& on) { sk::kt128(head(size), out, "c", on); });
  }
  for (const std::size_t size : {200 * chunk, 200 * chunk + 1, material.size()}) {
    expect_one_result("KT128 of " + std::to_string(size), true,
                      [&](std::span<std::uint8_t> out, const sk::executor& on) { sk::kt128(head(size), out, "c", on); });
  }
  expect_one_result("KT256", true,
                    [&](std::span<std::uint8_t> out, const sk::executor& on) { sk::kt256(material, out, {}, on); });
}

TEST_F(Executor, ParallelHash) {
  for (const std::uint64_t block : {std::uint64_t{1}, std::uint64_t{100}, std::uint64_t{8192}, std::uint64_t{100000}}) {
    const std::size_t size = block == 1 ? 100000 : 4000000;
    expect_one_result(
        "ParallelHash128 in blocks of " + std::to_string(block), true,
        [&](std::span<std::uint8_t> out, const sk::executor& on) { sk::parallelhash128(head(size), block, out, "c", on); });
  }
  expect_one_result("ParallelHash256", true, [&](std::span<std::uint8_t> out, const sk::executor& on) {
    sk::parallelhash256(head(3000000), 1000, out, {}, on);
  });
}

TEST_F(Executor, PiecesOfAnySize) {
  octets expected(32);
  sk::kt128(material, expected);
  script s{"backwards", backwards};
  for (const std::size_t piece : {std::size_t{999999}, 150 * chunk, 8 * chunk + 1}) {
    sk::kangarootwelve<128> h;
    for (std::size_t from = 0; from < material.size(); from += piece)
      h.update({material.data() + from, std::min(piece, material.size() - from)}, s.lend());
    octets got(32);
    h.digest(got);
    EXPECT_EQ(got, expected) << piece;
  }
  EXPECT_GT(s.runs, 0);
}

TEST_F(Executor, OnEveryRow) {
  octets expected(32);
  sk::kt128(head(300 * chunk), expected);
  for (const sk::backend* row : test::rows_of_every_width()) {
    script s{"every third", every_third};
    octets got(32);
    sk::kangarootwelve<128>(*row).update(head(300 * chunk), s.lend()).digest(got);
    EXPECT_EQ(got, expected) << row->name;
    EXPECT_GT(s.runs, 0) << row->name;
  }
}

TEST_F(Executor, AnyHasher) {
  for (const sk::named_algorithm& a : sk::algorithms()) {
    const bool tree = a.how == sk::detail::construction::kangarootwelve || a.how == sk::detail::construction::parallelhash;
    octets expected(a.default_length()), got(expected.size());
    auto h = sk::any_hasher::make(a);
    h->update(head(1000000)).digest(expected);
    h->reset();
    script s{"backwards", backwards};
    h->update(head(1000000), s.lend()).digest(got);
    EXPECT_EQ(got, expected) << a.name;
    EXPECT_EQ(s.runs > 0, tree) << a.name;
  }
}

TEST_F(Executor, InC) {
  static int calls;
  calls = 0;
  const simdkeccak_executor on{[](void* pool, std::size_t count, void (*task)(void*, std::size_t), void* context) {
                                 EXPECT_EQ(pool, &calls);
                                 for (std::size_t i = count; i-- > 0; ++calls) task(context, i);
                               },
                               &calls, 4};
  octets expected(32), got(32);
  sk::kt128(material, expected);
  simdkeccak_hasher h;
  ASSERT_EQ(simdkeccak_init(&h, "kt128", nullptr), SIMDKECCAK_OK);
  const simdkeccak_executor nothing{};
  for (const simdkeccak_executor* executor : {&on, &nothing, static_cast<const simdkeccak_executor*>(nullptr)}) {
    simdkeccak_reset(&h);
    simdkeccak_update_on(&h, material.data(), material.size(), executor);
    simdkeccak_digest(&h, got.data(), got.size());
    EXPECT_EQ(got, expected);
  }
  EXPECT_GT(calls, 10);
}

TEST_F(Executor, HashMany) {
  test::dice dice(142);
  for (const std::size_t count : {std::size_t{0}, std::size_t{1}, std::size_t{64}, std::size_t{65}, std::size_t{3000}}) {
    std::vector<sk::bytes> messages;
    for (std::size_t i = 0; i < count; ++i)
      messages.emplace_back(material.data() + i, dice.below(count == 65 ? 20000 : 600));
    expect_one_result(std::to_string(count) + " messages", count > 64,
                      [&](std::span<std::uint8_t> out, const sk::executor& on) {
                        std::vector<std::array<std::uint8_t, 32>> digests(count);
                        sk::hash_many<sk::sha3_256>(messages, digests, {}, on);
                        sk::hash<sk::shake128>(sk::bytes(static_cast<const void*>(digests.data()), 32 * count), out);
                      });
  }
  // Long outputs are work too.
  const std::vector<sk::bytes> messages(100, head(3));
  expect_one_result("long outputs", true, [&](std::span<std::uint8_t> out, const sk::executor& on) {
    std::vector<std::array<std::uint8_t, 5000>> digests(messages.size());
    sk::hash_many<sk::shake256>(messages, digests, {}, on);
    sk::hash<sk::shake128>(sk::bytes(static_cast<const void*>(digests.data()), 5000 * messages.size()), out);
  });
}

}  // namespace
