// Registers that a function must hand back as they were, where vectors are among them: xmm6 to xmm15 on Windows, d8 to d15
// on AArch64. Every kernel is called with known values in them.
#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <simdkeccak/backend.hpp>
#include <vector>

#include "noise.hpp"

#if defined(__GNUC__) && defined(__x86_64__) && defined(_WIN32)
#define TEST_KEPT_REGISTERS 10
#elif defined(__GNUC__) && defined(__aarch64__) && defined(__linux__)
#define TEST_KEPT_REGISTERS 8
#else
#define TEST_KEPT_REGISTERS 0
#endif

#if TEST_KEPT_REGISTERS

namespace {

namespace sk = simdkeccak;

struct alignas(16) vector_register {
  std::uint64_t low, high;
};
using registers = std::array<vector_register, TEST_KEPT_REGISTERS>;

// Calls the kernel between a load of all the registers and a store of them.
void call(sk::absorb_function* kernel, std::uint64_t* state, const std::uint8_t* const* in, registers& kept) {
  constexpr std::size_t blocks = 2;
  constexpr unsigned lanes = 17, rounds = 24;
  vector_register* const first = kept.data();  // no call may come after the first register is set
#if defined(__x86_64__)
  register std::uint64_t* a __asm__("rcx") = state;
  register const std::uint8_t* const* b __asm__("rdx") = in;
  register std::size_t c __asm__("r8") = blocks;
  register std::size_t d __asm__("r9") = lanes;
  __asm__ volatile(
      "movdqa 0(%[kept]), %%xmm6\n\t movdqa 16(%[kept]), %%xmm7\n\t movdqa 32(%[kept]), %%xmm8\n\t"
      "movdqa 48(%[kept]), %%xmm9\n\t movdqa 64(%[kept]), %%xmm10\n\t movdqa 80(%[kept]), %%xmm11\n\t"
      "movdqa 96(%[kept]), %%xmm12\n\t movdqa 112(%[kept]), %%xmm13\n\t movdqa 128(%[kept]), %%xmm14\n\t"
      "movdqa 144(%[kept]), %%xmm15\n\t"
      "subq $48, %%rsp\n\t movq %[rounds], 32(%%rsp)\n\t call *%[kernel]\n\t addq $48, %%rsp\n\t"
      "movdqa %%xmm6, 0(%[kept])\n\t movdqa %%xmm7, 16(%[kept])\n\t movdqa %%xmm8, 32(%[kept])\n\t"
      "movdqa %%xmm9, 48(%[kept])\n\t movdqa %%xmm10, 64(%[kept])\n\t movdqa %%xmm11, 80(%[kept])\n\t"
      "movdqa %%xmm12, 96(%[kept])\n\t movdqa %%xmm13, 112(%[kept])\n\t movdqa %%xmm14, 128(%[kept])\n\t"
      "movdqa %%xmm15, 144(%[kept])"
      : "+r"(a), "+r"(b), "+r"(c), "+r"(d)
      : [kept] "b"(first), [kernel] "r"(kernel), [rounds] "r"(std::uint64_t{rounds})
      : "rax", "r10", "r11", "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10",
        "xmm11", "xmm12", "xmm13", "xmm14", "xmm15", "memory", "cc");
#else
  // Of v8 to v15 only the low halves are kept.
  register std::uint64_t* a __asm__("x0") = state;
  register const std::uint8_t* const* b __asm__("x1") = in;
  register std::size_t c __asm__("x2") = blocks;
  register std::uint64_t d __asm__("x3") = lanes;
  register std::uint64_t e __asm__("x4") = rounds;
  register vector_register* at __asm__("x20") = first;
  register sk::absorb_function* function __asm__("x21") = kernel;
  __asm__ volatile(
      "ldr d8, [x20]\n\t ldr d9, [x20, 16]\n\t ldr d10, [x20, 32]\n\t ldr d11, [x20, 48]\n\t"
      "ldr d12, [x20, 64]\n\t ldr d13, [x20, 80]\n\t ldr d14, [x20, 96]\n\t ldr d15, [x20, 112]\n\t"
      "blr x21\n\t"
      "str d8, [x20]\n\t str d9, [x20, 16]\n\t str d10, [x20, 32]\n\t str d11, [x20, 48]\n\t"
      "str d12, [x20, 64]\n\t str d13, [x20, 80]\n\t str d14, [x20, 96]\n\t str d15, [x20, 112]"
      : "+r"(a), "+r"(b), "+r"(c), "+r"(d), "+r"(e)
      : "r"(at), "r"(function)
      : "x5", "x6", "x7", "x8", "x9", "x10", "x11", "x12", "x13", "x14", "x15", "x16", "x17", "x18", "x30", "v0", "v1", "v2",
        "v3", "v4", "v5", "v6", "v7", "v8", "v9", "v10", "v11", "v12", "v13", "v14", "v15", "v16", "v17", "v18", "v19",
        "v20", "v21", "v22", "v23", "v24", "v25", "v26", "v27", "v28", "v29", "v30", "v31", "memory", "cc");
#endif
}

void spoil(std::uint64_t*, const std::uint8_t* const*, std::size_t, unsigned, unsigned) {
#if defined(__x86_64__)
  __asm__ volatile("pxor %%xmm9, %%xmm9" : : :);
#else
  __asm__ volatile("movi v9.2d, #0" : : :);
#endif
}

bool keeps(sk::absorb_function* kernel) {
  alignas(64) std::uint64_t state[25 * sk::widest_kernel] = {};
  const auto block = test::noise(2 * 136, 1);
  const std::vector<const std::uint8_t*> in(sk::widest_kernel, block.data());
  registers kept, expected;
  for (std::size_t i = 0; i < kept.size(); ++i) kept[i] = {0x0123456789ABCDEF * (i + 1), 0xFEDCBA9876543210 * (i + 1)};
  expected = kept;
  call(kernel, state, in.data(), kept);
  return std::memcmp(&kept, &expected, sizeof kept) == 0;
}

sk::digest_function* digest;
void call_digest(std::uint64_t* state, const std::uint8_t* const*, std::size_t, unsigned, unsigned rounds) {
  digest(state, rounds);
}

void expect_kept(const sk::kernel& k) {
  EXPECT_TRUE(keeps(k.absorb)) << k.name;
  digest = k.digest;
  if (digest != nullptr) {
    EXPECT_TRUE(keeps(call_digest)) << k.name << "'s function for digests";
  }
}

TEST(CallingConvention, KernelsKeepVectorRegisters) {
  for (const sk::backend& row : sk::backends()) {
    if (!row.supported()) continue;
    expect_kept(row.one);
    for (const sk::kernel& k : row.many)
      if (k.width != 0) expect_kept(k);
  }
}

TEST(CallingConvention, AFunctionThatDoesNotIsNoticed) { EXPECT_FALSE(keeps(spoil)); }

}  // namespace

#endif
