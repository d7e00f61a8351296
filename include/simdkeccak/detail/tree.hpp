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
  algorithm node;              // of the same rate and rounds, if bytes of the message go to it
  std::size_t chaining_value;  // bytes, at most 64
  std::uint64_t leaf_size;     // bytes, at least 1
  bytes after_first{};         // what the node absorbs between its own bytes of the message and the first chaining value
};

// Hashes `count` whole leaves, which lie one behind the other at `data`, as many side by side as pays, on the threads that
// were lent where that pays, and writes their chaining values to `out`.
SIMDKECCAK_API void hash_leaves(const tree_shape& shape, backend_ref row, const std::uint8_t* data, std::size_t count,
                                std::uint8_t* out, const executor& on) noexcept;

// What a piece of a message brings, in order. A part that is 0 is not there; node_bytes and end_of_leaf are not both.
struct tree_piece {
  const std::uint8_t* data;
  std::size_t node_bytes;     // the last of the node's own
  std::size_t end_of_leaf;    // the end of a leaf that was begun
  std::size_t whole_leaves;   // how many
  std::size_t start_of_leaf;  // bytes
};

// Absorbs a piece: what goes to the node, the leaf that ends, whole leaves and the leaf that begins are hashed side by side,
// as many as pays, on the threads that were lent where that pays. All are read in place. `leaf` is the sponge of the leaf
// that was begun, and then of the one that begins.
SIMDKECCAK_API void absorb_piece(const tree_shape& shape, sponge& node, sponge& leaf, const tree_piece& piece,
                                 const executor& on) noexcept;

// The leaves of a message that comes in pieces: one sponge for the leaf that was begun. Wide kernels read the caller's
// memory whenever a piece brings whole leaves, so no buffer is needed.
class leaves {
 public:
  constexpr leaves() noexcept = default;
  constexpr explicit leaves(backend_ref row) noexcept : sponge_(row) {}

  constexpr bool begun() const noexcept { return finished_ != 0 || in_leaf_ != 0; }
  constexpr std::uint64_t finished() const noexcept { return finished_; }

  // Absorbs m, of which the first `head` bytes are the last of the node's own and the rest, at least one byte, is of leaves.
  constexpr void absorb(const tree_shape& shape, sponge& node, bytes m, std::size_t head, const executor& on = {}) noexcept {
    if (!std::is_constant_evaluated() && m.size() >= shape.leaf_size) return absorb_side_by_side(shape, node, m, head, on);
    node.absorb(shape.node, m, 0, head);
    if (!begun()) node.absorb(shape.node, shape.after_first);
    for (std::size_t from = head; from != m.size();) {
      const auto n = static_cast<std::size_t>(std::min<std::uint64_t>(shape.leaf_size - in_leaf_, m.size() - from));
      sponge_.absorb(shape.leaf, m, from, from + n);
      in_leaf_ += n;
      from += n;
      if (in_leaf_ == shape.leaf_size) close(shape, node);
    }
  }

  // In place of whole leaves: their chaining values. False, and nothing happens, in the middle of a leaf.
  constexpr bool absorb_chaining_values(const tree_shape& shape, sponge& node, bytes values) noexcept {
    if (in_leaf_ != 0) return false;
    if (values.empty()) return true;
    if (finished_ == 0) node.absorb(shape.node, shape.after_first);
    node.absorb(shape.node, values);
    finished_ += values.size() / shape.chaining_value;
    return true;
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
  // m is at least as long as a leaf: a leaf that was begun ends.
  void absorb_side_by_side(const tree_shape& shape, sponge& node, bytes m, std::size_t head, const executor& on) noexcept {
    if (head == 0 && !begun()) node.absorb(shape.node, shape.after_first);
    const auto end = static_cast<std::size_t>(in_leaf_ != 0 ? shape.leaf_size - in_leaf_ : 0);
    const std::size_t left = m.size() - head - end;
    const auto whole = static_cast<std::size_t>(left / shape.leaf_size),
               start = static_cast<std::size_t>(left % shape.leaf_size);
    absorb_piece(shape, node, sponge_, {m.data(), head, end, whole, start}, on);
    finished_ += (end != 0 ? 1 : 0) + whole;
    in_leaf_ = start;
  }

  sponge sponge_;
  std::uint64_t in_leaf_ = 0;   // bytes of the leaf that was begun
  std::uint64_t finished_ = 0;  // leaves
};

}  // namespace simdkeccak::detail
