// The strands of a tree side by side in the slots of a wide kernel, and groups of them on borrowed threads.
#include <atomic>
#include <simdkeccak/detail/tree.hpp>

#include "states.hpp"

namespace simdkeccak::detail {
namespace {

// Bytes on their way into one state: a leaf, or a part of one, or the first chunk of the node.
struct strand {
  const std::uint8_t* data;
  std::size_t size;
  sponge* state;                 // it begins from it and ends in it; null: it is a leaf from its first byte to its last
  std::uint8_t* chaining_value;  // where that goes of a leaf that ends; null: the state goes on
};

// At most widest_kernel strands. Those that end early leave the others to narrower kernels, as soon as these pay.
class side_by_side {
 public:
  side_by_side(const tree_shape& shape, const backend& row) noexcept : shape_(shape), a_(shape.leaf), row_(row) {}

  void run(const strand* strands, std::size_t count) noexcept {
    k_ = &row_.kernel_for(count);
    states_.width = k_->width;
    states_.set_all(nullptr);
    slots_ = 0;
    for (std::size_t i = 0; i < count; ++i) start(strands[i]);
    for (live_ = slots_; live_ != 0;) {
      if (const kernel& better = row_.kernel_for(live_); better.width < k_->width && live_ <= better.width) move_to(better);
      step();
    }
  }

 private:
  struct slot {
    const std::uint8_t* next;
    std::size_t blocks;
    std::size_t tail;
    strand what;
    bool live;
    bool padded;
    std::uint8_t last[200];
  };

  void start(strand s) noexcept {
    if (s.state != nullptr) {
      const std::size_t n = std::min<std::size_t>((a_.rate - s.state->position()) % a_.rate, s.size);
      s.state->absorb(a_, {s.data, n});
      s.data += n;
      s.size -= n;
    }
    if (s.size < a_.rate && s.state != nullptr) {  // less than a block: not worth a slot
      s.state->absorb(a_, {s.data, s.size});
      if (s.chaining_value == nullptr) return;
      s.state->pad(a_);
      s.state->squeeze(a_, {s.chaining_value, shape_.chaining_value});
      return;
    }
    slot& t = slot_[slots_];
    t.next = s.data;
    t.blocks = s.size / a_.rate;
    t.tail = s.size % a_.rate;
    t.what = s;
    t.live = true;
    t.padded = false;
    if (s.state != nullptr) states_.set(slots_, s.state->lanes());
    if (t.blocks == 0) pad(t);
    ++slots_;
  }

  // As many blocks as every live slot has; the others repeat the input of one of them.
  void step() noexcept {
    std::size_t blocks = SIZE_MAX;
    const std::uint8_t* any = nullptr;
    for (std::size_t i = 0; i < slots_; ++i) {
      if (!slot_[i].live) continue;
      blocks = std::min(blocks, slot_[i].blocks);
      any = slot_[i].next;
    }
    const std::uint8_t* in[widest_kernel];
    for (std::size_t i = 0; i < k_->width; ++i) in[i] = i < slots_ && slot_[i].live ? slot_[i].next : any;
    k_->absorb(states_.lanes, in, blocks, a_.lanes(), a_.rounds);
    for (std::size_t i = 0; i < slots_; ++i) {
      slot& t = slot_[i];
      if (!t.live) continue;
      t.next += blocks * a_.rate;
      t.blocks -= blocks;
      if (t.blocks == 0) advance(i);
    }
  }

  // A block in memory: straight into the states, as batches have it, 128 bytes cost 5 to 20 ns a leaf more.
  void pad(slot& t) noexcept {
    std::memset(t.last, 0, sizeof t.last);
    if (t.tail != 0) std::memcpy(t.last, t.next, t.tail);
    t.last[t.tail] = a_.suffix;
    t.last[a_.rate - 1] ^= 0x80;
    t.next = t.last;
    t.blocks = 1;
    t.padded = true;
  }

  void advance(std::size_t i) noexcept {
    slot& t = slot_[i];
    if (t.what.chaining_value != nullptr && !t.padded) return pad(t);
    if (t.padded) {
      copy_bytes(states_.lanes + i, 0, t.what.chaining_value, shape_.chaining_value, k_->width);
    } else {
      states_.get(i, t.what.state->lanes());
      t.what.state->absorb(a_, {t.next, t.tail});
    }
    t.live = false;
    --live_;
  }

  void move_to(const kernel& k) noexcept {
    std::size_t to = 0;
    std::uint64_t moved[widest_kernel][25];
    for (std::size_t i = 0; i < slots_; ++i) {
      if (!slot_[i].live) continue;
      states_.get(i, moved[to]);
      slot_[to] = slot_[i];
      if (slot_[to].padded) slot_[to].next = slot_[to].last;
      ++to;
    }
    slots_ = to;
    k_ = &k;
    states_.width = k.width;
    for (std::size_t i = 0; i < slots_; ++i) states_.set(i, moved[i]);
  }

