// Whole pages between two pages that may not be touched: a read or a write past either end ends the program.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>

#if defined(_WIN32)
#if !defined(NOMINMAX)
#define NOMINMAX
#endif
#include <windows.h>
#else
#include <sys/mman.h>
#include <unistd.h>
#endif

namespace test {

class guarded_memory {
 public:
  explicit guarded_memory(std::size_t least) : page_(page_size()), size_((least + page_ - 1) / page_ * page_) {
#if defined(_WIN32)
    void* const all = VirtualAlloc(nullptr, size_ + 2 * page_, MEM_RESERVE, PAGE_NOACCESS);
    if (all == nullptr) std::abort();
    begin_ = static_cast<std::uint8_t*>(all) + page_;
    if (VirtualAlloc(begin_, size_, MEM_COMMIT, PAGE_READWRITE) == nullptr) std::abort();
#else
    void* const all = mmap(nullptr, size_ + 2 * page_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (all == MAP_FAILED) std::abort();
    begin_ = static_cast<std::uint8_t*>(all) + page_;
    if (mprotect(begin_, size_, PROT_READ | PROT_WRITE) != 0) std::abort();
#endif
  }
  guarded_memory(const guarded_memory&) = delete;
  guarded_memory& operator=(const guarded_memory&) = delete;

#if defined(_WIN32)
  ~guarded_memory() { VirtualFree(begin_ - page_, 0, MEM_RELEASE); }
  void forbid_writing() {
    DWORD before = 0;
    if (VirtualProtect(begin_, size_, PAGE_READONLY, &before) == 0) std::abort();
  }
#else
  ~guarded_memory() { munmap(begin_ - page_, size_ + 2 * page_); }
  void forbid_writing() {
    if (mprotect(begin_, size_, PROT_READ) != 0) std::abort();
  }
#endif

  std::uint8_t* begin() const { return begin_; }
  std::uint8_t* end() const { return begin_ + size_; }
  std::size_t size() const { return size_; }

 private:
  static std::size_t page_size() {
#if defined(_WIN32)
    SYSTEM_INFO info;
    GetSystemInfo(&info);
    return info.dwPageSize;
#else
    return static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
#endif
  }

  std::size_t page_;
  std::size_t size_;
  std::uint8_t* begin_;
};

}  // namespace test
