// The scheduler: keeps every slot of a wide kernel busy.
#include <simdkeccak/batch.hpp>
#include <simdkeccak/detail/sponge.hpp>

#include "states.hpp"

namespace simdkeccak::detail {
namespace {

// A message under way. Its input is a run of blocks; after the whole blocks of the message, read in place, what is left of
// it and the padding go straight into the state, and blocks of zeros take their place, as they do for output longer than the
// rate. A padded block in memory, written in bytes and read at once by the kernel in vectors, costs 18 ns a message more.
struct job {
  const std::uint8_t* next;  // the blocks to absorb
  std::size_t blocks;        // how many
  std::size_t tail;          // bytes of the message behind them
  std::size_t size;          // of the message
  std::uint8_t* out;
  std::size_t out_left;
  std::size_t ending_left;  // bytes of what follows the message
  bool padded;
};

// Messages of few blocks are gathered by their number of blocks, and hashed in groups without a slot to spare: messages of 1
// to 600 bytes take 0.75 of the time (Zen 5). What is longer, or has long output, goes through slots that are refilled, and
// so does, at the end, what is left of the gathered.
class scheduler {
 public:
  // Of the messages from index `from` up to `to`.
  scheduler(algorithm a, const batch& b, const backend& row, std::size_t from, std::size_t to) noexcept
      : a_(a), batch_(b), row_(row), width_(row.kernel_for(to - from).width), position_(from), end_(to) {}

  void run() noexcept {
    const kernel* k = &row_.kernel_for(end_ - position_);
    slots_.width = k->width;
    while (true) {
      refill();
      if (live_ == 0) break;
      if (live_ < k->pays_from) {  // no message is waiting
        suspend();
        k = &row_.kernel_for(suspended_);
        slots_.width = k->width;
        continue;
      }
      step(*k);
    }
    if (batch_.start != nullptr) wipe(this, sizeof *this);  // the states come from a key
  }

 private:
  static constexpr std::size_t most_gathered = 8;  // blocks

  struct group {
    message_view messages[widest_kernel];
    std::size_t count = 0;
  };

  // The next message for a slot. Those that come before it and are gathered may be hashed meanwhile.
  bool next(message_view& m) noexcept {
    while (fetch(m)) {
      const std::size_t blocks = m.size / a_.rate + 1;
      const bool gathers =
          batch_.out_size <= a_.rate && blocks <= most_gathered && m.size % a_.rate + batch_.ending.size() < a_.rate;
      if (!gathers) return true;
      group& g = gathered_[blocks - 1];
      g.messages[g.count++] = m;
      if (g.count == width_) hash_group(g, blocks);
    }
    const auto full = [](const group& g) { return g.count != 0; };
    group* const g = std::ranges::find_if(gathered_, full);
    if (g == std::end(gathered_)) return false;
    if (live_ == 0 && suspended_ == 0 && std::find_if(g + 1, std::end(gathered_), full) == std::end(gathered_)) {
      hash_group(*g, static_cast<std::size_t>(g - gathered_) + 1);
      return false;
    }
    m = g->messages[--g->count];
    return true;
  }

  bool fetch(message_view& m) noexcept {
    if (taken_ == fetched_) {
      taken_ = 0;
      fetched_ = batch_.fetch(batch_.messages, position_, end_, ahead_, std::size(ahead_));
      if (fetched_ == 0) return false;
    }
    m = ahead_[taken_++];
    return true;
  }

  // ---- Groups

  void hash_group(group& g, std::size_t blocks) noexcept {
    for (std::size_t from = 0, n; from != g.count; from += n) {
      const kernel& k = row_.kernel_for(g.count - from);
      n = std::min<std::size_t>(k.width, g.count - from);
      hash_group(k, g.messages + from, n, blocks);
    }
    g.count = 0;
  }