  const tree_shape& shape_;
  const algorithm a_;
  const backend& row_;
  const kernel* k_ = nullptr;
  std::size_t slots_ = 0;
  std::size_t live_ = 0;
  states states_;
  slot slot_[widest_kernel];
};

// The strands of a piece, numbered in the order of the message.
class strand_list {
 public:
  strand_list(const tree_shape& shape, const tree_piece& piece, sponge& node, sponge& begun, sponge& next) noexcept
      : shape_(shape), piece_(piece), node_(node), begun_(begun), next_(next) {}

  std::size_t size() const noexcept {
    return (piece_.node_bytes != 0) + (piece_.end_of_leaf != 0) + piece_.whole_leaves + (piece_.start_of_leaf != 0);
  }
  // How many of the first n strands have chaining values.
  std::size_t values(std::size_t n) const noexcept {
    return std::min(n - std::min<std::size_t>(n, piece_.node_bytes != 0), (piece_.end_of_leaf != 0) + piece_.whole_leaves);
  }

  // The strands from `from` up to `to`; `out` is for the chaining values of exactly these.
  void hash(std::size_t from, std::size_t to, std::uint8_t* out) const noexcept {
    const backend& row = node_.row().get();
    side_by_side group(shape_, row);
    while (from != to) {
      const std::size_t n = std::min<std::size_t>(to - from, row.kernel_for(to - from).width);
      strand strands[widest_kernel];
      for (std::size_t i = 0; i < n; ++i, ++from) {
        strands[i] = at(from);
        if (strands[i].state == &node_ || strands[i].state == &next_) continue;
        strands[i].chaining_value = out;
        out += shape_.chaining_value;
      }
      group.run(strands, n);
      if (strands[0].state == &node_) node_.absorb(shape_.node, shape_.after_first);
    }
  }

 private:
  strand at(std::size_t i) const noexcept {
    const auto leaf_size = static_cast<std::size_t>(shape_.leaf_size);
    const std::size_t before = piece_.node_bytes + piece_.end_of_leaf;
    if (before != 0) {
      if (i == 0) return {piece_.data, before, piece_.node_bytes != 0 ? &node_ : &begun_, nullptr};
      --i;
    }
    const std::uint8_t* const data = piece_.data + before + i * leaf_size;
    if (i == piece_.whole_leaves) return {data, piece_.start_of_leaf, &next_, nullptr};
    return {data, leaf_size, nullptr, nullptr};
  }

  const tree_shape& shape_;
  const tree_piece& piece_;
  sponge& node_;
  sponge& begun_;
  sponge& next_;
};

// How many strands are a task.
struct cutting {
  // Permutations of 12 rounds: of a task, beside which the cost of handing it over is small, and of a piece for which it
  // pays to wake a thread.
  static constexpr std::size_t least_task = std::size_t{8} * 49;
  static constexpr std::size_t least_piece = 8 * least_task;
  static constexpr std::size_t chaining_values = 65536;  // bytes of a round of tasks: 16 MiB of a message for KT128

  std::size_t strands_in_task;
  bool pays;

  cutting(const tree_shape& shape, std::size_t count, const executor& on) noexcept {
    const std::size_t threads = on.run != nullptr ? std::max(on.threads, 1U) : 1;
    const std::uint64_t leaf = (shape.leaf_size / shape.leaf.rate + 1) * (shape.leaf.rounds / 12U);
    const auto least = static_cast<std::size_t>((least_task + leaf - 1) / leaf);
    // Eight tasks a thread, so that none waits long for the last one, in whole groups of the widest kernel.
    const std::size_t n = std::clamp<std::size_t>(count / (8 * threads), least, 8 * least);
    strands_in_task =
        std::min((n + widest_kernel - 1) / widest_kernel * widest_kernel, chaining_values / shape.chaining_value / 4);
    pays = threads > 1 && count > strands_in_task && count >= least_piece / leaf;
  }
};

// Strands hashed by tasks, in any order. Whoever ends a task absorbs what is ready into the node, unless another thread
// does, so that the node's own work, one part in thirty of the whole with the fastest kernels, is done beside the leaves.
class parallel_strands {
 public:
  parallel_strands(const tree_shape& shape, sponge& node, const strand_list& strands, std::size_t strands_in_task) noexcept
      : shape_(shape), node_(node), strands_(strands), strands_in_task_(strands_in_task) {}

