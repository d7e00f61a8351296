// One line of a file of digests, as this program and others write it:
//
//   digest  name            sha256sum, sha3sum, b3sum; with * before the name for what was read as binary
//   digest name             BSD's md5 -r
//   NAME-BITS (name) = ...  cksum --tag, rhash --bsd; the bits only where the length is a choice
//   NAME(name)= ...         openssl dgst
//
// A digest is in hexadecimal, of either case, or in base64. It has the length that the command line or else the tag tells,
// or else the algorithm's default: one that was cut off is none.
#pragma once

#include <cstdint>
#include <optional>
#include <simdkeccak/any_hasher.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace ksum {

struct checked_file {
  const simdkeccak::named_algorithm* algorithm;
  std::vector<std::uint8_t> digest;
  std::string name;
};

// What the command line says about the lines.
struct expected_lines {
  const simdkeccak::named_algorithm* algorithm;  // of lines that name none
  bool only = false;                             // and of those that do
  std::optional<std::uint64_t> length{};         // bytes, of algorithms that leave the choice
};

class check_line_parser {
 public:
  explicit check_line_parser(const expected_lines& expected) : expected_(expected) {}

  // A line without its newline. Empty if it is none of the above.
  std::optional<checked_file> parse(std::string_view line);

 private:
  std::optional<checked_file> parse_tagged(std::string_view line, bool escaped) const;
  std::optional<checked_file> parse_untagged(std::string_view line, bool escaped);
  std::optional<std::vector<std::uint8_t>> digest(const simdkeccak::named_algorithm& a, std::optional<std::uint64_t> length,
                                                  std::string_view text, bool is_tagged) const;

  // A single space before names: either all lines of a file have it or none, or else a name that begins with a space would
  // have two readings.
  enum class spacing : std::uint8_t { unknown, one, two };

  expected_lines expected_;
  spacing spacing_ = spacing::unknown;
};

// A tag is the algorithm's name in upper case and, where the length of the output is a choice, the length in bits, as in
// SHAKE128-256.
std::string tag(const simdkeccak::named_algorithm& a, std::uint64_t length);

}  // namespace ksum
