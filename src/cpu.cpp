// Which features this CPU has and its operating system lets programs use.
#include <simdkeccak/backend.hpp>

#if defined(__x86_64__) || defined(_M_X64)
#if defined(_MSC_VER)
#include <intrin.h>
#else
#include <cpuid.h>
#endif
#endif

namespace simdkeccak {
namespace {

#if defined(__x86_64__) || defined(_M_X64)

struct cpuid_registers {
  std::uint32_t eax, ebx, ecx, edx;
};

cpuid_registers cpuid(std::uint32_t leaf) noexcept {
#if defined(_MSC_VER)
  int r[4];
  __cpuidex(r, static_cast<int>(leaf), 0);
  return {static_cast<std::uint32_t>(r[0]), static_cast<std::uint32_t>(r[1]), static_cast<std::uint32_t>(r[2]),
          static_cast<std::uint32_t>(r[3])};
#else
  cpuid_registers r{};
  __cpuid_count(leaf, 0, r.eax, r.ebx, r.ecx, r.edx);
  return r;
#endif
}

// Precondition: OSXSAVE. (The compiler's intrinsic for it needs a target option.)
std::uint64_t enabled_state() noexcept {
#if defined(_MSC_VER)
  return _xgetbv(0);
#else
  std::uint32_t eax = 0, edx = 0;
  __asm__ volatile("xgetbv" : "=a"(eax), "=d"(edx) : "c"(0));
  return std::uint64_t{edx} << 32 | eax;
#endif
}

// Intel's manual, volume 1, section 14.3: AVX needs OSXSAVE, AVX, and XMM and YMM state enabled in XCR0.
std::uint32_t detect() noexcept {
  if (cpuid(0).eax < 7) return 0;
  const auto bit = [](std::uint32_t r, int i) { return (r >> i & 1) != 0; };
  const cpuid_registers leaf1 = cpuid(1);
  const cpuid_registers leaf7 = cpuid(7);
  const bool ymm = bit(leaf1.ecx, 27) && bit(leaf1.ecx, 28) && (enabled_state() & 6) == 6;
  std::uint32_t features = 0;
  // VEX-encoded, but on general registers: no state for the operating system to save. Both are asked for, since BMI2 without
  // BMI1 has been reported by hypervisors.
  if (bit(leaf7.ebx, 3)) features |= cpu_bmi1;
  if (bit(leaf7.ebx, 8)) features |= cpu_bmi2;
  if (bit(leaf7.ebx, 5) && ymm) features |= cpu_avx2;
  // The mask registers and the upper registers are XCR0's bits 5 to 7. Of AVX-512 the kernels use F and VL only.
  if (bit(leaf7.ebx, 16) && bit(leaf7.ebx, 31) && ymm && (enabled_state() & 0xE0) == 0xE0) features |= cpu_avx512;
  return features;
}

#else

std::uint32_t detect() noexcept { return 0; }

#endif

}  // namespace

std::uint32_t cpu_features() noexcept {
  // The top bit says "detected"; threads that detect at the same time store the same value.
  constexpr std::uint32_t detected = 1U << 31;
  static constinit std::atomic<std::uint32_t> cached{0};
  std::uint32_t features = cached.load(std::memory_order_relaxed);
  if (features == 0) cached.store(features = detect() | detected, std::memory_order_relaxed);
  return features & ~detected;
}

std::string_view name(cpu_feature feature) noexcept {
  switch (feature) {
    case cpu_bmi1:
      return "BMI1";
    case cpu_bmi2:
      return "BMI2";
    case cpu_avx512:
      return "AVX-512F and VL";
    case cpu_avx2:
      return "AVX2";
  }
  return "unknown";
}

}  // namespace simdkeccak
