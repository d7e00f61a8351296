// Bytes that look random and are the same in every run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace test {

inline std::uint64_t next_noise(std::uint64_t& state) {
  state += 0x9E3779B97F4A7C15;  // splitmix64
  std::uint64_t z = state;
  z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
  z = (z ^ z >> 27) * 0x94D049BB133111EB;
  return z ^ z >> 31;
}

inline void fill_with_noise(std::uint8_t* out, std::size_t size, std::uint64_t seed) {
  for (std::size_t i = 0; i < size; ++i) out[i] = static_cast<std::uint8_t>(next_noise(seed) & 0xFF);
}

inline std::vector<std::uint8_t> noise(std::size_t size, std::uint64_t seed = 1) {
  std::vector<std::uint8_t> out(size);
  fill_with_noise(out.data(), size, seed);
  return out;
}

// Numbers from 0 to bound - 1.
class dice {
 public:
  explicit dice(std::uint64_t seed) : state_(seed) {}
  std::size_t below(std::size_t bound) { return static_cast<std::size_t>(next_noise(state_) % bound); }

 private:
  std::uint64_t state_;
};

}  // namespace test
