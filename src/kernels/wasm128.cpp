// WebAssembly's SIMD128: two states, the same lane of each in one vector.
#include "kernel.hpp"

#if defined(__wasm_simd128__)

#include <wasm_simd128.h>

#include "absorb.hpp"

namespace simdkeccak::kernels {
namespace {

struct word {
  static constexpr unsigned width = 2;
  v128_t v;

  SIMDKECCAK_INLINE static word load(const std::uint64_t* p) { return {wasm_v128_load(p)}; }
  SIMDKECCAK_INLINE static void store(std::uint64_t* p, word a) { wasm_v128_store(p, a.v); }
  SIMDKECCAK_INLINE static word set1(std::uint64_t c) { return {wasm_u64x2_splat(c)}; }
  SIMDKECCAK_INLINE static word xor2(word a, word b) { return {wasm_v128_xor(a.v, b.v)}; }
  SIMDKECCAK_INLINE static word xor5(word a, word b, word c, word d, word e) {
    return xor2(a, xor2(b, xor2(c, xor2(d, e))));
  }
  SIMDKECCAK_INLINE static word theta_d(word prev, word next) { return xor2(prev, rol<1>(next)); }
  SIMDKECCAK_INLINE static word chi(word a, word b, word c) { return xor2(a, {wasm_v128_andnot(c.v, b.v)}); }
  template <int N>
  SIMDKECCAK_INLINE static word xor_rol(word a, word d) {
    return rol<N>(xor2(a, d));
  }
  template <int N>
  SIMDKECCAK_INLINE static word rol(word a) {
    if constexpr (N == 0) {
      return a;
    } else {
      return {wasm_v128_or(wasm_i64x2_shl(a.v, N), wasm_u64x2_shr(a.v, 64 - N))};
    }
  }

  // Two lanes of two blocks at a time by a 2 x 2 transpose.
  template <class Take>
  SIMDKECCAK_INLINE static void read_block(const std::uint8_t* const* in, std::size_t offset, unsigned lanes, Take take) {
    const std::uint8_t* const in0 = in[0] + offset;
    const std::uint8_t* const in1 = in[1] + offset;
    std::size_t i = 0;
    for (; i + 2 <= lanes; i += 2) {
      const v128_t r0 = wasm_v128_load(in0 + 8 * i);
      const v128_t r1 = wasm_v128_load(in1 + 8 * i);
      take(i, word{wasm_i64x2_shuffle(r0, r1, 0, 2)});
      take(i + 1, word{wasm_i64x2_shuffle(r0, r1, 1, 3)});
    }
    if (i < lanes) take(i, word{wasm_v128_load64_lane(in1 + 8 * i, wasm_v128_load64_zero(in0 + 8 * i), 1)});
  }
};

}  // namespace

SIMDKECCAK_KERNEL(wasm128_x2) { absorb<word>(state, in, blocks, lanes, rounds); }

}  // namespace simdkeccak::kernels

#endif
