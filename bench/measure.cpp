#include "measure.hpp"

#include <algorithm>
#include <cstring>
#include <ctime>

namespace bench {

std::uint64_t next_noise(std::uint64_t& seed) noexcept {
  seed += 0x9E3779B97F4A7C15;  // splitmix64
  std::uint64_t z = seed;
  z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
  z = (z ^ z >> 27) * 0x94D049BB133111EB;
  return z ^ z >> 31;
}

#if defined(CLOCK_THREAD_CPUTIME_ID)
double cpu_ns() noexcept {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) * 1e9 + static_cast<double>(t.tv_nsec);
}
#else
double cpu_ns() noexcept { return static_cast<double>(std::clock()) * (1e9 / CLOCKS_PER_SEC); }
#endif

input::input(std::size_t size, std::uint64_t seed)
    : size_(size),
      data_(
          static_cast<std::uint8_t*>(::operator new[](std::max<std::size_t>(size, 1), std::align_val_t{input_alignment}))) {
  for (std::size_t i = 0; i < size; i += 8) {
    const std::uint64_t z = next_noise(seed);
    std::memcpy(data_.get() + i, &z, std::min<std::size_t>(8, size - i));
  }
}

void show_hashes(benchmark::State& state, const elapsed& e, std::size_t hashes, std::size_t size) {
  const double total = e.iterations * static_cast<double>(size);
  state.counters["ns_per_hash"] = e.ns / (e.iterations * static_cast<double>(hashes));
  if (size != 0) {
    state.counters["bytes_per_second"] = total / (e.ns * 1e-9);
    if (has_ticks) state.counters["tsc_cycles_per_byte"] = e.ticks / total;
  }
  state.counters["allocations"] = e.allocations;
}

void show_states(benchmark::State& state, const elapsed& e, unsigned states) {
  state.counters["ns_per_call"] = e.ns / e.iterations;
  state.counters["ns_per_state"] = e.ns / (e.iterations * states);
  if (has_ticks) state.counters["tsc_cycles_per_state"] = e.ticks / (e.iterations * states);
  state.counters["allocations"] = e.allocations;
}

bool allocated_nothing(benchmark::State& state, std::string_view case_name, const elapsed& e) {
  if (e.allocations == 0) return true;
  fail(state, case_name, "something in it allocated memory");
  return false;
}

}  // namespace bench
