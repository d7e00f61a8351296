// `ksum bench`: how fast this machine is, in a few seconds. bench/ has the measurements that claims rest on.
#pragma once

#include "output.hpp"

namespace ksum {

bool bench(standard_output& out);

}  // namespace ksum
