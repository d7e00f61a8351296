// What is particular to cSHAKE, KMAC, TupleHash and ParallelHash: prefixes of every length, output lengths that enter the
// result, borders that count, blocks of every size.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <simdkeccak/sp800_185.hpp>
#include <string_view>
#include <vector>

#include "emulated_rows.hpp"
#include "noise.hpp"
#include "reference.hpp"
#include "support.hpp"

namespace {

namespace sk = simdkeccak;
using test::octets;

const octets message = test::noise(1000, 41);
const octets material = test::noise(20000, 42);

octets prefix(std::size_t size) { return {material.begin(), material.begin() + static_cast<std::ptrdiff_t>(size)}; }

// Around the sizes at which a prefix, its length included, fills a block, and far beyond.
std::vector<std::size_t> prefix_sizes(std::size_t rate) {
  std::vector<std::size_t> sizes{1, 2, 31, 32, 33, 255, 256, 257, 512, 513, 8191, 8192, 10000};
  for (std::size_t size = rate - 20; size <= rate + 4; ++size) sizes.push_back(size);
  for (std::size_t size = 2 * rate - 20; size <= 2 * rate + 4; ++size) sizes.push_back(size);
  return sizes;
}

bool starts_with(const octets& whole, const octets& head) {
  return std::ranges::equal(head, std::span(whole).first(head.size()));
}

constexpr std::size_t rate_of(unsigned strength) { return (1600 - 2 * strength) / 8; }

template <class Strength>
class Sp800185 : public testing::Test {};
using strengths = testing::Types<std::integral_constant<unsigned, 128>, std::integral_constant<unsigned, 256>>;

struct strength_names {
  template <class Strength>
  static std::string GetName(int) {
    return std::to_string(Strength::value);
  }
};
TYPED_TEST_SUITE(Sp800185, strengths, strength_names);

TYPED_TEST(Sp800185, CshakeWithPrefixesOfEveryLength) {
  constexpr unsigned strength = TypeParam::value;
  using sponge = sk::cshake<strength>;
  for (const std::size_t size : prefix_sizes(rate_of(strength))) {
    const octets s = prefix(size), little{7};
    octets out(32);
    sponge({}, s).update(message).digest(out);
    EXPECT_EQ(out, reference::cshake(strength, message, 32, {}, s)) << size;
    sponge(s, {}).update(message).digest(out);
    EXPECT_EQ(out, reference::cshake(strength, message, 32, s, {})) << size;
    sponge(s, little).update(message).digest(out);
    EXPECT_EQ(out, reference::cshake(strength, message, 32, s, little)) << size;
  }
}

TYPED_TEST(Sp800185, CshakeWithoutAPrefixIsShake) {
  constexpr unsigned strength = TypeParam::value;
  octets out(32), other(32);
  sk::cshake<strength>().update(message).digest(out);
  sk::cshake<strength>({}, {}).update(message).digest(other);
  EXPECT_EQ(out, reference::shake(strength, message, 32));
  EXPECT_EQ(other, out);
}

TEST(Cshake, PrefixesOfZerosThatFillABlock) {
  octets out(32);
  sk::cshake128("hello", out, {}, octets(161));
  EXPECT_EQ(test::to_hex(out), "dea803c5fcfd9d31669f57888e7d45ee9942823a009a185f28ae787183734083");
  sk::cshake256("hello", out, {}, octets(129));
  EXPECT_EQ(test::to_hex(out), "9e17982a0449bcee6acdaef9e8ca73d3f7e64c4742e9b33424b61cbe6be56194");
}

TYPED_TEST(Sp800185, KmacWithKeysAndCustomizationsOfEveryLength) {
  constexpr unsigned strength = TypeParam::value;
  using mac = sk::kmac<strength>;
  std::vector<std::size_t> sizes = prefix_sizes(rate_of(strength));
  sizes.push_back(0);
  for (const std::size_t size : sizes) {
    octets out(40);
    mac(prefix(size)).update(message).digest(out);
    EXPECT_EQ(out, reference::kmac(strength, prefix(size), message, 40, {})) << size;
    mac("key", prefix(size)).update(message).digest(out);
    EXPECT_EQ(out, reference::kmac(strength, reference::text("key"), message, 40, prefix(size))) << size;
  }
}

TYPED_TEST(Sp800185, OutputLengthEntersTheFunctionsButNotTheirXofs) {
  constexpr unsigned strength = TypeParam::value;
  const auto check = [](const auto& h, auto expected) {
    octets before;
    for (const std::size_t size : {1U, 8U, 31U, 32U, 33U, 200U, 8191U, 8192U, 10000U}) {
      octets digest(size), stream(size);
      h.digest(digest);
      h.read().read(stream);
      EXPECT_EQ(digest, expected(size, false)) << size;
      octets in_pieces(size);
      h.digest_stream(size).read(std::span(in_pieces).first(size / 2)).read(std::span(in_pieces).subspan(size / 2));
      EXPECT_EQ(in_pieces, digest) << size;
      EXPECT_EQ(stream, expected(size, true)) << size;
      EXPECT_FALSE(before.size() >= 8 && starts_with(digest, before)) << size;
      before = digest;
    }
    octets longer(32), shorter(31);
    h.read().read(longer);
    h.read().read(shorter);
    EXPECT_TRUE(starts_with(longer, shorter));
  };
  check(sk::kmac<strength>("key").update(message),
        [](std::size_t n, bool xof) { return reference::kmac(strength, reference::text("key"), message, n, {}, xof); });
  check(sk::tuplehash<strength>().update(message),
        [](std::size_t n, bool xof) { return reference::tuplehash(strength, {message}, n, {}, xof); });
  check(sk::parallelhash<strength>(100).update(message),
        [](std::size_t n, bool xof) { return reference::parallelhash(strength, message, 100, n, {}, xof); });
}

TYPED_TEST(Sp800185, TuplehashCountsElementsAndTheirBorders) {
  constexpr unsigned strength = TypeParam::value;
  const octets a = reference::text("a"), b = reference::text("b"), ab = reference::text("ab"), none;
  const std::vector<std::vector<octets>> tuples{{},     {none},     {none, none}, {ab},        {a, b},
                                                {b, a}, {ab, none}, {none, ab},   {a, none, b}};
  std::vector<octets> digests;
  for (const auto& tuple : tuples) {
    sk::tuplehash<strength> whole, pieces;
    for (const octets& element : tuple) {
      whole.update(element);
      pieces.begin_element(element.size());
      for (const std::uint8_t& octet : element) pieces.extend({&octet, 1});
    }
    octets out(32), other(32);
    whole.digest(out);
    pieces.digest(other);
    EXPECT_EQ(out, reference::tuplehash(strength, tuple, 32, {}));
    EXPECT_EQ(other, out);
    EXPECT_EQ(std::ranges::count(digests, out), 0) << "two tuples have one hash";
    digests.push_back(out);
  }
}

TYPED_TEST(Sp800185, TuplehashWithElementsAndCustomizationsOfEveryLength) {
  constexpr unsigned strength = TypeParam::value;
  for (const std::size_t size : prefix_sizes(rate_of(strength))) {
    octets out(32);
    sk::tuplehash<strength>(prefix(size)).update(prefix(size)).update(message).digest(out);
    EXPECT_EQ(out, reference::tuplehash(strength, {prefix(size), message}, 32, prefix(size))) << size;
  }
}

TYPED_TEST(Sp800185, ParallelhashWithBlocksOfEverySize) {
  constexpr unsigned strength = TypeParam::value;
  constexpr std::uint64_t rate = rate_of(strength);
  for (const std::uint64_t block_size :
       {std::uint64_t{1}, std::uint64_t{7}, std::uint64_t{8}, rate - 1, rate, rate + 1, 2 * rate, 3 * rate + 1,
        std::uint64_t{8192}, std::uint64_t{20000}, std::uint64_t{1} << 40, UINT64_MAX}) {
    for (const std::size_t size :
         {std::size_t{0}, std::size_t{1}, std::size_t{rate}, std::size_t{1000}, std::size_t{9000}, std::size_t{20000}}) {
      if (block_size < 8 && size > 2000) continue;
      const octets expected = reference::parallelhash(strength, prefix(size), block_size, 32, reference::text("custom"));
      octets out(32);
      sk::parallelhash<strength> h(block_size, "custom");
      h.update(prefix(size)).digest(out);
      EXPECT_EQ(out, expected) << block_size << ", " << size;
      h.reset();
      for (std::size_t from = 0; from < size; from += 997)
        h.update({material.data() + from, std::min<std::size_t>(997, size - from)});
      h.digest(out);
      EXPECT_EQ(out, expected) << block_size << ", " << size << " in pieces";
    }
  }
}

TYPED_TEST(Sp800185, ParallelhashOfSeveralBlocksAtOnceAndOneByOne) {
  constexpr unsigned strength = TypeParam::value;
  constexpr std::size_t block_size = 300;
  for (std::size_t blocks = 0; blocks <= 2 * sk::widest_kernel + 1; ++blocks)
    for (const std::size_t head : {0U, 1U, 299U})
      for (const std::size_t tail : {0U, 1U, 299U}) {
        const octets m = prefix(head + blocks * block_size + tail);
        const octets expected = reference::parallelhash(strength, m, block_size, 32, {});
        for (const sk::backend* row : test::rows_of_every_width()) {
          sk::parallelhash<strength> h(block_size, {}, *row);
          h.update({m.data(), head}).update({m.data() + head, m.size() - head});
          octets out(32);
          h.digest(out);
          ASSERT_EQ(out, expected) << blocks << ", " << head << ", " << tail << " on " << row->name;
        }
      }
}

TEST(Parallelhash, BlockSizeZeroIsTheDefault) {
  octets out(32), other(32);
  sk::parallelhash128(material, 0, out);
  sk::parallelhash128(material, 8192, other);
  EXPECT_EQ(out, other);
  sk::parallelhash<128>().update(material).digest(other);
  EXPECT_EQ(out, other);
}

// The functions for one message are the classes.
TEST(Sp800185OneShot, EqualsTheReference) {
  const octets n = prefix(3), s = prefix(9), k = prefix(40);
  octets out(50);
  const auto is = [&](const octets& expected) { return out == expected; };
  sk::cshake128(message, out, n, s);
  EXPECT_TRUE(is(reference::cshake(128, message, 50, n, s)));
  sk::cshake256(message, out, n, s);
  EXPECT_TRUE(is(reference::cshake(256, message, 50, n, s)));
  sk::kmac128(k, message, out, s);
  EXPECT_TRUE(is(reference::kmac(128, k, message, 50, s)));
  sk::kmac256(k, message, out, s);
  EXPECT_TRUE(is(reference::kmac(256, k, message, 50, s)));
  sk::kmacxof128(k, message, out, s);
  EXPECT_TRUE(is(reference::kmac(128, k, message, 50, s, true)));
  sk::kmacxof256(k, message, out, s);
  EXPECT_TRUE(is(reference::kmac(256, k, message, 50, s, true)));
  sk::parallelhash128(message, 100, out, s);
  EXPECT_TRUE(is(reference::parallelhash(128, message, 100, 50, s)));
  sk::parallelhash256(message, 100, out, s);
  EXPECT_TRUE(is(reference::parallelhash(256, message, 100, 50, s)));
  const std::vector<octets> tuple{n, k, message};
  sk::tuplehash128(tuple, out, s);
  EXPECT_TRUE(is(reference::tuplehash(128, tuple, 50, s)));
  sk::tuplehash256(std::array<std::string_view, 2>{"one", ""}, out, s);
  EXPECT_TRUE(is(reference::tuplehash(256, {reference::text("one"), {}}, 50, s)));
}

TEST(Sp800185OneShot, ZeroBytesToANullPointerAreNoOutput) {
  const std::span<std::uint8_t> nothing;
  const sk::bytes null(static_cast<const void*>(nullptr), 0);
  sk::cshake128(null, nothing, null, null);
  sk::kmac256(null, null, nothing, null);
  sk::kmacxof128(null, null, nothing, null);
  sk::parallelhash256(null, 8, nothing, null);
  sk::tuplehash128(std::array<sk::bytes, 1>{null}, nothing, null);
  octets out(32);
  sk::kmac128(null, null, out, null);
  EXPECT_EQ(out, reference::kmac(128, {}, {}, 32, {}));
}

}  // namespace
