// From a file into a hasher, in constant memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <simdkeccak/any_hasher.hpp>
#include <string>
#include <vector>

#include "io.hpp"

namespace ksum {

// Reads files by way of one buffer. Throws a failure if a file cannot be read; what the hasher then holds is of no use.
class file_reader {
 public:
  // The whole file is the message.
  void hash(const std::string& name, simdkeccak::any_hasher& h);

  // The whole file is one element of a tuple. The hasher wants its size first: a regular file tells it, other input is
  // copied to a temporary file if it does not fit in the buffer.
  void hash_element(const std::string& name, simdkeccak::any_hasher& h);

 private:
  void hash_sized(const descriptor& file, const std::string& name, std::uint64_t size, simdkeccak::any_hasher& h);
  void hash_unsized(const descriptor& file, const std::string& name, simdkeccak::any_hasher& h);

  // Pieces of 1 MiB; the first has one chunk of KangarooTwelve more, since that chunk is no leaf. So each piece brings whole
  // leaves to the widest kernels.
  static constexpr std::size_t piece_size = std::size_t{1} << 20;
  static constexpr std::size_t first_piece_size = piece_size + 8192;

  std::vector<std::uint8_t> buffer_ = std::vector<std::uint8_t>(first_piece_size);
};

}  // namespace ksum
