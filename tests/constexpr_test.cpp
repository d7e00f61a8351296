// Known answers at compile time, and the same expressions again at run time.
#include <gtest/gtest.h>

#include <simdkeccak/simdkeccak.hpp>
#include <span>
#include <string_view>
#include <vector>

#include "support.hpp"

namespace sk = simdkeccak;

namespace test {
namespace {

template <auto Compute, auto Expected>
void known_answer() {
  static_assert(Compute() == Expected);
  EXPECT_EQ(Compute(), Expected);
}

// The first N bytes that a function writes to its output.
template <std::size_t N, class Write>
constexpr std::array<std::uint8_t, N> written(Write write) {
  std::array<std::uint8_t, N> out{};
  write(std::span<std::uint8_t>(out));
  return out;
}

template <std::size_t N>
constexpr std::array<std::uint8_t, N> octets_from(unsigned start) {
  std::array<std::uint8_t, N> out{};
  for (std::size_t i = 0; i < N; ++i) out[i] = static_cast<std::uint8_t>((start + i) % 251);
  return out;
}

using span = std::span<std::uint8_t>;

// The inputs of NIST's examples for SP 800-185.
constexpr auto message = octets_from<4>(0);
constexpr auto key = octets_from<32>(0x40);
constexpr auto first = octets_from<3>(0);
constexpr auto second = octets_from<6>(0x10);
constexpr std::string_view blocks("\0\1\2\3\4\5\6\7\x10\x11\x12\x13\x14\x15\x16\x17\x20\x21\x22\x23\x24\x25\x26\x27", 24);

TEST(Constexpr, Keccak) {
  known_answer<[] { return sk::hash<sk::keccak_224>("abc"); },
               hex("c30411768506ebe1c2871b1ee2e87d38df342317300a9b97a95ec6a8")>();
  known_answer<[] { return sk::hash<sk::keccak_256>("abc"); },
               hex("4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45")>();
  known_answer<[] { return sk::hash<sk::keccak_384>("abc"); },
               hex("f7df1165f033337be098e7d288ad6a2f74409d7a60b49c36642218de161b1f99f8c681e4afaf31a34db29fb763e3c28e")>();
  known_answer<[] { return sk::hash<sk::keccak_512>("abc"); },
               hex("18587dc2ea106b9a1563e32b3312421ca164c7f1f07bc922a9c83d77cea3a1e5d0c69910739025372dc14ac964262937"
                   "9540c17e2a65b19d77aa511a9d00bb96")>();
  known_answer<[] { return sk::hash<sk::keccak_256>("transfer(address,uint256)"); },
               hex("a9059cbb2ab09eb219583f4a59a5d0623ade346d962bcd4e46b11da047c9049b")>();
}

TEST(Constexpr, Sha3) {
  known_answer<[] { return sk::hash<sk::sha3_224>("abc"); },
               hex("e642824c3f8cf24ad09234ee7d3c766fc9a3a5168d0c94ad73b46fdf")>();
  known_answer<[] { return sk::hash<sk::sha3_256>("abc"); },
               hex("3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532")>();
  known_answer<[] { return sk::hash<sk::sha3_384>("abc"); },
               hex("ec01498288516fc926459f58e2c6ad8df9b473cb0fc08c2596da7cf0e49be4b298d88cea927ac7f539f1edf228376d25")>();
  known_answer<[] { return sk::hash<sk::sha3_512>("abc"); },
               hex("b751850b1a57168a5693cd924b6b096e08f621827444f70d884f5d0240d2712e10e116e9192af3c91a7ec57647e39340"
                   "57340b4cf408d5a56592f8274eec53f0")>();
}

// Every type that bytes converts from, of which each is another pointer at compile time.
TEST(Constexpr, EveryKindOfInput) {
  constexpr auto abc = hex("3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532");
  known_answer<[] { return sk::hash<sk::sha3_256>(std::string_view("abcd").substr(0, 3)); }, abc>();
  known_answer<[] { return sk::hash<sk::sha3_256>(std::u8string_view(u8"abc")); }, abc>();
  known_answer<[] { return sk::hash<sk::sha3_256>(std::array<std::uint8_t, 3>{0x61, 0x62, 0x63}); }, abc>();
  known_answer<[] { return sk::hash<sk::sha3_256>(std::array<char, 3>{'a', 'b', 'c'}); }, abc>();
  known_answer<[] { return sk::hash<sk::sha3_256>(std::vector<std::uint8_t>{0x61, 0x62, 0x63}); }, abc>();
  known_answer<[] {
    const std::array<std::byte, 4> abcd{std::byte{0x61}, std::byte{0x62}, std::byte{0x63}, std::byte{0x64}};
    return sk::hash<sk::sha3_256>(std::span<const std::byte>(abcd).first(3));
  },
               abc>();
  known_answer<[] {
    const unsigned char letters[] = {0x61, 0x62, 0x63};
    return sk::hash<sk::sha3_256>({letters, 3});
  },
               abc>();
}

TEST(Constexpr, MessagesInPieces) {
  known_answer<[] {
    const auto whole = octets_from<200>(0);
    const std::span<const std::uint8_t> all(whole);
    sk::hasher<sk::sha3_256> h;
    h.update("to be forgotten").reset();
    h.update(all.first(1)).update({}).update(all.subspan(1, 135)).update(all.subspan(136));
    return h.digest();
  },
               hex("5f728f63bf5ee48c77f453c0490398fa645b8d4c4e56be9a41cfec344d6ca899")>();
  known_answer<[] {
    sk::hasher<sk::shake128> h;
    h.update(octets_from<7>(0)).update(octets_from<243>(7)).update(octets_from<50>(250));
    auto r = h.read();
    r.read<167>();
    r.read<1>();
    r.read<169>();
    r.read<47>();
    return r.read<16>();
  },
               hex("ebe986457af22a6cfa4666c457b287e1")>();
}

TEST(Constexpr, Shake) {
  known_answer<[] { return sk::hash<sk::shake128, 32>("abc"); },
               hex("5881092dd818bf5cf8a3ddb793fbcba74097d5c526a6d35f97b83351940f2cc8")>();
  known_answer<[] { return sk::hash<sk::shake256, 64>("abc"); },
               hex("483366601360a8771c6863080cc4114d8db44530f8f1e1ee4f94ea37e78b5739d5a15bef186a5386c75744c0527e1faa"
                   "9f8726e462a12a4feb06bd8801e751e4")>();
  known_answer<[] { return sk::hash<sk::rawshake128, 32>("abc"); },
               hex("a6a28e204739a01df50e70f71e0b4e8a1291a467af4e37ab8abdbff6ed106f3e")>();
  known_answer<[] { return sk::hash<sk::rawshake256, 64>("abc"); },
               hex("4728c808aaa9ed605826afa0f2c60fbba7eb9988d0a09a97f6dc91c7ec3797e7c99f00915a9aece81e99b8284ff58752"
                   "553d7f1b3c736225f7ae72d90386e04b")>();
}

TEST(Constexpr, Turboshake) {
  known_answer<[] { return sk::hash<sk::turboshake128, 32>(""); },
               hex("1e415f1c5983aff2169217277d17bb538cd945a397ddec541f1ce41af2c1b74c")>();
  known_answer<[] { return sk::hash<sk::with_domain(sk::turboshake128, 0x06), 64>("\xff"); },
               hex("8ec9c66465ed0d4a6c35d13506718d687a25cb05c74cca1e42501abd83874a672a4419481997e72dd87dc8353915a3d2"
                   "af42c9e3c84a49f5e3969e7ced400a4c")>();
  known_answer<[] { return sk::hash<sk::with_domain(sk::turboshake256, 0x0B), 64>("\xff\xff\xff"); },
               hex("a238ed4e0672e5e5309e06ba33ac2bef5b6f4cf22ea8411841cf0fb9626cfa2ce1a4a78288c3942b1abf04f672e9d2e5"
                   "79efdc1e4aee4cbe4c8e4c1dd0ac07f6")>();
}

TEST(Constexpr, Cshake) {
  known_answer<[] { return written<32>([](span out) { sk::cshake128(message, out, "", "Email Signature"); }); },
               hex("c1c36925b6409a04f1b504fcbca9d82b4017277cb5ed2b2065fc1d3814d5aaf5")>();
  known_answer<[] { return written<64>([](span out) { sk::cshake256(message, out, "", "Email Signature"); }); },
               hex("d008828e2b80ac9d2218ffee1d070c48b8e4c87bff32c9699d5b6896eee0edd164020e2be0560858d9c00c037e34a969"
                   "37c561a74c412bb4c746469527281c8c")>();
  known_answer<[] { return sk::cshake<256>().update("abc").read().read<64>(); },
               hex("483366601360a8771c6863080cc4114d8db44530f8f1e1ee4f94ea37e78b5739d5a15bef186a5386c75744c0527e1faa"
                   "9f8726e462a12a4feb06bd8801e751e4")>();
}

TEST(Constexpr, Kmac) {
  known_answer<[] { return written<32>([](span out) { sk::kmac128(key, message, out, "My Tagged Application"); }); },
               hex("3b1fba963cd8b0b59e8c1a6d71888b7143651af8ba0a7070c0979e2811324aa5")>();
  known_answer<[] { return written<64>([](span out) { sk::kmac256(key, message, out, "My Tagged Application"); }); },
               hex("20c570c31346f703c9ac36c61c03cb64c3970d0cfc787e9b79599d273a68d2f7f69d4cc3de9d104a351689f27cf6f595"
                   "1f0103f33f4f24871024d9c27773a8dd")>();
  known_answer<[] { return written<32>([](span out) { sk::kmacxof128(key, message, out, "My Tagged Application"); }); },
               hex("31a44527b4ed9f5c6101d11de6d26f0620aa5c341def41299657fe9df1a3b16c")>();
  known_answer<[] { return written<64>([](span out) { sk::kmacxof256(key, message, out, "My Tagged Application"); }); },
               hex("1755133f1534752aad0748f2c706fb5c784512cab835cd15676b16c0c6647fa96faa7af634a0bf8ff6df39374fa00fad"
                   "9a39e322a7c92065a64eb1fb0801eb2b")>();
}

TEST(Constexpr, Tuplehash) {
  known_answer<[] {
    const std::array<sk::bytes, 2> tuple{first, second};
    return written<32>([&](span out) { sk::tuplehash128(tuple, out, "My Tuple App"); });
  },
               hex("75cdb20ff4db1154e841d758e24160c54bae86eb8c13e7f5f40eb35588e96dfb")>();
  known_answer<[] {
    sk::tuplehash<128> h("My Tuple App");
    h.update(first).begin_element(6).extend(octets_from<2>(0x10)).extend(octets_from<4>(0x12));
    return h.read().template read<32>();
  },
               hex("3fc8ad69453128292859a18b6c67d7ad85f01b32815e22ce839c49ec374e9b9a")>();
  known_answer<[] {
    const std::array<sk::bytes, 2> tuple{first, second};
    return written<64>([&](span out) { sk::tuplehash256(tuple, out, "My Tuple App"); });
  },
               hex("147c2191d5ed7efd98dbd96d7ab5a11692576f5fe2a5065f3e33de6bba9f3aa1c4e9a068a289c61c95aab30aee1e410b"
                   "0b607de3620e24a4e3bf9852a1d4367e")>();
  known_answer<[] {
    sk::tuplehash<256> h("My Tuple App");
    h.update(first).begin_element(6).extend(octets_from<2>(0x10)).extend(octets_from<4>(0x12));
    return h.read().template read<64>();
  },
               hex("6483cb3c9952eb20e830af4785851fc597ee3bf93bb7602c0ef6a65d741aeca7e63c3b128981aa05c6d27438c79d2754"
                   "bb1b7191f125d6620fca12ce658b2442")>();
}

TEST(Constexpr, Parallelhash) {
  known_answer<[] { return written<32>([](span out) { sk::parallelhash128(blocks, 8, out, "Parallel Data"); }); },
               hex("fc484dcb3f84dceedc353438151bee58157d6efed0445a81f165e495795b7206")>();
  known_answer<[] {
    sk::parallelhash<128> h(8, "Parallel Data");
    h.update(blocks.substr(0, 11)).update(blocks.substr(11));
    return h.read().template read<32>();
  },
               hex("ea2a793140820f7a128b8eb70a9439f93257c6e6e79b4a540d291d6dae7098d7")>();
  known_answer<[] { return written<64>([](span out) { sk::parallelhash256(blocks, 8, out, "Parallel Data"); }); },
               hex("cdf15289b54f6212b4bc270528b49526006dd9b54e2b6add1ef6900dda3963bb33a72491f236969ca8afaea29c682d47"
                   "a393c065b38e29fae651a2091c833110")>();
  known_answer<[] {
    sk::parallelhash<256> h(8, "Parallel Data");
    h.update(blocks.substr(0, 11)).update(blocks.substr(11));
    return h.read().template read<64>();
  },
               hex("538e105f1a22f44ed2f5cc1674fbd40be803d9c99bf5f8d90a2c8193f3fe6ea768e5c1a20987e2c9c65febed03887a51"
                   "d35624ed12377594b5585541dc377efc")>();
}

TEST(Constexpr, Kangarootwelve) {
  known_answer<[] { return written<32>([](span out) { sk::kt128("", out); }); },
               hex("1ac2d450fc3b4205d19da7bfca1b37513c0803577ac7167f06fe2ce1f0ef39e5")>();
  known_answer<[] { return written<64>([](span out) { sk::kt256("", out); }); },
               hex("b23d2e9cea9f4904e02bec06817fc10ce38ce8e93ef4c89e6537076af8646404e3e8b68107b8833a5d30490aa3348235"
                   "3fd4adc7148ecb782855003aaebde4a9")>();
}

// More than one chunk, so that there is a leaf. Longer messages exceed clang's default of a million steps.
TEST(Constexpr, KangarootwelveTree) {
  known_answer<[] { return written<32>([](span out) { sk::kt128(octets_from<8193>(0), out); }); },
               hex("bb66fe72eaea5179418d5295ee1344854d8ad7f3fa17efcb467ec152341284cf")>();
  known_answer<[] { return written<64>([](span out) { sk::kt256(octets_from<8193>(0), out); }); },
               hex("65ff03335900e5197acbd5f41b797f0e7e36ad4ff7d89c09fa6f28ae58d1e8bc2df1779b86f988c3b13690172914ea17"
                   "2423b23ef4057255bb0836ab3a99836e")>();
}

// The first and the last lane of Keccak-f[1600] and of its last 12 rounds on the zero state.
TEST(Constexpr, Permutation) {
  known_answer<[] {
    std::array<std::uint64_t, 25> a{};
    sk::keccak_p1600<24>(a);
    return std::array{a[0], a[24]};
  },
               std::array<std::uint64_t, 2>{0xF1258F7940E1DDE7, 0xEAF1FF7B5CECA249}>();
  known_answer<[] {
    std::array<std::uint64_t, 25> a{};
    sk::keccak_p1600<12>(a);
    return std::array{a[0], a[24]};
  },
               std::array<std::uint64_t, 2>{0x8E5E5438B9A78617, 0xCFFD0D76222CA01C}>();
}

}  // namespace
}  // namespace test
