// The command line.
#pragma once

#include <cstdint>
#include <optional>
#include <simdkeccak/any_hasher.hpp>
#include <simdkeccak/backend.hpp>
#include <string>
#include <vector>

#include "digest_line.hpp"
#include "recipe.hpp"
#include "walk.hpp"

namespace ksum {

enum class task : std::uint8_t { hash, check, tree, list, explain, bench, self_test, print };

// task::tree
struct tree_request {
  enum class action : std::uint8_t { build, verify, update, show } what = action::build;
  struct range {
    std::uint64_t first, last;  // bytes, both included
  };
  std::vector<range> ranges{};
  std::optional<std::string> sidecar{};               // its name; empty: the file's with .kt behind it
  std::optional<std::vector<std::uint8_t>> digest{};  // that is trusted
  bool force = false, appended = false;
};

struct options {
  task what = task::hash;
  std::string text{};  // task::print: the help or the version

  const simdkeccak::named_algorithm* algorithm = nullptr;
  bool algorithm_is_given = false;        // and not the default
  std::optional<std::uint64_t> length{};  // bytes; empty: not given
  given_parameters parameters{};
  line_format format{};
  const simdkeccak::backend* backend = nullptr;  // null: --backend was not given

  // Where the files come from: those named on the command line ("-" is standard input), or a list of names.
  std::vector<std::string> files{};
  std::optional<std::string> files_from{};
  bool recursive = false;
  walk_rules walking{};
  std::uint64_t most_bytes = UINT64_MAX;  // of each file

  bool quiet = false, status_only = false, strict = false, ignore_missing = false, warn = false;  // task::check

  tree_request tree{};

  unsigned threads = 0;
  std::optional<bool> progress{};  // empty: on a terminal

  std::uint64_t digest_length() const noexcept { return length.value_or(algorithm->default_length()); }
};

// Throws usage_error.
options parse(int argc, const char* const* argv);

}  // namespace ksum
