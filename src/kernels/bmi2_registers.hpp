// Keccak-p on one state in general registers. Included once, by bmi2.cpp (and by tune/, often, with other lists), with
//
//   PERMUTE   the name of the function to define
//   ROUNDS    the file that lists the instructions of two rounds
//
// which it undefines. Lanes go from `a` to `e` and back. What a list can do and compilers do not: of the row that is written
// last, which the next round's parities wait for, no lane goes through memory on its way there, and some are not stored.

#define LINE(text) text "\n\t"
#define A(i) "8*" #i "-96(%[a])"  // the base in the middle: every displacement fits in a byte
#define E(i) "8*" #i "-96(%[e])"
#define LOAD(d, lane) LINE("mov " lane ", %%" #d)
#define STORE(lane, a) LINE("mov %%" #a ", " lane)
#define XORM(d, lane) LINE("xor " lane ", %%" #d)
#define XOR(d, a) LINE("xor %%" #a ", %%" #d)
#define ROL(d, a, n) LINE("rorx $64-" #n ", %%" #a ", %%" #d)
#define ANDN(d, a, b) LINE("andn %%" #b ", %%" #a ", %%" #d)  // ~a & b
#define MOV(d, a) LINE("mov %%" #a ", %%" #d)
#define CONSTANTS(d) LINE("mov %[constant], %%" #d)
#define LOOP LINE(".p2align 6") "1:\n\t"
#define AGAIN LINE("addq $16, %[constant]") LINE("testb $0xFF, %[constant]") LINE("jne 1b")
#define IOTA(d, constants, i) LINE("xor 8*" #i "(%%" #constants "), %%" #d)

// Rounds in twos, from the one whose constant is at `constant` to the one whose constant a multiple of 256 bytes follows.
// All registers but two are used, so the function has to be one of its own, and nothing that a sanitizer adds.
[[gnu::noinline, gnu::no_sanitize_address]] void PERMUTE(std::uint64_t* a, std::uint64_t* e, const std::uint64_t* constant) {
  asm volatile(
  // clang-format off
#include ROUNDS
      // clang-format on
      : [constant] "+m"(constant)
      : [a] "D"(a + 12), [e] "S"(e + 12)
      : "cc", "memory", "rax", "rbx", "rcx", "rdx", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15");
}

#undef LINE
#undef A
#undef E
#undef LOAD
#undef STORE
#undef XORM
#undef XOR
#undef ROL
#undef ANDN
#undef MOV
#undef CONSTANTS
#undef LOOP
#undef AGAIN
#undef IOTA
#undef PERMUTE
#undef ROUNDS
