#include "tree_input.hpp"

#include <algorithm>
#include <array>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <simdkeccak/kangarootwelve.hpp>
#include <span>
#include <string_view>
#include <thread>
#include <vector>

#include "interrupt.hpp"

namespace ksum {
namespace {

constexpr std::size_t chunk_size = simdkeccak::kangarootwelve<128>::chunk_size;
// Two pieces of two threads stay in the second level of cache, and what is done once a piece does not count.
constexpr std::size_t leaves_in_piece = 32;
constexpr std::size_t piece_size = leaves_in_piece * chunk_size;
constexpr std::uint64_t worth_it = std::uint64_t{4} << 20;

bool is_kt128(const simdkeccak::named_algorithm& a) { return a.name == "kt128"; }

class piecewise {
 public:
  piecewise(input& file, simdkeccak::any_hasher& h, unsigned threads)
      : file_(file),
        h_(h),
        value_size_(is_kt128(h.algorithm()) ? simdkeccak::kangarootwelve<128>::chaining_value_size
                                            : simdkeccak::kangarootwelve<256>::chaining_value_size),
        size_(file.size().value_or(0)),
        whole_leaves_((size_ - chunk_size) / chunk_size),
        pieces_((whole_leaves_ + leaves_in_piece - 1) / leaves_in_piece),
        in_order_(file.is_on_rotating_disk()),
        window_(std::size_t{4} * threads) {}

  void run(unsigned threads) {
    std::array<std::uint8_t, chunk_size> buffer;
    file_.read_at(0, buffer);
    h_.update(buffer);
    std::vector<std::thread> helpers;
    for (std::uint64_t i = 1; i < std::min<std::uint64_t>(threads, pieces_); ++i)
      helpers.emplace_back([this] {
        leave_interrupts_to_main();
        work();
      });
    work();
    for (std::thread& helper : helpers) helper.join();
    if (error_) std::rethrow_exception(error_);
    const std::uint64_t done = chunk_size * (1 + whole_leaves_);
    const std::span<std::uint8_t> tail(buffer.data(), static_cast<std::size_t>(size_ - done));
    file_.read_at(done, tail);
    h_.update(tail);
    file_.finish_reading_at();
  }

 private:
  struct piece {
    bool done = false;
    std::size_t leaves = 0;
    std::array<std::uint8_t, leaves_in_piece * 64> values;
  };

  void work() noexcept {
    try {
      const auto buffer = make_page_buffer(piece_size);
      while (true) {
        std::unique_lock order(reading_, std::defer_lock);
        if (in_order_) order.lock();
        const auto i = next();
        if (!i) return;
        const std::uint64_t first = *i * leaves_in_piece;
        const auto leaves = static_cast<std::size_t>(std::min<std::uint64_t>(leaves_in_piece, whole_leaves_ - first));
        const std::span<std::uint8_t> data(buffer.get(), leaves * chunk_size);
        file_.read_at(chunk_size * (1 + first), data);
        if (in_order_) order.unlock();
        hash(*i, data);
      }
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!error_) error_ = std::current_exception();
      absorbed_.notify_all();
    }
  }

  // The number of the next piece, once there is room for its values; empty at the end.
  std::optional<std::uint64_t> next() {
    std::unique_lock lock(mutex_);
    absorbed_.wait(lock, [&] { return error_ || next_ == pieces_ || next_ < first_ + window_.size(); });
    if (error_ || next_ == pieces_) return std::nullopt;
    return next_++;
  }

  void hash(std::uint64_t i, std::span<const std::uint8_t> data) {
    piece& p = window_[static_cast<std::size_t>(i % window_.size())];
    p.leaves = data.size() / chunk_size;
    const std::span<std::uint8_t> values(p.values.data(), p.leaves * value_size_);
    static_cast<void>(is_kt128(h_.algorithm()) ? simdkeccak::kangarootwelve<128>::chaining_values(data, values)
                                               : simdkeccak::kangarootwelve<256>::chaining_values(data, values));
    const std::lock_guard lock(mutex_);
    p.done = true;
    for (; window_[static_cast<std::size_t>(first_ % window_.size())].done; ++first_) {
      piece& ready = window_[static_cast<std::size_t>(first_ % window_.size())];
      ready.done = false;
      static_cast<void>(h_.update_chaining_values({ready.values.data(), ready.leaves * value_size_}));
    }
    absorbed_.notify_all();
  }

  input& file_;
  simdkeccak::any_hasher& h_;
  const std::size_t value_size_;
  const std::uint64_t size_, whole_leaves_, pieces_;
  const bool in_order_;
  std::mutex reading_{};

  std::mutex mutex_{};  // of all that follows, h_, and what is done in window_
  std::condition_variable absorbed_{};
  std::uint64_t next_ = 0;   // not begun yet
  std::uint64_t first_ = 0;  // not absorbed yet
  std::vector<piece> window_;
  std::exception_ptr error_{};
};

}  // namespace

bool suits_threads(const simdkeccak::named_algorithm& a, const input& file) {
  return (is_kt128(a) || a.name == "kt256") && file.is_regular() && file.size().value_or(0) >= worth_it;
}

void hash_on_threads(input& file, simdkeccak::any_hasher& h, unsigned threads) { piecewise(file, h, threads).run(threads); }

}  // namespace ksum
