// `ksum tree`: sidecars, the chaining values of long files kept beside them (docs/sidecar.md).
#pragma once

#include "options.hpp"
#include "output.hpp"

namespace ksum {

// Returns whether all went well and, for verify, the data are right.
bool tree(const options& o, standard_output& out);

}  // namespace ksum
