// Two states in 128-bit registers, for CPUs without AVX2: one permutation of two takes 0.7 of the time of two of one. (Where
// there is AVX2, four states take no longer than two.)
#include "kernel.hpp"

#if (defined(__x86_64__) && !defined(__ILP32__)) || defined(_M_X64)

#include <immintrin.h>

SIMDKECCAK_TARGET_BEGIN("ssse3")
#include "absorb.hpp"

namespace simdkeccak::kernels {
namespace {

struct word {
  static constexpr unsigned width = 2;
  __m128i v;

  SIMDKECCAK_INLINE static word load(const std::uint64_t* p) { return load_bytes(p); }
  SIMDKECCAK_INLINE static word load_bytes(const void* p) { return {_mm_loadu_si128(static_cast<const __m128i*>(p))}; }
  SIMDKECCAK_INLINE static void store(std::uint64_t* p, word a) { _mm_storeu_si128(reinterpret_cast<__m128i*>(p), a.v); }
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

  // As in avx2.cpp.
  template <int N>
  SIMDKECCAK_INLINE static word rol(word a) {
    if constexpr (N == 0) {
      return a;
    } else if constexpr (N == 8) {
      return {_mm_shuffle_epi8(a.v, _mm_setr_epi8(7, 0, 1, 2, 3, 4, 5, 6, 15, 8, 9, 10, 11, 12, 13, 14))};
    } else if constexpr (N == 56) {
      return {_mm_shuffle_epi8(a.v, _mm_setr_epi8(1, 2, 3, 4, 5, 6, 7, 0, 9, 10, 11, 12, 13, 14, 15, 8))};
    } else if constexpr (N == 1) {
      return {_mm_or_si128(_mm_add_epi64(a.v, a.v), _mm_srli_epi64(a.v, 63))};
    } else {
      return {_mm_or_si128(_mm_slli_epi64(a.v, N), _mm_srli_epi64(a.v, 64 - N))};
    }
  }

  // Two lanes of two blocks at a time.
  template <class Take>
  SIMDKECCAK_INLINE static void read_block(const std::uint8_t* const* in, std::size_t offset, unsigned lanes, Take take) {
    const std::uint8_t* const in0 = in[0] + offset;
    const std::uint8_t* const in1 = in[1] + offset;
    std::size_t i = 0;
    for (; i + 2 <= lanes; i += 2) {
      const __m128i r0 = load_bytes(in0 + 8 * i).v;
      const __m128i r1 = load_bytes(in1 + 8 * i).v;
      take(i, word{_mm_unpacklo_epi64(r0, r1)});
      take(i + 1, word{_mm_unpackhi_epi64(r0, r1)});
    }
    if (i < lanes) take(i, word{_mm_unpacklo_epi64(load_lane(in0 + 8 * i), load_lane(in1 + 8 * i))});
  }
  SIMDKECCAK_INLINE static __m128i load_lane(const std::uint8_t* p) {
    return _mm_loadl_epi64(reinterpret_cast<const __m128i*>(p));
  }
};

}  // namespace

SIMDKECCAK_KERNEL(ssse3_x2) { absorb<word>(state, in, blocks, lanes, rounds); }
SIMDKECCAK_DIGEST(ssse3_x2) { detail::keccak_p<word>::permute_to_digest(state, rounds); }

}  // namespace simdkeccak::kernels
SIMDKECCAK_TARGET_END

#endif
