// What kernels in assembly share. Included inside a kernel's target region.
#pragma once

#include <simdkeccak/detail/portable.hpp>
#include <simdkeccak/detail/round.hpp>

namespace simdkeccak::kernels {
// Each kernel file's own, since each has another instruction set.
namespace {  // NOLINT(cert-dcl59-cpp,misc-anonymous-namespace-in-header)

// Round constants, of which the one for round `End` would be where a multiple of 256 bytes begins: the low byte of an
// address tells a loop that it is done.
template <unsigned End>
struct alignas(256) constants_up_to {
  std::uint64_t before[32 - End] = {};
  std::uint64_t round[End] = {};

  constexpr constants_up_to() {
    struct isa;
    for (unsigned r = 0; r < End; ++r) round[r] = detail::keccak_p<detail::scalar_word<isa>>::round_constants[r];
  }
  // Where the last `rounds` of Keccak-f[1600] begin.
  const std::uint64_t* last(unsigned rounds) const { return round + 24 - rounds; }
};
constexpr constants_up_to<24> constants;
constexpr constants_up_to<23> constants_but_one;
constexpr constants_up_to<22> constants_but_two;

// The permutation of one vector of states, for absorb(), by a function Rounds(a, e, constant) that takes rounds in twos,
// with `e` as room for as many lanes as in `a`, from the constant's on to the end of its table.
template <class V, auto Rounds>
struct permutation_in_assembly {
  static constexpr unsigned width = V::width;

  SIMDKECCAK_INLINE static void permute(std::uint64_t* a, unsigned rounds) {
    alignas(8 * width) std::uint64_t e[25 * width];
    Rounds(a, e, constants.last(rounds));
  }
  // The XOR is part of the last round, which is left to the compiler.
  SIMDKECCAK_INLINE static void permute_and_xor(std::uint64_t* a, unsigned rounds, const std::uint64_t* next) {
    alignas(8 * width) std::uint64_t e[25 * width];
    if (rounds > 2) Rounds(a, e, constants_but_two.last(rounds));
    detail::keccak_p<V>::last_two_rounds_and_xor(a, e, next);
  }
  SIMDKECCAK_INLINE static void permute_to_digest(std::uint64_t* a, unsigned rounds) {
    alignas(8 * width) std::uint64_t e[25 * width];
    detail::keccak_p<V>::first_round_of_digest(a, e, rounds);
    if (rounds > 2) Rounds(e, a, constants_but_one.last(rounds) + 1);
    __asm__("" : : : "memory");  // for two rounds g++ would keep lanes in registers, and move them there for all others
    detail::keccak_p<V>::last_round_of_digest(e, a);
  }
};

}  // namespace
}  // namespace simdkeccak::kernels
