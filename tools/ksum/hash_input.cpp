#include "hash_input.hpp"

#include <unistd.h>

#include <string_view>

#include "messages.hpp"

namespace ksum {

std::span<std::uint8_t> input_hasher::buffer() {
  if (!buffer_) buffer_ = make_page_buffer(first_piece_size);
  return {buffer_.get(), first_piece_size};
}

void input_hasher::hash(input& file, simdkeccak::any_hasher& h) {
  std::span<std::uint8_t> piece = buffer();
  while (true) {
    const std::size_t n = file.read(piece);
    h.update({piece.data(), n});
    if (n < piece.size()) return;
    piece = piece.first(piece_size);
  }
}

void input_hasher::hash_element(input& file, simdkeccak::any_hasher& h) {
  const std::span<std::uint8_t> piece = buffer();
  std::size_t n = file.read(piece);
  if (n < piece.size()) {
    h.begin_element(n).extend({piece.data(), n});
    return;
  }
  if (const auto size = file.size()) {
    h.begin_element(*size);
    std::uint64_t left = *size;
    while (true) {
      if (n > left) file.changed(UINT64_MAX);
      h.extend({piece.data(), n});
      left -= n;
      if (n < piece.size()) break;
      n = file.read(piece);
    }
    if (left != 0) file.changed(0);
    return;
  }
  static constexpr std::string_view copy_name = "temporary file";
  const descriptor copy = open_temporary();
  std::uint64_t size = 0;
  while (true) {
    write_full(copy, copy_name, piece.first(n));
    size += n;
    if (n < piece.size()) break;
    n = file.read(piece);
  }
  if (::lseek(copy.number(), 0, SEEK_SET) != 0) throw system_failure(copy_name);
  h.begin_element(size);
  do {
    n = read_full(copy, copy_name, piece);
    h.extend({piece.data(), n});
  } while (n == piece.size());
}

}  // namespace ksum
