// Armv8.2's FEAT_SHA3: three-way XOR (EOR3), XOR with a rotation by one (RAX1) or rotated itself (XAR), and chi (BCAX). Two
// states side by side in 128-bit registers; and one, in the low halves.
#include "kernel.hpp"

#if (defined(__aarch64__) && !defined(__AARCH64EB__)) || defined(_M_ARM64)

#include <arm_neon.h>

SIMDKECCAK_TARGET_BEGIN("arch=armv8.2-a+sha3")
#include "absorb.hpp"

namespace simdkeccak {
namespace kernels {
namespace {

struct word {
  static constexpr unsigned width = 2;
  uint64x2_t v;

  SIMDKECCAK_INLINE static word load(const std::uint64_t* p) { return {vld1q_u64(p)}; }
  SIMDKECCAK_INLINE static void store(std::uint64_t* p, word a) { vst1q_u64(p, a.v); }
  SIMDKECCAK_INLINE static word set1(std::uint64_t c) { return {vdupq_n_u64(c)}; }
  SIMDKECCAK_INLINE static word xor2(word a, word b) { return {veorq_u64(a.v, b.v)}; }
  SIMDKECCAK_INLINE static word xor5(word a, word b, word c, word d, word e) {
    return {veor3q_u64(a.v, b.v, veor3q_u64(c.v, d.v, e.v))};
  }
  SIMDKECCAK_INLINE static word theta_d(word prev, word next) { return {vrax1q_u64(prev.v, next.v)}; }
  SIMDKECCAK_INLINE static word chi(word a, word b, word c) { return {vbcaxq_u64(a.v, c.v, b.v)}; }
  template <int N>
  SIMDKECCAK_INLINE static word xor_rol(word a, word d) {
    if constexpr (N == 0) {
      return xor2(a, d);
    } else {
      return {vxarq_u64(a.v, d.v, 64 - N)};
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

struct low_half;
using single = detail::scalar_word<low_half>;  // reads blocks; detail::keccak_p<single> is below

}  // namespace
}  // namespace kernels

namespace detail {

// Two states, of which the second is zeros and forgotten.
template <>
struct keccak_p<kernels::single, 1> {
  static constexpr unsigned width = 1;

  SIMDKECCAK_INLINE static void permute(std::uint64_t* state, unsigned rounds) {
    std::uint64_t pair[50];
    widen(state, pair);
    keccak_p<kernels::word>::permute(pair, rounds);
    for (std::size_t i = 0; i < 25; ++i) vst1_u64(state + i, vget_low_u64(vld1q_u64(pair + 2 * i)));
  }
  SIMDKECCAK_INLINE static void permute_and_xor(std::uint64_t* state, unsigned rounds, const std::uint64_t* next) {
    std::uint64_t pair[50];
    widen(state, pair);
    keccak_p<kernels::word>::permute(pair, rounds);
    for (std::size_t i = 0; i < 25; ++i)
      vst1_u64(state + i, veor_u64(vget_low_u64(vld1q_u64(pair + 2 * i)), vld1_u64(next + i)));
  }

 private:
  SIMDKECCAK_INLINE static void widen(const std::uint64_t* state, std::uint64_t* pair) {
    for (std::size_t i = 0; i < 25; ++i) vst1q_u64(pair + 2 * i, vcombine_u64(vld1_u64(state + i), vdup_n_u64(0)));
  }
};

}  // namespace detail

namespace kernels {

SIMDKECCAK_KERNEL(sha3_x1) { absorb<single>(state, in, blocks, lanes, rounds); }
SIMDKECCAK_KERNEL(sha3_x2) { absorb<word>(state, in, blocks, lanes, rounds); }

}  // namespace kernels
}  // namespace simdkeccak
SIMDKECCAK_TARGET_END

#endif
