// What --help and --version print.
#pragma once

#include <string>

namespace ksum {

std::string help_text();
std::string version_text();

}  // namespace ksum
