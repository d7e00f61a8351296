// The tree of two levels that KT128, KT256 and ParallelHash share: the message is cut into leaves of equal size, each leaf
// is hashed to a chaining value, and a node sponge absorbs the chaining values in order.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

#include "../algorithm.hpp"
#include "../backend.hpp"
#include "../executor.hpp"
#include "sponge.hpp"

namespace simdkeccak::detail {

struct tree_shape {
  algorithm leaf;
  algorithm node;
  std::size_t chaining_value;  // bytes, at most 64
  std::uint64_t leaf_size;     // bytes, at least 1
};

// Hashes `count` whole leaves, which lie one behind the other at `data`, as many side by side as pays, and writes their
// chaining values to `out`. The leaves are read in place.
SIMDKECCAK_API void hash_leaves(const tree_shape& shape, const backend& row, const std::uint8_t* data, std::size_t count,
                                std::uint8_t* out) noexcept;

// The same, on the threads that were lent where that pays, and absorbs the chaining values into `node`.
SIMDKECCAK_API void absorb_leaves(const tree_shape& shape, sponge& node, const std::uint8_t* data, std::size_t count,
                                  const executor& on) noexcept;

// The leaves of a message that comes in pieces: one sponge for the leaf that was begun. Wide kernels read the caller's
// memory whenever a piece brings whole leaves, so no buffer is needed.
class leaves {
 public:
  constexpr leaves() noexcept = default;
  constexpr explicit leaves(backend_ref row) noexcept : sponge_(row) {}

  constexpr bool begun() const noexcept { return finished_ != 0 || in_leaf_ != 0; }
  constexpr std::uint64_t finished() const noexcept { return finished_; }

  // Absorbs the bytes of m from index `from` on; a leaf that is full goes to the node at once.
  constexpr void absorb(const tree_shape& shape, sponge& node, bytes m, std::size_t from, const executor& on = {}) noexcept {
    while (from != m.size()) {
      const std::uint64_t left = m.size() - from;
      if (in_leaf_ == 0 && left >= shape.leaf_size && !std::is_constant_evaluated()) {
        const std::uint64_t count = left / shape.leaf_size;
        absorb_leaves(shape, node, m.data() + from, static_cast<std::size_t>(count), on);
        finished_ += count;
        from += static_cast<std::size_t>(count * shape.leaf_size);
        continue;
      }
      const auto n = static_cast<std::size_t>(std::min(shape.leaf_size - in_leaf_, left));
      sponge_.absorb(shape.leaf, m, from, from + n);
      in_leaf_ += n;
      from += n;
      if (in_leaf_ == shape.leaf_size) close(shape, node);
    }
  }

  // Ends a leaf that was begun.
  constexpr void close(const tree_shape& shape, sponge& node) noexcept {
    if (in_leaf_ == 0) return;
    std::array<std::uint8_t, 64> chaining_value{};
    sponge_.pad(shape.leaf);
    sponge_.squeeze(shape.leaf, {chaining_value.data(), shape.chaining_value});
    node.absorb(shape.node, {chaining_value.data(), shape.chaining_value});
    sponge_ = sponge(sponge_.row());
    in_leaf_ = 0;
    ++finished_;
  }

  static constexpr std::size_t saved_size = sponge::saved_size + 16;
  template <class Archive, class Self>
  static void visit(Archive& archive, Self& self, const tree_shape& shape) noexcept {
    sponge::visit(archive, self.sponge_, shape.leaf.rate - 1U);
    archive.integer(self.in_leaf_);
    archive.integer(self.finished_);
    archive.require(self.in_leaf_ < shape.leaf_size);
    // Wide kernels skip the sponge of a leaf that was not begun, so it must be a new one.
    archive.require(self.in_leaf_ != 0 || self.sponge_.untouched());
  }

 private:
  sponge sponge_;
  std::uint64_t in_leaf_ = 0;   // bytes of the leaf that was begun
  std::uint64_t finished_ = 0;  // leaves
};

}  // namespace simdkeccak::detail
