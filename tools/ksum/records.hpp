// The lines of a file, or names that NUL ends, in bounded memory.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "input.hpp"

namespace ksum {

class record_reader {
 public:
  struct record {
    std::string_view text;     // without what ends it; until the next call
    bool is_too_long = false;  // then the text is not whole
  };

  // Throws a failure if the file cannot be opened.
  record_reader(const std::string& name, char end);

  // Empty at the end of the file; what comes after the last `end` is a record too, unless it is empty. Throws a failure if
  // the file cannot be read.
  std::optional<record> next();

  // The descriptor that has to become readable before next() can answer without waiting; empty if it can answer now.
  std::optional<int> waits_for() const;

  static constexpr std::size_t longest = std::size_t{1} << 20;

 private:
  bool fill();

  static constexpr std::size_t piece_size = std::size_t{64} << 10;

  descriptor file_;
  std::string name_;
  char end_;
  std::unique_ptr<char[]> piece_ = std::make_unique_for_overwrite<char[]>(piece_size);
  std::size_t begin_ = 0, filled_ = 0;
  std::string joined_{};
};

}  // namespace ksum
