// The names of files in lines of digests, escaped as coreutils 9 does.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace ksum {

// Backslash, newline and carriage return become \\, \n and \r, and a backslash before the whole line says so. Empty if the
// name needs no escaping.
std::optional<std::string> escaped(std::string_view name);

// The name again. Empty if a backslash is followed by anything else.
std::optional<std::string> unescaped(std::string_view text);

}  // namespace ksum
