// Eight states in 512-bit registers, and four in 256-bit ones: a rotation is one instruction, and so are the XOR of three
// words and chi. Dead ends (Zen 5): theta's last XOR merged into a three-way XOR with the lane, five instructions a round
// fewer, 18 % slower; two groups of eight in turn, 4 % slower; the lanes in local variables, left to g++ to keep in
// registers, 20 % slower.
#include "kernel.hpp"

#if defined(__x86_64__) || defined(_M_X64)

#include <immintrin.h>

// g++ 12's intrinsics read a variable of their own before they set it.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif

SIMDKECCAK_TARGET_BEGIN("avx512f,avx512vl,avx2")
#include "absorb.hpp"

namespace simdkeccak::kernels {
namespace {

// The truth tables of VPTERNLOG for a ^ b ^ c and for a ^ (~b & c).
constexpr int xor3_table = 0x96;
constexpr int chi_table = 0xD2;

struct word8 {
  static constexpr unsigned width = 8;
  __m512i v;

  SIMDKECCAK_INLINE static word8 load(const std::uint64_t* p) { return {_mm512_loadu_si512(p)}; }
  SIMDKECCAK_INLINE static void store(std::uint64_t* p, word8 a) { _mm512_storeu_si512(p, a.v); }
  SIMDKECCAK_INLINE static word8 set1(std::uint64_t c) { return {_mm512_set1_epi64(static_cast<long long>(c))}; }
  SIMDKECCAK_INLINE static word8 xor2(word8 a, word8 b) { return {_mm512_xor_si512(a.v, b.v)}; }
  SIMDKECCAK_INLINE static word8 xor3(word8 a, word8 b, word8 c) {
    return {_mm512_ternarylogic_epi64(a.v, b.v, c.v, xor3_table)};
  }
  SIMDKECCAK_INLINE static word8 xor5(word8 a, word8 b, word8 c, word8 d, word8 e) { return xor3(a, b, xor3(c, d, e)); }
  SIMDKECCAK_INLINE static word8 theta_d(word8 prev, word8 next) { return xor2(prev, {_mm512_rol_epi64(next.v, 1)}); }
  SIMDKECCAK_INLINE static word8 chi(word8 a, word8 b, word8 c) {
    return {_mm512_ternarylogic_epi64(a.v, b.v, c.v, chi_table)};
  }
  template <int N>
  SIMDKECCAK_INLINE static word8 xor_rol(word8 a, word8 d) {
    return {_mm512_rol_epi64(xor2(a, d).v, N)};
  }

  // Four lanes of eight blocks at a time. Loads of what is behind the block are
  // masked out, which also keeps them from touching the page there.
  template <class Take>
  SIMDKECCAK_INLINE static void read_block(const std::uint8_t* const* in, std::size_t offset, unsigned lanes, Take take) {
    for (unsigned i = 0; i < lanes; i += 4, offset += 32) {
      const unsigned n = lanes - i;
      const auto mask = static_cast<__mmask8>(n >= 4 ? 0xF : (1U << n) - 1);
      const __m512i r02 = pair(in[0] + offset, in[2] + offset, mask);
      const __m512i r13 = pair(in[1] + offset, in[3] + offset, mask);
      const __m512i r46 = pair(in[4] + offset, in[6] + offset, mask);
      const __m512i r57 = pair(in[5] + offset, in[7] + offset, mask);
      const __m512i even0123 = _mm512_unpacklo_epi64(r02, r13);
      const __m512i odd0123 = _mm512_unpackhi_epi64(r02, r13);
      const __m512i even4567 = _mm512_unpacklo_epi64(r46, r57);
      const __m512i odd4567 = _mm512_unpackhi_epi64(r46, r57);
      take(i, word8{_mm512_shuffle_i64x2(even0123, even4567, 0x88)});
      if (n > 1) take(i + 1, word8{_mm512_shuffle_i64x2(odd0123, odd4567, 0x88)});
      if (n > 2) take(i + 2, word8{_mm512_shuffle_i64x2(even0123, even4567, 0xDD)});
      if (n > 3) take(i + 3, word8{_mm512_shuffle_i64x2(odd0123, odd4567, 0xDD)});
    }
  }
  SIMDKECCAK_INLINE static __m512i pair(const std::uint8_t* low, const std::uint8_t* high, __mmask8 mask) {
    return _mm512_inserti64x4(_mm512_castsi256_si512(_mm256_maskz_loadu_epi64(mask, low)),
                              _mm256_maskz_loadu_epi64(mask, high), 1);
  }
};

struct word4 {
  static constexpr unsigned width = 4;
  __m256i v;

