// Armv8.2's FEAT_SHA3: three-way XOR (EOR3), XOR with a rotation by one (RAX1) or rotated itself (XAR), and chi (BCAX). Two
// states side by side in 128-bit registers; and one, in the low halves.
#include "kernel.hpp"

#if (defined(__aarch64__) && !defined(__AARCH64EB__)) || defined(_M_ARM64)

#include <arm_neon.h>

SIMDKECCAK_TARGET_BEGIN("arch=armv8.2-a+sha3")
#include "absorb.hpp"
#include "pair.hpp"

namespace simdkeccak {
namespace kernels {
namespace {

struct feat_sha3 {
  SIMDKECCAK_INLINE static uint64x2_t xor5(uint64x2_t a, uint64x2_t b, uint64x2_t c, uint64x2_t d, uint64x2_t e) {
    return veor3q_u64(a, b, veor3q_u64(c, d, e));
  }
  SIMDKECCAK_INLINE static uint64x2_t theta_d(uint64x2_t prev, uint64x2_t next) { return vrax1q_u64(prev, next); }
  SIMDKECCAK_INLINE static uint64x2_t chi(uint64x2_t a, uint64x2_t b, uint64x2_t c) { return vbcaxq_u64(a, c, b); }
  template <int N>
  SIMDKECCAK_INLINE static uint64x2_t xor_rol(uint64x2_t a, uint64x2_t d) {
    return vxarq_u64(a, d, 64 - N);
  }
};

using word = pair<feat_sha3>;
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
