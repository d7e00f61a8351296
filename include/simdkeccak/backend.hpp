// Kernels, backends, and the choice among them. docs/adding-a-kernel.md shows how to add one.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "detail/config.hpp"

namespace simdkeccak {

// XORs a block of 8 * lanes bytes into each of `width` states and permutes, `blocks` times. The whole contract is in
// src/kernels/kernel.hpp.
using absorb_function = void(std::uint64_t* state, const std::uint8_t* const* in, std::size_t blocks, unsigned lanes,
                             unsigned rounds);

// The only permutation of messages shorter than a block, with digests of 256 bits: in each of `width` states lanes 17 to 24
// are zero (a capacity of 512 bits), and afterwards the first four hold the digest, the others anything.
using digest_function = void(std::uint64_t* state, unsigned rounds);

struct kernel {
  std::string_view name;  // <instruction set>_x<width>
  unsigned width;         // how many states it permutes side by side; 0: no kernel
  unsigned pays_from;     // the fewest live states at which it beats the narrower kernels of its row
  absorb_function* absorb;
  digest_function* digest = nullptr;  // null: absorb() does it
};

inline constexpr unsigned widest_kernel = 8;

enum cpu_feature : std::uint32_t {
  cpu_bmi1 = 1U << 0,
  cpu_bmi2 = 1U << 1,
  cpu_avx2 = 1U << 2,
  cpu_avx512 = 1U << 3,
  cpu_ssse3 = 1U << 4,
  cpu_sha3 = 1U << 16,       // AArch64's FEAT_SHA3
  cpu_fast_sha3 = 1U << 17,  // on a core where it is known to be faster than code without
  cpu_sse2 = 1U << 18,       // of 32-bit x86; x86-64 has it always
  cpu_sve2 = 1U << 19,       // AArch64's
  cpu_fast_sve2 = 1U << 20,  // on a core where its XAR is known to be faster than code without
  cpu_zbb = 1U << 21         // RISC-V's
};

// The features of this CPU that its operating system lets programs use.
SIMDKECCAK_API std::uint32_t cpu_features() noexcept;
SIMDKECCAK_API std::string_view name(cpu_feature feature) noexcept;

// A row of the table: what runs together, chosen by one name.
struct backend {
  std::string_view name;
  std::uint32_t needs;           // cpu_feature bits
  kernel one;                    // the best for one state
  std::array<kernel, 3> many{};  // wider ones, widest first; unused entries have width 0
  std::uint32_t pays_with = 0;   // cpu_feature bits without which it is not chosen by itself, though it may run

  // The kernel for `live` states, at least 1: the widest that pays.
  const kernel& kernel_for(std::size_t live) const noexcept {
    for (const kernel& k : many)
      if (k.width != 0 && live >= k.pays_from) return k;
    return one;
  }

  bool supported() const noexcept { return (needs & ~cpu_features()) == 0; }
  bool recommended() const noexcept { return ((needs | pays_with) & ~cpu_features()) == 0; }
};

// Every row that was compiled in, best first, whether or not this CPU can run it: ask supported(). The last, "portable",
// always runs.
SIMDKECCAK_API std::span<const backend> backends() noexcept;

// The row of that name; null if there is none or this CPU cannot run it.
SIMDKECCAK_API const backend* find_backend(std::string_view name) noexcept;

// Makes a row the one that objects without a row of their own use from now on. Returns false, and changes nothing, if this
// CPU cannot run it. Safe at any time and from any thread: any kernel can continue any state. A row that is not one of
// backends() must live as long as it is in use.
SIMDKECCAK_API bool use_backend(const backend& row) noexcept;
SIMDKECCAK_API bool use_backend(std::string_view name) noexcept;

namespace detail {
SIMDKECCAK_API extern constinit std::atomic<const backend*> active_row;  // null until first use
SIMDKECCAK_API const backend& choose_row() noexcept;

enum class chooser : std::uint8_t { detection, environment, application };
chooser chosen_by() noexcept;  // of the active row
}  // namespace detail

// The row in use: the one given to use_backend(), or else the one that the environment variable SIMDKECCAK_BACKEND names (a
// name that is unknown or that this CPU cannot run is ignored), or else the first of backends() that is
// recommended().
inline const backend& active() noexcept {
  const backend* const row = detail::active_row.load(std::memory_order_acquire);
  return row != nullptr ? *row : detail::choose_row();
}

// Where an object runs: on a row of its own, or, default-constructed, on whichever is active at each call. A row that this
// CPU cannot run counts as none.
class backend_ref {
 public:
  constexpr backend_ref() noexcept = default;
  backend_ref(const backend& row) noexcept : row_(row.supported() ? &row : nullptr) {}

  const backend& get() const noexcept { return row_ != nullptr ? *row_ : active(); }

 private:
  const backend* row_ = nullptr;
};

}  // namespace simdkeccak
