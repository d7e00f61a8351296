// Every known answer, through any_hasher under the name that its file has.
#include <algorithm>
#include <filesystem>
#include <set>

#include "vector_file.hpp"

namespace sk = simdkeccak;

namespace test {
namespace {

TEST(Vectors, EveryFileIsRead) {
  std::set<std::string> present, listed;
  for (const auto& entry : std::filesystem::directory_iterator(SIMDKECCAK_VECTORS))
    if (entry.path().extension() == ".txt") present.insert(entry.path().stem().string());
  for (const vector_file& file : vector_files()) {
    listed.emplace(file.name);
    EXPECT_EQ(read_records(file).size(), file.records) << file.name;
  }
  EXPECT_EQ(present, listed);
}

TEST(Vectors, EveryAlgorithmHasKnownAnswers) {
  for (const sk::named_algorithm& a : sk::algorithms())
    EXPECT_TRUE(std::ranges::count(vector_files(), a.name, &vector_file::name) == 1) << a.name;
}

class ByName : public testing::TestWithParam<vector_file> {};

void feed(sk::any_hasher& hasher, const inputs& in, const cut& c) {
  if (!in.algorithm.takes_tuple()) {
    in_pieces(in.message.view(), c, [&](sk::bytes piece) { hasher.update(piece); });
    return;
  }
  for (std::size_t i = 0; i < in.elements.size(); ++i) {
    const sk::bytes element = in.elements[i];
    if (i % 3 == 2) {
      hasher.update(element);
      continue;
    }
    hasher.begin_element(element.size());
    in_pieces(element, c, [&](sk::bytes piece) { hasher.extend(piece); });
  }
}

void check(const inputs& in) {
  const std::size_t rate = in.algorithm.sponge.rate;
  const auto made = sk::any_hasher::make(in.algorithm, {.key = in.key,
                                                        .customization = in.customization,
                                                        .function_name = in.function_name,
                                                        .domain = static_cast<unsigned>(in.expected.domain),
                                                        .block_size = in.expected.block_size});
  ASSERT_TRUE(made.has_value()) << in.expected.name;
  sk::any_hasher hasher = *made;
  octets out(in.output_length);
  for (const cut& c : hostile_cuts(in.longest(), rate)) {
    hasher.reset();
    feed(hasher, in, c);
    std::ranges::fill(out, std::uint8_t{0});
    ASSERT_TRUE(hasher.digest(out)) << in.expected.name;
    ASSERT_TRUE(agrees(in.expected, out, "in pieces of " + to_text(c)));
  }

  ASSERT_EQ(hasher.read().has_value(), in.algorithm.extendable()) << in.expected.name;
  if (!in.algorithm.extendable()) return;
  for (const cut& c : hostile_reads(rate)) {
    auto reader = hasher.read();
    out_pieces(out, c, [&](std::span<std::uint8_t> piece) { reader->read(piece); });
    ASSERT_TRUE(agrees(in.expected, out, "read in pieces of " + to_text(c)));
  }
}

TEST_P(ByName, InPieces) {
  for (const record& r : read_records(GetParam())) ASSERT_NO_FATAL_FAILURE(check({GetParam(), r}));
}

INSTANTIATE_TEST_SUITE_P(Vectors, ByName, testing::ValuesIn(vector_files_of({"", "batch", "ethereum"})), test_name);

}  // namespace
}  // namespace test
