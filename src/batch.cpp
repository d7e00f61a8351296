// The scheduler: keeps every slot of a wide kernel busy.
#include <simdkeccak/batch.hpp>
#include <simdkeccak/detail/sponge.hpp>

namespace simdkeccak::detail {
namespace {

// A message under way. Its input is a run of blocks; after the whole blocks of the message, read in place, come one padded
// block and then, for output longer than the rate, blocks of zeros.
struct job {
  enum class stage : std::uint8_t { message, padding, output };

  const std::uint8_t* next;  // the blocks to absorb
  std::size_t blocks;        // how many
  std::size_t tail;          // bytes of message behind them, in stage message
  std::uint8_t* out;
  std::size_t out_left;
  stage now;
};

class scheduler {
 public:
  // Of the messages from index `from` up to `to`.
  scheduler(algorithm a, const batch& b, const backend& row, std::size_t from, std::size_t to) noexcept
      : a_(a), batch_(b), row_(row), next_message_(from), end_(to) {}

  void run() noexcept {
    const kernel* k = &row_.kernel_for(end_ - next_message_);
    while (true) {
      refill(*k);
      if (live_ == 0) return;
      if (live_ < k->pays_from) {  // no message is waiting
        suspend(*k);
        k = &row_.kernel_for(suspended_);
        continue;
      }
      step(*k);
    }
  }

 private:
  void refill(const kernel& k) noexcept {
    for (unsigned slot = 0; slot < k.width; ++slot) {
      if (busy_[slot]) continue;
      if (suspended_ != 0) {
        --suspended_;
        jobs_[slot] = suspended_jobs_[suspended_];
        if (jobs_[slot].now == job::stage::padding) {
          std::copy_n(suspended_padding_[suspended_], a_.rate, padding_[slot]);
          jobs_[slot].next = padding_[slot];
        }
        for (unsigned i = 0; i < 25; ++i) states_[i * k.width + slot] = suspended_states_[suspended_][i];
      } else if (next_message_ != end_) {
        start(slot);
        for (unsigned i = 0; i < 25; ++i) states_[i * k.width + slot] = 0;
      } else {
        return;
      }
      busy_[slot] = true;
      ++live_;
    }
  }

  // Takes the live states out of a kernel that no longer pays.
  void suspend(const kernel& k) noexcept {
    for (unsigned slot = 0; slot < k.width; ++slot) {
      if (!busy_[slot]) continue;
      suspended_jobs_[suspended_] = jobs_[slot];
      if (jobs_[slot].now == job::stage::padding) std::copy_n(padding_[slot], a_.rate, suspended_padding_[suspended_]);
      for (unsigned i = 0; i < 25; ++i) suspended_states_[suspended_][i] = states_[i * k.width + slot];
      ++suspended_;
      busy_[slot] = false;
    }
    live_ = 0;
  }

  void start(unsigned slot) noexcept {
    const bytes m = batch_.message(batch_.messages, next_message_);
    jobs_[slot] = {m.data(),        m.size() / a_.rate, m.size() % a_.rate, batch_.out + next_message_ * batch_.stride,
                   batch_.out_size, job::stage::message};
    ++next_message_;
    if (jobs_[slot].blocks == 0) pad(slot);
  }

  void pad(unsigned slot) noexcept {
    job& j = jobs_[slot];
    std::uint8_t* const block = padding_[slot];
    if (j.tail != 0) std::copy_n(j.next, j.tail, block);
    std::fill(block + j.tail, block + a_.rate, std::uint8_t{0});
    block[j.tail] = a_.suffix;
    block[a_.rate - 1] ^= 0x80;
    j.next = block;
    j.blocks = 1;
    j.now = job::stage::padding;
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
    k.absorb(states_, in, blocks, a_.lanes(), a_.rounds);
    for (unsigned slot = 0; slot < k.width; ++slot) {
      if (!busy_[slot]) continue;
      job& j = jobs_[slot];
      j.next += blocks * a_.rate;
      j.blocks -= blocks;
      if (j.blocks == 0) advance(k, slot);
    }
  }

  // To the next stage of a slot whose blocks are absorbed.
  void advance(const kernel& k, unsigned slot) noexcept {
    job& j = jobs_[slot];
    if (j.now == job::stage::message) return pad(slot);
    const std::size_t n = std::min<std::size_t>(j.out_left, a_.rate);
    copy_bytes(states_ + slot, 0, j.out, n, k.width);
    j.out += n;
    j.out_left -= n;
    if (j.out_left != 0) {
      j.next = zeros;
      j.blocks = 1;
      j.now = job::stage::output;
    } else {
      busy_[slot] = false;
      --live_;
    }
  }

  static constexpr std::uint8_t zeros[200] = {};

  const algorithm a_;
  const batch& batch_;
  const backend& row_;
  std::size_t next_message_;
  const std::size_t end_;

  alignas(64) std::uint64_t states_[25 * widest_kernel];
  std::uint8_t padding_[widest_kernel][200];
  job jobs_[widest_kernel];
  bool busy_[widest_kernel] = {};
  std::size_t live_ = 0;

  std::uint64_t suspended_states_[widest_kernel][25];
  std::uint8_t suspended_padding_[widest_kernel][200];
  job suspended_jobs_[widest_kernel];
  std::size_t suspended_ = 0;
};

void hash_range(algorithm a, const batch& b, backend_ref row, std::size_t from, std::size_t to) noexcept {
  if (row.get().kernel_for(to - from).width != 1) return scheduler(a, b, row.get(), from, to).run();
  for (std::size_t i = from; i < to; ++i) {
    sponge s(row);
    s.absorb(a, b.message(b.messages, i));
    s.pad(a);
    s.squeeze(a, {b.out + i * b.stride, b.out_size});
  }
}

// A batch cut into tasks.
struct tasks {
  // Permutations of 24 rounds: for how many it pays to wake a thread.
  static constexpr std::size_t least_run = 2048;
  // The slots of a wide kernel run dry at the end of each task.
  static constexpr std::size_t least_messages = 8 * widest_kernel;

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
  for (std::size_t i = 0; i < b.count && n < least; ++i) n += b.message(b.messages, i).size() / a.rate;
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
