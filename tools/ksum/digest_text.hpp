// Digests as text, and their comparison.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ksum {

enum class notation : std::uint8_t { hex, base64 };

void append_hex(std::string& to, std::span<const std::uint8_t> data);
// With padding. Pieces of one digest may follow one another if all but the last are a multiple of three bytes.
void append_base64(std::string& to, std::span<const std::uint8_t> data);

// Upper and lower case are the same. Empty if the text is anything else than pairs of hexadecimal digits.
std::optional<std::vector<std::uint8_t>> from_hex(std::string_view text);
// Padding is required, and so is that the unused bits are zero.
std::optional<std::vector<std::uint8_t>> from_base64(std::string_view text);

// In a time that depends on the sizes alone: the digest may be that of a MAC.
bool same(std::span<const std::uint8_t> a, std::span<const std::uint8_t> b) noexcept;

}  // namespace ksum
