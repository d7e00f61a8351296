// Directories and what is below them, in an order that depends on the names alone.
#pragma once

#include <sys/stat.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "glob.hpp"

namespace ksum {

struct walk_rules {
  bool follow = false;           // symbolic links; those given to walk itself always are
  bool one_file_system = false;  // directories on other devices are left out
  std::vector<glob> excluded{};  // matched with the path below the start
};

struct found {
  enum class kind : std::uint8_t { file, note, failure } what;
  std::string text;  // file: its path; else a line to be shown
};

// From one file or directory. Keeps the names of the directories from the start to here, and no others.
class walk {
 public:
  walk(std::string start, const walk_rules& rules);

  // The next regular file, or what is to be said about something that is none; empty at the end.
  std::optional<found> next();

 private:
  struct entry {
    std::size_t name;  // where it begins in names
    unsigned char type;
  };
  struct directory {
    std::string path;   // with a / at the end
    std::size_t below;  // where the path below the start begins
    dev_t device;
    ino_t inode;
    std::string names;  // each with a NUL
    std::vector<entry> entries;
    std::size_t next = 0;
  };

  std::optional<found> visit(std::string path, unsigned char type, bool is_start, std::size_t below);
  std::optional<found> enter(const std::string& path, const struct stat& about, std::size_t below);

  const walk_rules& rules_;
  std::optional<std::string> start_;
  dev_t device_ = 0;
  std::vector<directory> open_;
};

}  // namespace ksum