  void hash_group(const kernel& k, const message_view* m, std::size_t n, std::size_t blocks) noexcept {
    states& s = group_states_;
    s.width = k.width;
    s.set_all(batch_.start);
    const std::size_t whole = (blocks - 1) * a_.rate;
    if (blocks != 1) {
      const std::uint8_t* in[widest_kernel];
      for (std::size_t slot = 0; slot < k.width; ++slot) in[slot] = m[slot < n ? slot : 0].data;
      k.absorb(s.lanes, in, blocks - 1, a_.lanes(), a_.rounds);
    }
    for (std::size_t slot = 0; slot < n; ++slot) {
      std::size_t at = m[slot].size - whole;
      s.xor_tail(slot, m[slot].data + whole, at, m[slot].size);
      for (std::size_t i = 0; i < batch_.ending.size(); ++i) s.xor_byte(slot, at++, batch_.ending[i]);
      s.xor_padding(slot, a_, at);
    }
    const bool only_digests = batch_.start == nullptr && takes_digest_function(a_, m->size, batch_.out_size);
    if (only_digests && k.digest != nullptr) {
      k.digest(s.lanes, a_.rounds);
    } else {
      k.absorb(s.lanes, nullptr, 1, 0, a_.rounds);
    }
    for (std::size_t slot = 0; slot < n; ++slot)
      copy_bytes(s.lanes + slot, 0, batch_.out + m[slot].index * batch_.stride, batch_.out_size, k.width);
  }

  // ---- Slots

  void refill() noexcept {
    if (live_ == slots_.width) return;
    for (unsigned slot = 0; slot < slots_.width; ++slot) {
      if (busy_[slot]) continue;
      if (suspended_ != 0) {
        --suspended_;
        jobs_[slot] = suspended_jobs_[suspended_];
        slots_.set(slot, suspended_states_[suspended_]);
      } else {
        message_view m;
        if (!next(m)) return;
        start(slot, m);
      }
      busy_[slot] = true;
      ++live_;
    }
  }

  // Takes the live states out of a kernel that no longer pays.
  void suspend() noexcept {
    for (unsigned slot = 0; slot < slots_.width; ++slot) {
      if (!busy_[slot]) continue;
      slots_.get(slot, suspended_states_[suspended_]);
      suspended_jobs_[suspended_++] = jobs_[slot];
      busy_[slot] = false;
    }
    live_ = 0;
  }

  void start(unsigned slot, const message_view& m) noexcept {
    job& j = jobs_[slot];
    j = {m.data,
         m.size / a_.rate,
         m.size % a_.rate,
         m.size,
         batch_.out + m.index * batch_.stride,
         batch_.out_size,
         batch_.ending.size(),
         false};
    slots_.set(slot, batch_.start);
    if (j.blocks == 0) end_message(slot);
  }

  // The last bytes and what follows them, which may take a block more than there is, and the padding.
  void end_message(unsigned slot) noexcept {
    job& j = jobs_[slot];
    std::size_t at = j.tail;
    slots_.xor_tail(slot, j.next, at, at != 0 ? j.size : 0);
    for (; j.ending_left != 0 && at != a_.rate; ++at, --j.ending_left)
      slots_.xor_byte(slot, at, batch_.ending[batch_.ending.size() - j.ending_left]);
    j.tail = 0;
    j.padded = at != a_.rate;
    if (j.padded) slots_.xor_padding(slot, a_, at);
    j.next = states::zeros;
    j.blocks = 1;
  }

  // As many blocks as every live slot has.
  void step(const kernel& k) noexcept {
    std::size_t blocks = SIZE_MAX;
    const std::uint8_t* any = nullptr;
    for (unsigned slot = 0; slot < k.width; ++slot) {
      if (!busy_[slot]) continue;
      blocks = std::min(blocks, jobs_[slot].blocks);
      any = jobs_[slot].next;
    }
    const std::uint8_t* in[widest_kernel];
    for (unsigned slot = 0; slot < k.width; ++slot) in[slot] = busy_[slot] ? jobs_[slot].next : any;
    k.absorb(slots_.lanes, in, blocks, a_.lanes(), a_.rounds);
    for (unsigned slot = 0; slot < k.width; ++slot) {
      if (!busy_[slot]) continue;
      job& j = jobs_[slot];
      j.next += blocks * a_.rate;
      j.blocks -= blocks;
      if (j.blocks == 0) advance(slot);
    }
  }

  // To the next stage of a slot whose blocks are absorbed.
  void advance(unsigned slot) noexcept {
    job& j = jobs_[slot];
    if (!j.padded) return end_message(slot);
    const std::size_t n = std::min<std::size_t>(j.out_left, a_.rate);
    copy_bytes(slots_.lanes + slot, 0, j.out, n, slots_.width);
    j.out += n;
    j.out_left -= n;
    if (j.out_left != 0) {
      j.next = states::zeros;
      j.blocks = 1;
    } else {
      busy_[slot] = false;
      --live_;
    }
  }

