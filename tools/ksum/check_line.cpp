#include "check_line.hpp"

#include <algorithm>
#include <charconv>

#include "digest_text.hpp"
#include "names.hpp"

namespace ksum {
namespace {

constexpr std::string_view blanks = " \t";

std::string_view without_leading_blanks(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
  return text;
}

struct tagged_as {
  const simdkeccak::named_algorithm* algorithm = nullptr;
  std::optional<std::uint64_t> length{};
};

// The whole may be a name (SHA3-256, or openssl's SHAKE-128), or a name and bits (SHAKE128-256).
tagged_as read_tag(std::string_view text) {
  if (const auto* const a = simdkeccak::find_algorithm(text)) return {a};
  const std::size_t hyphen = text.rfind('-');
  if (hyphen == std::string_view::npos) return {};
  const auto* const a = simdkeccak::find_algorithm(text.substr(0, hyphen));
  const std::string_view digits = text.substr(hyphen + 1);
  std::uint64_t bits = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), bits);
  if (a == nullptr || error != std::errc{} || end != digits.data() + digits.size()) return {};
  if (bits == 0 || bits % 8 != 0) return {};
  return {a, bits / 8};
}

std::optional<std::string> name(std::string_view text, bool escaped) {
  if (text.empty() || text.find('\0') != std::string_view::npos) return std::nullopt;
  return escaped ? unescaped(text) : std::string(text);
}

}  // namespace

std::string tag(const simdkeccak::named_algorithm& a, std::uint64_t length) {
  std::string result(a.name);
  std::ranges::transform(result, result.begin(),
                         [](char c) { return 'a' <= c && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
  return a.any_length() ? result + '-' + std::to_string(8 * length) : result;
}

std::optional<std::vector<std::uint8_t>> check_line_parser::digest(const simdkeccak::named_algorithm& a,
                                                                   std::optional<std::uint64_t> length,
                                                                   std::string_view text, bool is_tagged) const {
  std::uint64_t expected = a.default_length();
  if (a.any_length()) expected = expected_.length.value_or(length.value_or(expected));
  if (length && *length != expected) return std::nullopt;
  // What openssl gives of SHAKE by default.
  const bool may_be_half = is_tagged && a.extendable() && !length && !expected_.length;
  const auto fits = [&](const auto& octets) {
    return octets && (octets->size() == expected || (may_be_half && octets->size() == expected / 2));
  };
  if (auto octets = from_hex(text); fits(octets)) return octets;
  if (auto octets = from_base64(text); fits(octets)) return octets;
  return std::nullopt;
}

std::optional<checked_file> check_line_parser::parse(std::string_view line) {
  if (line.ends_with('\r')) line.remove_suffix(1);
  line = without_leading_blanks(line);
  const bool escaped = line.starts_with('\\');
  if (escaped) line.remove_prefix(1);
  if (auto tagged = parse_tagged(line, escaped)) return tagged;
  return parse_untagged(line, escaped);
}

std::optional<checked_file> check_line_parser::parse_tagged(std::string_view line, bool escaped) const {
  const std::size_t open = line.find('('), close = line.rfind(')');
  if (open == std::string_view::npos || close == std::string_view::npos || close < open) return std::nullopt;
  std::string_view text = line.substr(0, open);
  text = text.substr(0, text.find_last_not_of(blanks) + 1);
  const tagged_as tagged = read_tag(text);
  if (tagged.algorithm == nullptr || (expected_.only && tagged.algorithm != expected_.algorithm)) return std::nullopt;
  std::string_view rest = without_leading_blanks(line.substr(close + 1));
  if (!rest.starts_with('=')) return std::nullopt;
  rest = without_leading_blanks(rest.substr(1));
  auto read_name = name(line.substr(open + 1, close - open - 1), escaped);
  auto read_digest = digest(*tagged.algorithm, tagged.length, rest, true);
  if (!read_name || !read_digest) return std::nullopt;
  return checked_file{tagged.algorithm, std::move(*read_digest), std::move(*read_name)};
}

std::optional<checked_file> check_line_parser::parse_untagged(std::string_view line, bool escaped) {
  const std::size_t end = line.find_first_of(blanks);
  if (end == std::string_view::npos || end + 1 == line.size()) return std::nullopt;
  auto read_digest = digest(*expected_.algorithm, std::nullopt, line.substr(0, end), false);
  if (!read_digest) return std::nullopt;
  std::string_view text = line.substr(end + 1);
  const bool one = text.size() == 1 || (text[0] != ' ' && text[0] != '*');
  if (one && spacing_ == spacing::two) return std::nullopt;
  if (spacing_ == spacing::unknown) spacing_ = one ? spacing::one : spacing::two;
  if (spacing_ == spacing::two) text.remove_prefix(1);
  auto read_name = name(text, escaped);
  if (!read_name) return std::nullopt;
  return checked_file{expected_.algorithm, std::move(*read_digest), std::move(*read_name)};
}

}  // namespace ksum
