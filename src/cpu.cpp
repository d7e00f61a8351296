// Which features this CPU has and its operating system lets programs use.
#include <simdkeccak/backend.hpp>

#if defined(__x86_64__) || defined(_M_X64) || defined(__i386__) || defined(_M_IX86)
#if defined(_MSC_VER)
#include <intrin.h>
#else
#include <cpuid.h>
#endif
#elif defined(__aarch64__) || defined(_M_ARM64)
#if defined(__APPLE__)
#include <sys/sysctl.h>
#elif defined(_WIN32)
#include <windows.h>
#elif __has_include(<sys/auxv.h>)
#include <sys/auxv.h>
#endif
#elif defined(__riscv) && defined(__linux__)
#include <unistd.h>

#include <cerrno>
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
  const auto bit = [](std::uint32_t r, int i) { return (r >> i & 1) != 0; };
  const cpuid_registers leaf1 = cpuid(1);
  const cpuid_registers leaf7 = cpuid(0).eax < 7 ? cpuid_registers{} : cpuid(7);
  const bool ymm = bit(leaf1.ecx, 27) && bit(leaf1.ecx, 28) && (enabled_state() & 6) == 6;
  std::uint32_t features = 0;
  if (bit(leaf1.ecx, 9)) features |= cpu_ssse3;
  // VEX-encoded, but on general registers: no state for the operating system to save. Both are asked for, since BMI2 without
  // BMI1 has been reported by hypervisors.
  if (bit(leaf7.ebx, 3)) features |= cpu_bmi1;
  if (bit(leaf7.ebx, 8)) features |= cpu_bmi2;
  if (bit(leaf7.ebx, 5) && ymm) features |= cpu_avx2;
  // The mask registers and the upper registers are XCR0's bits 5 to 7. Of AVX-512 the kernels use F and VL only.
  if (bit(leaf7.ebx, 16) && bit(leaf7.ebx, 31) && ymm && (enabled_state() & 0xE0) == 0xE0) features |= cpu_avx512;
  return features;
}

#elif defined(__i386__) && !defined(_MSC_VER)  // clang-cl defines both sides' macros

std::uint32_t detect() noexcept {
  unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
  return __get_cpuid(1, &eax, &ebx, &ecx, &edx) != 0 && (edx & bit_SSE2) != 0 ? cpu_sse2 : 0U;
}

#elif defined(_M_IX86)

std::uint32_t detect() noexcept {
  int r[4];
  __cpuid(r, 1);
  return (r[3] >> 26 & 1) != 0 ? cpu_sse2 : 0U;
}

#elif defined(__aarch64__) || defined(_M_ARM64)

// FEAT_SHA3 pays only where all vector units have it. On Neoverse N2, V1 and V2 one in four has: it doubled the time of one
// state on Graviton 4 (github.com/DaniPopes/keccak-asm, issue 15; github.com/aws/aws-lc, pull 3295). It is the faster way on
// Apple's cores (github.com/pq-code-package/mlkem-native, pull 153) and Neoverse V3, Graviton 5 (the same, pull 1784).
// SVE2's XAR instead of XOR and two shifts, and little else of SVE2, was faster on Neoverse N2 and V2
// (github.com/BLAKE3-team/BLAKE3, pull 569: 1.25 to 1.43 times). Where nothing is known, the code for every core is chosen;
// calibrate() measures.
#if defined(__APPLE__)

bool has(const char* feature) noexcept {
  int value = 0;
  std::size_t size = sizeof value;
  return sysctlbyname(feature, &value, &size, nullptr, 0) == 0 && value != 0;
}

std::uint32_t detect() noexcept {
#if defined(__ARM_FEATURE_SHA3)  // what the compiler may use, as on every Mac
  return cpu_sha3 | cpu_fast_sha3;
#else
  return has("hw.optional.arm.FEAT_SHA3") || has("hw.optional.armv8_2_sha3") ? cpu_sha3 | cpu_fast_sha3 : 0;
#endif
}

