// The evidence that what is timed is right: an independent referee, and a register of the cases that failed.
#pragma once

#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <simdkeccak/bytes.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace bench {

// The first `size` bytes of the digest of `message`: from OpenSSL, where its version has the algorithm, or else from the
// model that the tests use too. Never from the library.
std::vector<std::uint8_t> referee_digest(std::string_view algorithm, simdkeccak::bytes message, std::size_t size);

// Who that is: "OpenSSL" or "the model".
std::string_view referee_name(std::string_view algorithm);

// "OpenSSL 3.0.2 for sha3-256, ...; the model of the standards for keccak-256, ...".
std::string referees();

// Ends a case without a time: one line on stderr, and the program will fail. Once failed, a case stays so.
void fail(benchmark::State& state, std::string_view case_name, const std::string& reason);
bool failed(std::string_view case_name);
bool any_failed();

}  // namespace bench
