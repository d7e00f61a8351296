// A sidecar in a file, of which no more is in memory than is asked for.
#pragma once

#include <sys/stat.h>

#include <cstdint>
#include <simdkeccak/sidecar_stream.hpp>
#include <span>
#include <string>
#include <vector>

#include "input.hpp"

namespace ksum {

// Throws the failure of a file with this reason, unless it is none.
void require(simdkeccak::sidecar_error e, const std::string& name);

// What the system knows of a file. Throws a failure unless it is a regular one.
struct stat about_regular(const std::string& name);

// The same failure for a file that is to be read; it comes at once, where opening a FIFO would wait.
input open_regular(const std::string& name);

class sidecar_file {
 public:
  // Reads all of it. Throws a failure unless it is a whole, undamaged sidecar.
  sidecar_file(const std::string& name, const simdkeccak::executor& on);

  // Throws a failure unless it is of this subject: see sidecar_view::check().
  void require_subject(const simdkeccak::sidecar_subject& expected) const;

  // Without its customization.
  const simdkeccak::sidecar_subject& subject() const noexcept { return subject_; }
  simdkeccak::leaf_range leaves() const noexcept { return leaves_; }
  std::uint64_t all_leaves() const noexcept { return all_leaves_; }
  bool is_part() const noexcept { return leaves_.count != all_leaves_; }
  const std::vector<std::uint8_t>& digest() const noexcept { return digest_; }
  std::vector<std::uint8_t> customization() const;

  // The chaining values of the next leaves, in order: this reads the file again, and only require_unchanged(), after the
  // last, tells that it was the same.
  std::vector<std::uint8_t> next_values(std::uint64_t count);
  void require_unchanged();

 private:
  input file_;
  simdkeccak::sidecar_subject subject_{};
  simdkeccak::leaf_range leaves_{};
  std::uint64_t all_leaves_ = 0;
  std::uint64_t customization_size_ = 0;
  std::uint64_t header_size_ = 0;
  std::vector<std::uint8_t> digest_;
  simdkeccak::sidecar_scan again_;
  std::uint64_t next_ = 0;  // where the next values are; 0: nothing was read again
};

}  // namespace ksum
