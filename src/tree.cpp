// Leaves side by side in the slots of a wide kernel.
#include <simdkeccak/detail/tree.hpp>

namespace simdkeccak::detail {
namespace {

// Hashes n <= k.width leaves; slots without a leaf repeat the first one.
void absorb_group(const kernel& k, const tree_shape& shape, sponge& node, const std::uint8_t* data, std::size_t n) noexcept {
  const unsigned rate = shape.leaf.rate;
  const auto leaf_size = static_cast<std::size_t>(shape.leaf_size);
  const std::size_t blocks = leaf_size / rate;
  const std::size_t tail = leaf_size % rate;

  alignas(64) std::uint64_t states[25 * widest_kernel];
  std::fill_n(states, 25 * k.width, std::uint64_t{0});
  std::uint8_t last[widest_kernel][200];
  const std::uint8_t* in[widest_kernel];
  for (std::size_t slot = 0; slot < k.width; ++slot) in[slot] = data + (slot < n ? slot * leaf_size : 0);
  k.absorb(states, in, blocks, shape.leaf.lanes(), shape.leaf.rounds);

  for (std::size_t slot = 0; slot < k.width; ++slot) {
    std::uint8_t* const block = last[slot];
    std::copy_n(in[slot] + blocks * rate, tail, block);
    std::fill(block + tail, block + rate, std::uint8_t{0});
    block[tail] = shape.leaf.suffix;
    block[rate - 1] ^= 0x80;
    in[slot] = block;
  }
  k.absorb(states, in, 1, shape.leaf.lanes(), shape.leaf.rounds);

  std::uint8_t chaining_values[widest_kernel * 64];
  for (std::size_t slot = 0; slot < n; ++slot)
    copy_bytes(states + slot, 0, chaining_values + slot * shape.chaining_value, shape.chaining_value, k.width);
  node.absorb(shape.node, {chaining_values, n * shape.chaining_value});
}

}  // namespace

void absorb_leaves(const tree_shape& shape, sponge& node, const std::uint8_t* data, std::size_t count) noexcept {
  const backend& row = node.row().get();
  while (count != 0) {
    const kernel& k = row.kernel_for(count);
    const std::size_t n = std::min<std::size_t>(count, k.width);
    absorb_group(k, shape, node, data, n);
    data += n * static_cast<std::size_t>(shape.leaf_size);
    count -= n;
  }
}

}  // namespace simdkeccak::detail
