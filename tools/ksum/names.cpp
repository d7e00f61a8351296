#include "names.hpp"

namespace ksum {

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

std::optional<std::string> unescaped(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\') {
      result += text[i];
      continue;
    }
    if (++i == text.size()) return std::nullopt;
    switch (text[i]) {
      case '\\':
        result += '\\';
        break;
      case 'n':
        result += '\n';
        break;
      case 'r':
        result += '\r';
        break;
      default:
        return std::nullopt;
    }
  }
  return result;
}

}  // namespace ksum
