// Files as system calls see them; every error becomes a failure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace ksum {

// An open file, closed when this ends unless it is one of the three standard ones.
class descriptor {
 public:
  explicit descriptor(int number) noexcept : number_(number) {}
  descriptor(descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  descriptor& operator=(descriptor&&) = delete;
  ~descriptor();

  int number() const noexcept { return number_; }

 private:
  int number_;
};

// Memory that files are read into, on a page's border: the system copies to it a quarter faster than to elsewhere.
struct free_memory {
  void operator()(void* p) const noexcept { std::free(p); }
};
using page_buffer = std::unique_ptr<std::uint8_t[], free_memory>;
inline constexpr std::size_t page_size = 4096;
page_buffer make_page_buffer(std::size_t size);

// For reading; "-" is standard input. With `at_once` opening a FIFO does not wait for who writes to it.
descriptor open_input(const std::string& name, bool at_once = false);

// An empty file without a name, for reading and writing.
descriptor open_temporary();

// Reads until `buffer` is full or the input ends: fewer bytes than asked for mean the end.
std::size_t read_full(const descriptor& file, std::string_view name, std::span<std::uint8_t> buffer);

// What there is, at least one byte unless the input has ended.
std::size_t read_some(const descriptor& file, std::string_view name, std::span<std::uint8_t> buffer);

// An interrupt while nobody takes the data ends it.
void write_full(const descriptor& file, std::string_view name, std::span<const std::uint8_t> data);

// Sees to it that no file is opened under the number of a standard one that the caller closed.
void occupy_standard_descriptors() noexcept;

// Asks the system to let so many files be open at once, if it allows fewer and may allow more.
void allow_open_files(std::size_t count) noexcept;

}  // namespace ksum
