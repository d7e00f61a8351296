// Keccak-p with the whole state in vector registers, lane i of every state in register i. Included once for each width, with
//
//   ROUNDS        the file that lists the instructions of two rounds
//   ABSORB_ROWS   the name of the function to define
//   REGISTER      "xmm", "ymm" or "zmm"
//   ROW           bytes of a row: 8 for each state
//   BROADCAST     "{1to2}" and so on, braces escaped
//   GET(row, r), PUT(r, row), ADD(row, r)   how to load, store and XOR a row, where a register has more bytes than one
//
// which it undefines. Compilers do not keep 25 lanes in 32 registers: they spill, and reorder what was put in order by
// measuring. As one asm statement the whole permutation keeps both, and prologue, unwinding and the registers that a caller
// wants back (Windows) stay the compiler's business.

#define R(n) "%%" REGISTER #n
#define LINE(text) text "\n\t"
#define XOR(d, a, b) LINE("vpxorq " R(b) ", " R(a) ", " R(d))
#define XOR3(d, a, b) LINE("vpternlogq $0x96, " R(b) ", " R(a) ", " R(d))  // d ^ a ^ b
#define CHI(d, a, b) LINE("vpternlogq $0xD2, " R(b) ", " R(a) ", " R(d))   // d ^ (~a & b)
#define ROL(d, a, n) LINE("vprolq $" #n ", " R(a) ", " R(d))
#define MOV(d, a) LINE("vmovdqa64 " R(a) ", " R(d))
#define IOTA(d, a, i) LINE("vpxorq 8*" #i "(%[constant])" BROADCAST ", " R(a) ", " R(d))

#ifndef GET
#define GET(row, r) LINE("vmovdqu64 " row ", " R(r))
#define PUT(r, row) LINE("vmovdqu64 " R(r) ", " row)
#define ADD(row, r) LINE("vpxorq " row ", " R(r) ", " R(r))
#endif

#define ROWS_0_TO_16(f) f(0) f(1) f(2) f(3) f(4) f(5) f(6) f(7) f(8) f(9) f(10) f(11) f(12) f(13) f(14) f(15) f(16)
#define ROWS_17_TO_20(f) f(17) f(18) f(19) f(20)
#define ROWS_21_TO_24(f) f(21) f(22) f(23) f(24)
#define GET_STATE(i) GET(ROW "*" #i "(%[state])", i)
#define PUT_STATE(i) PUT(i, ROW "*" #i "(%[state])")
#define ADD_ROW(i) ADD(ROW "*" #i "(%[rows])", i)

// XORs a block of rows into the states and permutes them, `blocks` times, at least once. `rows` are blocks of [count][width]
// lanes, one behind the other, with a count of 17, 21 or 25; with a count of 0 it is the bare permutation. `first` is the
// first round's constant; the last is followed by a multiple of 256 bytes.
[[gnu::noinline]] void ABSORB_ROWS(std::uint64_t* state, const std::uint64_t* rows, std::size_t blocks, std::size_t count,
                                   const std::uint64_t* first) {
  const std::uint64_t* constant;
  std::size_t step;
  asm volatile(
      // clang-format off
      ROWS_0_TO_16(GET_STATE) ROWS_17_TO_20(GET_STATE) ROWS_21_TO_24(GET_STATE)
      LINE("imul $" ROW ", %[count], %[step]")
      "1:\n\t"
      LINE("mov %[first], %[constant]")
      LINE("test %[count], %[count]")
      LINE("je 2f")
      ROWS_0_TO_16(ADD_ROW)
      LINE("cmp $17, %[count]")
      LINE("jbe 2f")
      ROWS_17_TO_20(ADD_ROW)
      LINE("cmp $21, %[count]")
      LINE("jbe 2f")
      ROWS_21_TO_24(ADD_ROW)
      LINE(".p2align 6")
      "2:\n\t"
#include ROUNDS
      LINE("add $16, %[constant]")
      LINE("testb $0xFF, %b[constant]")
      LINE("jne 2b")
      LINE("add %[step], %[rows]")
      LINE("dec %[blocks]")
      LINE("jne 1b")
      ROWS_0_TO_16(PUT_STATE) ROWS_17_TO_20(PUT_STATE) ROWS_21_TO_24(PUT_STATE)
      // The compiler does not see that wide registers were used, and code of the SSE kind is slow until they are cleared.
      LINE("vzeroupper")
      // clang-format on
      : [rows] "+r"(rows), [blocks] "+r"(blocks), [constant] "=&r"(constant), [step] "=&r"(step)
      : [state] "r"(state), [count] "r"(count), [first] "r"(first)
      : "cc", "memory", "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11",
        "xmm12", "xmm13", "xmm14", "xmm15", "xmm16", "xmm17", "xmm18", "xmm19", "xmm20", "xmm21", "xmm22", "xmm23", "xmm24",
        "xmm25", "xmm26", "xmm27", "xmm28", "xmm29", "xmm30", "xmm31");
}

#undef R
#undef LINE
#undef XOR
#undef XOR3
#undef CHI
#undef ROL
#undef MOV
#undef IOTA
#undef ROWS_0_TO_16
#undef ROWS_17_TO_20
#undef ROWS_21_TO_24
#undef GET_STATE
#undef PUT_STATE
#undef ADD_ROW
#undef ABSORB_ROWS
#undef ROUNDS
#undef REGISTER
#undef ROW
#undef BROADCAST
#undef GET
#undef PUT
#undef ADD
