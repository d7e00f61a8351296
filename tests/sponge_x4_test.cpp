// Four sponges side by side: each output is that of its message.
#include <gtest/gtest.h>
#include <simdkeccak/simdkeccak.h>

#include <array>
#include <cstdint>
#include <simdkeccak/sponge_x4.hpp>
#include <vector>

#include "emulated_rows.hpp"
#include "noise.hpp"
#include "reference.hpp"
#include "support.hpp"

namespace {

namespace sk = simdkeccak;
using test::octets;

struct four_messages {
  std::array<octets, 4> messages;
  explicit four_messages(std::size_t size) {
    for (std::size_t i = 0; i < 4; ++i) messages[i] = test::noise(size, 181 + i);
  }
  std::array<const std::uint8_t*, 4> pointers() const {
    return {messages[0].data(), messages[1].data(), messages[2].data(), messages[3].data()};
  }
};

template <sk::algorithm A>
void expect_four() {
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, std::size_t{7}, std::size_t{8}, std::size_t{34},
                                 A.rate - std::size_t{1}, std::size_t{A.rate}, A.rate + std::size_t{1}, std::size_t{1000}}) {
    const four_messages in(size);
    std::array<octets, 4> expected;
    for (std::size_t i = 0; i < 4; ++i)
      expected[i] = reference::sponge(A.rate, A.suffix, A.rounds, in.messages[i], 5 * A.rate);
    for (const sk::backend* row : test::rows_of_every_width()) {
      std::array<octets, 4> got;
      for (octets& out : got) out.resize(5 * A.rate);
      sk::sponge_x4<A> x(*row);
      x.absorb_once(four_messages(20).pointers(), 20);  // absorbing begins anew
      x.absorb_once(in.pointers(), size);
      std::size_t done = 0;
      for (const std::size_t blocks : {1U, 0U, 3U, 1U}) {
        x.squeeze_blocks({got[0].data() + done, got[1].data() + done, got[2].data() + done, got[3].data() + done}, blocks);
        done += blocks * A.rate;
      }
      ASSERT_EQ(got, expected) << size << " bytes on " << row->name;
    }
  }
}

TEST(SpongeX4, Shake128) { expect_four<sk::shake128>(); }
TEST(SpongeX4, Shake256) { expect_four<sk::shake256>(); }
TEST(SpongeX4, Turboshake128) { expect_four<sk::turboshake128>(); }

TEST(SpongeX4, InC) {
  const four_messages in(34);
  const auto [a, b, c, d] = in.pointers();
  std::array<octets, 4> got;
  for (octets& out : got) out.resize(3 * 168);
  simdkeccak_x4 state, copy;
  simdkeccak_shake128x4_absorb_once(&state, a, b, c, d, 34);
  copy = state;
  for (simdkeccak_x4* s : {&state, &copy}) {
    simdkeccak_shake128x4_squeezeblocks(got[0].data(), got[1].data(), got[2].data(), got[3].data(), 3, s);
    for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(got[i], reference::shake(128, in.messages[i], 3 * 168)) << i;
  }
  for (octets& out : got) out.resize(2 * 136);
  simdkeccak_shake256x4_absorb_once(&state, a, b, c, d, 34);
  simdkeccak_shake256x4_squeezeblocks(got[0].data(), got[1].data(), got[2].data(), got[3].data(), 2, &state);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(got[i], reference::shake(256, in.messages[i], 2 * 136)) << i;
  simdkeccak_x4_clear(&state);
  for (const std::uint64_t lane : state.opaque) EXPECT_EQ(lane, 0U);
  simdkeccak_shake128x4_absorb_once(&state, nullptr, nullptr, nullptr, nullptr, 0);
}

}  // namespace
