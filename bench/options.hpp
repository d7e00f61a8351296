// The command line: the framework's options, with other defaults, and a few of this program's own.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace bench {

struct options {
  std::vector<std::string> backends, algorithms, sizes;  // empty: all
  std::optional<int> core;
  bool quick = false;
  bool list_backends = false;
  bool writes_file = false;  // --benchmark_out
};

// Also initialises the framework. What is wrong ends the program with one line.
options parse(int argc, char** argv);

// One line on stderr, and exit status 2.
[[noreturn]] void refuse(const std::string& reason);

}  // namespace bench
