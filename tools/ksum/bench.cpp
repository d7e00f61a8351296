#include "bench.hpp"

#include <fmt/format.h>

#include <array>
#include <chrono>
#include <cstdint>
#include <limits>
#include <simdkeccak/simdkeccak.hpp>
#include <vector>

#include "interrupt.hpp"

namespace ksum {
namespace {

namespace sk = simdkeccak;
using clock = std::chrono::steady_clock;

// Seconds, the least of many runs: what else the machine does only ever adds.
template <class Work>
double least_time(Work work) {
  double least = std::numeric_limits<double>::max();
  const auto start = clock::now();
  for (int run = 0; run < 3 || clock::now() - start < std::chrono::milliseconds(100); ++run) {
    check_for_interrupt();
    const auto before = clock::now();
    work();
    least = std::min(least, std::chrono::duration<double>(clock::now() - before).count());
  }
  return least;
}

std::string rate(double bytes, double seconds) { return fmt::format("{:>7.2f} GB/s", bytes / seconds / 1e9); }

template <sk::algorithm A, std::size_t N>
double batch_rate_time(const std::vector<std::vector<std::uint8_t>>& messages) {
  std::vector<std::array<std::uint8_t, N>> digests(messages.size());
  return least_time([&] { sk::hash_many<A>(messages, digests); });
}

}  // namespace

bool bench(standard_output& out) {
  constexpr std::size_t size = std::size_t{1} << 20, small = 4096, count = 256;
  out.append(fmt::format("backend {}; one core, data in the cache, the least time of many runs\n\n{:<18}  {:>12}\n",
                         sk::active().name, "one message", "1 MiB"));
  const std::vector<std::uint8_t> message(size, 0xA5);
  const std::array<std::uint8_t, 32> key{};
  std::vector<std::uint8_t> digest;
  for (const char* name :
       {"keccak-256", "sha3-256", "sha3-512", "shake128", "kmac128", "parallelhash128", "turboshake128", "kt128", "kt256"}) {
    const sk::named_algorithm& a = *sk::find_algorithm(name);
    sk::parameters p;
    if (a.takes_key()) p.key = key;
    const auto fresh = sk::any_hasher::make(a, p);
    digest.resize(a.default_length());
    const double seconds = least_time([&] {
      auto h = *fresh;
      h.update(message).digest(digest);
    });
    out.append(fmt::format("{:<18}  {}\n", name, rate(size, seconds)));
    out.flush();
  }
  const std::vector<std::vector<std::uint8_t>> messages(count, std::vector<std::uint8_t>(small, 0xA5));
  constexpr auto all = static_cast<double>(small * count);
  out.append(fmt::format("\n{:<18}  {:>12}\n", "many messages", "4 KiB each"));
  out.append(fmt::format("{:<18}  {}\n", "keccak-256", rate(all, batch_rate_time<sk::keccak_256, 32>(messages))));
  out.append(fmt::format("{:<18}  {}\n", "sha3-256", rate(all, batch_rate_time<sk::sha3_256, 32>(messages))));
  out.append(fmt::format("{:<18}  {}\n", "turboshake128", rate(all, batch_rate_time<sk::turboshake128, 32>(messages))));
  return true;
}

}  // namespace ksum
