// The word type of AArch64's kernels of two states: the same lane of each in one 128-bit register. `Instructions` has what
// they differ in. Included inside a kernel's target region, after <arm_neon.h>.
#pragma once

#include <simdkeccak/detail/config.hpp>

namespace simdkeccak::kernels {
namespace {

template <class Instructions>
struct pair {
  static constexpr unsigned width = 2;
  uint64x2_t v;

  SIMDKECCAK_INLINE static pair load(const std::uint64_t* p) { return {vld1q_u64(p)}; }
  SIMDKECCAK_INLINE static void store(std::uint64_t* p, pair a) { vst1q_u64(p, a.v); }
  SIMDKECCAK_INLINE static pair set1(std::uint64_t c) { return {vdupq_n_u64(c)}; }
  SIMDKECCAK_INLINE static pair xor2(pair a, pair b) { return {veorq_u64(a.v, b.v)}; }
  SIMDKECCAK_INLINE static pair xor5(pair a, pair b, pair c, pair d, pair e) {
    return {Instructions::xor5(a.v, b.v, c.v, d.v, e.v)};
  }
  SIMDKECCAK_INLINE static pair theta_d(pair prev, pair next) { return {Instructions::theta_d(prev.v, next.v)}; }
  SIMDKECCAK_INLINE static pair chi(pair a, pair b, pair c) { return {Instructions::chi(a.v, b.v, c.v)}; }
  template <int N>
  SIMDKECCAK_INLINE static pair xor_rol(pair a, pair d) {
    if constexpr (N == 0) {
      return xor2(a, d);
    } else {
      return {Instructions::template xor_rol<N>(a.v, d.v)};
    }
  }

  // Two lanes of two blocks at a time by a 2 x 2 transpose.
  template <class Take>
  SIMDKECCAK_INLINE static void read_block(const std::uint8_t* const* in, std::size_t offset, unsigned lanes, Take take) {
    const std::uint8_t* const in0 = in[0] + offset;
    const std::uint8_t* const in1 = in[1] + offset;
    std::size_t i = 0;
    for (; i + 2 <= lanes; i += 2) {
      const uint64x2_t r0 = vreinterpretq_u64_u8(vld1q_u8(in0 + 8 * i));
      const uint64x2_t r1 = vreinterpretq_u64_u8(vld1q_u8(in1 + 8 * i));
      take(i, pair{vtrn1q_u64(r0, r1)});
      take(i + 1, pair{vtrn2q_u64(r0, r1)});
    }
    if (i < lanes) take(i, pair{vreinterpretq_u64_u8(vcombine_u8(vld1_u8(in0 + 8 * i), vld1_u8(in1 + 8 * i)))});
  }
};

}  // namespace
}  // namespace simdkeccak::kernels
