// Standard output, and the lines of digests on it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <simdkeccak/any_hasher.hpp>
#include <span>
#include <string>
#include <string_view>

#include "io.hpp"
#include "messages.hpp"

namespace ksum {

// Standard output cannot be written: there is no use in going on. what() is "standard output: reason".
struct output_failure : failure {
  explicit output_failure(const failure& f) : failure(f) {}
};

class standard_output {
 public:
  void append(std::string_view text);
  void append_hex(std::span<const std::uint8_t> data);
  void flush();  // hands what was appended to the system

  // The last errors of some file systems come only here.
  void close();

 private:
  descriptor file_{1};
  std::string pending_;
};

// How digests are written.
struct line_format {
  std::uint64_t length = 0;  // bytes
  bool tagged = false;       // NAME (file) = digest, in place of: digest  file
};

// The name before the parenthesis of a tagged line: the algorithm's own in upper case, and, where the length of the output
// is a choice, the length in bits, as in SHAKE128-256.
std::string tag(const simdkeccak::named_algorithm& a, std::uint64_t length);

// A name as coreutils 9 writes it: backslash, newline and carriage return are escaped, and a backslash before the whole line
// says that some name on it is. Empty if the name needs no escaping.
std::optional<std::string> escaped(std::string_view name);

// One line for what `hashed` absorbed. Several names are those of the elements of a tuple; spaces separate them.
void write_digest(standard_output& out, const line_format& format, const simdkeccak::any_hasher& hashed,
                  std::span<const std::string> names);

}  // namespace ksum