  SIMDKECCAK_INLINE static word4 load(const std::uint64_t* p) { return {_mm256_loadu_epi64(p)}; }
  SIMDKECCAK_INLINE static void store(std::uint64_t* p, word4 a) { _mm256_storeu_epi64(p, a.v); }
  SIMDKECCAK_INLINE static word4 set1(std::uint64_t c) { return {_mm256_set1_epi64x(static_cast<long long>(c))}; }
  SIMDKECCAK_INLINE static word4 xor2(word4 a, word4 b) { return {_mm256_xor_si256(a.v, b.v)}; }
  SIMDKECCAK_INLINE static word4 xor3(word4 a, word4 b, word4 c) {
    return {_mm256_ternarylogic_epi64(a.v, b.v, c.v, xor3_table)};
  }
  SIMDKECCAK_INLINE static word4 xor5(word4 a, word4 b, word4 c, word4 d, word4 e) { return xor3(a, b, xor3(c, d, e)); }
  SIMDKECCAK_INLINE static word4 theta_d(word4 prev, word4 next) { return xor2(prev, {_mm256_rol_epi64(next.v, 1)}); }
  SIMDKECCAK_INLINE static word4 chi(word4 a, word4 b, word4 c) {
    return {_mm256_ternarylogic_epi64(a.v, b.v, c.v, chi_table)};
  }
  template <int N>
  SIMDKECCAK_INLINE static word4 xor_rol(word4 a, word4 d) {
    return {_mm256_rol_epi64(xor2(a, d).v, N)};
  }

  template <class Take>
  SIMDKECCAK_INLINE static void read_block(const std::uint8_t* const* in, std::size_t offset, unsigned lanes, Take take) {
    for (unsigned i = 0; i < lanes; i += 4, offset += 32) {
      const unsigned n = lanes - i;
      const auto mask = static_cast<__mmask8>(n >= 4 ? 0xF : (1U << n) - 1);
      const __m256i r0 = _mm256_maskz_loadu_epi64(mask, in[0] + offset);
      const __m256i r1 = _mm256_maskz_loadu_epi64(mask, in[1] + offset);
      const __m256i r2 = _mm256_maskz_loadu_epi64(mask, in[2] + offset);
      const __m256i r3 = _mm256_maskz_loadu_epi64(mask, in[3] + offset);
      const __m256i even01 = _mm256_unpacklo_epi64(r0, r1);
      const __m256i odd01 = _mm256_unpackhi_epi64(r0, r1);
      const __m256i even23 = _mm256_unpacklo_epi64(r2, r3);
      const __m256i odd23 = _mm256_unpackhi_epi64(r2, r3);
      take(i, word4{_mm256_permute2x128_si256(even01, even23, 0x20)});
      if (n > 1) take(i + 1, word4{_mm256_permute2x128_si256(odd01, odd23, 0x20)});
      if (n > 2) take(i + 2, word4{_mm256_permute2x128_si256(even01, even23, 0x31)});
      if (n > 3) take(i + 3, word4{_mm256_permute2x128_si256(odd01, odd23, 0x31)});
    }
  }
};

}  // namespace

SIMDKECCAK_KERNEL(avx512_x8) { absorb<word8>(state, in, blocks, lanes, rounds); }
SIMDKECCAK_KERNEL(avx512_x4) { absorb<word4>(state, in, blocks, lanes, rounds); }

}  // namespace simdkeccak::kernels
SIMDKECCAK_TARGET_END

#endif
