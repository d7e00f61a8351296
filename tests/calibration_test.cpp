// The measured choice of kernels, its text, and the explanation.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>
#include <simdkeccak/calibration.hpp>
#include <simdkeccak/simdkeccak.hpp>
#include <string>
#include <vector>

#include "backends.hpp"
#include "heap_counter.hpp"
#include "noise.hpp"

namespace {

namespace sk = simdkeccak;

std::string text_of(const sk::backend& row) {
  std::array<char, sk::calibration_text_size> out;
  return {out.data(), sk::to_text(row, out)};
}

std::string explanation() {
  std::array<char, 2000> out;
  const std::size_t size = sk::explain(out);
  EXPECT_LT(size, out.size());
  return {out.data(), size};
}

std::set<std::string_view> runnable_kernels() {
  std::set<std::string_view> names;
  for (const sk::backend* row : test::supported_backends()) {
    names.insert(row->one.name);
    for (const sk::kernel& k : row->many) names.insert(k.name);
  }
  return names;
}

void expect_sound(const sk::backend& row) {
  EXPECT_EQ(row.name, "calibrated");
  EXPECT_TRUE(row.supported());
  EXPECT_EQ(row.one.width, 1U);
  EXPECT_TRUE(runnable_kernels().contains(row.one.name));
  unsigned narrower_than = sk::widest_kernel + 1;
  for (const sk::kernel& k : row.many) {
    if (k.width == 0) continue;
    EXPECT_TRUE(runnable_kernels().contains(k.name));
    EXPECT_LT(k.width, narrower_than) << "widest first";
    EXPECT_GE(k.pays_from, 1U);
    EXPECT_LE(k.pays_from, k.width);
    narrower_than = k.width;
  }
}

TEST(Calibration, ReturnsARowOfRunnableKernels) { expect_sound(sk::calibrate()); }

TEST(Calibration, HashesRightWhereItIsUsed) {
  const test::backend_guard guard;
  static const sk::backend measured = sk::calibrate();
  std::vector<std::vector<std::uint8_t>> messages;
  for (std::size_t n = 0; n < 40; ++n) messages.push_back(test::noise(n * 37, 7));
  std::vector<std::array<std::uint8_t, 32>> expected;
  for (const auto& m : messages) expected.push_back(sk::hash<sk::sha3_256>(m));
  ASSERT_TRUE(sk::use_backend(measured));
  EXPECT_EQ(&sk::active(), &measured);
  std::vector<std::array<std::uint8_t, 32>> digests(messages.size());
  sk::hash_many<sk::sha3_256>(messages, digests);
  EXPECT_EQ(digests, expected);
  EXPECT_EQ(sk::hasher<sk::sha3_256>(measured).update(messages[39]).digest(), expected[39]);
}

TEST(Calibration, TextComesBackAsTheSameRow) {
  for (const sk::backend* row : test::supported_backends()) {
    const std::string text = text_of(*row);
    const auto again = sk::from_text(text);
    ASSERT_TRUE(again.has_value()) << text;
    expect_sound(*again);
    EXPECT_EQ(text_of(*again), text);
    EXPECT_EQ(again->one.absorb, row->one.absorb);
  }
}

TEST(Calibration, TextIsWhatTheDocumentationSays) {
  EXPECT_EQ(text_of(sk::backends().back()), "simdkeccak-kernels 1 portable_x1");
  std::array<char, 5> small{};
  EXPECT_EQ(sk::to_text(sk::backends().back(), small), 32U);
  EXPECT_EQ(std::string(small.begin(), small.end()), "simdk");
}

TEST(Calibration, DamagedTextIsRefused) {
  EXPECT_TRUE(sk::from_text("simdkeccak-kernels 1 portable_x1").has_value());
  for (const char* text :
       {"", "simdkeccak-kernels 1", "simdkeccak-kernels 1 ", "simdkeccak-kernels 2 portable_x1",
        "simdkeccak-kernels 1portable_x1", "simdkeccak-kernels 1 portable_x1 ", "simdkeccak-kernels 1  portable_x1",
        "simdkeccak-kernels 1 portable_x1:1", "simdkeccak-kernels 1 nothing_x1",
        "simdkeccak-kernels 1 portable_x1 portable_x1:1", "simdkeccak-kernels 1 portable_x1 nothing_x4:2",
        "simdkeccak-kernels 1 portable_x1\n", "kernels 1 portable_x1"})
    EXPECT_FALSE(sk::from_text(text).has_value()) << text;
  for (const sk::backend* row : test::supported_backends()) {
    const sk::kernel& wide = row->many[0];
    if (wide.width == 0) continue;
    const std::string start = "simdkeccak-kernels 1 portable_x1 " + std::string(wide.name);
    EXPECT_TRUE(sk::from_text(start + ":2").has_value());
    for (const char* end : {"", ":", ":0", ":9", ":-1", ":2x", ":99999999999", ":2:2"})
      EXPECT_FALSE(sk::from_text(start + end).has_value()) << end;
    EXPECT_FALSE(sk::from_text(start + ":2 " + std::string(wide.name) + ":2").has_value()) << "not widest first";
    EXPECT_FALSE(sk::from_text("simdkeccak-kernels 1 " + std::string(wide.name)).has_value()) << "no kernel for one state";
  }
}

TEST(Explanation, NamesTheRowItsKernelsAndEveryOther) {
  const test::backend_guard guard;
  ASSERT_TRUE(sk::use_backend("portable"));
  const std::string text = explanation();
  EXPECT_TRUE(text.starts_with("backend portable, chosen by the application\n  one state: portable_x1\n")) << text;
  for (const sk::backend& row : sk::backends()) {
    if (row.name == "portable") continue;
    const std::string line =
        "\nbackend " + std::string(row.name) + (row.supported() ? ": could be chosen\n" : ": not on this CPU, which lacks ");
    EXPECT_NE(text.find(line), std::string::npos) << text;
  }
}

TEST(Explanation, IsCutWhereItDoesNotFit) {
  const std::string whole = explanation();
  std::array<char, 20> small{};
  EXPECT_EQ(sk::explain(small), whole.size());
  EXPECT_EQ(std::string(small.begin(), small.end()), whole.substr(0, small.size()));
  EXPECT_EQ(sk::explain({}), whole.size());
}

TEST(Calibration, AllocatesNothing) {
  std::array<char, 2000> out;
  EXPECT_EQ(test::allocations_of([&] {
              const sk::backend row = sk::calibrate();
              const std::size_t n = sk::to_text(row, out);
              static_cast<void>(sk::from_text({out.data(), n}));
              static_cast<void>(sk::explain(out));
            }),
            0);
}

}  // namespace
