// Printing digests.
#pragma once

#include "options.hpp"
#include "output.hpp"

namespace ksum {

// Returns whether all files could be read.
bool hash_and_print(const options& o, standard_output& out);

}  // namespace ksum
