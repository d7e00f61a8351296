// Counts the heap allocations of the whole program: malloc and its kin where the C library lets them be replaced, operator
// new everywhere.
#pragma once

#include <cstdint>
#include <string_view>

namespace bench {

std::uint64_t allocations() noexcept;

// What is counted: "malloc and operator new".
std::string_view counted_allocations() noexcept;

}  // namespace bench
