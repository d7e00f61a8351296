// Chaining values hashed apart and put together: the digest is that of the whole.
#include <gtest/gtest.h>
#include <simdkeccak/simdkeccak.h>

#include "sidecar_support.hpp"

namespace {

using namespace test::sidecars;

template <unsigned Strength>
void expect_combined(std::size_t size, std::size_t split) {
  using hasher = sk::kangarootwelve<Strength>;
  const octets message = head(material, size);
  const std::size_t leaves = size / chunk - 1;
  octets values(leaves * hasher::chaining_value_size);
  const std::size_t at = split * hasher::chaining_value_size;
  ASSERT_TRUE(
      hasher::chaining_values(part(message, (1 + split) * chunk, (leaves - split) * chunk), std::span(values).subspan(at)));
  ASSERT_TRUE(hasher::chaining_values(part(message, chunk, split * chunk), std::span(values).first(at)));
  hasher h;
  h.update(first_chunk(message));
  ASSERT_TRUE(h.update_chaining_values(std::span(values).first(at)));
  ASSERT_TRUE(h.update_chaining_values(std::span(values).subspan(at)));
  h.update(part(message, (1 + leaves) * chunk, size % chunk));
  octets out(Strength / 4);
  h.digest(out, "custom");
  EXPECT_EQ(out, digest_of(Strength, message, reference::text("custom"))) << size << " split at leaf " << split;
}

TEST(ChainingValues, CombineToTheDigest) {
  for (const std::size_t size : {chunk, chunk + 1, 2 * chunk, 10 * chunk + 5, 20 * chunk, 31 * chunk + 8191})
    for (const std::size_t split : {std::size_t{0}, (size / chunk - 1) / 3, size / chunk - 1}) {
      expect_combined<128>(size, split);
      expect_combined<256>(size, split);
    }
}

TEST(ChainingValues, MixWithPiecesOfTheMessage) {
  const octets message = head(material, 20 * chunk + 100);
  octets values(9 * 32);
  ASSERT_TRUE(sk::kangarootwelve<128>::chaining_values(part(message, 5 * chunk, 9 * chunk), values));
  auto h = *sk::any_hasher::make(*sk::find_algorithm("kt128"));
  h.update(part(message, 0, 4 * chunk + 1)).update(part(message, 4 * chunk + 1, chunk - 1));
  ASSERT_TRUE(h.update_chaining_values(values));
  h.update(part(message, 14 * chunk, 6 * chunk + 100));
  octets out(32);
  h.digest(out);
  EXPECT_EQ(out, digest_of(128, message, {}));
}

TEST(ChainingValues, RefusesWhatIsNotWhole) {
  octets values(64);
  EXPECT_FALSE(sk::kangarootwelve<128>::chaining_values(part(material, 0, chunk), values));
  EXPECT_FALSE(sk::kangarootwelve<128>::chaining_values(part(material, 0, chunk - 1), std::span(values).first(32)));
  EXPECT_TRUE(sk::kangarootwelve<128>::chaining_values({}, {}));
  sk::kangarootwelve<128> h;
  EXPECT_FALSE(h.update_chaining_values(values)) << "before the first chunk";
  h.update(part(material, 0, chunk));
  EXPECT_FALSE(h.update_chaining_values(std::span(values).first(33)));
  EXPECT_TRUE(h.update_chaining_values({}));
  h.update(part(material, chunk, 1));
  EXPECT_FALSE(h.update_chaining_values(values)) << "in the middle of a leaf";
  octets out(32);
  h.digest(out);
  EXPECT_EQ(out, digest_of(128, head(material, chunk + 1), {})) << "a refusal left a trace";
  EXPECT_FALSE(sk::any_hasher::make(*sk::find_algorithm("sha3-256"))->update_chaining_values(values));
}

TEST(ChainingValues, InC) {
  const octets message = head(material, 12 * chunk + 3);
  octets values(11 * 64), out(64);
  ASSERT_EQ(simdkeccak_chaining_values("kt256", message.data() + chunk, 11 * chunk, values.data(), values.size(), nullptr),
            SIMDKECCAK_OK);
  simdkeccak_hasher h;
  ASSERT_EQ(simdkeccak_init(&h, "kt256", nullptr), SIMDKECCAK_OK);
  EXPECT_EQ(simdkeccak_update_chaining_values(&h, values.data(), values.size()), SIMDKECCAK_BAD_LENGTH);
  simdkeccak_update(&h, message.data(), chunk);
  EXPECT_EQ(simdkeccak_update_chaining_values(&h, values.data(), values.size()), SIMDKECCAK_OK);
  simdkeccak_update(&h, message.data() + 12 * chunk, 3);
  simdkeccak_digest(&h, out.data(), out.size());
  EXPECT_EQ(out, digest_of(256, message, {}));
  EXPECT_EQ(simdkeccak_chaining_values("kt128", message.data(), chunk, values.data(), 64, nullptr), SIMDKECCAK_BAD_LENGTH);
  EXPECT_EQ(simdkeccak_chaining_values("sha3-256", nullptr, 0, nullptr, 0, nullptr), SIMDKECCAK_BAD_PARAMETER);
  EXPECT_EQ(simdkeccak_chaining_values("md5", nullptr, 0, nullptr, 0, nullptr), SIMDKECCAK_UNKNOWN_ALGORITHM);
  ASSERT_EQ(simdkeccak_init(&h, "sha3-256", nullptr), SIMDKECCAK_OK);
  EXPECT_EQ(simdkeccak_update_chaining_values(&h, nullptr, 0), SIMDKECCAK_BAD_PARAMETER);
}

}  // namespace
