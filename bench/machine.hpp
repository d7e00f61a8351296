// The machine that the times are of.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#if defined(__x86_64__)
#include <x86intrin.h>
#endif

namespace bench {

// The time-stamp counter. It runs at a rate of its own, not at that of the core.
#if defined(__x86_64__)
inline constexpr bool has_ticks = true;
inline std::uint64_t ticks() noexcept { return __rdtsc(); }
#else
inline constexpr bool has_ticks = false;
inline std::uint64_t ticks() noexcept { return 0; }
#endif

std::string cpu_model();
std::string cpu_feature_names();
std::string tick_rate();

// The CPUs that this process may run on; empty where the operating system does not say.
std::vector<int> allowed_cores();
bool pin_to(int core);

}  // namespace bench
