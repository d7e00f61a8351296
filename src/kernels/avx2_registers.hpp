// Keccak-p on vectors of four states in 256-bit registers. Included by avx2.cpp once for each kernel, with
//
//   PERMUTE   the name of the function to define
//   ROUNDS    the file that lists the instructions of two rounds
//   ROW       bytes of a row, 32 for each vector, as text
//
// which it undefines. Lanes go from `a` to `e` and back, as in bmi2_registers.hpp.

#define LINE(text) text "\n\t"
#define A(i) ROW "*" #i "-12*" ROW "(%[a])"  // the base in the middle: displacements are shorter
#define E(i) ROW "*" #i "-12*" ROW "(%[e])"
#define LOAD(d, lane) LINE("vmovdqu " lane ", %%ymm" #d)
#define STORE(lane, a) LINE("vmovdqu %%ymm" #a ", " lane)
#define XORM(d, a, lane) LINE("vpxor " lane ", %%ymm" #a ", %%ymm" #d)
#define XOR(d, a, b) LINE("vpxor %%ymm" #b ", %%ymm" #a ", %%ymm" #d)
#define OR(d, a, b) LINE("vpor %%ymm" #b ", %%ymm" #a ", %%ymm" #d)
#define ANDN(d, a, b) LINE("vpandn %%ymm" #b ", %%ymm" #a ", %%ymm" #d)  // ~a & b
#define SHL(d, a, n) LINE("vpsllq $" #n ", %%ymm" #a ", %%ymm" #d)
#define SHR(d, a, n) LINE("vpsrlq $" #n ", %%ymm" #a ", %%ymm" #d)
// Shifts have half the ports that XOR and ADD have, so whole bytes are rotated by a shuffle and the shift by one is a sum.
#define SHL1(d, a) LINE("vpaddq %%ymm" #a ", %%ymm" #a ", %%ymm" #d)
#define ROL8(d, a) LINE("vpshufb %[left], %%ymm" #a ", %%ymm" #d)
#define ROL56(d, a) LINE("vpshufb %[right], %%ymm" #a ", %%ymm" #d)
#define MOV(d, a) LINE("vmovdqa %%ymm" #a ", %%ymm" #d)
#define CONSTANT(d, i) LINE("vpbroadcastq 8*" #i "(%[constant]), %%ymm" #d)
#define LOOP LINE(".p2align 6") "1:\n\t"
#define AGAIN LINE("add $16, %[constant]") LINE("testb $0xFF, %b[constant]") LINE("jne 1b")

// Rounds in twos, from the one whose constant is at `constant` to the one whose constant a multiple of 256 bytes follows.
[[gnu::noinline]] void PERMUTE(std::uint64_t* a, std::uint64_t* e, const std::uint64_t* constant) {
  asm volatile(
      // clang-format off
      LINE("add $12*" ROW ", %[a]")
      LINE("add $12*" ROW ", %[e]")
#include ROUNDS
      LINE("vzeroupper")
      // clang-format on
      : [a] "+r"(a), [e] "+r"(e), [constant] "+r"(constant)
      : [left] "m"(one_byte_left), [right] "m"(one_byte_right)
      : "cc", "memory", "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11",
        "xmm12", "xmm13", "xmm14", "xmm15");
}

#undef LINE
#undef A
#undef E
#undef LOAD
#undef STORE
#undef XORM
#undef XOR
#undef OR
#undef ANDN
#undef SHL
#undef SHR
#undef SHL1
#undef ROL8
#undef ROL56
#undef MOV
#undef CONSTANT
#undef LOOP
#undef AGAIN
#undef PERMUTE
#undef ROUNDS
#undef ROW
