// Whole pages between two pages that may not be touched: a read or a write past either end ends the program.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>

#if __has_include(<sys/mman.h>)
#include <sys/mman.h>
#include <unistd.h>
#define TEST_HAS_PAGES 1
#else
#define TEST_HAS_PAGES 0
#endif

namespace test {

class guarded_memory {
 public:
#if TEST_HAS_PAGES
  explicit guarded_memory(std::size_t least)
      : page_(static_cast<std::size_t>(sysconf(_SC_PAGESIZE))), size_((least + page_ - 1) / page_ * page_) {
    void* const all = mmap(nullptr, size_ + 2 * page_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (all == MAP_FAILED) std::abort();
    begin_ = static_cast<std::uint8_t*>(all) + page_;
    if (mprotect(begin_, size_, PROT_READ | PROT_WRITE) != 0) std::abort();
  }
  ~guarded_memory() { munmap(begin_ - page_, size_ + 2 * page_); }

  void forbid_writing() {
    if (mprotect(begin_, size_, PROT_READ) != 0) std::abort();
  }
#else
  explicit guarded_memory(std::size_t least) : size_(least), begin_(static_cast<std::uint8_t*>(std::malloc(least))) {}
  ~guarded_memory() { std::free(begin_); }
  void forbid_writing() {}
#endif
  guarded_memory(const guarded_memory&) = delete;
  guarded_memory& operator=(const guarded_memory&) = delete;

  std::uint8_t* begin() const { return begin_; }
  std::uint8_t* end() const { return begin_ + size_; }
  std::size_t size() const { return size_; }

 private:
#if TEST_HAS_PAGES
  std::size_t page_;
#endif
  std::size_t size_;
  std::uint8_t* begin_;
};

}  // namespace test
