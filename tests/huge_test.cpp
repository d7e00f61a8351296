// Messages and outputs of more than 2^32 bytes, whose counters need 64 bits. They take minutes, so only SIMDKECCAK_HUGE=1
// runs them. One call must equal calls of moderate size, and a call of 2^32 - 1 bytes may come after one of a single byte.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <simdkeccak/simdkeccak.hpp>
#include <string_view>

#include "subjects.hpp"
#include "support.hpp"

#if __has_include(<sys/mman.h>)
#include <sys/mman.h>
#endif

namespace {

namespace sk = simdkeccak;
using test::octets;

// Where a message of that size fits in memory.
#if __has_include(<sys/mman.h>) && SIZE_MAX > 0xFFFFFFFF

constexpr std::uint64_t two_to_32 = std::uint64_t{1} << 32;

bool wanted() {
  const char* const value = std::getenv("SIMDKECCAK_HUGE");
  return value != nullptr && std::string_view(value) == "1";
}

// Zeros that take no memory but one page: all pages read are the same.
class zeros {
 public:
  explicit zeros(std::size_t size) : size_(size) {
    at_ = mmap(nullptr, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (at_ == MAP_FAILED) std::abort();
  }
  zeros(const zeros&) = delete;
  zeros& operator=(const zeros&) = delete;
  ~zeros() { munmap(at_, size_); }
  sk::bytes first(std::uint64_t n) const { return {at_, static_cast<std::size_t>(n)}; }

 private:
  void* at_;
  std::size_t size_;
};

template <class Subject>
class Huge : public testing::Test {};
using huge_subjects = testing::Types<test::plain<sk::keccak_256>, test::kmac<128>, test::tuplehash<256>,
                                     test::parallelhash<128, 8192>, test::kangarootwelve<128>>;
TYPED_TEST_SUITE(Huge, huge_subjects, test::subject_names);

TYPED_TEST(Huge, OneCallEqualsManyCalls) {
  if (!wanted()) GTEST_SKIP() << "not run: only with SIMDKECCAK_HUGE=1";
  constexpr std::uint64_t total = two_to_32 + 5;
  const zeros all(total);
  auto many = TypeParam::make();
  TypeParam::begin(many, total);
  for (std::uint64_t left = total; left != 0;) {
    const std::uint64_t n = std::min<std::uint64_t>(left, 1000003);
    TypeParam::feed(many, all.first(n));
    left -= n;
  }
  const octets expected = TypeParam::digest(many);
  for (const std::uint64_t first : {0U, 1U}) {
    auto h = TypeParam::make();
    TypeParam::begin(h, total);
    TypeParam::feed(h, all.first(first));
    for (const std::uint64_t n : {two_to_32 - 1, std::uint64_t{6} - first}) TypeParam::feed(h, all.first(n));
    EXPECT_EQ(TypeParam::digest(h), expected) << first;
  }
  auto h = TypeParam::make();
  TypeParam::begin(h, total);
  TypeParam::feed(h, all.first(total));
  EXPECT_EQ(TypeParam::digest(h), expected);
}

TEST(HugeOutput, OneReadEqualsManyReads) {
  if (!wanted()) GTEST_SKIP() << "not run: only with SIMDKECCAK_HUGE=1";
  constexpr std::size_t total = static_cast<std::size_t>(two_to_32) + 5;
  octets out(total), piece(1000003);
  auto h = sk::hasher<sk::turboshake128>().update("seed");
  h.read().read(out);
  auto r = h.read();
  for (std::size_t from = 0; from != total;) {
    const std::size_t n = std::min(piece.size(), total - from);
    r.read(std::span(piece).first(n));
    ASSERT_EQ(std::memcmp(out.data() + from, piece.data(), n), 0) << from;
    from += n;
  }
}

#endif

}  // namespace