#elif defined(_WIN32)

// Windows does not tell which core it is.
std::uint32_t detect() noexcept {
  constexpr DWORD sha3_instructions = 64;  // PF_ARM_SHA3_INSTRUCTIONS_AVAILABLE, which older headers lack
  return IsProcessorFeaturePresent(sha3_instructions) ? cpu_sha3 : 0;
}

#else

// The words of the auxiliary vector, whose bits Linux and FreeBSD share.
[[maybe_unused]] unsigned long auxiliary([[maybe_unused]] int type) noexcept {
#if defined(__linux__)
  return getauxval(static_cast<unsigned long>(type));
#elif defined(AT_HWCAP)
  unsigned long value = 0;
  return elf_aux_info(type, &value, sizeof value) == 0 ? value : 0;
#else
  return 0;
#endif
}

std::uint32_t detect() noexcept {
#if defined(AT_HWCAP) && defined(AT_HWCAP2)
  constexpr unsigned long hwcap_cpuid = 1UL << 11, hwcap_sha3 = 1UL << 17, hwcap2_sve2 = 1UL << 1;
  const unsigned long has = auxiliary(AT_HWCAP), has2 = auxiliary(AT_HWCAP2);
  const bool sha3 = (has & hwcap_sha3) != 0, sve2 = (has2 & hwcap2_sve2) != 0;
  std::uint32_t features = (sha3 ? cpu_sha3 : 0U) | (sve2 ? cpu_sve2 : 0U);
  if (features == 0 || (has & hwcap_cpuid) == 0) return features;
  // MIDR_EL1 of the core that this runs on, which the kernel reads for the program: implementer and part.
  std::uint64_t midr = 0;
  __asm__ volatile("mrs %0, MIDR_EL1" : "=r"(midr));  // volatile: not before it is known that the program may
  const auto implementer = midr >> 24 & 0xFF, part = midr >> 4 & 0xFFF;
  const bool apple = implementer == 0x61, neoverse = implementer == 0x41;
  if (sha3 && (apple || (neoverse && part == 0xD84))) features |= cpu_fast_sha3;                         // V3
  if (sve2 && neoverse && (part == 0xD49 || part == 0xD4F || part == 0xD84)) features |= cpu_fast_sve2;  // N2, V2, V3
  return features;
#else
  return 0;
#endif
}

#endif

#elif defined(__riscv) && __riscv_xlen == 64 && defined(__linux__) && !defined(__riscv_zbb)

// Linux tells it since 6.5 (docs.kernel.org/arch/riscv/hwprobe.html).
std::uint32_t detect() noexcept {
  constexpr long riscv_hwprobe = 258;
  constexpr std::int64_t extensions = 4;  // RISCV_HWPROBE_KEY_IMA_EXT_0, in which Zbb is bit 4
  struct {
    std::int64_t key;
    std::uint64_t value;
  } pair{extensions, 0};
  const int error_before = errno;
  const bool told = syscall(riscv_hwprobe, &pair, 1L, 0L, nullptr, 0L) == 0 && pair.key == extensions;
  errno = error_before;
  return told && (pair.value >> 4 & 1) != 0 ? cpu_zbb : 0U;
}

#elif defined(__riscv_zbb)  // what the compiler may use

std::uint32_t detect() noexcept { return cpu_zbb; }

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
    case cpu_ssse3:
      return "SSSE3";
    case cpu_avx512:
      return "AVX-512F and VL";
    case cpu_avx2:
      return "AVX2";
    case cpu_sha3:
      return "FEAT_SHA3";
    case cpu_sse2:
      return "SSE2";
    case cpu_fast_sha3:
      return "FEAT_SHA3 in every vector unit";
    case cpu_sve2:
      return "SVE2";
    case cpu_zbb:
      return "Zbb";
    case cpu_fast_sve2:
      return "a fast XAR of SVE2";
  }
  return "unknown";
}

}  // namespace simdkeccak
