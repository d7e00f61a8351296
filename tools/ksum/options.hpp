// The command line.
#pragma once

#include <cstdint>
#include <optional>
#include <simdkeccak/any_hasher.hpp>
#include <simdkeccak/backend.hpp>
#include <string>
#include <vector>

#include "output.hpp"

namespace ksum {

enum class task { hash, list, explain, print };

struct options {
  task what = task::hash;
  std::string text;  // task::print: the help or the version

  const simdkeccak::named_algorithm* algorithm = nullptr;
  line_format format{};
  std::optional<std::string> customization, function_name, key_file;
  std::optional<std::uint64_t> domain, block_size;
  const simdkeccak::backend* backend = nullptr;  // null: --backend was not given

  std::vector<std::string> files;  // at least one; "-" is standard input
};

// Throws usage_error.
options parse(int argc, const char* const* argv);

}  // namespace ksum
