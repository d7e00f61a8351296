#include "key.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <simdkeccak/detail/bytes.hpp>

#include "io.hpp"
#include "messages.hpp"

namespace ksum {

// One allocation, never moved: no copy of the key stays behind.
key::key(const std::optional<std::string>& file, std::optional<int> open)
    : octets_(std::make_unique_for_overwrite<std::uint8_t[]>(most + 1)) {
  const descriptor opened = file ? open_input(*file) : descriptor(open.value_or(-1));
  const std::string name = file ? *file : fmt::format("descriptor {}", opened.number());
  struct stat about{};
  if (::fstat(opened.number(), &about) == 0 && S_ISREG(about.st_mode) && (about.st_mode & (S_IRGRP | S_IROTH)) != 0)
    complain(fmt::format("warning: {}: others than its owner may read this key", printable(name)));
  try {
    size_ = read_full(opened, name, {octets_.get(), most + 1});
    if (size_ == 0) throw failure(printable(name) + ": the key is empty");
    if (size_ > most) throw failure(fmt::format("{}: the key is longer than {} bytes", printable(name), most));
  } catch (...) {
    simdkeccak::detail::wipe(octets_.get(), most + 1);  // no destructor comes after a constructor that failed
    throw;
  }
}

key::~key() { simdkeccak::detail::wipe(octets_.get(), size_); }

}  // namespace ksum
