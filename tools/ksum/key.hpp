// The key of KMAC, which comes from a file: the command line of a process is no secret.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <simdkeccak/bytes.hpp>
#include <string>

namespace ksum {

// The raw bytes of a file. Wipes them when it ends.
class key {
 public:
  // From the file of that name, or else from an open descriptor. Throws a failure if it cannot be read, is empty, or has
  // more than `most` bytes. Warns if others than its owner may read it.
  key(const std::optional<std::string>& file, std::optional<int> open);
  key(const key&) = delete;
  key& operator=(const key&) = delete;
  ~key();

  operator simdkeccak::bytes() const noexcept { return {octets_.get(), size_}; }

  static constexpr std::size_t most = std::size_t{1} << 20;

 private:
  std::unique_ptr<std::uint8_t[]> octets_;
  std::size_t size_ = 0;
};

}  // namespace ksum
