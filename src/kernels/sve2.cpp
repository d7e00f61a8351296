// SVE2 on the low 128 bits of its registers, whatever their length: two states. XAR (XOR and rotation) and one EOR3
// (three-way XOR) a column, beside plain code for the rest: on Neoverse N2 and V2 one vector unit in two or four has these
// instructions, so that BCAX, RAX1 and more EOR3 make it slower (llvm-mca: 67 cycles a round instead of 37 on V2).
#include "kernel.hpp"

#if defined(__aarch64__) && !defined(__AARCH64EB__) && defined(__GNUC__)

#include <arm_neon.h>

#if defined(__clang__)
// In no target region: there clang makes EOR3 and BCAX of all it can.
#define SIMDKECCAK_Z(operand) "%z" #operand ".d"
#else
// g++ calls a register z0 only where it holds an SVE type.
#include <arm_sve.h>
#define SIMDKECCAK_Z(operand) "%" #operand ".d"
SIMDKECCAK_TARGET_BEGIN("arch=armv8.2-a+sve2")
#endif
#include "absorb.hpp"
#include "pair.hpp"

namespace simdkeccak::kernels {
namespace {

struct sve2 {
#if defined(__clang__)
  SIMDKECCAK_INLINE static uint64x2_t widen(uint64x2_t a) { return a; }
  SIMDKECCAK_INLINE static uint64x2_t low(uint64x2_t a) { return a; }
#else
  SIMDKECCAK_INLINE static svuint64_t widen(uint64x2_t a) {
    svuint64_t z;
    __asm__("" : "=w"(z) : "0"(a));
    return z;
  }
  SIMDKECCAK_INLINE static uint64x2_t low(svuint64_t z) {
    uint64x2_t a;
    __asm__("" : "=w"(a) : "0"(z));
    return a;
  }
#endif

  SIMDKECCAK_INLINE static uint64x2_t xor5(uint64x2_t a, uint64x2_t b, uint64x2_t c, uint64x2_t d, uint64x2_t e) {
    auto x = widen(veorq_u64(c, veorq_u64(d, e)));
    __asm__(".arch_extension sve2\n\teor3 " SIMDKECCAK_Z(0) ", " SIMDKECCAK_Z(0) ", " SIMDKECCAK_Z(1) ", " SIMDKECCAK_Z(2)
            : "+w"(x)
            : "w"(widen(b)), "w"(widen(a)));
    return low(x);
  }
  SIMDKECCAK_INLINE static uint64x2_t theta_d(uint64x2_t prev, uint64x2_t next) {
    return veorq_u64(prev, vsriq_n_u64(vaddq_u64(next, next), next, 63));
  }
  SIMDKECCAK_INLINE static uint64x2_t chi(uint64x2_t a, uint64x2_t b, uint64x2_t c) { return veorq_u64(a, vbicq_u64(c, b)); }
  template <int N>
  SIMDKECCAK_INLINE static uint64x2_t xor_rol(uint64x2_t a, uint64x2_t d) {
    auto x = widen(a);
    // Volatile, or compilers move it up until registers run out: 15 to 24 instructions more a round.
    __asm__ volatile(".arch_extension sve2\n\txar " SIMDKECCAK_Z(0) ", " SIMDKECCAK_Z(0) ", " SIMDKECCAK_Z(1) ", #%2"
                     : "+w"(x)
                     : "w"(widen(d)), "i"(64 - N));
    return low(x);
  }
};

}  // namespace

SIMDKECCAK_KERNEL(sve2_x2) { absorb<pair<sve2>>(state, in, blocks, lanes, rounds); }

}  // namespace simdkeccak::kernels

#if !defined(__clang__)
SIMDKECCAK_TARGET_END
#endif

#endif
