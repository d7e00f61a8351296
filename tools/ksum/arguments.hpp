// The arguments of the command line before and after CLI11, which does not read all of them as coreutils do.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace ksum {

// What CLI11 is to parse. Throws usage_error if an option lacks its value, has one and takes none, or is ambiguous.
std::vector<std::string> split_empty_values(const CLI::App& app, int argc, const char* const* argv);

// The names of files among what CLI11 did not recognize. Throws usage_error if there is an option that does not exist.
std::vector<std::string> files_among(const std::vector<std::string>& remaining);

}  // namespace ksum
