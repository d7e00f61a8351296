// KT128 and KT256 (RFC 9861, section 3), a tree hash over TurboSHAKE: chunks of 8192 bytes are hashed side by side. KT128 is
// what older software calls KangarooTwelve, draft -10 of the RFC included.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "detail/tree.hpp"
#include "hasher.hpp"

namespace simdkeccak {
namespace detail {

// RFC 9861, section 3.2.
template <unsigned Strength>
struct kangarootwelve_tree {
  static constexpr std::size_t chunk_size = 8192;
  static constexpr std::size_t chaining_value_size = 2 * Strength / 8;

  static constexpr algorithm turboshake = Strength == 128 ? turboshake128 : turboshake256;
  static constexpr algorithm single = with_domain(turboshake, 0x07);  // all in one chunk
  static constexpr algorithm node = with_domain(turboshake, 0x06);
  static constexpr algorithm leaf = with_domain(turboshake, 0x0B);

  static constexpr std::uint8_t first_chunk_end[8] = {0x03};
  static constexpr std::uint8_t node_end[2] = {0xFF, 0xFF};
  static constexpr tree_shape shape{leaf, node, chaining_value_size, chunk_size, {first_chunk_end, sizeof first_chunk_end}};

  // Ends the node, which then gives output.
  static constexpr void end(sponge& s, std::uint64_t leaves) noexcept {
    s.absorb(node, length_encode(leaves));
    s.absorb(node, {node_end, sizeof node_end});
    s.pad(node);
  }
};

}  // namespace detail

// Strength is 128 or 256. The customization, of any length, is given at the end, where the RFC puts it.
template <unsigned Strength>
  requires(Strength == 128 || Strength == 256)
class kangarootwelve : public detail::resumable<kangarootwelve<Strength>> {
  using tree = detail::kangarootwelve_tree<Strength>;
  static constexpr algorithm node = tree::node;

 public:
  static constexpr std::size_t chunk_size = tree::chunk_size;                    // bytes of the first chunk and of a leaf
  static constexpr std::size_t chaining_value_size = tree::chaining_value_size;  // bytes

  constexpr kangarootwelve() noexcept = default;

  // Runs on `row` whatever is active; on the active one if this CPU cannot run `row`.
  constexpr explicit kangarootwelve(backend_ref row) noexcept : node_(row), leaves_(row) {}

  // Large pieces are spread over the threads of `on`.
  constexpr kangarootwelve& update(bytes message, const executor& on = {}) noexcept {
    // The first chunk goes to the final node as it is.
    const std::size_t head = std::min<std::size_t>(chunk_size - static_cast<std::size_t>(first_), message.size());
    if (head == message.size()) {
      node_.absorb(node, message);
    } else {
      leaves_.absorb(tree::shape, node_, message, head, on);
    }
    first_ += head;
    return *this;
  }

  // The chaining values of whole leaves, whose bytes lie one behind the other: leaves.size() is a multiple of chunk_size,
  // and out.size() is chaining_value_size for each. Leaf i of a message is its bytes from (i + 1) * chunk_size on,
  // chunk_size of them. Returns false, and writes nothing, if the sizes are others.
  [[nodiscard]] static bool chaining_values(bytes leaves, std::span<std::uint8_t> out, const executor& on = {},
                                            backend_ref row = {}) noexcept {
    const std::size_t count = leaves.size() / chunk_size;
    if (leaves.size() % chunk_size != 0 || out.size() != count * chaining_value_size) return false;
    detail::hash_leaves(tree::shape, row, leaves.data(), count, out.data(), on);
    return true;
  }

  // update() with the next leaves of the message, of which only the chaining values are at hand. Returns false, and changes
  // nothing, if the message so far is not whole chunks, at least one, or `values` not whole chaining values.
  [[nodiscard]] constexpr bool update_chaining_values(bytes values) noexcept {
    if (first_ != chunk_size || values.size() % chaining_value_size != 0) return false;
    return leaves_.absorb_chaining_values(tree::shape, node_, values);
  }

  // The first out.size() bytes of the output; read() gives more of it later.
  constexpr void digest(std::span<std::uint8_t> out, bytes customization = {}) const noexcept {
    read(customization).read(out);
  }
  constexpr reader<node> read(bytes customization = {}) const noexcept {
    kangarootwelve h = *this;
    h.update(customization).update(detail::length_encode(customization.size()));
    if (!h.leaves_.begun()) {
      h.node_.pad(tree::single);
    } else {
      h.leaves_.close(tree::shape, h.node_);
      tree::end(h.node_, h.leaves_.finished());
    }
    return reader<node>(h.node_);
  }

  constexpr void reset() noexcept { *this = kangarootwelve(node_.row()); }
  void wipe() noexcept {
    const backend_ref row = node_.row();
    detail::wipe(this, sizeof *this);
    *this = kangarootwelve(row);
  }

  static constexpr std::size_t saved_fields = detail::sponge::saved_size + 8 + detail::leaves::saved_size;
  static constexpr std::size_t saved_size = detail::framed(saved_fields);

 private:
  friend detail::resumable<kangarootwelve>;
  static constexpr detail::state_header header() noexcept {
    return {detail::construction::kangarootwelve, detail::phase::absorbing, node};
  }
  template <class Archive, class Self>
  static void visit(Archive& archive, Self& self) noexcept {
    detail::sponge::visit(archive, self.node_, node.rate - 1U);
    archive.integer(self.first_);
    detail::leaves::visit(archive, self.leaves_, tree::shape);
    archive.require(self.first_ == chunk_size || (self.first_ < chunk_size && !self.leaves_.begun()));
  }

  detail::sponge node_;
  std::uint64_t first_ = 0;  // bytes of the first chunk
  detail::leaves leaves_;
};

namespace detail {

// A message that fits in one chunk needs no tree: TurboSHAKE of it, for what TurboSHAKE costs.
template <unsigned Strength>
constexpr void kangarootwelve_at_once(bytes message, std::span<std::uint8_t> out, bytes customization, const executor& on,
                                      backend_ref row = {}) noexcept {
  constexpr algorithm single = kangarootwelve_tree<Strength>::single;
  constexpr std::size_t chunk_size = kangarootwelve_tree<Strength>::chunk_size;
  if (customization.empty() && message.size() + 1 < single.rate && out.size() <= single.rate) {
    // Behind the message its customization's length, a zero.
    return hash_block(single, message, out, 1, row);
  }
  const encoded length = length_encode(customization.size());
  if (message.size() > chunk_size || customization.size() + length.size > chunk_size - message.size()) {
    kangarootwelve<Strength>(row).update(message, on).digest(out, customization);
    return;
  }
  sponge s(row);
  s.absorb(single, message);
  s.absorb(single, customization);
  s.absorb(single, length);
  s.pad(single);
  s.squeeze(single, out);
}

}  // namespace detail

// One message at once; `out` may have any size. Large messages are spread over the threads of `on`.
constexpr void kt128(bytes message, std::span<std::uint8_t> out, bytes customization = {},
                     const executor& on = {}) noexcept {
  detail::kangarootwelve_at_once<128>(message, out, customization, on);
}
constexpr void kt256(bytes message, std::span<std::uint8_t> out, bytes customization = {},
                     const executor& on = {}) noexcept {
  detail::kangarootwelve_at_once<256>(message, out, customization, on);
}

}  // namespace simdkeccak
