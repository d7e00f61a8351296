// A file that is read from here to its end, once, and must not change meanwhile.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>

#include "io.hpp"

namespace ksum {

class input {
 public:
  struct rules {
    bool regular_only = false;  // anything else is a failure; opening a FIFO does not wait
    std::uint64_t most = std::numeric_limits<std::uint64_t>::max();  // the file counts as ended after so many bytes
  };

  // Throws a failure if the file cannot be opened; "-" is standard input.
  input(std::string name, const rules& r);

  const std::string& name() const noexcept { return name_; }
  const descriptor& file() const noexcept { return file_; }

  // How many bytes will come; empty if that cannot be known. Files of /proc say 0 and have content.
  std::optional<std::uint64_t> size() const noexcept { return size_; }
  bool is_regular() const noexcept { return regular_; }

  // Fills the buffer; fewer bytes than that mean the end. Throws a failure if the file cannot be read, or if at its end it
  // has another size than when it was opened: there is no digest of such a file.
  std::size_t read(std::span<std::uint8_t> buffer);

  // The same from several threads at once, for regular files: all of the buffer, `at` bytes behind where read() would begin.
  // finish_reading_at() is due at the end: it throws a failure as read() does at the end, and leaves standard input where
  // read() would, for who reads on.
  void read_at(std::uint64_t at, std::span<std::uint8_t> buffer) const;
  void finish_reading_at() const;

  // Whether reading from two places at a time is slow.
  bool is_on_rotating_disk() const;

  // Throws the failure of a file that has `now` bytes where read() ended, and had another number of them at first.
  [[noreturn]] void changed(std::uint64_t now) const;

 private:
  void check_end() const;

  std::string name_;
  descriptor file_;
  bool regular_ = false;
  std::uint64_t most_;
  std::uint64_t whole_ = 0;  // a regular file's size when it was opened
  std::uint64_t start_ = 0;
  std::uint64_t read_ = 0;
  std::optional<std::uint64_t> size_;
};

}  // namespace ksum
