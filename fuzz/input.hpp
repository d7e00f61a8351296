// What a fuzzer's bytes mean: choices, read from the front, and messages made from them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <simdkeccak/simdkeccak.hpp>
#include <span>
#include <vector>

// What each target defines.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace fuzz {

namespace sk = simdkeccak;
using octets = std::vector<std::uint8_t>;

// What must hold. If it does not, that is a finding: the program says so and aborts.
inline void require(bool condition, const char* what) {
  if (condition) return;
  std::fprintf(stderr, "FINDING: %s\n", what);
  std::abort();
}

// Bytes without a pattern, for which only size and seed count. No code of the library branches on a message, so a fuzzer
// gains nothing by choosing its bytes, and two leaves or slots that were confused must differ.
inline void fill_with_noise(std::span<std::uint8_t> out, std::uint64_t seed) {
  for (std::size_t i = 0; i < out.size(); ++i) {
    if (i % 8 == 0) seed += 0x9E3779B97F4A7C15;
    std::uint64_t z = (seed ^ seed >> 30) * 0xBF58476D1CE4E5B9;
    z = (z ^ z >> 27) * 0x94D049BB133111EB;
    out[i] = static_cast<std::uint8_t>((z ^ z >> 31) >> (8 * (i % 8)));
  }
}
inline octets noise(std::size_t size, std::uint64_t seed) {
  octets out(size);
  fill_with_noise(out, seed);
  return out;
}

// Noise at a chosen alignment whose end is the end of its memory, so that AddressSanitizer sees a read past it.
class unaligned {
 public:
  unaligned(std::size_t size, std::size_t shift, std::uint64_t seed) : memory_(shift + size), shift_(shift) {
    fill_with_noise(std::span(memory_).subspan(shift), seed);
  }
  sk::bytes view() const { return std::span(memory_).subspan(shift_); }

 private:
  octets memory_;
  std::size_t shift_;
};

inline std::vector<const sk::backend*> supported_rows() {
  std::vector<const sk::backend*> rows;
  for (const sk::backend& row : sk::backends())
    if (row.supported()) rows.push_back(&row);
  return rows;
}
inline const sk::backend& portable() { return sk::backends().back(); }

// Used up, it chooses 0 for ever. Each begins with the same active row.
class input {
 public:
  input(const std::uint8_t* data, std::size_t size) : data_(data, data + size) { sk::use_backend(portable()); }

  bool empty() const { return data_.empty(); }
  std::size_t byte() {
    if (data_.empty()) return 0;
    const std::size_t b = data_.front();
    data_ = data_.subspan(1);
    return b;
  }
  std::size_t two_bytes() {
    const std::size_t low = byte();
    return low | byte() << 8;
  }
  // 0 to n - 1; n is at most 256.
  std::size_t below(std::size_t n) { return byte() % n; }
  bool flag() { return below(2) != 0; }

  // A size, 0 to `most`: any small one, any at all, or one beside the edge of a block or of a leaf.
  std::size_t size(std::size_t most) {
    static constexpr std::size_t edges[] = {8, 72, 104, 136, 144, 168, 192, 8192};
    switch (below(3)) {
      case 0:
        return std::min(byte(), most);
      case 1:
        return two_bytes() * 4 % (most + 1);
      default: {
        const std::size_t times = 1 + below(20);
        const std::size_t edge = edges[below(std::size(edges))] * times;
        return std::min(edge + below(7) - 3, most);
      }
    }
  }

  octets message(std::size_t most) {
    const std::size_t n = size(most);
    return noise(n, byte());
  }

  const sk::backend& row() {
    static const std::vector<const sk::backend*> rows = supported_rows();
    return *rows[below(rows.size())];
  }
  // Where an object runs: a row of its own, or whichever is active.
  sk::backend_ref place() { return flag() ? sk::backend_ref(row()) : sk::backend_ref(); }

  // All that is left.
  octets rest() {
    const octets all(data_.begin(), data_.end());
    data_ = {};
    return all;
  }

 private:
  std::span<const std::uint8_t> data_;
};

}  // namespace fuzz
