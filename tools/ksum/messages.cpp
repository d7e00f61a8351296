#include "messages.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <iterator>

#include "progress.hpp"

namespace ksum {

failure system_failure(std::string_view name) {
  const int reason = errno;
  return failure(fmt::format("{}: {}", name.empty() ? "''" : printable(name), std::strerror(reason)), reason);
}

void complain(std::string_view text) noexcept {
  try {
    const std::string line = fmt::format("ksum: {}\n", text);
    progress::hide();
    static_cast<void>(std::fwrite(line.data(), 1, line.size(), stderr));
  } catch (...) {
    static_cast<void>(std::fputs("ksum: out of memory\n", stderr));
  }
}

void complain(const failure& f) noexcept {
  if (f.code != EPIPE) complain(f.what());
}

std::string printable(std::string_view name) {
  std::string line;
  for (const char c : name) {
    if (const auto octet = static_cast<unsigned char>(c); octet < 0x20 || octet == 0x7F) {
      fmt::format_to(std::back_inserter(line), "\\x{:02x}", octet);
    } else {
      line += c;
    }
  }
  return line;
}

}  // namespace ksum
