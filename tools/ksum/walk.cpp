#include "walk.hpp"

#include <dirent.h>
#include <fcntl.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>
#include <utility>

#include "messages.hpp"

namespace ksum {
namespace {

found failed(const std::string& path) { return {found::kind::failure, system_failure(path).what()}; }

std::string kind_of(mode_t mode) {
  if (S_ISFIFO(mode)) return "a FIFO";
  if (S_ISSOCK(mode)) return "a socket";
  if (S_ISCHR(mode) || S_ISBLK(mode)) return "a device";
  return "no regular file";
}

}  // namespace

walk::walk(std::string start, const walk_rules& rules) : rules_(rules), start_(std::move(start)) {}

std::optional<found> walk::next() {
  if (start_) {
    const std::string path = std::move(*start_);
    start_.reset();
    if (auto result = visit(path, DT_UNKNOWN, true, 0)) return result;
  }
  while (!open_.empty()) {
    directory& here = open_.back();
    if (here.next == here.entries.size()) {
      open_.pop_back();
      continue;
    }
    const entry& e = here.entries[here.next++];
    if (auto result = visit(here.path + (here.names.data() + e.name), e.type, false, here.below)) return result;
  }
  return std::nullopt;
}

std::optional<found> walk::visit(std::string path, unsigned char type, bool is_start, std::size_t below) {
  const auto excluded = [&](bool is_directory) {
    return !is_start && std::ranges::any_of(rules_.excluded, [&](const glob& g) {
      return g.matches(std::string_view(path).substr(below), is_directory);
    });
  };
  // Most files need no system call here.
  if (type == DT_REG) return excluded(false) ? std::nullopt : std::optional(found{found::kind::file, std::move(path)});
  if (type == DT_LNK && !rules_.follow) return std::nullopt;
  struct stat about{};
  const int flags = is_start || rules_.follow ? 0 : AT_SYMLINK_NOFOLLOW;
  if (::fstatat(AT_FDCWD, path.c_str(), &about, flags) != 0)
    return excluded(false) ? std::nullopt : std::optional(failed(path));
  if (S_ISLNK(about.st_mode) || excluded(S_ISDIR(about.st_mode))) return std::nullopt;
  if (S_ISREG(about.st_mode)) return found{found::kind::file, std::move(path)};
  if (!S_ISDIR(about.st_mode)) return found{found::kind::note, printable(path) + ": skipped: " + kind_of(about.st_mode)};
  if (is_start) device_ = about.st_dev;
  if (rules_.one_file_system && about.st_dev != device_) return std::nullopt;
  return enter(path, about, below);
}

std::optional<found> walk::enter(const std::string& path, const struct stat& about, std::size_t below) {
  const auto is_same = [&](const directory& d) { return d.device == about.st_dev && d.inode == about.st_ino; };
  if (std::ranges::any_of(open_, is_same))
    return found{found::kind::failure, printable(path) + ": skipped: a loop of symbolic links"};
  const std::unique_ptr<DIR, int (*)(DIR*)> stream(::opendir(path.c_str()), ::closedir);
  if (!stream) return failed(path);
  directory d{path, below, about.st_dev, about.st_ino, {}, {}};
  if (!d.path.ends_with('/')) d.path += '/';
  if (open_.empty()) d.below = d.path.size();
  while (true) {
    errno = 0;
    const dirent* const e = ::readdir(stream.get());
    if (e == nullptr) break;
    if (std::strcmp(e->d_name, ".") == 0 || std::strcmp(e->d_name, "..") == 0) continue;
    d.entries.push_back({d.names.size(), e->d_type});
    d.names.append(e->d_name, std::strlen(e->d_name) + 1);
  }
  const bool broken = errno != 0;
  const auto error = broken ? std::optional(failed(path)) : std::nullopt;
  std::ranges::sort(d.entries, [&](const entry& a, const entry& b) {
    return std::strcmp(d.names.data() + a.name, d.names.data() + b.name) < 0;
  });
  open_.push_back(std::move(d));
  return error;  // what could be read is still walked
}

}  // namespace ksum
