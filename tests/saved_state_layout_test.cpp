// The bytes of saved states are a promise: they are rebuilt here from the description at the top of saved_state.hpp, by the
// reference alone; and states saved by the first version, kept as text, load for ever.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <simdkeccak/simdkeccak.hpp>
#include <string>
#include <string_view>

#include "noise.hpp"
#include "reference.hpp"
#include "reference_by_name.hpp"
#include "support.hpp"

namespace {

namespace sk = simdkeccak;
using reference::joined;
using reference::text;
using test::octets;
using test::octets_of;

octets integer(std::uint64_t n) {
  octets out;
  for (int i = 0; i < 8; ++i) out.push_back(static_cast<std::uint8_t>(n >> (8 * i) & 0xFF));
  return out;
}

octets sponge_fields(const reference::lanes& lanes, std::size_t position) {
  octets out;
  for (const std::uint64_t lane : lanes) out = joined({out, integer(lane)});
  out.push_back(static_cast<std::uint8_t>(position));
  return out;
}

// A sponge that has absorbed x, without any padding.
octets absorbed(std::size_t rate, unsigned rounds, const octets& x) {
  reference::lanes lanes{};
  for (std::size_t i = 0; i < x.size(); ++i) {
    reference::xor_byte(lanes, i % rate, x[i]);
    if (i % rate == rate - 1) reference::keccak_p(lanes, rounds);
  }
  return sponge_fields(lanes, x.size() % rate);
}

enum construction : std::uint8_t { sponge, cshake, kmac, tuplehash, parallelhash, kangarootwelve };
enum phase : std::uint8_t { absorbing, squeezing };

octets framed(construction how, phase when, std::array<std::uint8_t, 4> algorithm, std::initializer_list<octets> fields) {
  const octets header{how, when, 0, algorithm[0], algorithm[1], algorithm[2], algorithm[3]};
  const octets all = joined({text("skst"), {1}, header, joined(fields)});
  return joined({all, reference::turboshake(128, 0x53, all, 16)});
}

template <class Object>
octets saved(const Object& object) {
  return octets_of(object.save());
}

const octets message = test::noise(8192 + 2 * 8192 + 77, 91);

octets slice(std::size_t from, std::size_t to) {
  return {message.begin() + static_cast<std::ptrdiff_t>(from), message.begin() + static_cast<std::ptrdiff_t>(to)};
}

octets prefix(std::size_t rate, std::string_view name, std::string_view custom) {
  return reference::bytepad(joined({reference::encode_string(text(name)), reference::encode_string(text(custom))}), rate);
}

TEST(SavedLayout, PlainSponge) {
  EXPECT_EQ(saved(sk::hasher<sk::sha3_512>()), framed(sponge, absorbing, {72, 0x06, 24, 64}, {absorbed(72, 24, {})}));
  EXPECT_EQ(saved(sk::hasher<sk::keccak_256>().update(slice(0, 500))),
            framed(sponge, absorbing, {136, 0x01, 24, 32}, {absorbed(136, 24, slice(0, 500))}));
  EXPECT_EQ(saved(sk::hasher<sk::with_domain(sk::turboshake128, 0x33)>().update(slice(0, 168))),
            framed(sponge, absorbing, {168, 0x33, 12, 0}, {absorbed(168, 12, slice(0, 168))}));
}

TEST(SavedLayout, Reader) {
  // The padded block is one block of message.
  octets padded = slice(0, 100);
  padded.push_back(0x1F);
  padded.resize(136);
  padded.back() ^= 0x80;
  reference::lanes lanes{};
  for (std::size_t i = 0; i < padded.size(); ++i) reference::xor_byte(lanes, i, padded[i]);
  reference::keccak_p(lanes, 24);

  auto r = sk::hasher<sk::shake256>().update(slice(0, 100)).read();
  octets out(136);
  EXPECT_EQ(saved(r), framed(sponge, squeezing, {136, 0x1F, 24, 0}, {sponge_fields(lanes, 0)}));
  r.read(out);
  EXPECT_EQ(saved(r), framed(sponge, squeezing, {136, 0x1F, 24, 0}, {sponge_fields(lanes, 136)}));
  r.read(std::span(out).first(5));
  reference::keccak_p(lanes, 24);
  EXPECT_EQ(saved(r), framed(sponge, squeezing, {136, 0x1F, 24, 0}, {sponge_fields(lanes, 5)}));
}

TEST(SavedLayout, Cshake) {
  const octets start = prefix(168, "name", "custom");
  EXPECT_EQ(saved(sk::cshake<128>("name", "custom").update(slice(0, 300))),
            framed(cshake, absorbing, {168, 0x04, 24, 0},
                   {absorbed(168, 24, start), absorbed(168, 24, joined({start, slice(0, 300)})), {0}}));
  EXPECT_EQ(saved(sk::cshake<256>().update(slice(0, 300))),
            framed(cshake, absorbing, {136, 0x04, 24, 0}, {absorbed(136, 24, {}), absorbed(136, 24, slice(0, 300)), {1}}));
}

TEST(SavedLayout, Kmac) {
  const octets start =
      joined({prefix(136, "KMAC", "custom"), reference::bytepad(reference::encode_string(text("key")), 136)});
  EXPECT_EQ(saved(sk::kmac<256>("key", "custom").update(slice(0, 300))),
            framed(kmac, absorbing, {136, 0x04, 24, 0},
                   {absorbed(136, 24, start), absorbed(136, 24, joined({start, slice(0, 300)}))}));
}

TEST(SavedLayout, Tuplehash) {
  const octets start = prefix(168, "TupleHash", "custom");
  EXPECT_EQ(saved(sk::tuplehash<128>("custom").update("one").begin_element(3).extend("tw")),
            framed(tuplehash, absorbing, {168, 0x04, 24, 0},
                   {absorbed(168, 24, start),
                    absorbed(168, 24, joined({start, reference::encode_string(text("one")), {1, 24}, text("tw")}))}));
}

TEST(SavedLayout, Parallelhash) {
  const octets start = joined({prefix(168, "ParallelHash", "custom"), reference::left_encode(200)});
  const octets leaves = joined({reference::shake(128, slice(0, 200), 32), reference::shake(128, slice(200, 400), 32)});
  EXPECT_EQ(saved(sk::parallelhash<128>(200, "custom").update(slice(0, 590))),
            framed(parallelhash, absorbing, {168, 0x04, 24, 0},
                   {integer(200), absorbed(168, 24, start), absorbed(168, 24, joined({start, leaves})),
                    absorbed(168, 24, slice(400, 590)), integer(190), integer(2)}));
}

TEST(SavedLayout, KangarooTwelve) {
  EXPECT_EQ(saved(sk::kangarootwelve<128>().update(slice(0, 8192))),
            framed(kangarootwelve, absorbing, {168, 0x06, 12, 0},
                   {absorbed(168, 12, slice(0, 8192)), integer(8192), absorbed(168, 12, {}), integer(0), integer(0)}));
  const octets chunk = slice(8192, 2 * 8192);
  const octets node = joined({slice(0, 8192), {3, 0, 0, 0, 0, 0, 0, 0}, reference::turboshake(256, 0x0B, chunk, 64)});
  EXPECT_EQ(saved(sk::kangarootwelve<256>().update(slice(0, 2 * 8192 + 77))),
            framed(kangarootwelve, absorbing, {136, 0x06, 12, 0},
                   {absorbed(136, 12, node), integer(8192), absorbed(136, 12, slice(2 * 8192, 2 * 8192 + 77)), integer(77),
                    integer(1)}));
}

// ---- States that version 0.1.0 saved ---------------------------------------------------------------------------------

// Runs of zeros are written as (count).
octets unpacked(std::string_view packed) {
  std::string digits;
  for (std::size_t i = 0; i < packed.size(); ++i) {
    if (packed[i] != '(') {
      digits += packed[i];
    } else {
      const std::size_t close = packed.find(')', i);
      digits += std::string(2 * std::stoul(std::string(packed.substr(i + 1, close - i - 1))), '0');
      i = close;
    }
  }
  return test::from_hex(digits);
}

TEST(SavedByVersion010, PlainSponge) {
  // SHA3-256 after "abc".
  const octets state = unpacked("736b73740100000088061820616263(197)037bb182760f6af10b7a5c1f507bf7f4d0");
  sk::hasher<sk::sha3_256> h;
  ASSERT_EQ(h.resume(state), sk::state_error::none);
  EXPECT_EQ(test::to_hex(h.digest()), "3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532");
  EXPECT_EQ(saved(h), state);
}

TEST(SavedByVersion010, Kmac) {
  // KMAC128 with the key 40..5F and the customization "My Tagged Application", after 00 01 02 03 (NIST's second sample).
  const octets state = unpacked(
      "736b737401020000a8041800ca4505d4056d0172f6a17b5f9f7575d7941b8e38d81bf9db86562b1139255f1ea8bceb255672aeea92207821"
      "66a1eb89b45f4fb10341456011970004f9d20dbab352d3e73188217bf4a270019b955fc51e621c7c617f71dcdc45adad17cc744da88e638a"
      "8348ce2ae9f09acaee9a86e30fef1417e40a4c0822d2066290d37be9f7ce4edc7b49094143f19de4873d2e58860da486d640500258499d3e"
      "4a2a38d1726ca2e7a0741a468121d090f9053d5a8753c17c9981db89db152e4d08b5e8fb09be52bd3288ddb700ca4407d7056d0172f6a17b"
      "5f9f7575d7941b8e38d81bf9db86562b1139255f1ea8bceb255672aeea9220782166a1eb89b45f4fb10341456011970004f9d20dbab352d3"
      "e73188217bf4a270019b955fc51e621c7c617f71dcdc45adad17cc744da88e638a8348ce2ae9f09acaee9a86e30fef1417e40a4c0822d206"
      "6290d37be9f7ce4edc7b49094143f19de4873d2e58860da486d640500258499d3e4a2a38d1726ca2e7a0741a468121d090f9053d5a8753c1"
      "7c9981db89db152e4d08b5e8fb09be52bd3288ddb704bde92168915c00e31c4daa2f697f4674");
  sk::kmac<128> h("");
  ASSERT_EQ(h.resume(state), sk::state_error::none);
  octets out(32);
  h.digest(out);
  EXPECT_EQ(test::to_hex(out), "3b1fba963cd8b0b59e8c1a6d71888b7143651af8ba0a7070c0979e2811324aa5");
  EXPECT_EQ(saved(h), state);
}

TEST(SavedByVersion010, KangarooTwelve) {
  // KT128 after the first 10000 bytes of a message of 83521, byte i of which is i mod 251 (RFC 9861, section 5).
  const octets state = unpacked(
      "736b737401050000a8060c00005c86a085cb9743d97581d3cbcb3cccb00ad72e72ad1ff3709d8ad8b450cce7636156dc6598bcc648fcf168"
      "871335fa47a58d511ee8e81d9a9dd25df83f8c26a8baac2b41737f76225e78c40fa494ce506cbedae5350da09142cd7706c7c006542d11bd"
      "3a2835d3d1d23dae4f6aeccde5ae9fc67381bece3d88bbcfd7bc31e0ba6284d359fc38ab828b84a76d4f85bee323cb1932832de7505951a0"
      "6e32b61394463901458f77bb53f6ab7dd0f658b64c5615694bfedc418401b87688444841ed54202354e1ee22880020(6)e1dbcdeb4dc002"
      "c37777bd4ab505037ff4404d43d16938c2987854ddbd0516237765a5f075a51dedf1e55e3c7053e8376542e4f297359c8f7130468508dec3"
      "7f451c6fdbd57f9aaf23d53aed12ae19724715bc6e687ec020c2f8bc8e85cf55758cd9e37c52fb0eaa188897748064ad49414b09ddc44255"
      "0b28c8d04fffaafde0621147faa620eb8ee7eac1f468d9cd108b3819a072db3ebc39bc2585f83ddff1976c17d6faa7c5b99f7fe2e11ca00b"
      "e93c3042497364946717f895385d3b7b859ac505065b55434c801007(14)f449f4b870678a7ddf7b11daf09b2eb7");
  sk::kangarootwelve<128> h;
  ASSERT_EQ(h.resume(state), sk::state_error::none);
  EXPECT_EQ(saved(h), state);
  const octets whole = test::pattern(83521);
  octets out(32);
  h.update({whole.data() + 10000, whole.size() - 10000}).digest(out);
  EXPECT_EQ(test::to_hex(out), "8701045e22205345ff4dda05555cbb5c3af1a771c2b89baef37db43d9998b9fe");
}

TEST(SavedByVersion010, Reader) {
  // SHAKE128 of nothing after 32 bytes of output.
  const octets state = unpacked(
      "736b737401000100a81f18007f9c2ba4e88f827d616045507605853ed73b8093f6efbc88eb1a6eacfa66ef263cb1eea988004b93103cfb0a"
      "eefd2a686e01fa4a58e8a3639ca8a1e3f9ae57e235b8cc873c23dc62b8d260169afa2f75ab916a58d974918835d25e6a435085b2badfd6df"
      "aac359a5efbb7bcc4b59d538df9a04302e10c8bc1cbf1a0b3a5120ea17cda7cfad765f5623474d368ccca8af0007cd9f5e4c849f167a580b"
      "14aabdefaee7eef47cb0fca94ccaaeba774ec20cff6a9485a97bfc65aa93aa4fc958d1edb527c02e3ae57bcc20a7d0f3cfad559a9b2c6023"
      "868a17fd21");
  sk::any_reader r = sk::hasher<sk::shake128>().update("else").read();
  ASSERT_EQ(r.resume(state), sk::state_error::none);
  octets out(32);
  EXPECT_EQ(saved(r), state);
  r.read(out);
  EXPECT_EQ(test::to_hex(out), "3cb1eea988004b93103cfb0aeefd2a686e01fa4a58e8a3639ca8a1e3f9ae57e2");
}

}  // namespace
