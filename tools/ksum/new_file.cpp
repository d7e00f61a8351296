#include "new_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <memory>

#include "interrupt.hpp"
#include "messages.hpp"

namespace ksum {
namespace {

constexpr std::size_t piece_size = std::size_t{4} << 20;  // between two looks at Ctrl-C

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? "./" : path.substr(0, slash + 1);
}

std::string without_links(const std::string& name) {
  struct stat about{};
  if (::lstat(name.c_str(), &about) != 0 || !S_ISLNK(about.st_mode)) return name;
  const std::unique_ptr<char, decltype(&std::free)> path(::realpath(name.c_str(), nullptr), std::free);
  if (!path) throw system_failure(name);
  return path.get();
}

// The temporary name is no longer than any that fits, however long that of the file is.
int make_beside(const std::string& target, const std::string& name, std::string& temporary) {
  temporary = folder_of(target) + ".ksum.XXXXXX";
  const int number = ::mkostemp(temporary.data(), O_CLOEXEC);
  if (number < 0) throw system_failure(name);
  return number;
}

// Gives the file the owner and group of the old one, and returns the permissions that it may have then.
mode_t inherit(const descriptor& file, const struct stat& old) {
  const mode_t mode = old.st_mode & 0777;
  if (::fchown(file.number(), old.st_uid, old.st_gid) == 0) return mode;
  if (::fchown(file.number(), static_cast<uid_t>(-1), old.st_gid) == 0) return mode;
  return mode & (0707 | (mode & 0007) << 3);  // another group may do no more than anybody
}

}  // namespace

new_file::new_file(const std::string& name, mode_t mode)
    : name_(name), target_(without_links(name)), file_(make_beside(target_, name, temporary_)) {
  struct stat old{};
  bool good = true;
  if (::stat(target_.c_str(), &old) == 0) {
    mode = inherit(file_, old);
  } else {
    good = errno == ENOENT;  // a name that is too long is told now, not after the work
    const mode_t mask = ::umask(0);
    ::umask(mask);
    mode &= ~mask;
  }
  if (good && ::fchmod(file_.number(), mode) == 0) return;
  const int reason = errno;
  ::unlink(temporary_.c_str());
  errno = reason;
  throw system_failure(name);
}

new_file::~new_file() {
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void new_file::write_at(std::uint64_t at, simdkeccak::bytes data) {
  for (std::span<const std::uint8_t> left(data.data(), data.size()); !left.empty();) {
    check_for_interrupt();
    const ssize_t n = ::pwrite(file_.number(), left.data(), std::min(left.size(), piece_size), static_cast<off_t>(at));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) throw system_failure(name_);
    left = left.subspan(static_cast<std::size_t>(n));
    at += static_cast<std::uint64_t>(n);
  }
}

void new_file::read_at(std::uint64_t at, std::span<std::uint8_t> buffer) const {
  while (!buffer.empty()) {
    check_for_interrupt();
    const ssize_t n = ::pread(file_.number(), buffer.data(), buffer.size(), static_cast<off_t>(at));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) throw system_failure(name_);
    if (n == 0) throw failure(printable(name_) + ": shorter than what was written to it");
    buffer = buffer.subspan(static_cast<std::size_t>(n));
    at += static_cast<std::uint64_t>(n);
  }
}

void new_file::commit() {
  if (::fsync(file_.number()) != 0 || std::rename(temporary_.c_str(), target_.c_str()) != 0) throw system_failure(name_);
  temporary_.clear();
  // The rename itself; some file systems cannot synchronise a folder, and then nothing more can be done.
  if (const int opened = ::open(folder_of(target_).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC); opened >= 0) {
    const descriptor closing(opened);
    ::fsync(opened);
  }
}

}  // namespace ksum
