#include "output.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <vector>

namespace ksum {
namespace {

constexpr std::string_view output_name = "standard output";
constexpr std::size_t flush_at = std::size_t{32} << 10;

void append_digest(standard_output& out, std::uint64_t length, const simdkeccak::any_hasher& hashed) {
  if (auto stream = hashed.read()) {
    std::array<std::uint8_t, flush_at / 2> piece;
    for (std::uint64_t left = length; left != 0;) {
      const std::span<std::uint8_t> next(piece.data(),
                                         static_cast<std::size_t>(std::min<std::uint64_t>(left, piece.size())));
      stream->read(next);
      out.append_hex(next);
      left -= next.size();
    }
  } else {
    std::vector<std::uint8_t> digest(static_cast<std::size_t>(length));
    hashed.digest(digest);
    out.append_hex(digest);
  }
}

}  // namespace

void standard_output::append(std::string_view text) {
  pending_ += text;
  if (pending_.size() >= flush_at) flush();
}

void standard_output::append_hex(std::span<const std::uint8_t> data) {
  constexpr char digits[] = "0123456789abcdef";
  for (const std::uint8_t octet : data) {
    pending_ += digits[octet >> 4];
    pending_ += digits[octet & 15];
    if (pending_.size() >= flush_at) flush();
  }
}

void standard_output::flush() {
  try {
    write_full(file_, output_name, {reinterpret_cast<const std::uint8_t*>(pending_.data()), pending_.size()});
  } catch (const failure& f) {
    throw output_failure(f);
  }
  pending_.clear();
}

void standard_output::close() {
  if (::close(file_.number()) != 0 && errno != EINTR) throw output_failure(system_failure(output_name));
}

std::string tag(const simdkeccak::named_algorithm& a, std::uint64_t length) {
  std::string name(a.name);
  std::ranges::transform(name, name.begin(),
                         [](char c) { return 'a' <= c && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
  return a.any_length() ? fmt::format("{}-{}", name, 8 * length) : name;
}

std::optional<std::string> escaped(std::string_view name) {
  if (name.find_first_of("\\\n\r") == std::string_view::npos) return std::nullopt;
  std::string result;
  for (const char c : name) {
    switch (c) {
      case '\\':
        result += "\\\\";
        break;
      case '\n':
        result += "\\n";
        break;
      case '\r':
        result += "\\r";
        break;
      default:
        result += c;
    }
  }
  return result;
}

void write_digest(standard_output& out, const line_format& format, const simdkeccak::any_hasher& hashed,
                  std::span<const std::string> names) {
  std::string joined;
  bool any_escaped = false;
  for (const std::string& name : names) {
    if (&name != &names.front()) joined += ' ';
    const auto changed = escaped(name);
    any_escaped |= changed.has_value();
    joined += changed.value_or(name);
  }
  if (any_escaped) out.append("\\");
  if (format.tagged) out.append(fmt::format("{} ({}) = ", tag(hashed.algorithm(), format.length), joined));
  append_digest(out, format.length, hashed);
  if (!format.tagged) out.append("  " + joined);
  out.append("\n");
  out.flush();
}

}  // namespace ksum
