#include "hash_file.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <optional>
#include <span>

#include "messages.hpp"

namespace ksum {
namespace {

// How many bytes there are from here to the end; empty if the file cannot say. Files of /proc say 0 and have content.
std::optional<std::uint64_t> bytes_ahead(const descriptor& file) {
  struct stat about{};
  if (::fstat(file.number(), &about) != 0 || !S_ISREG(about.st_mode)) return std::nullopt;
  const off_t here = ::lseek(file.number(), 0, SEEK_CUR);
  if (here < 0 || here >= about.st_size) return std::nullopt;
  return static_cast<std::uint64_t>(about.st_size - here);
}

}  // namespace

void file_reader::hash(const std::string& name, simdkeccak::any_hasher& h) {
  const descriptor file = open_input(name);
  std::span<std::uint8_t> piece(buffer_);
  while (true) {
    const std::size_t n = read_full(file, name, piece);
    h.update({piece.data(), n});
    if (n < piece.size()) return;
    piece = piece.first(piece_size);
  }
}

void file_reader::hash_element(const std::string& name, simdkeccak::any_hasher& h) {
  const descriptor file = open_input(name);
  if (const auto size = bytes_ahead(file)) {
    hash_sized(file, name, *size, h);
  } else {
    hash_unsized(file, name, h);
  }
}

void file_reader::hash_sized(const descriptor& file, const std::string& name, std::uint64_t size,
                             simdkeccak::any_hasher& h) {
  h.begin_element(size);
  std::uint64_t left = size;
  std::size_t n;
  do {
    n = read_full(file, name, buffer_);
    if (n > left)
      throw failure(fmt::format("{}: longer than the {} bytes it had when it was opened", printable(name), size));
    h.extend({buffer_.data(), n});
    left -= n;
  } while (n == buffer_.size());
  if (left != 0)
    throw failure(fmt::format("{}: shorter than the {} bytes it had when it was opened", printable(name), size));
}

void file_reader::hash_unsized(const descriptor& file, const std::string& name, simdkeccak::any_hasher& h) {
  std::size_t n = read_full(file, name, buffer_);
  if (n < buffer_.size()) {
    h.begin_element(n).extend({buffer_.data(), n});
    return;
  }
  static constexpr std::string_view copy_name = "temporary file";
  const descriptor copy = open_temporary();
  std::uint64_t size = 0;
  while (true) {
    write_full(copy, copy_name, std::span(buffer_).first(n));
    size += n;
    if (n < buffer_.size()) break;
    n = read_full(file, name, buffer_);
  }
  if (::lseek(copy.number(), 0, SEEK_SET) != 0) throw system_failure(copy_name);
  hash_sized(copy, std::string(copy_name), size, h);
}

}  // namespace ksum
