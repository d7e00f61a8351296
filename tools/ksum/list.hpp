// What --list prints.
#pragma once

#include "output.hpp"

namespace ksum {

void write_list(standard_output& out);

}  // namespace ksum
