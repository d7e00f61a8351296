// Known answers of messages up to 8 GiB, made piece by piece. They take minutes, so only SIMDKECCAK_HUGE=1 runs them.
#include <algorithm>
#include <cstdlib>
#include <string_view>

#include "vector_file.hpp"

namespace sk = simdkeccak;

namespace test {
namespace {

bool wanted() {
  const char* const value = std::getenv("SIMDKECCAK_HUGE");
  return value != nullptr && std::string_view(value) == "1";
}

class Huge : public testing::TestWithParam<vector_file> {};

TEST_P(Huge, InPieces) {
  const std::vector<record>& records = read_records(GetParam());
  if (!wanted()) GTEST_SKIP() << "not run: only with SIMDKECCAK_HUGE=1";
  octets memory((1 << 20) + 1);
  for (const record& r : records) {
    auto hasher = sk::any_hasher::make(GetParam().algorithm());
    ASSERT_TRUE(hasher.has_value());
    std::uint64_t offset = 0;
    for (std::size_t turn = 0; offset != r.message.size; ++turn) {
      const std::uint64_t least = memory.size() - turn % 3;  // pieces that do not keep in step with blocks
      const std::span piece = std::span(memory).first(static_cast<std::size_t>(std::min(least, r.message.size - offset)));
      r.message.copy(offset, piece);
      hasher->update(piece);
      offset += piece.size();
    }
    octets out(GetParam().output_length(r));
    ASSERT_TRUE(hasher->digest(out));
    ASSERT_TRUE(agrees(r, out, "in pieces of a mebibyte"));
  }
}

INSTANTIATE_TEST_SUITE_P(Vectors, Huge, testing::ValuesIn(vector_files_of({"huge"})), test_name);

}  // namespace
}  // namespace test
