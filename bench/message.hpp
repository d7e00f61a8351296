// One message, one digest: what most families time.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "evidence.hpp"
#include "measure.hpp"

namespace bench {

// Around the rates (136 bytes is that of Keccak-256), and one length in common use, 512000.
inline constexpr std::size_t message_sizes[] = {0, 32, 64, 128, 135, 136, 137, 256, 1024, 4096, 65536, 512000, 1048576};

constexpr bool quick_size(std::size_t size) { return size == 32 || size == 136 || size == 65536; }

class message_case {
 public:
  message_case(std::string name, std::string_view algorithm, std::size_t size)
      : name_(std::move(name)), algorithm_(algorithm), size_(size) {}

  // `hash` is called with the message and the digest to fill.
  template <class Digest, class Hash>
  void run(benchmark::State& state, Hash&& hash) {
    const input message(size_);
    alignas(64) Digest digest{};
    // Once a case, not once a repetition: the input is always the same, and if it were not, the digest would not match.
    if (expected_.empty()) expected_ = referee_digest(algorithm_, message.bytes(), digest.size());

    hash(message.bytes(), digest);
    if (!matches(state, digest)) return;
    digest.fill(0);
    const elapsed e = timed(state, [&] {
      auto view = message.bytes();
      benchmark::DoNotOptimize(view);
      hash(view, digest);
      benchmark::DoNotOptimize(digest);
    });
    if (!matches(state, digest) || !allocated_nothing(state, name_, e)) return;
    show_hashes(state, e, 1, size_);
  }

 private:
  template <class Digest>
  bool matches(benchmark::State& state, const Digest& digest) const {
    if (!failed(name_) && std::ranges::equal(digest, expected_)) return true;
    fail(state, name_, "the digest is not that of " + std::string(referee_name(algorithm_)));
    return false;
  }

  std::string name_;
  std::string_view algorithm_;
  std::size_t size_;
  std::vector<std::uint8_t> expected_;
};

}  // namespace bench
