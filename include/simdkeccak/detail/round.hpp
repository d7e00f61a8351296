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
    for (unsigned g = 0; g < width; g += V::width) round<25, 25, true>(e + g, a + g, round_constants[23], next + g);
  }

  // The only permutation of a digest of four lanes (backend.hpp, digest_function): the first round knows which lanes are
  // zero, the last computes no others than are wanted.
  SIMDKECCAK_INLINE static constexpr void permute_to_digest(std::uint64_t* a, unsigned rounds) {
    alignas(64) std::uint64_t e[25 * width];
    first_round_of_digest(a, e, rounds);
    for (unsigned r = 25 - rounds; r < 23; r += 2) two_rounds(e, a, r);
    last_round_of_digest(e, a);
  }
  SIMDKECCAK_INLINE static constexpr void first_round_of_digest(const std::uint64_t* a, std::uint64_t* e, unsigned rounds) {
    for (unsigned g = 0; g < width; g += V::width) round<17>(a + g, e + g, round_constants[24 - rounds]);
  }
  SIMDKECCAK_INLINE static constexpr void last_round_of_digest(const std::uint64_t* e, std::uint64_t* a) {
    for (unsigned g = 0; g < width; g += V::width) round<25, 4>(e + g, a + g, round_constants[23]);
  }

 private:
  SIMDKECCAK_TWO_ROUNDS static constexpr void two_rounds(std::uint64_t* a, std::uint64_t* e, unsigned r) {
    for (unsigned g = 0; g < width; g += V::width) round(a + g, e + g, round_constants[r]);
    for (unsigned g = 0; g < width; g += V::width) round(e + g, a + g, round_constants[r + 1]);
  }

  template <unsigned Known = 25>
  SIMDKECCAK_INLINE static constexpr V lane(const std::uint64_t* a, std::size_t i) {
    return i < Known ? V::load(a + i * width) : V::set1(0);
  }

  // Lane (x, y) is index x + 5 y. The row that the round before wrote last (y = 4) enters the parities last: of all orders
  // of summing tried this one decides most for a single state (3.5 % against a balanced sum).
  template <unsigned Known>
  SIMDKECCAK_INLINE static constexpr V parity(const std::uint64_t* a, unsigned x) {
    return V::xor5(lane<Known>(a, x + 20), lane<Known>(a, x + 15), lane<Known>(a, x + 10), lane<Known>(a, x + 5),
                   lane(a, x));
  }

  // Of what goes in, the lanes from `Known` on are zero; of what comes out, the first `Wanted` are stored.
  template <unsigned Known = 25, unsigned Wanted = 25, bool Xor = false>
  SIMDKECCAK_INLINE static constexpr void round(const std::uint64_t* a, std::uint64_t* e, std::uint64_t constant,
                                                const std::uint64_t* next = nullptr) {
    const V c0 = parity<Known>(a, 0);
    const V c1 = parity<Known>(a, 1);
    const V c2 = parity<Known>(a, 2);
    const V c3 = parity<Known>(a, 3);
    const V c4 = parity<Known>(a, 4);
    const V d0 = V::theta_d(c4, c1);
    const V d1 = V::theta_d(c0, c2);
    const V d2 = V::theta_d(c1, c3);
    const V d3 = V::theta_d(c2, c4);
    const V d4 = V::theta_d(c3, c0);

    // Each row of the result needs one lane of every column: pi undone, rho's rotation beside it.
    row<0, Wanted, Xor>(e, next, rho<0, Known>(a, 0, d0), rho<44, Known>(a, 6, d1), rho<43, Known>(a, 12, d2),
                        rho<21, Known>(a, 18, d3), rho<14, Known>(a, 24, d4), constant);
    row<1, Wanted, Xor>(e, next, rho<28, Known>(a, 3, d3), rho<20, Known>(a, 9, d4), rho<3, Known>(a, 10, d0),
                        rho<45, Known>(a, 16, d1), rho<61, Known>(a, 22, d2));
    row<2, Wanted, Xor>(e, next, rho<1, Known>(a, 1, d1), rho<6, Known>(a, 7, d2), rho<25, Known>(a, 13, d3),
                        rho<8, Known>(a, 19, d4), rho<18, Known>(a, 20, d0));
    row<3, Wanted, Xor>(e, next, rho<27, Known>(a, 4, d4), rho<36, Known>(a, 5, d0), rho<10, Known>(a, 11, d1),
                        rho<15, Known>(a, 17, d2), rho<56, Known>(a, 23, d3));
    row<4, Wanted, Xor>(e, next, rho<62, Known>(a, 2, d2), rho<55, Known>(a, 8, d3), rho<39, Known>(a, 14, d4),
                        rho<41, Known>(a, 15, d0), rho<2, Known>(a, 21, d1));
  }

  template <int N, unsigned Known>
  SIMDKECCAK_INLINE static constexpr V rho(const std::uint64_t* a, unsigned i, V d) {
    return V::template xor_rol<N>(lane<Known>(a, i), d);
  }

  // chi on row y, and iota on the first.
  template <unsigned Y, unsigned Wanted, bool Xor>
  SIMDKECCAK_INLINE static constexpr void row(std::uint64_t* e, const std::uint64_t* next, V b0, V b1, V b2, V b3, V b4,
                                              std::uint64_t constant = 0) {
    V first = V::chi(b0, b1, b2);
    if constexpr (Y == 0) first = V::xor2(first, V::set1(constant));
    put<5 * Y, Wanted, Xor>(e, next, first);
    put<5 * Y + 1, Wanted, Xor>(e, next, V::chi(b1, b2, b3));
    put<5 * Y + 2, Wanted, Xor>(e, next, V::chi(b2, b3, b4));
    put<5 * Y + 3, Wanted, Xor>(e, next, V::chi(b3, b4, b0));
    put<5 * Y + 4, Wanted, Xor>(e, next, V::chi(b4, b0, b1));
  }
  template <unsigned I, unsigned Wanted, bool Xor>
  SIMDKECCAK_INLINE static constexpr void put(std::uint64_t* e, const std::uint64_t* next, V v) {
    if constexpr (Xor) v = V::xor2(v, lane(next, I));
    if constexpr (I < Wanted) V::store(e + std::size_t{I} * width, v);
  }
};

}  // namespace simdkeccak::detail
