// The lane as a plain 64-bit integer: the word of the portable kernel, of the other kernels in general registers, and of
// constant evaluation.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "config.hpp"
#include "round.hpp"

namespace simdkeccak::detail {

// `Isa` only tells the instruction sets' copies apart; a kernel passes a type of its own anonymous namespace.
template <class Isa>
struct scalar_word {
  static constexpr unsigned width = 1;
  std::uint64_t v;

  SIMDKECCAK_INLINE static constexpr scalar_word load(const std::uint64_t* p) { return {*p}; }
  SIMDKECCAK_INLINE static constexpr void store(std::uint64_t* p, scalar_word a) { *p = a.v; }
  SIMDKECCAK_INLINE static constexpr scalar_word set1(std::uint64_t c) { return {c}; }
  SIMDKECCAK_INLINE static constexpr scalar_word xor2(scalar_word a, scalar_word b) { return {a.v ^ b.v}; }
  SIMDKECCAK_INLINE static constexpr scalar_word xor5(scalar_word a, scalar_word b, scalar_word c, scalar_word d,
                                                      scalar_word e) {
    return {a.v ^ (b.v ^ (c.v ^ (d.v ^ e.v)))};
  }
  SIMDKECCAK_INLINE static constexpr scalar_word theta_d(scalar_word prev, scalar_word next) {
    return {prev.v ^ rol(next.v, 1)};
  }
  SIMDKECCAK_INLINE static constexpr scalar_word chi(scalar_word a, scalar_word b, scalar_word c) {
    return {a.v ^ (~b.v & c.v)};
  }
  template <int N>
  SIMDKECCAK_INLINE static constexpr scalar_word xor_rol(scalar_word a, scalar_word d) {
    return {rol(a.v ^ d.v, N)};
  }

  // Calls take(i, lane i of the block at in[0] + offset) for every i below `lanes`.
  template <class Take>
  SIMDKECCAK_INLINE static void read_block(const std::uint8_t* const* in, std::size_t offset, unsigned lanes, Take take) {
    const std::uint8_t* const block = in[0] + offset;
    for (std::size_t i = 0; i < lanes; ++i) take(i, scalar_word{load_little_endian(block + 8 * i)});
  }

 private:
  SIMDKECCAK_INLINE static constexpr std::uint64_t rol(std::uint64_t a, int n) { return a << (n & 63) | a >> (-n & 63); }

  SIMDKECCAK_INLINE static std::uint64_t load_little_endian(const std::uint8_t* p) {
    std::uint64_t lane = 0;
    if constexpr (std::endian::native == std::endian::little) {
      std::memcpy(&lane, p, 8);
    } else {
      for (int i = 0; i < 8; ++i) lane |= std::uint64_t{p[i]} << (8 * i);
    }
    return lane;
  }
};

}  // namespace simdkeccak::detail
