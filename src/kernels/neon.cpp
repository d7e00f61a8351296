// Two states, the same lane of each in one 128-bit register. A rotation is two instructions (SHL, SRI).
#include "kernel.hpp"

#if (defined(__aarch64__) && !defined(__AARCH64EB__)) || defined(_M_ARM64)

#include <arm_neon.h>

#include "absorb.hpp"

namespace simdkeccak::kernels {
namespace {

struct word {
  static constexpr unsigned width = 2;
  uint64x2_t v;

  SIMDKECCAK_INLINE static word load(const std::uint64_t* p) { return {vld1q_u64(p)}; }
  SIMDKECCAK_INLINE static void store(std::uint64_t* p, word a) { vst1q_u64(p, a.v); }
  SIMDKECCAK_INLINE static word set1(std::uint64_t c) { return {vdupq_n_u64(c)}; }
  SIMDKECCAK_INLINE static word xor2(word a, word b) { return {veorq_u64(a.v, b.v)}; }
  SIMDKECCAK_INLINE static word xor5(word a, word b, word c, word d, word e) {
    return xor2(a, xor2(b, xor2(c, xor2(d, e))));
  }
  SIMDKECCAK_INLINE static word theta_d(word prev, word next) {
    return xor2(prev, {vsriq_n_u64(vaddq_u64(next.v, next.v), next.v, 63)});
  }
  SIMDKECCAK_INLINE static word chi(word a, word b, word c) { return {veorq_u64(a.v, vbicq_u64(c.v, b.v))}; }
  template <int N>
  SIMDKECCAK_INLINE static word xor_rol(word a, word d) {
    const uint64x2_t x = xor2(a, d).v;
    if constexpr (N == 0) {
      return {x};
    } else {
      return {vsriq_n_u64(vshlq_n_u64(x, N), x, 64 - N)};
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
      take(i, word{vtrn1q_u64(r0, r1)});
      take(i + 1, word{vtrn2q_u64(r0, r1)});
    }
    if (i < lanes) take(i, word{vreinterpretq_u64_u8(vcombine_u8(vld1_u8(in0 + 8 * i), vld1_u8(in1 + 8 * i)))});
  }
};

}  // namespace

SIMDKECCAK_KERNEL(neon_x2) { absorb<word>(state, in, blocks, lanes, rounds); }

}  // namespace simdkeccak::kernels

#endif
