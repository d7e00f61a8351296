// The values of options; what is wrong with one is a usage_error.
#pragma once

#include <cstdint>
#include <optional>
#include <simdkeccak/any_hasher.hpp>
#include <simdkeccak/backend.hpp>
#include <string>
#include <string_view>

namespace ksum {

// A whole number from `least` to `most`, in decimal, or in hexadecimal after 0x where that is allowed.
std::uint64_t number(std::string_view option, std::string_view text, std::uint64_t least, std::uint64_t most,
                     bool hex = false);

std::string octets(std::string_view option, std::string_view hex);

const simdkeccak::named_algorithm& algorithm_named(std::string_view name);

const simdkeccak::backend& backend_named(std::string_view name);

// The length of the algorithm's output in bytes.
std::uint64_t length_of(const simdkeccak::named_algorithm& a, std::string_view text);

}  // namespace ksum
