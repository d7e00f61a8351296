// The table of backends, the choice of the active one, and that objects run on the row they were given.
#include <gtest/gtest.h>
#include <simdkeccak/simdkeccak.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <iterator>
#include <numeric>
#include <optional>
#include <set>
#include <simdkeccak/simdkeccak.hpp>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "backends.hpp"
#include "emulated_rows.hpp"
#include "noise.hpp"
#include "subjects.hpp"
#include "support.hpp"

namespace {

namespace sk = simdkeccak;
using test::octets;

TEST(Table, RowsAreSane) {
  std::set<std::string_view> names;
  for (const sk::backend& row : sk::backends()) {
    EXPECT_TRUE(names.insert(row.name).second) << row.name;
    EXPECT_EQ(row.one.width, 1U) << row.name;
    EXPECT_EQ(row.one.pays_from, 1U) << row.name;
    unsigned wider_than = sk::widest_kernel + 1;
    bool unused = false;
    for (const sk::kernel& k : row.many) {
      if (k.width == 0) {
        EXPECT_EQ(k.absorb, nullptr);
        unused = true;
        continue;
      }
      EXPECT_FALSE(unused) << row.name << ": a kernel behind an unused entry";
      EXPECT_GT(k.width, 1U);
      EXPECT_LT(k.width, wider_than) << row.name << ": not widest first";
      EXPECT_GE(k.pays_from, 1U);
      EXPECT_LE(k.pays_from, k.width) << row.name << ": " << k.name << " never pays";
      wider_than = k.width;
    }
  }
  EXPECT_EQ(sk::backends().back().name, "portable");
  EXPECT_EQ(sk::backends().back().needs, 0U);
  EXPECT_TRUE(sk::backends().back().supported());
}

TEST(Table, KernelsAreNamedAfterInstructionSetAndWidth) {
  for (const sk::backend& row : sk::backends()) {
    std::vector<sk::kernel> kernels{row.one};
    std::ranges::copy_if(row.many, std::back_inserter(kernels), [](const sk::kernel& k) { return k.width != 0; });
    for (const sk::kernel& k : kernels) {
      EXPECT_NE(k.absorb, nullptr);
      EXPECT_TRUE(k.name.ends_with("_x" + std::to_string(k.width))) << k.name;
    }
  }
}

TEST(Table, KernelForIsTheWidestThatPays) {
  const auto width = [](const sk::backend& row, std::size_t live) { return row.kernel_for(live).width; };
  const std::vector<unsigned> expected{1, 2, 4, 4, 4, 8, 8, 8, 8};
  for (std::size_t live = 1; live <= expected.size(); ++live)
    EXPECT_EQ(width(test::emulated_x842, live), expected[live - 1]) << live;
  EXPECT_EQ(width(test::emulated_x842, 1000000), 8U);
  EXPECT_EQ(width(test::emulated_full_x8, 7), 1U);
  EXPECT_EQ(width(test::emulated_x1_only, 1000), 1U);
}

TEST(CpuFeatures, HaveNames) {
  std::set<std::string_view> names;
  for (const sk::cpu_feature f : {sk::cpu_bmi1, sk::cpu_bmi2, sk::cpu_avx2, sk::cpu_avx512, sk::cpu_ssse3, sk::cpu_sha3,
                                  sk::cpu_sve2, sk::cpu_fast_sve2, sk::cpu_fast_sha3, sk::cpu_sse2, sk::cpu_zbb})
    EXPECT_TRUE(names.insert(sk::name(f)).second);
  EXPECT_EQ(names.count("unknown"), 0U);
  EXPECT_EQ(sk::name(static_cast<sk::cpu_feature>(1U << 30)), "unknown");
  EXPECT_EQ(sk::cpu_features(), sk::cpu_features());
#if defined(__x86_64__) && defined(__GNUC__)
  EXPECT_EQ((sk::cpu_features() & sk::cpu_ssse3) != 0, __builtin_cpu_supports("ssse3") != 0);
  EXPECT_EQ((sk::cpu_features() & sk::cpu_bmi1) != 0, __builtin_cpu_supports("bmi") != 0);
  EXPECT_EQ((sk::cpu_features() & sk::cpu_bmi2) != 0, __builtin_cpu_supports("bmi2") != 0);
  EXPECT_EQ((sk::cpu_features() & sk::cpu_avx2) != 0, __builtin_cpu_supports("avx2") != 0);
  EXPECT_EQ((sk::cpu_features() & sk::cpu_avx512) != 0,
            __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512vl") != 0);
#endif
}

TEST(Choice, FindsWhatTheCpuCanRunAndNothingElse) {
  for (const sk::backend& row : sk::backends()) {
    EXPECT_EQ(sk::find_backend(row.name), row.supported() ? &row : nullptr) << row.name;
    EXPECT_EQ(simdkeccak_backend_supported(row.name.data()), row.supported() ? 1 : 0);
  }
  for (const char* const name : {"", "portabl", "portable ", "PORTABLE", "impossible", "avx2_x4", "auto"}) {
    EXPECT_EQ(sk::find_backend(name), nullptr) << name;
    EXPECT_EQ(simdkeccak_backend_supported(name), 0) << name;
  }
}

TEST(Choice, RefusesWhatItCannotRunAndChangesNothing) {
  const test::backend_guard guard;
  const sk::backend& before = sk::active();
  EXPECT_FALSE(sk::use_backend("impossible"));
  EXPECT_FALSE(sk::use_backend(""));
  EXPECT_FALSE(test::impossible_backend.supported());
  EXPECT_FALSE(sk::use_backend(test::impossible_backend));
  EXPECT_EQ(simdkeccak_use_backend("impossible"), SIMDKECCAK_UNKNOWN_BACKEND);
  EXPECT_EQ(&sk::active(), &before);
  for (const sk::backend* row : test::supported_backends()) {
    EXPECT_TRUE(sk::use_backend(row->name));
    EXPECT_EQ(&sk::active(), row);
    EXPECT_EQ(simdkeccak_active_backend(), row->name);
  }
}

TEST(Choice, AReferenceToARowThatCannotRunMeansTheActiveOne) {
  const sk::backend_ref impossible = test::impossible_backend, none;
  const test::backend_guard guard;
  for (const sk::backend* row : test::supported_backends()) {
    ASSERT_TRUE(sk::use_backend(*row));
    EXPECT_EQ(&impossible.get(), row);
    EXPECT_EQ(&none.get(), row);
    EXPECT_EQ(&sk::backend_ref(sk::backends().back()).get(), &sk::backends().back());
    const auto digest = sk::hasher<sk::sha3_256>(test::impossible_backend).update("message").digest();
    EXPECT_EQ(digest, sk::hash<sk::sha3_256>("message"));
  }
}

// What the first use of the library chooses when the environment says `value`.
class FirstUse : public testing::Test {
 protected:
  FirstUse() {
    if (const char* const value = std::getenv(variable); value != nullptr) value_ = value;
  }
  ~FirstUse() override { set(value_ ? value_->c_str() : nullptr); }

  static void set(const char* value) {
#if defined(_WIN32)
    _putenv_s(variable, value != nullptr ? value : "");
#else
    if (value != nullptr) {
      setenv(variable, value, 1);
    } else {
      unsetenv(variable);
    }
#endif
  }
  static void forget() { sk::detail::active_row.store(nullptr); }
  static const sk::backend& chosen(const char* value) {
    set(value);
    forget();
    return sk::active();
  }

 private:
  static constexpr const char* variable = "SIMDKECCAK_BACKEND";
  std::optional<std::string> value_;
  test::backend_guard guard_;
};

TEST_F(FirstUse, ObeysTheEnvironment) {
  if (const char* const forced = std::getenv("SIMDKECCAK_BACKEND"); forced != nullptr) {
    EXPECT_EQ(sk::active().name, forced);
  }
  for (const sk::backend* row : test::supported_backends()) EXPECT_EQ(&chosen(row->name.data()), row);
}

TEST_F(FirstUse, IgnoresNamesThatCannotRun) {
  const sk::backend& best = *std::ranges::find_if(sk::backends(), &sk::backend::recommended);
  EXPECT_EQ(&chosen(nullptr), &best);
  for (const char* const name : {"", "impossible", "PORTABLE"}) EXPECT_EQ(&chosen(name), &best) << name;
  for (const sk::backend& row : sk::backends())
    if (!row.supported()) {
      EXPECT_EQ(&chosen(row.name.data()), &best) << row.name;
    }
}

TEST_F(FirstUse, FromManyThreadsAtOnceIsSafe) {
  const octets message = test::noise(5000, 121);
  const auto expected = sk::hash<sk::sha3_256>(message);
  for (int round = 0; round < 200; ++round) {
    forget();
    constexpr std::size_t threads = 8;
    std::atomic<std::size_t> not_here = threads;  // std::barrier of mingw-w64 g++ 12 loses a wake-up now and then
    std::vector<const sk::backend*> rows(threads);
    std::atomic<int> right = 0;
    std::vector<std::thread> all;
    for (std::size_t i = 0; i < threads; ++i)
      all.emplace_back([&, i] {
        for (--not_here; not_here != 0;) std::this_thread::yield();
        if (i % 2 == 0) rows[i] = &sk::active();
        if (sk::hash<sk::sha3_256>(message) == expected) ++right;
        rows[i] = &sk::active();
      });
    for (std::thread& t : all) t.join();
    ASSERT_EQ(right, 8);
    for (const sk::backend* row : rows) ASSERT_EQ(row, &sk::active());
  }
}

TEST(Choice, MayChangeWhileOthersHash) {
  const test::backend_guard guard;
  const octets message = test::noise(20000, 122);
  const auto expected = sk::hash<sk::sha3_256>(message);
  std::atomic<bool> stop = false;
  std::thread changes([&] {
    const auto rows = test::supported_backends();
    for (std::size_t i = 0; !stop; ++i) sk::use_backend(*rows[i % rows.size()]);
  });
  bool right = true;
  for (int i = 0; i < 300; ++i) right = right && sk::hash<sk::sha3_256>(message) == expected;
  stop = true;
  changes.join();
  EXPECT_TRUE(right);
}

// ---- Objects run on their row, which counts its calls ----------------------------------------------------------------

std::size_t calls_during(const auto& action) {
  test::emulated_calls = {};
  action();
  return std::accumulate(test::emulated_calls.begin(), test::emulated_calls.end(), std::size_t{0});
}

template <class Subject>
class OwnRow : public testing::Test {};
TYPED_TEST_SUITE(OwnRow, test::subjects, test::subject_names);

TYPED_TEST(OwnRow, IsUsedByEverythingThatComesOfTheObject) {
  const octets message = test::noise(4 * 8192, 123);
  const auto used = [&](auto& h) {
    return calls_during([&] { TypeParam::feed(h, message); }) != 0 && calls_during([&] { TypeParam::digest(h); }) != 0;
  };
  auto h = TypeParam::make(test::emulated_x2);
  EXPECT_TRUE(used(h));
  auto copy = h;
  EXPECT_TRUE(used(copy)) << "a copy";
  h.reset();
  EXPECT_TRUE(used(h)) << "after reset()";
  ASSERT_EQ(h.resume(test::after<TypeParam>(message).save()), sk::state_error::none);
  EXPECT_TRUE(used(h)) << "after resume()";
  if constexpr (TypeParam::extendable) {
    auto r = TypeParam::reader(h);
    octets out(10 * TypeParam::rate);
    EXPECT_GE(calls_during([&] { r.read(out); }), 9U) << "a reader";
  }
  auto other = TypeParam::make();
  EXPECT_EQ(calls_during([&] {
              TypeParam::feed(other, message);
              TypeParam::digest(other);
            }),
            0U);
}

TYPED_TEST(OwnRow, IsUsedByName) {
  const octets message = test::noise(4 * 8192, 124);
  auto h = sk::any_hasher::make(*sk::find_algorithm(TypeParam::name()), TypeParam::parameters(), test::emulated_x2);
  ASSERT_TRUE(h);
  EXPECT_NE(calls_during([&] { h->update(message); }), 0U);
  h->reset();
  EXPECT_NE(calls_during([&] { h->update(message); }), 0U) << "after reset()";
}

TEST(OwnRow, OfAPlainHasherSurvivesWipe) {
  sk::hasher<sk::sha3_256> h(test::emulated_x2);
  h.wipe();
  EXPECT_NE(calls_during([&] { h.digest(); }), 0U);
}

TEST(OwnRow, TreesUseItsWideKernels) {
  using table = decltype(test::emulated_calls);
  const octets message = test::noise(20 * 8192, 125);
  const auto calls = [&](std::size_t leaves, const sk::backend& row) {
    sk::kangarootwelve<128> h(row);
    h.update({message.data(), 8192});
    test::emulated_calls = {};
    h.update({message.data() + 8192, leaves * 8192});
    test::emulated_calls[1] = 0;  // the node absorbs chaining values
    return test::emulated_calls;
  };
  // Each group of leaves is two calls: the whole blocks, and the padded one.
  EXPECT_EQ(calls(8, test::emulated_x842), (table{0, 0, 0, 0, 0, 0, 0, 0, 2}));
  EXPECT_EQ(calls(11, test::emulated_x842), (table{0, 0, 0, 0, 2, 0, 0, 0, 2}));
  EXPECT_EQ(calls(18, test::emulated_x842), (table{0, 0, 2, 0, 0, 0, 0, 0, 4}));
  EXPECT_EQ(calls(5, test::emulated_x8), (table{0, 0, 0, 0, 0, 0, 0, 0, 2}));
}

}  // namespace
