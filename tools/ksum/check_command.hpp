// Checking files against lists of digests.
#pragma once

#include "options.hpp"
#include "output.hpp"

namespace ksum {

// Returns whether every list had a line at least, every file in them could be read, and all digests were right.
bool check(const options& o, standard_output& out);

}  // namespace ksum
