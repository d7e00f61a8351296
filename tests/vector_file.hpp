// Reads the known answers of tests/vectors; its README.md describes the format.
//
// A file that lacks a record, or has a line that is not understood, is an error: what is read is all of it.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <simdkeccak/any_hasher.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "support.hpp"

namespace test {

// A byte string as a record writes it: `unit`, repeated up to `size` bytes. Only what is asked for is ever in memory.
struct byte_string {
  octets unit;
  std::uint64_t size = 0;

  void copy(std::uint64_t offset, std::span<std::uint8_t> out) const;
  octets whole() const;
};

struct record {
  std::string name;  // "sha3-256.txt, record 12 (cavp)"

  std::string source, what;
  byte_string message, key, customization, function_name;
  std::vector<byte_string> elements;
  std::uint64_t block_size = 0, domain = 0;
  std::optional<std::uint64_t> output_length;
  octets output, output_tail;  // all of the output, or, where output_tail is not empty, only its last bytes

  std::uint64_t rounds = 0, round = 0;  // of the permutation
  octets in, theta, rho, pi, chi, iota;

  octets start;  // of a Monte Carlo chain
  std::uint64_t start_output_length = 0, least_output_length = 0, most_output_length = 0;
};

struct vector_file {
  std::string_view name;  // without .txt
  std::size_t records;    // how many there must be

  // "sha3-256-mct" holds records of algorithm "sha3-256" and of kind "mct"; the kind of plain records is "".
  std::string_view kind() const;
  const simdkeccak::named_algorithm& algorithm() const;

  std::size_t output_length(const record& r) const;  // of its algorithm, where the record does not say
};

// Every file in tests/vectors, and those of some kinds.
std::span<const vector_file> vector_files();
std::vector<vector_file> vector_files_of(std::initializer_list<std::string_view> kinds);
const vector_file& find_vector_file(std::string_view name);

// Throws if the file is not what vector_files() says. Read once, kept.
const std::vector<record>& read_records(const vector_file& file);

// Whether `got` is the record's output. `how` says what made it.
testing::AssertionResult agrees(const record& r, std::span<const std::uint8_t> got, std::string_view how);
testing::AssertionResult agrees(const record& r, std::span<const std::uint8_t> expected, std::span<const std::uint8_t> got,
                                std::string_view how);

// The inputs of a record in memory, every one at an odd address.
struct inputs {
  inputs(const vector_file& file, const record& r);

  std::size_t longest() const;  // the size of the longest of what comes in pieces

  const vector_file& of;
  const simdkeccak::named_algorithm& algorithm;
  const record& expected;
  odd_copy message, key, customization, function_name;
  std::vector<odd_copy> elements;
  std::size_t output_length;
};

// For INSTANTIATE_TEST_SUITE_P.
std::string test_name(const testing::TestParamInfo<vector_file>& info);
void PrintTo(const vector_file& file, std::ostream* out);

}  // namespace test
