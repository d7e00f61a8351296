#include "digest_line.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "check_line.hpp"
#include "messages.hpp"
#include "names.hpp"

namespace ksum {
namespace {

// JSON is Unicode and names are bytes: where they are not UTF-8 their bytes are given too.
line_frame json_frame(const line_format& format, const simdkeccak::named_algorithm& a, std::uint64_t length,
                      std::span<const std::string> names) {
  using json = nlohmann::ordered_json;
  const auto dump = [](const json& value) { return value.dump(-1, ' ', false, json::error_handler_t::replace); };
  const auto is_unicode = [](const std::string& name) {
    try {
      static_cast<void>(json(name).dump());
      return true;
    } catch (const json::type_error&) {
      return false;
    }
  };
  const auto hex = [](const std::string& name) {
    std::string text;
    append_hex(text, {reinterpret_cast<const std::uint8_t*>(name.data()), name.size()});
    return text;
  };
  json object;
  if (names.size() == 1) {
    object["name"] = names[0];
    if (!is_unicode(names[0])) object["name_bytes"] = hex(names[0]);
  } else {
    object["names"] = names;
    if (!std::ranges::all_of(names, is_unicode))
      for (const std::string& name : names) object["name_bytes"].push_back(hex(name));
  }
  object["algorithm"] = a.name;
  object["length"] = length;
  object["digest"] = "";
  std::string text = dump(object);
  text.resize(text.size() - 2);  // the digest's second quotation mark, and the brace
  return {text, format.zero ? std::string("\"}\0", 3) : "\"}\n"};
}

}  // namespace

line_frame frame(const line_format& format, const simdkeccak::named_algorithm& a, std::uint64_t length,
                 std::span<const std::string> names) {
  if (format.style == line_style::raw) return {};
  if (format.style == line_style::json) return json_frame(format, a, length, names);
  std::string end(1, format.zero ? '\0' : '\n');
  if (format.style == line_style::no_names) return {"", end};
  std::string joined;
  bool is_escaped = false;
  for (const std::string& name : names) {
    if (&name != &names.front()) joined += ' ';
    const auto changed = format.zero ? std::nullopt : escaped(name);
    is_escaped |= changed.has_value();
    joined += changed.value_or(name);
  }
  const std::string_view mark = is_escaped ? "\\" : "";
  if (format.style == line_style::tagged) return {fmt::format("{}{} ({}) = ", mark, tag(a, length), joined), end};
  return {std::string(mark), fmt::format("{}{}{}", format.binary_mark ? " *" : "  ", joined, end)};
}

void append_digest(std::string& to, const line_format& format, std::span<const std::uint8_t> digest) {
  if (format.style == line_style::raw) {
    to.append(reinterpret_cast<const char*>(digest.data()), digest.size());
  } else if (format.digits == notation::base64) {
    append_base64(to, digest);
  } else {
    append_hex(to, digest);
  }
}

void write_line(standard_output& out, const line_format& format, const simdkeccak::any_hasher& hashed, std::uint64_t length,
                std::span<const std::string> names) {
  auto stream = hashed.digest_stream(length);
  if (!stream) throw failure(fmt::format("{} has no digest of {} bytes", hashed.algorithm().name, length));
  const line_frame around = frame(format, hashed.algorithm(), length, names);
  out.append(around.before);
  std::array<std::uint8_t, 3 << 12> piece;  // a multiple of three bytes, as base64 wants
  for (std::uint64_t left = length; left != 0;) {
    const std::span<std::uint8_t> next(piece.data(), static_cast<std::size_t>(std::min<std::uint64_t>(left, piece.size())));
    stream->read(next);
    std::string text;
    append_digest(text, format, next);
    out.append(text);
    left -= next.size();
  }
  out.append(around.after);
  out.end_line();
}

}  // namespace ksum
