// permutation/<kernel>/<rounds>: Keccak-p[1600, rounds] of a kernel's states in place, each call on the result of the last.
#include <algorithm>
#include <array>
#include <simdkeccak/backend.hpp>

#include "../tests/reference.hpp"
#include "cases.hpp"
#include "evidence.hpp"
#include "measure.hpp"
#include "rows.hpp"

namespace bench {
namespace {

namespace sk = simdkeccak;

// Whether the kernel permutes every one of its states as the model does.
bool permutes(const sk::kernel& k, unsigned rounds, std::uint64_t* state) {
  std::uint64_t seed = 1;
  std::generate_n(state, 25 * k.width, [&] { return next_noise(seed); });
  std::array<reference::lanes, sk::widest_kernel> expected{};
  for (unsigned slot = 0; slot < k.width; ++slot) {
    for (unsigned lane = 0; lane < 25; ++lane) expected[slot][lane] = state[lane * k.width + slot];
    reference::keccak_p(expected[slot], rounds);
  }
  k.absorb(state, nullptr, 1, 0, rounds);
  for (unsigned slot = 0; slot < k.width; ++slot)
    for (unsigned lane = 0; lane < 25; ++lane)
      if (state[lane * k.width + slot] != expected[slot][lane]) return false;
  return true;
}

void run_permutation(benchmark::State& state, const std::string& name, const sk::kernel& k, unsigned rounds) {
  alignas(64) std::uint64_t states[25 * sk::widest_kernel];
  const auto right = [&] {
    if (!failed(name) && permutes(k, rounds, states)) return true;
    fail(state, name, "the state is not that of the model");
    return false;
  };
  if (!right()) return;
  const elapsed e = timed(state, [&] {
    k.absorb(states, nullptr, 1, 0, rounds);
    benchmark::DoNotOptimize(states);
  });
  if (!right() || !allocated_nothing(state, name, e)) return;
  show_states(state, e, k.width);
}

}  // namespace

void add_permutation(case_list& cases) {
  const auto add = [&](const sk::kernel& k, std::string_view backend) {
    for (const unsigned rounds : {12U, 24U}) {
      const std::string name = "permutation/" + std::string(k.name) + "/" + std::to_string(rounds);
      const auto known = std::ranges::find(cases, name, &bench_case::name);
      if (known != cases.end()) {  // rows share kernels
        known->backends.push_back(backend);
        continue;
      }
      const auto run = [=](benchmark::State& state) { run_permutation(state, name, k, rounds); };
      cases.push_back({name, {backend}, "", "", true, run});
    }
  };
  for (const sk::backend* row : rows()) {
    add(row->one, row->name);
    for (const sk::kernel& k : row->many)
      if (k.width != 0) add(k, row->name);
  }
}

}  // namespace bench
