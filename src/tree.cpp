// Leaves side by side in the slots of a wide kernel, and groups of them on borrowed threads.
#include <atomic>
#include <simdkeccak/detail/tree.hpp>

namespace simdkeccak::detail {
namespace {

// Hashes n <= k.width leaves; slots without a leaf repeat the first one.
void hash_group(const kernel& k, const tree_shape& shape, const std::uint8_t* data, std::size_t n,
                std::uint8_t* out) noexcept {
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

  for (std::size_t slot = 0; slot < n; ++slot)
    copy_bytes(states + slot, 0, out + slot * shape.chaining_value, shape.chaining_value, k.width);
}

// How a run of leaves is cut into tasks.
struct cutting {
  // Permutations of 12 rounds: of a task, beside which the cost of handing it over is small, and of a run for which it pays
  // to wake a thread.
  static constexpr std::size_t least_task = 8 * 49;
  static constexpr std::size_t least_run = 8 * least_task;
  static constexpr std::size_t chaining_values = 65536;  // bytes of a round of tasks: 16 MiB of a message for KT128

  std::size_t leaves_in_task;
  bool pays;

  cutting(const tree_shape& shape, std::size_t count, unsigned threads) noexcept {
    const std::uint64_t leaf = (shape.leaf_size / shape.leaf.rate + 1) * (shape.leaf.rounds / 12U);
    const auto least = static_cast<std::size_t>((least_task + leaf - 1) / leaf);
    // Eight tasks a thread, so that none waits long for the last one, in whole groups of the widest kernel.
    const std::size_t n = std::clamp<std::size_t>(count / (8U * threads), least, 8 * least);
    leaves_in_task =
        std::min((n + widest_kernel - 1) / widest_kernel * widest_kernel, chaining_values / shape.chaining_value / 4);
    pays = threads > 1 && count > leaves_in_task && count >= least_run / leaf;
  }
};

// Leaves hashed by tasks, in any order. Whoever ends a task absorbs what is ready into the node, unless another thread does,
// so that the node's own work, one part in thirty of the whole with the fastest kernels, is done beside the leaves.
class parallel_leaves {
 public:
  parallel_leaves(const tree_shape& shape, sponge& node, std::size_t leaves_in_task) noexcept
      : shape_(shape), node_(node), row_(node.row().get()), leaves_in_task_(leaves_in_task) {}

  void run(const std::uint8_t* data, std::size_t count, const executor& on) noexcept {
    const std::size_t most =
        std::min(sizeof chaining_values_ / shape_.chaining_value / leaves_in_task_, most_tasks) * leaves_in_task_;
    while (count != 0) {
      data_ = data;
      count_ = std::min(count, most);
      tasks_ = (count_ + leaves_in_task_ - 1) / leaves_in_task_;
      next_ = 0;
      for (std::size_t i = 0; i < tasks_; ++i) ready_[i].store(false, std::memory_order_relaxed);
      run_all(on, tasks_, task, this);
      absorb_ready();
      data += count_ * static_cast<std::size_t>(shape_.leaf_size);
      count -= count_;
    }
  }

 private:
  static void task(void* self, std::size_t i) noexcept { static_cast<parallel_leaves*>(self)->task(i); }

  std::size_t leaves_of(std::size_t i) const noexcept { return std::min(leaves_in_task_, count_ - i * leaves_in_task_); }
  std::uint8_t* values_of(std::size_t i) noexcept { return chaining_values_ + i * leaves_in_task_ * shape_.chaining_value; }

  void task(std::size_t i) noexcept {
    const std::uint8_t* const from = data_ + i * leaves_in_task_ * static_cast<std::size_t>(shape_.leaf_size);
    hash_leaves(shape_, row_, from, leaves_of(i), values_of(i));
    ready_[i].store(true, std::memory_order_release);
    absorb_ready();
  }

  void absorb_ready() noexcept {
    if (absorbing_.exchange(true, std::memory_order_acquire)) return;
    for (; next_ != tasks_ && ready_[next_].load(std::memory_order_acquire); ++next_)
      node_.absorb(shape_.node, {values_of(next_), leaves_of(next_) * shape_.chaining_value});
    absorbing_.store(false, std::memory_order_release);
  }

  const tree_shape& shape_;
  sponge& node_;
  const backend& row_;
  const std::size_t leaves_in_task_;

  const std::uint8_t* data_ = nullptr;
  std::size_t count_ = 0;
  std::size_t tasks_ = 0;
  std::size_t next_ = 0;  // the task whose chaining values the node absorbs next; of whoever is absorbing
  std::atomic<bool> absorbing_{false};
  std::atomic<bool> ready_[most_tasks];
  std::uint8_t chaining_values_[cutting::chaining_values];
};

}  // namespace

void hash_leaves(const tree_shape& shape, const backend& row, const std::uint8_t* data, std::size_t count,
                 std::uint8_t* out) noexcept {
  while (count != 0) {
    const kernel& k = row.kernel_for(count);
    const std::size_t n = std::min<std::size_t>(count, k.width);
    hash_group(k, shape, data, n, out);
    data += n * static_cast<std::size_t>(shape.leaf_size);
    out += n * shape.chaining_value;
    count -= n;
  }
}

void absorb_leaves(const tree_shape& shape, sponge& node, const std::uint8_t* data, std::size_t count,
                   const executor& on) noexcept {
  if (const cutting cut(shape, count, on.run != nullptr ? std::max(on.threads, 1U) : 1); cut.pays)
    return parallel_leaves(shape, node, cut.leaves_in_task).run(data, count, on);
  const backend& row = node.row().get();
  std::uint8_t chaining_values[16 * widest_kernel * 64];
  for (std::size_t n; count != 0; count -= n) {
    n = std::min<std::size_t>(count, 16 * widest_kernel);
    hash_leaves(shape, row, data, n, chaining_values);
    node.absorb(shape.node, {chaining_values, n * shape.chaining_value});
    data += n * static_cast<std::size_t>(shape.leaf_size);
  }
}

}  // namespace simdkeccak::detail
