// Escaping of names: what is escaped comes back, stays on its line, and survives a line of digests.
#include <string>

#include "../tools/ksum/check_line.hpp"
#include "../tools/ksum/digest_text.hpp"
#include "../tools/ksum/names.hpp"
#include "input.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string name(reinterpret_cast<const char*>(data), size);
  const auto escaped = ksum::escaped(name);
  fuzz::require(escaped.has_value() == (name.find_first_of("\\\n\r") != std::string::npos), "what needs escaping");
  const std::string text = escaped.value_or(name);
  fuzz::require(text.find_first_of("\n\r") == std::string::npos, "an escaped name stays on its line");
  if (escaped) fuzz::require(ksum::unescaped(text) == name, "an escaped name comes back");

  // Any text: what comes back, if anything does, is no longer and escapes to what it was, newlines of its own apart.
  if (const auto back = ksum::unescaped(name)) {
    fuzz::require(back->size() <= name.size(), "a name is no longer than its escaped form");
    if (name.find_first_of("\n\r") == std::string::npos)
      fuzz::require(ksum::escaped(*back).value_or(*back) == name, "there is one escaped form");
  }

  const auto& a = *simdkeccak::find_algorithm("kt128");
  std::string digest;
  const std::vector<std::uint8_t> octets(32, 0xA5);
  ksum::append_hex(digest, octets);
  for (const bool tagged : {false, true}) {
    const std::string mark = escaped ? "\\" : "";
    const std::string line = tagged ? mark + ksum::tag(a, 32) + " (" + text + ") = " + digest : mark + digest + "  " + text;
    const auto read = ksum::check_line_parser({&a}).parse(line);
    if (name.empty() && !tagged) {
      fuzz::require(read && read->name == " ", "a line that ends where the name should begin, read as coreutils does");
    } else if (name.empty() || name.find('\0') != std::string::npos) {
      fuzz::require(!read, "no file has such a name");
    } else {
      fuzz::require(read && read->name == name && read->digest == octets, "a line is read as it was written");
    }
  }
  return 0;
}
