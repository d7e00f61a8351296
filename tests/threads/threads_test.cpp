// The library on real threads: the ready-made pool, and OpenMP and oneTBB where they are installed.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <simdkeccak/simdkeccak.hpp>
#include <simdkeccak/thread_pool.hpp>
#include <thread>
#include <vector>

#include "lenders.hpp"
#include "noise.hpp"

namespace {

namespace sk = simdkeccak;

constexpr std::size_t chunk = 8192;
const std::vector<std::uint8_t> material = test::noise(900 * chunk + 5, 151);

// Everything that takes an executor, several times, so that threads meet in many ways.
void expect_the_result_of_one_thread(const sk::executor& on) {
  for (const std::size_t size : {std::size_t{100}, 80 * chunk, 200 * chunk + 1, material.size()}) {
    const sk::bytes message(material.data(), size);
    std::array<std::uint8_t, 32> one{}, many{};
    sk::kt128(message, one);
    for (int i = 0; i < 5; ++i) {
      sk::kt128(message, many, {}, on);
      ASSERT_EQ(one, many) << "KT128 of " << size;
    }
    sk::parallelhash256(message, 3000, one);
    sk::parallelhash256(message, 3000, many, {}, on);
    ASSERT_EQ(one, many) << "ParallelHash of " << size;
  }
  std::vector<sk::bytes> messages;
  for (std::size_t i = 0; i < 3000; ++i) messages.emplace_back(material.data() + 7 * i, i % 700);
  std::vector<std::array<std::uint8_t, 32>> one(messages.size()), many(messages.size());
  sk::hash_many<sk::keccak_256>(messages, one);
  sk::hash_many<sk::keccak_256>(messages, many, {}, on);
  ASSERT_EQ(one, many);
}

TEST(Threads, PoolsOfSeveralSizes) {
  for (const unsigned threads : {0U, 1U, 2U, 5U}) {
    sk::thread_pool pool(threads);
    EXPECT_EQ(pool.threads(), threads != 0 ? threads : std::max(1U, std::thread::hardware_concurrency()));
    expect_the_result_of_one_thread(pool);
  }
}

TEST(Threads, APoolThatIsNotUsed) {
  for (int i = 0; i < 20; ++i) const sk::thread_pool pool(3);
}

TEST(Threads, APoolMakesEveryCallOnce) {
  sk::thread_pool pool(4);
  for (const std::size_t count : {0U, 1U, 2U, 3U, 1000U}) {
    std::vector<std::atomic<int>> calls(count);
    pool.run(
        count, [](void* context, std::size_t i) noexcept { ++(*static_cast<std::vector<std::atomic<int>>*>(context))[i]; },
        &calls);
    for (const std::atomic<int>& n : calls) EXPECT_EQ(n, 1);
  }
}

// One pool, lent to several callers at once.
TEST(Threads, CallersShareAPool) {
  sk::thread_pool pool(3);
  std::vector<std::thread> callers;
  for (int i = 0; i < 3; ++i) callers.emplace_back([&] { expect_the_result_of_one_thread(pool); });
  for (std::thread& caller : callers) caller.join();
}

// A task that lends the pool it runs on.
TEST(Threads, ATaskUsesItsOwnPool) {
  sk::thread_pool pool(3);
  std::array<std::uint8_t, 32> expected{};
  sk::kt128(material, expected);
  struct nested {
    sk::thread_pool& pool;
    std::array<std::array<std::uint8_t, 32>, 6> digests{};
  } all{pool};
  pool.run(
      all.digests.size(),
      [](void* context, std::size_t i) noexcept {
        auto& n = *static_cast<nested*>(context);
        sk::kt128(material, n.digests[i], {}, n.pool);
      },
      &all);
  for (const auto& digest : all.digests) EXPECT_EQ(digest, expected);
}

// While the row in use changes under them.
TEST(Threads, TheRowChangesMeanwhile) {
  const sk::backend& before = sk::active();
  sk::thread_pool pool(2);
  std::array<std::uint8_t, 32> expected{}, got{};
  sk::kt128(material, expected);
  std::atomic<bool> stop = false;
  std::thread changer([&] {
    while (!stop)
      for (const sk::backend& row : sk::backends()) sk::use_backend(row);
  });
  for (int i = 0; i < 10; ++i) {
    sk::kt128(material, got, {}, pool);
    EXPECT_EQ(got, expected);
  }
  stop = true;
  changer.join();
  sk::use_backend(before);
}

#ifdef SIMDKECCAK_TEST_OPENMP
TEST(Threads, OpenMP) { expect_the_result_of_one_thread(test::openmp(2)); }
#endif

#ifdef SIMDKECCAK_TEST_ONETBB
TEST(Threads, OneTBB) { expect_the_result_of_one_thread(test::onetbb(2)); }
TEST(Threads, OneTBBCancelled) { expect_the_result_of_one_thread(test::cancelled_onetbb(2)); }
#endif

// Threads that hash for the first time at the same moment, while one chooses a row.
TEST(FirstUse, ByManyThreadsAtOnce) {
  const sk::backend& before = sk::active();
  for (int round = 0; round < 50; ++round) {
    sk::detail::active_row.store(nullptr);
    std::atomic<int> waiting{0};
    std::vector<std::thread> threads;
    std::array<std::array<std::uint8_t, 32>, 4> digests{};
    for (auto& digest : digests)
      threads.emplace_back([&] {
        waiting.fetch_add(1);
        while (waiting.load() != 5) std::this_thread::yield();
        digest = sk::hash<sk::sha3_256>("first");
      });
    threads.emplace_back([&] {
      waiting.fetch_add(1);
      while (waiting.load() != 5) std::this_thread::yield();
      EXPECT_TRUE(sk::use_backend("portable"));
    });
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(sk::active().name, "portable");  // a choice made by the application is not overwritten by the first use
    for (const auto& digest : digests) EXPECT_EQ(digest, sk::hash<sk::sha3_256>("first"));
  }
  EXPECT_TRUE(sk::use_backend(before));
}

}  // namespace
