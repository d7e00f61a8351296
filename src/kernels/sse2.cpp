// 32-bit x86: a lane of one state in the low half of a 128-bit register, or of two states in a whole one. Of the time of
// 64-bit integers in pairs of 32-bit registers they take 0.44 and, a state, 0.19 (Zen 5).
#include "kernel.hpp"

#if defined(__i386__) || defined(_M_IX86)

#include <immintrin.h>

SIMDKECCAK_TARGET_BEGIN("sse2")
#include "absorb.hpp"

namespace simdkeccak::kernels {
namespace {

template <unsigned Width>
struct word {
  static constexpr unsigned width = Width;
  __m128i v;

  SIMDKECCAK_INLINE static word load(const std::uint64_t* p) { return load_bytes(p); }
  SIMDKECCAK_INLINE static word load_bytes(const void* p) {
    if constexpr (Width == 1) {
      return {_mm_loadl_epi64(static_cast<const __m128i*>(p))};
    } else {
      return {_mm_loadu_si128(static_cast<const __m128i*>(p))};
    }
  }
  SIMDKECCAK_INLINE static void store(std::uint64_t* p, word a) {
    if constexpr (Width == 1) {
      _mm_storel_epi64(reinterpret_cast<__m128i*>(p), a.v);
    } else {
      _mm_storeu_si128(reinterpret_cast<__m128i*>(p), a.v);
    }
  }
  SIMDKECCAK_INLINE static word set1(std::uint64_t c) { return {_mm_set1_epi64x(static_cast<long long>(c))}; }
  SIMDKECCAK_INLINE static word xor2(word a, word b) { return {_mm_xor_si128(a.v, b.v)}; }
  SIMDKECCAK_INLINE static word xor5(word a, word b, word c, word d, word e) {
    return xor2(a, xor2(b, xor2(c, xor2(d, e))));
  }
  SIMDKECCAK_INLINE static word theta_d(word prev, word next) { return xor2(prev, rol<1>(next)); }
  SIMDKECCAK_INLINE static word chi(word a, word b, word c) { return xor2(a, {_mm_andnot_si128(b.v, c.v)}); }
  template <int N>
  SIMDKECCAK_INLINE static word xor_rol(word a, word d) {
    return rol<N>(xor2(a, d));
  }
  template <int N>
  SIMDKECCAK_INLINE static word rol(word a) {
    if constexpr (N == 0) {
      return a;
    } else {
      return {_mm_or_si128(_mm_slli_epi64(a.v, N), _mm_srli_epi64(a.v, 64 - N))};
    }
  }

  template <class Take>
  SIMDKECCAK_INLINE static void read_block(const std::uint8_t* const* in, std::size_t offset, unsigned lanes, Take take) {
    for (std::size_t i = 0; i < lanes; ++i) {
      const __m128i first = word<1>::load_bytes(in[0] + offset + 8 * i).v;
      if constexpr (Width == 1) {
        take(i, word{first});
      } else {
        take(i, word{_mm_unpacklo_epi64(first, word<1>::load_bytes(in[1] + offset + 8 * i).v)});
      }
    }
  }
};

}  // namespace

SIMDKECCAK_KERNEL(sse2_x1) { absorb<word<1>>(state, in, blocks, lanes, rounds); }
SIMDKECCAK_KERNEL(sse2_x2) { absorb<word<2>>(state, in, blocks, lanes, rounds); }

}  // namespace simdkeccak::kernels
SIMDKECCAK_TARGET_END

#endif
