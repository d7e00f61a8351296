// Four states, the same lane of each in one 256-bit register; and eight, as two groups of four whose rounds are taken in
// turn.
#include "kernel.hpp"

#if (defined(__x86_64__) && !defined(__ILP32__)) || defined(_M_X64)

#include <immintrin.h>

SIMDKECCAK_TARGET_BEGIN("avx2")
#include "absorb.hpp"
#include "assembly.hpp"

namespace simdkeccak::kernels {
namespace {

struct word {
  static constexpr unsigned width = 4;
  __m256i v;

  SIMDKECCAK_INLINE static word load(const std::uint64_t* p) { return load_bytes(p); }
  SIMDKECCAK_INLINE static word load_bytes(const void* p) { return {_mm256_loadu_si256(static_cast<const __m256i*>(p))}; }
  SIMDKECCAK_INLINE static void store(std::uint64_t* p, word a) { _mm256_storeu_si256(reinterpret_cast<__m256i*>(p), a.v); }
  SIMDKECCAK_INLINE static word set1(std::uint64_t c) { return {_mm256_set1_epi64x(static_cast<long long>(c))}; }
  SIMDKECCAK_INLINE static word xor2(word a, word b) { return {_mm256_xor_si256(a.v, b.v)}; }
  SIMDKECCAK_INLINE static word xor5(word a, word b, word c, word d, word e) {
    return xor2(a, xor2(b, xor2(c, xor2(d, e))));
  }
  SIMDKECCAK_INLINE static word theta_d(word prev, word next) { return xor2(prev, rol<1>(next)); }
  SIMDKECCAK_INLINE static word chi(word a, word b, word c) { return xor2(a, {_mm256_andnot_si256(b.v, c.v)}); }
  template <int N>
  SIMDKECCAK_INLINE static word xor_rol(word a, word d) {
    return rol<N>(xor2(a, d));
  }

  // There is no vector rotation before AVX-512. Shifts have half the ports that XOR and ADD have, so whole bytes are
  // rotated by a shuffle and the shift by one is an addition.
  template <int N>
  SIMDKECCAK_INLINE static word rol(word a) {
    if constexpr (N == 0) {
      return a;
    } else if constexpr (N == 8) {
      return {_mm256_shuffle_epi8(a.v, _mm256_setr_epi8(7, 0, 1, 2, 3, 4, 5, 6, 15, 8, 9, 10, 11, 12, 13, 14,  //
                                                        7, 0, 1, 2, 3, 4, 5, 6, 15, 8, 9, 10, 11, 12, 13, 14))};
    } else if constexpr (N == 56) {
      return {_mm256_shuffle_epi8(a.v, _mm256_setr_epi8(1, 2, 3, 4, 5, 6, 7, 0, 9, 10, 11, 12, 13, 14, 15, 8,  //
                                                        1, 2, 3, 4, 5, 6, 7, 0, 9, 10, 11, 12, 13, 14, 15, 8))};
    } else if constexpr (N == 1) {
      return {_mm256_or_si256(_mm256_add_epi64(a.v, a.v), _mm256_srli_epi64(a.v, 63))};
    } else {
      return {_mm256_or_si256(_mm256_slli_epi64(a.v, N), _mm256_srli_epi64(a.v, 64 - N))};
    }
  }

  // Four lanes of four blocks at a time by a 4 x 4 transpose; gathers are slower on every AVX2 core.
  template <class Take>
  SIMDKECCAK_INLINE static void read_block(const std::uint8_t* const* in, std::size_t offset, unsigned lanes, Take take) {
    const std::uint8_t* const in0 = in[0] + offset;
    const std::uint8_t* const in1 = in[1] + offset;
    const std::uint8_t* const in2 = in[2] + offset;
    const std::uint8_t* const in3 = in[3] + offset;
    std::size_t i = 0;
    for (; i + 4 <= lanes; i += 4) {
      const __m256i r0 = load_bytes(in0 + 8 * i).v;
      const __m256i r1 = load_bytes(in1 + 8 * i).v;
      const __m256i r2 = load_bytes(in2 + 8 * i).v;
      const __m256i r3 = load_bytes(in3 + 8 * i).v;
      const __m256i even01 = _mm256_unpacklo_epi64(r0, r1);
      const __m256i odd01 = _mm256_unpackhi_epi64(r0, r1);
      const __m256i even23 = _mm256_unpacklo_epi64(r2, r3);
      const __m256i odd23 = _mm256_unpackhi_epi64(r2, r3);
      take(i, word{_mm256_permute2x128_si256(even01, even23, 0x20)});
      take(i + 1, word{_mm256_permute2x128_si256(odd01, odd23, 0x20)});
      take(i + 2, word{_mm256_permute2x128_si256(even01, even23, 0x31)});
      take(i + 3, word{_mm256_permute2x128_si256(odd01, odd23, 0x31)});
    }
    for (; i < lanes; ++i) {
      const __m128i low = _mm_unpacklo_epi64(load_lane(in0 + 8 * i), load_lane(in1 + 8 * i));
      const __m128i high = _mm_unpacklo_epi64(load_lane(in2 + 8 * i), load_lane(in3 + 8 * i));
      take(i, word{_mm256_inserti128_si256(_mm256_castsi128_si256(low), high, 1)});
    }
  }
  SIMDKECCAK_INLINE static __m128i load_lane(const std::uint8_t* p) {
    return _mm_loadl_epi64(reinterpret_cast<const __m128i*>(p));
  }
};

#if defined(__GNUC__)
struct alignas(32) byte_order {
  std::uint8_t of[32];
};
constexpr byte_order one_byte_left{{7, 0, 1, 2, 3, 4, 5, 6, 15, 8, 9, 10, 11, 12, 13, 14,  //
                                    7, 0, 1, 2, 3, 4, 5, 6, 15, 8, 9, 10, 11, 12, 13, 14}};
constexpr byte_order one_byte_right{{1, 2, 3, 4, 5, 6, 7, 0, 9, 10, 11, 12, 13, 14, 15, 8,  //
                                     1, 2, 3, 4, 5, 6, 7, 0, 9, 10, 11, 12, 13, 14, 15, 8}};
#define PERMUTE permute_rounds_of_4
#define ROUNDS "avx2_rounds.inc"
#define ROW "32"
#include "avx2_registers.hpp"
using permutation_of_4 = permutation_in_assembly<word, permute_rounds_of_4>;
#else
using permutation_of_4 = detail::keccak_p<word>;
#endif

}  // namespace

SIMDKECCAK_KERNEL(avx2_x4) { absorb<word, permutation_of_4>(state, in, blocks, lanes, rounds); }
SIMDKECCAK_DIGEST(avx2_x4) { permutation_of_4::permute_to_digest(state, rounds); }
SIMDKECCAK_KERNEL(avx2_x8) { absorb<word, detail::keccak_p<word, 2>>(state, in, blocks, lanes, rounds); }
SIMDKECCAK_DIGEST(avx2_x8) { detail::keccak_p<word, 2>::permute_to_digest(state, rounds); }

}  // namespace simdkeccak::kernels
SIMDKECCAK_TARGET_END

#endif
