#include "machine.hpp"

#include <chrono>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <simdkeccak/backend.hpp>

#if defined(__x86_64__)
#include <cpuid.h>
#endif
#if defined(__linux__)
#include <sched.h>
#endif

namespace bench {

#if defined(__x86_64__)

std::string cpu_model() {
  unsigned words[12] = {};
  unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
  for (unsigned i = 0; i < 3; ++i)
    __get_cpuid(0x80000002 + i, &words[4 * i], &words[4 * i + 1], &words[4 * i + 2], &words[4 * i + 3]);
  char brand[sizeof words + 1] = {};
  std::memcpy(brand, words, sizeof words);
  __get_cpuid(1, &eax, &ebx, &ecx, &edx);
  unsigned family = eax >> 8 & 0xF, model = eax >> 4 & 0xF;
  if (family == 6 || family == 15) model += (eax >> 16 & 0xF) << 4;
  if (family == 15) family += eax >> 20 & 0xFF;
  std::string text(brand + std::strspn(brand, " "));
  text.erase(text.find_last_not_of(' ') + 1);
  return text + ", family " + std::to_string(family) + " model " + std::to_string(model) + " stepping " +
         std::to_string(eax & 0xF);
}

std::string tick_rate() {
  const auto begin = std::chrono::steady_clock::now();
  const std::uint64_t first = ticks();
  while (std::chrono::steady_clock::now() - begin < std::chrono::milliseconds(20)) {
  }
  const std::uint64_t last = ticks();
  const double us = std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - begin).count();
  unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
  const bool invariant = __get_cpuid(0x80000007, &eax, &ebx, &ecx, &edx) != 0 && (edx >> 8 & 1) != 0;
  char text[80];
  std::snprintf(text, sizeof text, "%.0f MHz, measured, %s", static_cast<double>(last - first) / us,
                invariant ? "invariant" : "not invariant");
  return text;
}

#else

std::string cpu_model() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);)
    if (line.starts_with("model name") || line.starts_with("CPU part")) return line.substr(line.find(':') + 2);
  return "unknown";
}

std::string tick_rate() { return "none"; }

#endif

std::string cpu_feature_names() {
  std::string names;
  for (unsigned bit = 0; bit < 32; ++bit) {
    const std::uint32_t feature = std::uint32_t{1} << bit;
    if ((simdkeccak::cpu_features() & feature) == 0) continue;
    names.append(names.empty() ? "" : " ").append(simdkeccak::name(static_cast<simdkeccak::cpu_feature>(feature)));
  }
  return names.empty() ? "none that a backend needs" : names;
}

#if defined(__linux__)

std::vector<int> allowed_cores() {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) != 0) return {};
  std::vector<int> cores;
  for (int i = 0; i < CPU_SETSIZE; ++i)
    if (CPU_ISSET(static_cast<std::size_t>(i), &set)) cores.push_back(i);
  return cores;
}

bool pin_to(int core) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(static_cast<std::size_t>(core), &set);
  return sched_setaffinity(0, sizeof set, &set) == 0;
}

#else

std::vector<int> allowed_cores() { return {}; }
bool pin_to(int) { return false; }

#endif

}  // namespace bench
