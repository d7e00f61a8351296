#include "values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <system_error>

#include "digest_text.hpp"
#include "messages.hpp"

namespace ksum {
namespace {

constexpr std::uint64_t longest_output = std::numeric_limits<std::uint64_t>::max() / 8;  // its bits are counted too

}  // namespace

std::uint64_t number(std::string_view option, std::string_view text, std::uint64_t least, std::uint64_t most, bool hex) {
  std::string_view digits = text;
  int base = 10;
  if (hex && (text.starts_with("0x") || text.starts_with("0X"))) {
    digits.remove_prefix(2);
    base = 16;
  }
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
  if (error == std::errc::result_out_of_range || (error == std::errc{} && end == digits.data() + digits.size())) {
    if (error == std::errc{} && least <= value && value <= most) return value;
    throw usage_error(hex ? fmt::format("{} must be {:#04x} to {:#04x}, not '{}'", option, least, most, printable(text))
                          : fmt::format("{} must be {} to {}, not '{}'", option, least, most, printable(text)));
  }
  throw usage_error(fmt::format("{} is not a number: '{}'", option, printable(text)));
}

std::string octets(std::string_view option, std::string_view hex) {
  const auto data = from_hex(hex);
  if (!data) throw usage_error(fmt::format("{} is not pairs of hexadecimal digits: '{}'", option, printable(hex)));
  return {data->begin(), data->end()};
}

const simdkeccak::named_algorithm& algorithm_named(std::string_view name) {
  if (const auto* const a = simdkeccak::find_algorithm(name)) return *a;
  throw usage_error(fmt::format("unknown algorithm '{}'; --list shows them all", printable(name)));
}

const simdkeccak::backend& backend_named(std::string_view name) {
  const auto row = std::ranges::find(simdkeccak::backends(), name, &simdkeccak::backend::name);
  if (row == simdkeccak::backends().end())
    throw usage_error(fmt::format("unknown backend '{}'; --list shows them all", printable(name)));
  if (!row->supported()) throw usage_error(fmt::format("this CPU cannot run the backend '{}'", name));
  return *row;
}

std::uint64_t length_of(const simdkeccak::named_algorithm& a, std::string_view text) {
  const std::uint64_t length = number("--length", text, 1, longest_output);
  if (!a.any_length() && length != a.default_length())
    throw usage_error(fmt::format("{}: the length is {} bytes, not {}", a.name, a.default_length(), length));
  return length;
}

}  // namespace ksum
