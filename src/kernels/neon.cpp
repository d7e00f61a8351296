// Two states, the same lane of each in one 128-bit register. A rotation is two instructions (SHL, SRI).
#include "kernel.hpp"

#if (defined(__aarch64__) && !defined(__AARCH64EB__)) || defined(_M_ARM64)

#include <arm_neon.h>

#include "absorb.hpp"
#include "pair.hpp"

namespace simdkeccak::kernels {
namespace {

struct plain {
  SIMDKECCAK_INLINE static uint64x2_t xor5(uint64x2_t a, uint64x2_t b, uint64x2_t c, uint64x2_t d, uint64x2_t e) {
    return veorq_u64(a, veorq_u64(b, veorq_u64(c, veorq_u64(d, e))));
  }
  SIMDKECCAK_INLINE static uint64x2_t theta_d(uint64x2_t prev, uint64x2_t next) {
    return veorq_u64(prev, vsriq_n_u64(vaddq_u64(next, next), next, 63));
  }
  SIMDKECCAK_INLINE static uint64x2_t chi(uint64x2_t a, uint64x2_t b, uint64x2_t c) { return veorq_u64(a, vbicq_u64(c, b)); }
  template <int N>
  SIMDKECCAK_INLINE static uint64x2_t xor_rol(uint64x2_t a, uint64x2_t d) {
    const uint64x2_t x = veorq_u64(a, d);
    return vsriq_n_u64(vshlq_n_u64(x, N), x, 64 - N);
  }
};

}  // namespace

SIMDKECCAK_KERNEL(neon_x2) { absorb<pair<plain>>(state, in, blocks, lanes, rounds); }

}  // namespace simdkeccak::kernels

#endif
