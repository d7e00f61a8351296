// What --list and --explain print.
#pragma once

#include "output.hpp"

namespace ksum {

void write_list(standard_output& out);

// Which backend is in use, why, and what else there is.
void write_explanation(standard_output& out);

}  // namespace ksum
