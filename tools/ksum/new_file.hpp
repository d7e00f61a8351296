// A file that is there whole or not at all: written under another name, synchronised, renamed.
#pragma once

#include <cstdint>
#include <simdkeccak/bytes.hpp>
#include <string>

#include "io.hpp"

namespace ksum {

class new_file {
 public:
  // Throws a failure, as all of this does, if nothing can be written beside `name`.
  explicit new_file(const std::string& name);
  new_file(new_file&&) = delete;
  ~new_file();  // without commit() nothing is left

  void write_at(std::uint64_t at, simdkeccak::bytes data);
  void read_at(std::uint64_t at, std::span<std::uint8_t> buffer) const;
  void commit();

 private:
  const std::string name_;
  std::string temporary_;  // empty once it has its own name
  descriptor file_;
};

}  // namespace ksum
