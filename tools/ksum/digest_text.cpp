#include "digest_text.hpp"

#include <array>

namespace ksum {
namespace {

constexpr std::string_view base64_digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

constexpr std::uint8_t none = 0xFF;

// The value of each character as a digit, or none.
template <class Digits>
consteval std::array<std::uint8_t, 256> values(Digits digits) {
  std::array<std::uint8_t, 256> table{};
  table.fill(none);
  digits(table);
  return table;
}

constexpr auto hex_values = values([](auto& table) {
  for (std::uint8_t i = 0; i < 10; ++i) table[static_cast<std::uint8_t>('0' + i)] = i;
  for (std::uint8_t i = 0; i < 6; ++i)
    table[static_cast<std::uint8_t>('a' + i)] = table[static_cast<std::uint8_t>('A' + i)] =
        static_cast<std::uint8_t>(10 + i);
});

constexpr auto base64_values = values([](auto& table) {
  for (std::uint8_t i = 0; i < 64; ++i) table[static_cast<std::uint8_t>(base64_digits[i])] = i;
});

std::uint8_t value(const std::array<std::uint8_t, 256>& table, char c) { return table[static_cast<std::uint8_t>(c)]; }

}  // namespace

void append_hex(std::string& to, std::span<const std::uint8_t> data) {
  constexpr char digits[] = "0123456789abcdef";
  for (const std::uint8_t octet : data) {
    to += digits[octet >> 4];
    to += digits[octet & 15];
  }
}

void append_base64(std::string& to, std::span<const std::uint8_t> data) {
  for (std::size_t i = 0; i < data.size(); i += 3) {
    const std::size_t n = std::min<std::size_t>(3, data.size() - i);
    unsigned group = 0;
    for (std::size_t j = 0; j < 3; ++j) group = group << 8 | (j < n ? data[i + j] : 0U);
    for (std::size_t j = 0; j < 4; ++j) to += j <= n ? base64_digits[group >> (18 - 6 * j) & 63] : '=';
  }
}

std::optional<std::vector<std::uint8_t>> from_hex(std::string_view text) {
  if (text.size() % 2 != 0) return std::nullopt;
  std::vector<std::uint8_t> result(text.size() / 2);
  for (std::size_t i = 0; i < result.size(); ++i) {
    const std::uint8_t high = value(hex_values, text[2 * i]), low = value(hex_values, text[2 * i + 1]);
    if (high == none || low == none) return std::nullopt;
    result[i] = static_cast<std::uint8_t>(high << 4 | low);
  }
  return result;
}

std::optional<std::vector<std::uint8_t>> from_base64(std::string_view text) {
  if (text.size() % 4 != 0) return std::nullopt;
  const std::size_t padding = text.ends_with("==") ? 2 : text.ends_with('=') ? 1 : 0;
  std::vector<std::uint8_t> result;
  result.reserve(text.size() / 4 * 3);
  for (std::size_t i = 0; i < text.size(); i += 4) {
    const std::size_t digits = i + 4 == text.size() ? 4 - padding : 4;
    unsigned group = 0;
    for (std::size_t j = 0; j < 4; ++j) {
      const std::uint8_t digit = j < digits ? value(base64_values, text[i + j]) : std::uint8_t{0};
      if (digit == none) return std::nullopt;
      group = group << 6 | digit;
    }
    for (std::size_t j = 0; j + 1 < digits; ++j) result.push_back(static_cast<std::uint8_t>(group >> (16 - 8 * j)));
    if ((group << (8 * (digits - 1)) & 0xFFFFFF) != 0 && digits < 4) return std::nullopt;
  }
  return result;
}

bool same(std::span<const std::uint8_t> a, std::span<const std::uint8_t> b) noexcept {
  if (a.size() != b.size()) return false;
  // volatile: no compiler may end the loop at the first difference.
  volatile std::uint8_t difference = 0;
  for (std::size_t i = 0; i < a.size(); ++i) difference = difference | (a[i] ^ b[i]);
  return difference == 0;
}

}  // namespace ksum
