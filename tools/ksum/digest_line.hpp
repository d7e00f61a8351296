// How digests are written.
#pragma once

#include <cstdint>
#include <simdkeccak/any_hasher.hpp>
#include <span>
#include <string>

#include "digest_text.hpp"
#include "output.hpp"

namespace ksum {

enum class line_style : std::uint8_t {
  plain,     // digest  name
  tagged,    // NAME-BITS (name) = digest
  json,      // {"name":"...","algorithm":"...","length":32,"digest":"..."}
  no_names,  // digest
  raw,       // the digest's bytes, and nothing else
};

struct line_format {
  line_style style = line_style::plain;
  notation digits = notation::hex;
  bool zero = false;         // lines end with NUL, and names are not escaped
  bool binary_mark = false;  // plain: "digest *name"
};

// What is before and behind the digest.
struct line_frame {
  std::string before, after;
};

// Several names are those of the elements of a tuple; spaces separate them, or in JSON they are a list.
line_frame frame(const line_format& format, const simdkeccak::named_algorithm& a, std::uint64_t length,
                 std::span<const std::string> names);

void append_digest(std::string& to, const line_format& format, std::span<const std::uint8_t> digest);

// The line of what `hashed` absorbed; the output may have any length and is never all in memory. The length is one that the
// algorithm has.
void write_line(standard_output& out, const line_format& format, const simdkeccak::any_hasher& hashed, std::uint64_t length,
                std::span<const std::string> names);

}  // namespace ksum
