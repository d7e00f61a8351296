// `ksum self-test`: every kernel that this CPU can run, against known answers.
#pragma once

#include "output.hpp"

namespace ksum {

// Returns whether all answers were right.
bool self_test(standard_output& out);

}  // namespace ksum