  void run(const executor& on) noexcept {
    const std::size_t tasks_in_round =
        std::min(sizeof chaining_values_ / shape_.chaining_value / strands_in_task_, most_tasks);
    for (from_ = 0; from_ != strands_.size(); from_ = to_) {
      to_ = std::min(strands_.size(), from_ + tasks_in_round * strands_in_task_);
      tasks_ = (to_ - from_ + strands_in_task_ - 1) / strands_in_task_;
      next_ = 0;
      for (std::size_t i = 0; i < tasks_; ++i) ready_[i].store(false, std::memory_order_relaxed);
      run_all(on, tasks_, [](void* self, std::size_t i) noexcept { static_cast<parallel_strands*>(self)->task(i); }, this);
      absorb_ready();
    }
  }

 private:
  std::size_t begin(std::size_t i) const noexcept { return std::min(from_ + i * strands_in_task_, to_); }
  std::size_t values_before(std::size_t i) const noexcept { return strands_.values(begin(i)) - strands_.values(from_); }
  std::uint8_t* values_of(std::size_t i) noexcept { return chaining_values_ + values_before(i) * shape_.chaining_value; }

  void task(std::size_t i) noexcept {
    strands_.hash(begin(i), begin(i + 1), values_of(i));
    ready_[i].store(true, std::memory_order_release);
    absorb_ready();
  }

  void absorb_ready() noexcept {
    if (absorbing_.exchange(true, std::memory_order_acquire)) return;
    for (; next_ != tasks_ && ready_[next_].load(std::memory_order_acquire); ++next_)
      node_.absorb(shape_.node, {values_of(next_), static_cast<std::size_t>(values_of(next_ + 1) - values_of(next_))});
    absorbing_.store(false, std::memory_order_release);
  }

  const tree_shape& shape_;
  sponge& node_;
  const strand_list& strands_;
  const std::size_t strands_in_task_;

  std::size_t from_ = 0, to_ = 0;  // the strands of this round
  std::size_t tasks_ = 0;
  std::size_t next_ = 0;  // the task whose chaining values the node absorbs next; of whoever is absorbing
  std::atomic<bool> absorbing_{false};
  std::atomic<bool> ready_[most_tasks];
  std::uint8_t chaining_values_[cutting::chaining_values];
};

// Leaves alone, without a node.
struct leaf_tasks {
  const tree_shape& shape;
  const backend& row;
  const std::uint8_t* data;
  std::size_t count;
  std::uint8_t* out;
  std::size_t leaves_in_task;

  static void run(void* self, std::size_t i) noexcept {
    const auto& all = *static_cast<const leaf_tasks*>(self);
    all.hash(i * all.leaves_in_task, std::min((i + 1) * all.leaves_in_task, all.count));
  }

  void hash(std::size_t from, std::size_t to) const noexcept {
    side_by_side group(shape, row);
    const auto leaf_size = static_cast<std::size_t>(shape.leaf_size);
    while (from != to) {
      const std::size_t n = std::min<std::size_t>(to - from, row.kernel_for(to - from).width);
      strand strands[widest_kernel];
      for (std::size_t i = 0; i < n; ++i, ++from)
        strands[i] = {data + from * leaf_size, leaf_size, nullptr, out + from * shape.chaining_value};
      group.run(strands, n);
    }
  }
};

}  // namespace

void hash_leaves(const tree_shape& shape, backend_ref row, const std::uint8_t* data, std::size_t count, std::uint8_t* out,
                 const executor& on) noexcept {
  leaf_tasks all{shape, row.get(), data, count, out, 0};
  const cutting cut(shape, count, on);
  if (!cut.pays) return all.hash(0, count);
  all.leaves_in_task = std::max(cut.strands_in_task, (count + most_tasks - 1) / most_tasks);
  run_all(on, (count + all.leaves_in_task - 1) / all.leaves_in_task, leaf_tasks::run, &all);
}

void absorb_piece(const tree_shape& shape, sponge& node, sponge& leaf, const tree_piece& piece,
                  const executor& on) noexcept {
  sponge next(leaf.row());
  const strand_list strands(shape, piece, node, leaf, next);
  if (const cutting cut(shape, strands.size(), on); cut.pays) {
    parallel_strands(shape, node, strands, cut.strands_in_task).run(on);
  } else {
    constexpr std::size_t most = std::size_t{16} * widest_kernel;
    std::uint8_t chaining_values[most * 64];
    for (std::size_t from = 0, to; from != strands.size(); from = to) {
      to = std::min(strands.size(), from + most);
      strands.hash(from, to, chaining_values);
      node.absorb(shape.node, {chaining_values, (strands.values(to) - strands.values(from)) * shape.chaining_value});
    }
  }
  leaf = next;
}

}  // namespace simdkeccak::detail
