// A file that is there whole or not at all: written under another name, synchronised, renamed.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <simdkeccak/bytes.hpp>
#include <string>

#include "io.hpp"

namespace ksum {

class new_file {
 public:
  // Throws a failure, as all of this does, if nothing can be written beside `name`. What is replaced passes on its
  // permissions and, where this process may give them, its owner and group; otherwise those in `mode` hold, less the umask.
  // A symbolic link stays, and what it leads to is replaced.
  new_file(const std::string& name, mode_t mode);
  new_file(new_file&&) = delete;
  ~new_file();  // without commit() nothing is left

  void write_at(std::uint64_t at, simdkeccak::bytes data);
  void read_at(std::uint64_t at, std::span<std::uint8_t> buffer) const;
  void commit();

 private:
  const std::string name_;
  const std::string target_;  // where the links of the name lead
  std::string temporary_;     // empty once it has its own name
  descriptor file_;
};

}  // namespace ksum
