// The timed loop, the buffers it works on, and its counters.
#pragma once

#include <benchmark/benchmark.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <simdkeccak/bytes.hpp>
#include <string_view>

#include "allocations.hpp"
#include "evidence.hpp"
#include "machine.hpp"

namespace bench {

inline constexpr std::size_t input_alignment = 4096;
inline constexpr std::size_t batch_alignment = 64;  // of each message of a batch

// Bytes that look random and are the same in every run, written just now, so their pages are mapped and warm.
class input {
 public:
  explicit input(std::size_t size, std::uint64_t seed = 1);

  simdkeccak::bytes bytes() const noexcept { return {data_.get(), size_}; }
  const std::uint8_t* data() const noexcept { return data_.get(); }
  std::size_t size() const noexcept { return size_; }

 private:
  struct freeing {
    void operator()(std::uint8_t* p) const { ::operator delete[](p, std::align_val_t{input_alignment}); }
  };
  std::size_t size_;
  std::unique_ptr<std::uint8_t[], freeing> data_;
};

std::uint64_t next_noise(std::uint64_t& seed) noexcept;

// CPU time of this thread, which unlike the wall clock leaves out what other processes took.
double cpu_ns() noexcept;

struct elapsed {
  double ns;           // CPU time
  double ticks;        // of the time-stamp counter, in that time
  double allocations;  // per iteration
  double iterations;
};

// Whether a timed loop runs: what simdkeccak_bench_corrupted gets wrong then is found afterwards.
inline bool clock_runs = false;

// Runs `work` as often as the framework asks for.
template <class Work>
elapsed timed(benchmark::State& state, Work&& work) {
  const std::uint64_t allocations_before = allocations();
  const auto start = std::chrono::steady_clock::now();
  const std::uint64_t first_tick = ticks();
  const double cpu_start = cpu_ns();
  clock_runs = true;
  for (auto _ : state) {
    work();
    benchmark::ClobberMemory();
  }
  clock_runs = false;
  const double cpu = cpu_ns() - cpu_start;
  const std::uint64_t last_tick = ticks();
  const std::chrono::duration<double, std::nano> wall = std::chrono::steady_clock::now() - start;
  const auto iterations = static_cast<double>(state.iterations());
  return {cpu, static_cast<double>(last_tick - first_tick) * cpu / wall.count(),
          static_cast<double>(allocations() - allocations_before) / iterations, iterations};
}

// The counters of `hashes` hashes of `size` bytes in all, an iteration.
void show_hashes(benchmark::State& state, const elapsed& e, std::size_t hashes, std::size_t size);

// The counters of a permutation of `states` states, an iteration.
void show_states(benchmark::State& state, const elapsed& e, unsigned states);

// The library allocates nothing. A case in which something did fails.
bool allocated_nothing(benchmark::State& state, std::string_view case_name, const elapsed& e);

}  // namespace bench
