// How a file is hashed: an algorithm and all that it takes beside the file.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <simdkeccak/any_hasher.hpp>
#include <span>
#include <string>
#include <vector>

#include "key.hpp"
#include "messages.hpp"

namespace ksum {

// What the command line gave.
struct given_parameters {
  std::optional<std::string> customization{}, function_name{}, key_name{};
  std::optional<int> key_descriptor{};
  std::optional<std::uint64_t> domain{}, block_size{};

  bool has_key() const noexcept { return key_name || key_descriptor; }
};

struct recipe {
  simdkeccak::any_hasher fresh;  // has absorbed nothing yet

  // A file of at most `most` bytes is hashed by one sponge: lanes can do that.
  struct in_one_sponge {
    simdkeccak::algorithm sponge;
    std::span<const std::uint64_t, 25> start;
    std::string trailer;  // what follows the file
    std::uint64_t most = UINT64_MAX;
  };
  // For a digest of that many bytes; empty if the algorithm is a tree or its message a tuple.
  std::optional<in_one_sponge> one_sponge(std::uint64_t length) const;

  const simdkeccak::named_algorithm& algorithm() const noexcept { return fresh.algorithm(); }

  simdkeccak::bytes customization{};
};

// The recipes of one run. The key is read once and wiped when this ends, or earlier by forget_key().
class recipe_book {
 public:
  // `given` must live as long as the book and its recipes.
  // Throws a failure if the descriptor of the key is not open: a file that is opened later could get its number.
  explicit recipe_book(const given_parameters& given);

  // Null if the algorithm needs a key and none was given. What was given and the algorithm does not take is left out. Throws
  // a failure if the key cannot be read, the same each time.
  const recipe* of(const simdkeccak::named_algorithm& a);

  void forget_key() { key_.reset(); }

 private:
  const given_parameters& given_;
  std::optional<key> key_;
  std::optional<failure> no_key_;
  std::deque<recipe> made_;  // where recipes stay in place
};

}  // namespace ksum
