// The reference itself against values that the standards publish, so that two wrongs cannot agree.
#include "reference.hpp"

#include <gtest/gtest.h>

#include "support.hpp"

namespace {

using reference::octets;
using reference::text;

octets counting(unsigned from, unsigned size) {
  octets out;
  for (unsigned i = 0; i < size; ++i) out.push_back(static_cast<std::uint8_t>(from + i));
  return out;
}

octets last(const octets& x, std::ptrdiff_t size) { return {x.end() - size, x.end()}; }

TEST(Reference, Fips202) {
  EXPECT_EQ(test::to_hex(reference::sponge(136, 0x06, 24, {}, 32)),
            "a7ffc6f8bf1ed76651c14756a061d662f580ff4de43b49fa82d80a4b80f8434a");
  EXPECT_EQ(test::to_hex(reference::sponge(136, 0x01, 24, octets(136), 32)),
            "3a5912a7c5faa06ee4fe906253e339467a9ce87d533c65be3c15cb231cdb25f9");
  EXPECT_EQ(test::to_hex(reference::shake(128, {}, 32)), "7f9c2ba4e88f827d616045507605853ed73b8093f6efbc88eb1a6eacfa66ef26");
}

TEST(Reference, Sp800185) {
  EXPECT_EQ(test::to_hex(reference::cshake(128, counting(0, 4), 32, {}, text("Email Signature"))),
            "c1c36925b6409a04f1b504fcbca9d82b4017277cb5ed2b2065fc1d3814d5aaf5");
  const octets key = counting(0x40, 32);
  EXPECT_EQ(test::to_hex(reference::kmac(128, key, counting(0, 4), 32, {})),
            "e5780b0d3ea6f7d3a429c5706aa43a00fadbd7d49628839e3187243f456ee14e");
  EXPECT_EQ(test::to_hex(reference::kmac(256, key, counting(0, 4), 64, text("My Tagged Application"), true)),
            "1755133f1534752aad0748f2c706fb5c784512cab835cd15676b16c0c6647fa9"
            "6faa7af634a0bf8ff6df39374fa00fad9a39e322a7c92065a64eb1fb0801eb2b");
  EXPECT_EQ(test::to_hex(
                reference::tuplehash(128, {counting(0, 3), counting(0x10, 6), counting(0x20, 9)}, 32, text("My Tuple App"))),
            "e60f202c89a2631eda8d4c588ca5fd07f39e5151998deccf973adb3804bb6e84");
  const octets message = reference::joined({counting(0, 8), counting(0x10, 8), counting(0x20, 8)});
  EXPECT_EQ(test::to_hex(reference::parallelhash(128, message, 8, 32, {})),
            "ba8dc1d1d979331d3f813603c67f72609ab5e44b94a0b8f9af46514454a2b4f5");
  EXPECT_EQ(test::to_hex(reference::parallelhash(256, message, 8, 64, text("Parallel Data"), true)),
            "538e105f1a22f44ed2f5cc1674fbd40be803d9c99bf5f8d90a2c8193f3fe6ea7"
            "68e5c1a20987e2c9c65febed03887a51d35624ed12377594b5585541dc377efc");
}

TEST(Reference, Rfc9861) {
  EXPECT_EQ(test::to_hex(last(reference::turboshake(128, 0x1F, {}, 10032), 32)),
            "a3b9b0385900ce761f22aed548e754da10a5242d62e8c658e3f3a923a7555607");
  EXPECT_EQ(test::to_hex(reference::kangarootwelve(128, {}, 32, {})),
            "1ac2d450fc3b4205d19da7bfca1b37513c0803577ac7167f06fe2ce1f0ef39e5");
  EXPECT_EQ(test::to_hex(reference::kangarootwelve(128, test::pattern(83521), 32, {})),
            "8701045e22205345ff4dda05555cbb5c3af1a771c2b89baef37db43d9998b9fe");
  EXPECT_EQ(test::to_hex(reference::kangarootwelve(256, test::pattern(289), 64, {})),
            "de8ccbc63e0f133ebb4416814d4c66f691bbf8b6a61ec0a7700f836b086cb029"
            "d54f12ac7159472c72db118c35b4e6aa213c6562caaa9dcc518959e69b10f3ba");
}

}  // namespace
