// The only Keccak round and the only round constants of the library (FIPS 202, section 3.2).
//
// They are written over a word type V: one lane of one state (std::uint64_t in a struct) or the same lane of several
// states (a vector register). V supplies eight operations, each the strongest instruction its machine has:
//
//   xor5(a, b, c, d, e)   a ^ (b ^ (c ^ (d ^ e)))     theta: the parity of a column
//   theta_d(prev, next)   prev ^ rol(next, 1)         theta: what a column is XORed with
//   xor_rol<N>(a, d)      rol(a ^ d, N)               theta's XOR and rho's rotation
//   chi(a, b, c)          a ^ (~b & c)
//   xor2, set1, load, store
//
// A kernel includes this file inside its own target region, with a V of its own in an anonymous namespace: every function
// here then has that instruction set and internal linkage, so no linker can confuse two instruction sets' copies.
#pragma once

#include <cstddef>
#include <cstdint>

#include "config.hpp"

// On WebAssembly not inlined, so that clang sees two arrays in memory. Lanes in local variables, more than the machine has
// registers, are moved about by engines: 25 % slower (V8).
#if defined(__wasm__)
#define SIMDKECCAK_TWO_ROUNDS [[gnu::noinline]]
#else
#define SIMDKECCAK_TWO_ROUNDS SIMDKECCAK_INLINE
#endif

namespace simdkeccak::detail {

// Permutes `Groups` groups of V::width states, their rounds taken in turn: while one group waits for its column parities,
// the other fills the pipes.
template <class V, unsigned Groups = 1>
struct keccak_p {
  static constexpr unsigned width = Groups * V::width;

  // FIPS 202, section 3.2.5. Fewer than 24 rounds are the last ones (section 3.3).
  static constexpr std::uint64_t round_constants[24] = {
      0x0000000000000001, 0x0000000000008082, 0x800000000000808A, 0x8000000080008000, 0x000000000000808B, 0x0000000080000001,
      0x8000000080008081, 0x8000000000008009, 0x000000000000008A, 0x0000000000000088, 0x0000000080008009, 0x000000008000000A,
      0x000000008000808B, 0x800000000000008B, 0x8000000000008089, 0x8000000000008003, 0x8000000000008002, 0x8000000000000080,
      0x000000000000800A, 0x800000008000000A, 0x8000000080008081, 0x8000000000008080, 0x0000000080000001, 0x8000000080008008,
  };

  // Permutes [25][width] lanes in place; `rounds` is even, 2 to 24. The lanes go from `a` to `e` and back
  // ("ping-pong"), which suits machines with 16 registers. Two rounds a loop: four and six were 1 % slower, 24 unrolled 20 %
  // (Zen 3). Working on the caller's memory rather than on a copy saves 50 cycles a call (Zen 5).
  SIMDKECCAK_INLINE static constexpr void permute(std::uint64_t* a, unsigned rounds) {
    alignas(64) std::uint64_t e[25 * width];
    for (unsigned r = 24 - rounds; r < 24; r += 2) two_rounds(a, e, r);
  }

  // The same, and XORs the 25 rows of `next` into the result.
  SIMDKECCAK_INLINE static constexpr void permute_and_xor(std::uint64_t* a, unsigned rounds, const std::uint64_t* next) {
    alignas(64) std::uint64_t e[25 * width];
    for (unsigned r = 24 - rounds; r < 22; r += 2) two_rounds(a, e, r);
    last_two_rounds_and_xor(a, e, next);
  }

  // `e` is room for as many lanes as there are in `a`.
  SIMDKECCAK_INLINE static constexpr void last_two_rounds_and_xor(std::uint64_t* a, std::uint64_t* e,
                                                                  const std::uint64_t* next) {
    for (unsigned g = 0; g < width; g += V::width) round(a + g, e + g, round_constants[22]);
    for (unsigned g = 0; g < width; g += V::width) round<true>(e + g, a + g, round_constants[23], next + g);
  }

