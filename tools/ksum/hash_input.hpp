// From an open file into one hasher, in constant memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <simdkeccak/any_hasher.hpp>
#include <span>

#include "input.hpp"

namespace ksum {

// Reads files by way of one buffer. Throws a failure if a file cannot be read; what the hasher then holds is of no use.
class input_hasher {
 public:
  // The whole file is the message.
  void hash(input& file, simdkeccak::any_hasher& h);

  // The whole file is one element of a tuple. The hasher wants its size first: a regular file tells it, other input is
  // copied to a temporary file if it does not fit in the buffer.
  void hash_element(input& file, simdkeccak::any_hasher& h);

 private:
  std::span<std::uint8_t> buffer();

  // Pieces of 512 KiB, which stay in the second level of cache; the first has one chunk of KangarooTwelve more, since that
  // chunk is no leaf. So each piece brings whole leaves to the widest kernels.
  static constexpr std::size_t piece_size = std::size_t{512} << 10;
  static constexpr std::size_t first_piece_size = piece_size + 8192;

  page_buffer buffer_{};
};

}  // namespace ksum
