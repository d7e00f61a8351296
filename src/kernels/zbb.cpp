// RISC-V's Zbb: a rotation and an AND with the complement are one instruction each, not three and two. As asm statements,
// since g++ has no target regions for RISC-V before version 14. clang's assembler has .option arch since 17.
#include "kernel.hpp"

#if defined(__riscv) && __riscv_xlen == 64 && defined(__GNUC__) && (!defined(__clang__) || __clang_major__ >= 17)

#include "absorb.hpp"

namespace simdkeccak::kernels {
namespace {

struct word {
  static constexpr unsigned width = 1;
  std::uint64_t v;

  SIMDKECCAK_INLINE static word load(const std::uint64_t* p) { return {*p}; }
  SIMDKECCAK_INLINE static void store(std::uint64_t* p, word a) { *p = a.v; }
  SIMDKECCAK_INLINE static word set1(std::uint64_t c) { return {c}; }
  SIMDKECCAK_INLINE static word xor2(word a, word b) { return {a.v ^ b.v}; }
  SIMDKECCAK_INLINE static word xor5(word a, word b, word c, word d, word e) { return {a.v ^ (b.v ^ (c.v ^ (d.v ^ e.v)))}; }
  SIMDKECCAK_INLINE static word theta_d(word prev, word next) { return {prev.v ^ rol<1>(next.v)}; }
  SIMDKECCAK_INLINE static word chi(word a, word b, word c) { return {a.v ^ and_not(c.v, b.v)}; }
  template <int N>
  SIMDKECCAK_INLINE static word xor_rol(word a, word d) {
    if constexpr (N == 0) {
      return xor2(a, d);
    } else {
      return {rol<N>(a.v ^ d.v)};
    }
  }
  template <class Take>
  SIMDKECCAK_INLINE static void read_block(const std::uint8_t* const* in, std::size_t offset, unsigned lanes, Take take) {
    struct plain;
    detail::scalar_word<plain>::read_block(in, offset, lanes, [take](std::size_t i, auto lane) { take(i, word{lane.v}); });
  }

 private:
  // Volatile, or g++ moves rotations up until registers run out: 196 instructions a round instead of 161.
  template <int N>
  SIMDKECCAK_INLINE static std::uint64_t rol(std::uint64_t a) {
    std::uint64_t r;
    __asm__ volatile(".option push\n\t.option arch, +zbb\n\trori %0, %1, %2\n\t.option pop" : "=r"(r) : "r"(a), "i"(64 - N));
    return r;
  }
  SIMDKECCAK_INLINE static std::uint64_t and_not(std::uint64_t a, std::uint64_t b) {  // a & ~b
    std::uint64_t r;
    __asm__ volatile(".option push\n\t.option arch, +zbb\n\tandn %0, %1, %2\n\t.option pop" : "=r"(r) : "r"(a), "r"(b));
    return r;
  }
};

}  // namespace

SIMDKECCAK_KERNEL(zbb_x1) { absorb<word>(state, in, blocks, lanes, rounds); }

}  // namespace simdkeccak::kernels

#endif