 private:
  SIMDKECCAK_TWO_ROUNDS static constexpr void two_rounds(std::uint64_t* a, std::uint64_t* e, unsigned r) {
    for (unsigned g = 0; g < width; g += V::width) round(a + g, e + g, round_constants[r]);
    for (unsigned g = 0; g < width; g += V::width) round(e + g, a + g, round_constants[r + 1]);
  }

  SIMDKECCAK_INLINE static constexpr V lane(const std::uint64_t* a, std::size_t i) { return V::load(a + i * width); }

  // Lane (x, y) is index x + 5 y. The row that the round before wrote last (y = 4) enters the parities last: of all orders
  // of summing tried this one decides most for a single state (3.5 % against a balanced sum).
  SIMDKECCAK_INLINE static constexpr V parity(const std::uint64_t* a, unsigned x) {
    return V::xor5(lane(a, x + 20), lane(a, x + 15), lane(a, x + 10), lane(a, x + 5), lane(a, x));
  }

  template <bool Xor = false>
  SIMDKECCAK_INLINE static constexpr void round(const std::uint64_t* a, std::uint64_t* e, std::uint64_t constant,
                                                const std::uint64_t* next = nullptr) {
    const V c0 = parity(a, 0), c1 = parity(a, 1), c2 = parity(a, 2), c3 = parity(a, 3), c4 = parity(a, 4);
    const V d0 = V::theta_d(c4, c1);
    const V d1 = V::theta_d(c0, c2);
    const V d2 = V::theta_d(c1, c3);
    const V d3 = V::theta_d(c2, c4);
    const V d4 = V::theta_d(c3, c0);

    // Each row of the result needs one lane of every column: pi undone, rho's rotation beside it.
    row<0, Xor>(e, next, rho<0>(a, 0, d0), rho<44>(a, 6, d1), rho<43>(a, 12, d2), rho<21>(a, 18, d3), rho<14>(a, 24, d4),
                constant);
    row<1, Xor>(e, next, rho<28>(a, 3, d3), rho<20>(a, 9, d4), rho<3>(a, 10, d0), rho<45>(a, 16, d1), rho<61>(a, 22, d2));
    row<2, Xor>(e, next, rho<1>(a, 1, d1), rho<6>(a, 7, d2), rho<25>(a, 13, d3), rho<8>(a, 19, d4), rho<18>(a, 20, d0));
    row<3, Xor>(e, next, rho<27>(a, 4, d4), rho<36>(a, 5, d0), rho<10>(a, 11, d1), rho<15>(a, 17, d2), rho<56>(a, 23, d3));
    row<4, Xor>(e, next, rho<62>(a, 2, d2), rho<55>(a, 8, d3), rho<39>(a, 14, d4), rho<41>(a, 15, d0), rho<2>(a, 21, d1));
  }

  template <int N>
  SIMDKECCAK_INLINE static constexpr V rho(const std::uint64_t* a, unsigned i, V d) {
    return V::template xor_rol<N>(lane(a, i), d);
  }

  // chi on row y, and iota on the first.
  template <unsigned Y, bool Xor>
  SIMDKECCAK_INLINE static constexpr void row(std::uint64_t* e, const std::uint64_t* next, V b0, V b1, V b2, V b3, V b4,
                                              std::uint64_t constant = 0) {
    V first = V::chi(b0, b1, b2);
    if constexpr (Y == 0) first = V::xor2(first, V::set1(constant));
    put<Xor>(e, next, 5 * Y, first);
    put<Xor>(e, next, 5 * Y + 1, V::chi(b1, b2, b3));
    put<Xor>(e, next, 5 * Y + 2, V::chi(b2, b3, b4));
    put<Xor>(e, next, 5 * Y + 3, V::chi(b3, b4, b0));
    put<Xor>(e, next, 5 * Y + 4, V::chi(b4, b0, b1));
  }
  template <bool Xor>
  SIMDKECCAK_INLINE static constexpr void put(std::uint64_t* e, const std::uint64_t* next, std::size_t i, V v) {
    if constexpr (Xor) v = V::xor2(v, lane(next, i));
    V::store(e + i * width, v);
  }
};

}  // namespace simdkeccak::detail
