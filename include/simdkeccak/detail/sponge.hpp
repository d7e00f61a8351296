// The only sponge (FIPS 202, section 4): 25 lanes, a position, and whole blocks handed straight from the caller's memory to
// a kernel. There is no buffer: bytes that do not fill a block are XORed into the state.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

#include "../algorithm.hpp"
#include "../backend.hpp"
#include "bytes.hpp"
#include "portable.hpp"

namespace simdkeccak::detail {

// Permutes one state with the best kernel for one; rounds is even, 2 to 24.
constexpr void permute(std::uint64_t* lanes, unsigned rounds, backend_ref row = {}) noexcept {
  if (std::is_constant_evaluated()) {
    keccak_p<scalar_word<void>>::permute(lanes, rounds);
  } else {
    row.get().one.absorb(lanes, nullptr, 1, 0, rounds);
  }
}

class sponge {
 public:
  constexpr sponge() noexcept : sponge(backend_ref()) {}

  constexpr explicit sponge(backend_ref row) noexcept : row_(row) { clear(lanes_); }

  constexpr backend_ref row() const noexcept { return row_; }

  // The state, and how many bytes of the block under way it holds, for who permutes it beside others.
  constexpr std::uint64_t* lanes() noexcept { return lanes_; }
  constexpr const std::uint64_t* lanes() const noexcept { return lanes_; }
  constexpr std::size_t position() const noexcept { return position_; }

  // Whether nothing was absorbed.
  constexpr bool untouched() const noexcept {
    return position_ == 0 && std::ranges::all_of(lanes_, [](std::uint64_t lane) { return lane == 0; });
  }

  // Absorbs m, or the bytes of it from index `from` up to `to`. Between calls the position is below the rate.
  constexpr void absorb(algorithm a, bytes m) noexcept { absorb(a, m, 0, m.size()); }
  constexpr void absorb(algorithm a, bytes m, std::size_t from, std::size_t to) noexcept {
    if (position_ != 0) {
      const std::size_t n = std::min<std::size_t>(a.rate - position_, to - from);
      xor_bytes(lanes_, position_, m, from, n);
      position_ += n;
      from += n;
      if (position_ < a.rate) return;
      permute(lanes_, a.rounds, row_);
      position_ = 0;
    }
    if (std::is_constant_evaluated()) {
      for (; to - from >= a.rate; from += a.rate) {
        xor_bytes(lanes_, 0, m, from, a.rate);
        permute(lanes_, a.rounds);
      }
    } else if (const std::size_t blocks = (to - from) / a.rate; blocks != 0) {
      const std::uint8_t* const in = m.data() + from;
      row_.get().one.absorb(lanes_, &in, blocks, a.lanes(), a.rounds);
      from += blocks * a.rate;
    }
    position_ = to - from;
    xor_bytes(lanes_, 0, m, from, position_);
  }

  // Fills a block that was begun with zeros.
  constexpr void fill_block(algorithm a) noexcept {
    if (position_ == 0) return;
    permute(lanes_, a.rounds, row_);
    position_ = 0;
  }

  // Ends the message: the suffix, the padding, and the permutation before the first output.
  constexpr void pad(algorithm a) noexcept {
    lanes_[position_ / 8] ^= std::uint64_t{a.suffix} << (8 * (position_ % 8));
    lanes_[a.lanes() - 1] ^= whole_lane(std::uint64_t{0x80} << 56);
    permute(lanes_, a.rounds, row_);
    position_ = 0;
  }

  // The next bytes of output, after pad(). The position is what was taken of the current block, the rate if all of it.
  constexpr void squeeze(algorithm a, std::span<std::uint8_t> out) noexcept {
    std::size_t done = 0;
    while (done != out.size()) {
      if (position_ == a.rate) {
        permute(lanes_, a.rounds, row_);
        position_ = 0;
      }
      const std::size_t n = std::min<std::size_t>(a.rate - position_, out.size() - done);
      copy_bytes(lanes_, position_, out.data() + done, n);
      position_ += n;
      done += n;
    }
  }

  // What a saved state holds of it; `highest` is the highest position there can be (saved_state.hpp).
  static constexpr std::size_t saved_size = 25 * 8 + 1;
  template <class Archive, class Self>
  static void visit(Archive& archive, Self& self, std::size_t highest) noexcept {
    for (auto& lane : self.lanes_) archive.integer(lane);
    archive.small(self.position_, highest);
  }

 private:
  std::uint64_t lanes_[25];
  backend_ref row_;
  std::size_t position_ = 0;
};

// Sets a state to the block of a message shorter than the rate: padded, and before the padding `zeros` bytes of 0, which
// have room too. Lanes are written once and whole, for the kernel that reads them at once.
SIMDKECCAK_INLINE constexpr void set_block(std::uint64_t (&lanes)[25], algorithm a, bytes message,
                                           std::size_t zeros = 0) noexcept {
  clear(lanes);
  std::size_t i = 0;
  for (; i < message.size() / 8; ++i) lanes[i] = whole_lane(load_lane(message, 8 * i));
  const std::size_t rest = message.size() % 8, end = rest + zeros;
  const std::uint64_t suffix = std::uint64_t{a.suffix} << (8 * (end % 8));
  lanes[i] = load_lane(message, 8 * i, rest) | (end < 8 ? suffix : 0);
  if (end >= 8) lanes[i + end / 8] = suffix;
  lanes[a.lanes() - 1] ^= whole_lane(std::uint64_t{0x80} << 56);
}

// Whether kernels' functions for digests do (backend.hpp, digest_function).
constexpr bool takes_digest_function(algorithm a, std::size_t message_size, std::size_t out_size) noexcept {
  return a.lanes() <= 17 && message_size < a.rate && out_size <= 32;
}

// The sponge at once where it takes one permutation: set_block()'s message, and at most the rate of output.
SIMDKECCAK_INLINE constexpr void hash_block(algorithm a, bytes message, std::span<std::uint8_t> out, std::size_t zeros = 0,
                                            backend_ref row = {}) noexcept {
  std::uint64_t lanes[25];
  set_block(lanes, a, message, zeros);
  if (!std::is_constant_evaluated() && takes_digest_function(a, message.size(), out.size()) &&
      row.get().one.digest != nullptr) {
    row.get().one.digest(lanes, a.rounds);
  } else {
    permute(lanes, a.rounds, row);
  }
  copy_bytes(lanes, 0, out.data(), out.size());
}

}  // namespace simdkeccak::detail
