#include "support.hpp"

#include <algorithm>
#include <stdexcept>

namespace test {

octets from_hex(std::string_view text) {
  if (text.size() % 2 != 0) throw std::invalid_argument("an odd number of hexadecimal digits");
  octets out(text.size() / 2);
  for (std::size_t i = 0; i < out.size(); ++i)
    out[i] = static_cast<std::uint8_t>(hex_digit(text[2 * i]) * 16 + hex_digit(text[2 * i + 1]));
  return out;
}

std::string to_hex(std::span<const std::uint8_t> data) {
  std::string text;
  for (const std::uint8_t octet : data) {
    text += "0123456789abcdef"[octet >> 4];
    text += "0123456789abcdef"[octet & 15];
  }
  return text;
}

octets pattern(std::size_t n) {
  octets out(n);
  for (std::size_t i = 0; i < n; ++i) out[i] = static_cast<std::uint8_t>(i % 251);
  return out;
}

odd_copy::odd_copy(std::span<const std::uint8_t> data) : memory_(data.size() + 1) {
  std::ranges::copy(data, memory_.begin() + 1);
}

std::string to_text(const cut& c) {
  std::string text;
  for (const std::size_t n : c) text += (text.empty() ? "" : ", ") + std::to_string(n);
  return text;
}

std::vector<cut> hostile_cuts(std::size_t size, std::size_t rate) {
  // Leaves of 8192 bytes are reached from the middle of one, whole, several at once, and one byte early and late.
  std::vector<cut> cuts{{1, rate - 1, 0, rate, rate + 1, 7, 13, 8191, 8192, 8193, 5 * 8192 + 1, 2 * 8192 - 1}};
  if (size <= 2048) cuts.push_back({1});
  if (size <= 1 << 16) {
    for (const std::size_t n : {rate - 1, rate, rate + 1}) cuts.push_back({n});
    if (size > 8192) cuts.insert(cuts.end(), {{8191}, {8192}, {8193}});
  }
  return cuts;
}

std::vector<cut> hostile_reads(std::size_t rate) {
  return {{1}, {rate - 1}, {rate}, {rate + 1}, {1, rate - 1, 0, rate, rate + 1, 7}};
}

}  // namespace test
