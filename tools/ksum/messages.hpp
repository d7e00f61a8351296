// What ksum says on standard error, and the errors that end in such a line.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace ksum {

// The command line is wrong: nothing is hashed. what() is one line.
struct usage_error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Something cannot be read or written. what() is "NAME: reason"; `code` is the system's errno, or 0.
struct failure : std::runtime_error {
  explicit failure(const std::string& what, int error = 0) : std::runtime_error(what), code(error) {}
  int code;
};

// The failure of the system call that just set errno.
failure system_failure(std::string_view name);

// "ksum: TEXT" and a newline on standard error. If that cannot be written there is nobody to tell.
void complain(std::string_view text) noexcept;

// The same for a failure. That nobody reads standard output any more is none worth a line: `ksum ... | head` is no mistake.
void complain(const failure& f) noexcept;

// A name as it appears in a message: whatever its bytes, it stays on one line and cannot drive the terminal.
std::string printable(std::string_view name);

}  // namespace ksum
