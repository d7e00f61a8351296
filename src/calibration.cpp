// Measures the kernels, and puts the choice among them into words.
#include <algorithm>
#include <charconv>
#include <chrono>
#include <simdkeccak/calibration.hpp>

namespace simdkeccak {
namespace {

constexpr std::string_view text_start = "simdkeccak-kernels 1";

// Calls visit(kernel) for every kernel of every row that this CPU can run; one that several rows have comes several times.
template <class Visit>
void for_each_kernel(Visit visit) noexcept {
  for (const backend& row : backends()) {
    if (!row.supported()) continue;
    visit(row.one);
    for (const kernel& k : row.many)
      if (k.width != 0) visit(k);
  }
}

// Nanoseconds of one call that absorbs one block of Keccak-256: the least of many samples, since a disturbance only adds.
double cost(const kernel& k) noexcept {
  using clock = std::chrono::steady_clock;
  constexpr int samples = 64;
  constexpr int calls = 48;
  alignas(64) std::uint64_t state[25 * widest_kernel] = {};
  const std::uint8_t block[136] = {};
  const std::uint8_t* in[widest_kernel];
  std::ranges::fill(in, block);
  double least = 1e18;
  for (int s = 0; s < samples; ++s) {
    const auto start = clock::now();
    for (int i = 0; i < calls; ++i) k.absorb(state, in, 1, 17, 24);
    const std::chrono::duration<double, std::nano> taken = clock::now() - start;
    least = std::min(least, taken.count() / calls);
  }
  return least;
}

struct contender {
  kernel k{};
  double cost = 1e18;
};

// Writes into a span, counting what does not fit.
class text_writer {
 public:
  explicit text_writer(std::span<char> out) noexcept : out_(out) {}
  text_writer& operator<<(std::string_view text) noexcept {
    for (const char c : text) {
      if (size_ < out_.size()) out_[size_] = c;
      ++size_;
    }
    return *this;
  }
  text_writer& operator<<(unsigned n) noexcept {
    char digits[10];
    return *this << std::string_view(digits, std::to_chars(digits, digits + sizeof digits, n).ptr);
  }
  std::size_t size() const noexcept { return size_; }

 private:
  std::span<char> out_;
  std::size_t size_ = 0;
};

}  // namespace

backend calibrate() noexcept {
  std::array<contender, widest_kernel + 1> fastest;  // by width
  for_each_kernel([&](const kernel& k) {
    if (fastest[k.width].k.absorb == k.absorb) return;
    const double c = cost(k);
    if (c < fastest[k.width].cost) fastest[k.width] = {k, c};
  });

  // The least time for n states with the kernels seen so far, which grow in width. A kernel pays from the first n for which
  // beginning with it takes less.
  backend result{"calibrated", 0, fastest[1].k};
  std::array<double, widest_kernel + 1> least{};
  for (std::size_t n = 1; n <= widest_kernel; ++n) least[n] = static_cast<double>(n) * fastest[1].cost;
  std::size_t used = 0;
  for (unsigned width = 2; width <= widest_kernel; ++width) {
    auto& [k, c] = fastest[width];
    if (k.width == 0) continue;
    k.pays_from = 0;
    for (unsigned n = 1; n <= widest_kernel; ++n) {
      const double with = c + (n > width ? least[n - width] : 0);
      if (with >= least[n]) continue;
      least[n] = with;
      if (k.pays_from == 0) k.pays_from = n;
    }
    if (k.pays_from == 0 || used == result.many.size()) continue;
    std::ranges::move_backward(result.many.begin(), result.many.begin() + static_cast<std::ptrdiff_t>(used),
                               result.many.begin() + static_cast<std::ptrdiff_t>(used) + 1);
    result.many[0] = k;
    ++used;
  }
  return result;
}

std::size_t to_text(const backend& row, std::span<char> out) noexcept {
  text_writer text(out);
  text << text_start << " " << row.one.name;
  for (const kernel& k : row.many)
    if (k.width != 0) text << " " << k.name << ":" << k.pays_from;
  return text.size();
}

std::optional<backend> from_text(std::string_view text) noexcept {
  if (!text.starts_with(text_start)) return std::nullopt;
  text.remove_prefix(text_start.size());
  backend result{"calibrated", 0, {}};
  std::size_t used = 0;
  for (bool first = true; !text.empty(); first = false) {
    if (text.front() != ' ') return std::nullopt;
    text.remove_prefix(1);
    const std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(word.size());
    const std::string_view name = word.substr(0, word.find(':'));
    kernel found{};
    for_each_kernel([&](const kernel& k) {
      if (k.name == name) found = k;
    });
    if (found.width == 0 || (found.width == 1) != first) return std::nullopt;
    if (first) {
      if (name.size() != word.size()) return std::nullopt;
      result.one = found;
      continue;
    }
    // Widest first, as kernel_for() expects.
    if (used == result.many.size() || (used != 0 && found.width >= result.many[used - 1].width)) return std::nullopt;
    if (name.size() == word.size()) return std::nullopt;
    const char* const end = word.data() + word.size();
    const auto [stop, error] = std::from_chars(word.data() + name.size() + 1, end, found.pays_from);
    if (error != std::errc{} || stop != end || found.pays_from < 1 || found.pays_from > found.width) return std::nullopt;
    result.many[used++] = found;
  }
  if (result.one.width == 0) return std::nullopt;
  return result;
}

std::size_t explain(std::span<char> out) noexcept {
  text_writer text(out);
  const backend& row = active();
  text << "backend " << row.name << ", chosen by ";
  switch (detail::chosen_by()) {
    case detail::chooser::detection:
      text << "the features of this CPU";
      break;
    case detail::chooser::environment:
      text << "SIMDKECCAK_BACKEND";
      break;
    case detail::chooser::application:
      text << "the application";
      break;
  }
  text << "\n  one state: " << row.one.name << "\n";
  for (const kernel& k : row.many)
    if (k.width != 0) text << "  " << k.pays_from << " states or more: " << k.name << ", up to " << k.width << " at once\n";
  for (const backend& other : backends()) {
    if (&other == &row) continue;
    text << "backend " << other.name << ": ";
    if (other.supported()) {
      text << "could be chosen\n";
      continue;
    }
    text << "not on this CPU, which lacks";
    for (unsigned bit = 0; bit < 32; ++bit)
      if (((other.needs & ~cpu_features()) >> bit & 1U) != 0) text << " " << name(static_cast<cpu_feature>(1U << bit));
    text << "\n";
  }
  return text.size();
}

}  // namespace simdkeccak
