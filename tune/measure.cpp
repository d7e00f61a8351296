// Times the candidates that measure.py has written into CANDIDATES, which defines `candidates`: takes samples of each in
// turn, in an order drawn anew each time, and prints for each the mean of the faster half without the fastest tenth. Ends
// with status 1 if one does not compute what the first one does.
#include <x86intrin.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <random>
#include <vector>

#include "../src/kernels/kernel.hpp"
#include CANDIDATES

namespace {

using simdkeccak::kernels::candidates;
using simdkeccak::kernels::constants;

alignas(64) std::uint64_t state[25 * 8], scratch[25 * 8];

// The two shapes of a function that a list of instructions is put into.
void permute(void (*f)(std::uint64_t*, std::uint64_t*, const std::uint64_t*)) { f(state, scratch, constants.last(24)); }
void permute(void (*f)(std::uint64_t*, const std::uint64_t*, std::size_t, std::size_t, const std::uint64_t*)) {
  f(state, nullptr, 1, 0, constants.last(24));
}

// Whether they all do the same to some state.
bool agree() {
  std::uint64_t first[std::size(state)];
  for (const auto candidate : candidates) {
    std::iota(std::begin(state), std::end(state), std::uint64_t{1} << 40);
    permute(candidate);
    if (candidate == candidates[0]) std::ranges::copy(state, first);
    if (!std::ranges::equal(state, first)) return false;
  }
  return true;
}

}  // namespace

int main(int, char** arguments) {
  if (!agree()) return 1;
  const int samples = std::atoi(arguments[1]);
  constexpr int calls = 12;
  constexpr std::size_t count = std::size(candidates);
  std::vector<std::vector<double>> times(count);
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), 0);
  std::mt19937 draw(std::random_device{}());
  for (int s = 0; s < samples; ++s) {
    std::ranges::shuffle(order, draw);
    for (const std::size_t c : order) {
      for (int i = 0; i < 2; ++i) permute(candidates[c]);
      const std::uint64_t start = __rdtsc();
      for (int i = 0; i < calls; ++i) permute(candidates[c]);
      times[c].push_back(static_cast<double>(__rdtsc() - start) / calls);
    }
  }
  for (auto& t : times) {
    std::ranges::sort(t);
    const auto first = t.begin() + samples / 10, last = t.begin() + samples / 2;
    std::printf("%.2f\n", std::accumulate(first, last, 0.0) / static_cast<double>(last - first));
  }
}
