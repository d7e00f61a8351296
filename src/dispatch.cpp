// The table of backends, and the choice of the one in use.
#include <algorithm>
#include <cstdlib>
#include <simdkeccak/backend.hpp>

namespace simdkeccak {
namespace kernels {

// Declares the kernel and describes it, so that a new one is its file and its row.
#define KERNEL(function, width, pays_from)                                                      \
  [] {                                                                                          \
    void function(std::uint64_t*, const std::uint8_t* const*, std::size_t, unsigned, unsigned); \
    return kernel{#function, width, pays_from, function};                                       \
  }()
// A kernel that has a function for digests too.
#define KERNEL_AND_DIGEST(function, width, pays_from) \
  [] {                                                \
    void function##_digest(std::uint64_t*, unsigned); \
    kernel k = KERNEL(function, width, pays_from);    \
    k.digest = function##_digest;                     \
    return k;                                         \
  }()

// THE TABLE, best first. A row: name, the CPU features it needs, the kernel for one state, wider kernels widest first.
// SIMDKECCAK_PORTABLE leaves only the last.
//
// One order serves all x86-64 CPUs, though features mislead for other kernels: one state in AVX2 is a third slower than in
// general registers on Zen 5, and in AVX-512VL a sixth (github.com/DaniPopes/keccak-asm, pull 18). avx512_x1 takes 0.93 of
// bmi2_x1's time there (measured). Kernels of its kind beat general registers by 20 to 25 % on Tiger Lake
// (github.com/randombit/botan, pull 5187) and by 25 to 33 % on Granite Rapids (github.com/aws/aws-lc, pull 2720); llvm-mca's
// models say 15 % for Ice Lake and Sapphire Rapids and 5 % for Zen 4 (estimates). calibrate() measures.
constexpr backend table[] = {
// Not for x32, whose pointers of 32 bits the lists of instructions would read as 64.
#if !defined(SIMDKECCAK_PORTABLE) && ((defined(__x86_64__) && !defined(__ILP32__)) || defined(_M_X64))
#if defined(__GNUC__)  // in assembly only
    {"avx512", cpu_avx512 | cpu_avx2, KERNEL(avx512_x1, 1, 1), {KERNEL(avx512_x8, 8, 5), KERNEL(avx512_x4, 4, 2)}},
#endif
    {"avx2",
     cpu_avx2 | cpu_bmi1 | cpu_bmi2,
     KERNEL_AND_DIGEST(bmi2_x1, 1, 1),
     {KERNEL_AND_DIGEST(avx2_x8, 8, 6), KERNEL_AND_DIGEST(avx2_x4, 4, 2)}},
    {"bmi2", cpu_bmi1 | cpu_bmi2, KERNEL_AND_DIGEST(bmi2_x1, 1, 1)},
    {"ssse3", cpu_ssse3, KERNEL_AND_DIGEST(portable_x1, 1, 1), {KERNEL_AND_DIGEST(ssse3_x2, 2, 2)}},
#endif
#if !defined(SIMDKECCAK_PORTABLE) && (defined(__i386__) || defined(_M_IX86))
    {"sse2", cpu_sse2, KERNEL(sse2_x1, 1, 1), {KERNEL(sse2_x2, 2, 2)}},
#endif
#if !defined(SIMDKECCAK_PORTABLE) && ((defined(__aarch64__) && !defined(__AARCH64EB__)) || defined(_M_ARM64))
    {"sha3", cpu_sha3, KERNEL(sha3_x1, 1, 1), {KERNEL(sha3_x2, 2, 2)}, cpu_fast_sha3},
#if defined(__GNUC__)  // in assembly only
    {"sve2", cpu_sve2, KERNEL(aarch64_x1, 1, 1), {KERNEL(sve2_x2, 2, 2)}, cpu_fast_sve2},
#endif
    {"neon", 0, KERNEL(aarch64_x1, 1, 1), {KERNEL(neon_x2, 2, 2)}},
    {"aarch64", 0, KERNEL(aarch64_x1, 1, 1)},
#endif
#if !defined(SIMDKECCAK_PORTABLE) && defined(__riscv) && __riscv_xlen == 64 && defined(__GNUC__) && \
    (!defined(__clang__) || __clang_major__ >= 17)
    {"zbb", cpu_zbb, KERNEL(zbb_x1, 1, 1)},
#endif
#if !defined(SIMDKECCAK_PORTABLE) && defined(__wasm_simd128__)
    {"wasm128", 0, KERNEL(wasm_x1, 1, 1), {KERNEL(wasm128_x2, 2, 2)}},
#endif
#if !defined(SIMDKECCAK_PORTABLE) && defined(__wasm__)
    {"wasm", 0, KERNEL(wasm_x1, 1, 1)},
#endif
    {"portable", 0, KERNEL_AND_DIGEST(portable_x1, 1, 1)},
};

}  // namespace kernels

namespace {

// A variable like PATH can be set by whoever starts a program, so it can only choose among rows that this CPU runs.
const backend* row_from_environment() noexcept {
  const char* const wanted = std::getenv("SIMDKECCAK_BACKEND");
  return wanted != nullptr ? find_backend(wanted) : nullptr;
}

constinit std::atomic<bool> chosen_by_application{false};

}  // namespace

constinit std::atomic<const backend*> detail::active_row{nullptr};

const backend& detail::choose_row() noexcept {
  const backend* row = row_from_environment();
  if (row == nullptr) row = std::ranges::find_if(kernels::table, &backend::recommended);
  // A row that use_backend() set meanwhile stays.
  const backend* current = nullptr;
  return active_row.compare_exchange_strong(current, row, std::memory_order_acq_rel) ? *row : *current;
}

detail::chooser detail::chosen_by() noexcept {
  if (chosen_by_application.load(std::memory_order_relaxed)) return chooser::application;
  return row_from_environment() != nullptr ? chooser::environment : chooser::detection;
}

std::span<const backend> backends() noexcept { return kernels::table; }

const backend* find_backend(std::string_view name) noexcept {
  const auto row = std::ranges::find(kernels::table, name, &backend::name);
  return row != std::end(kernels::table) && row->supported() ? row : nullptr;
}

bool use_backend(const backend& row) noexcept {
  if (!row.supported()) return false;
  chosen_by_application.store(true, std::memory_order_relaxed);
  detail::active_row.store(&row, std::memory_order_release);
  return true;
}

bool use_backend(std::string_view name) noexcept {
  const backend* const row = find_backend(name);
  return row != nullptr && use_backend(*row);
}

}  // namespace simdkeccak