  const algorithm a_;
  const batch& batch_;
  const backend& row_;
  const unsigned width_;  // of the widest kernel that pays

  std::size_t position_;  // of the next message to fetch
  const std::size_t end_;
  message_view ahead_[32];
  std::size_t fetched_ = 0, taken_ = 0;

  group gathered_[most_gathered];  // by their number of blocks, less one
  states group_states_;

  states slots_;
  job jobs_[widest_kernel];
  bool busy_[widest_kernel] = {};
  std::size_t live_ = 0;
  std::uint64_t suspended_states_[widest_kernel][25];
  job suspended_jobs_[widest_kernel];
  std::size_t suspended_ = 0;
};

// One by one, for rows without wide kernels and for one message.
template <class Sponge>
void hash_alone(algorithm a, const batch& b, const Sponge& start, std::size_t from, std::size_t to) noexcept {
  message_view m[1];
  while (from != to) {
    if (b.fetch(b.messages, from, to, m, 1) == 0) continue;
    const std::span out(b.out + m->index * b.stride, b.out_size);
    if (b.start == nullptr && m->size < a.rate && b.out_size <= a.rate) {
      hash_block(a, {m->data, m->size}, out, 0, start.row());
      continue;
    }
    Sponge s = start;
    s.absorb(a, {m->data, m->size});
    s.absorb(a, b.ending);
    s.pad(a);
    s.squeeze(a, out);
  }
}

void hash_range(algorithm a, const batch& b, backend_ref row, std::size_t from, std::size_t to) noexcept {
  if (row.get().kernel_for(to - from).width != 1) return scheduler(a, b, row.get(), from, to).run();
  if (b.start == nullptr) return hash_alone(a, b, sponge(row), from, to);
  secret<sponge> start = sponge(row);
  std::copy_n(b.start, 25, start.lanes());
  hash_alone(a, b, start, from, to);
}

// A batch cut into tasks.
struct tasks {
  // Permutations of 24 rounds: for how many it pays to wake a thread.
  static constexpr std::size_t least_run = 2048;
  // The slots of a wide kernel run dry at the end of each task.
  static constexpr std::size_t least_messages = std::size_t{8} * widest_kernel;

  algorithm a;
  const batch& b;
  backend_ref row;
  std::size_t messages_in_task;

  std::size_t count() const noexcept { return (b.count + messages_in_task - 1) / messages_in_task; }
  static void run(void* self, std::size_t i) noexcept {
    const auto& all = *static_cast<const tasks*>(self);
    const std::size_t from = i * all.messages_in_task;
    hash_range(all.a, all.b, all.row, from, std::min(from + all.messages_in_task, all.b.count));
  }
};

// Whether a batch has so many permutations. Sizes are looked at only as far as they are needed.
bool has_permutations(algorithm a, const batch& b, std::size_t least) noexcept {
  const std::size_t of_output = std::max<std::size_t>((b.out_size + a.rate - 1) / a.rate, 1);
  if (b.count >= least / of_output) return true;
  std::size_t n = b.count * of_output;
  message_view some[64];
  for (std::size_t from = 0; from != b.count && n < least;)
    for (std::size_t i = b.fetch(b.messages, from, b.count, some, std::size(some)); i-- > 0;) n += some[i].size / a.rate;
  return n >= least;
}

}  // namespace

void hash_many(algorithm a, const batch& b, backend_ref row, const executor& on) noexcept {
  if (on.run != nullptr && on.threads > 1 && b.count > tasks::least_messages &&
      has_permutations(a, b, tasks::least_run * a.rounds / 24)) {
    // Eight tasks a thread, so that none waits long for the last one.
    const std::size_t wanted = std::min<std::size_t>(std::size_t{8} * on.threads, most_tasks);
    tasks all{a, b, row, std::max((b.count + wanted - 1) / wanted, tasks::least_messages)};
    return run_all(on, all.count(), tasks::run, &all);
  }
  hash_range(a, b, row, 0, b.count);
}

}  // namespace simdkeccak::detail
