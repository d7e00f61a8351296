// Several files at once in one wide kernel, each through a small buffer of its own. The library's hash_many() wants whole
// messages in memory; files have any size and memory has not.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <simdkeccak/backend.hpp>
#include <string>
#include <vector>

#include "input.hpp"
#include "recipe.hpp"

namespace ksum {

class lanes {
 public:
  // What became of a file.
  struct result {
    std::size_t ticket;
    std::vector<std::uint8_t> digest{};
    std::string error{};  // empty if there is a digest
  };

  static constexpr std::size_t width = simdkeccak::widest_kernel;
  // The longest output: longer ones are squeezed a block at a time, which lanes do one after the other.
  static constexpr std::uint64_t longest_digest = 1024;

  bool full() const noexcept { return live_ == width; }
  bool empty() const noexcept { return live_ == 0; }

  // Takes a file, of which `length` bytes of digest are wanted. Precondition: !full().
  void add(std::size_t ticket, input file, const recipe::in_one_sponge& how, std::uint64_t length);

  // Hashes until at least one file has ended, and adds the results; or for some tens of milliseconds. Precondition:
  // !empty().
  void run(std::vector<result>& results);

 private:
  // Eight buffers stay in the second level of cache beside each other; larger ones were slower.
  static constexpr std::size_t piece_size = std::size_t{64} << 10;
  // What is left of a piece goes before the next one, so that all are read to a page's border.
  static constexpr std::size_t piece_begin = page_size;
  static constexpr int most_steps = 64;
  static constexpr std::size_t room_for_padding = 256 + 2 * 200;

  struct stream {
    std::size_t ticket = 0;
    std::optional<input> file{};  // empty once all of it and the padding are in the buffer
    simdkeccak::algorithm sponge{};
    std::string trailer{};
    std::uint64_t length = 0;
    std::array<std::uint64_t, 25> state{};  // may have begun with a key
    std::size_t begin = 0, end = 0;         // of what waits in the buffer
    page_buffer buffer{};

    stream() = default;
    stream(const stream&) = delete;
    stream& operator=(const stream&) = delete;
    ~stream() { wipe(); }

    std::size_t blocks() const noexcept { return (end - begin) / sponge.rate; }
    void wipe() noexcept;  // the state
  };

  void refill(stream& s) const;
  void step();
  static std::vector<std::uint8_t> digest(stream& s);

  std::array<std::unique_ptr<stream>, width> streams_{};
  std::size_t live_ = 0;  // streams_ 0 to live_ - 1 are under way
};

}  // namespace ksum
