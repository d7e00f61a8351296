// batch/<algorithm>/<backend>/equal|ragged/<size>/<messages>: hash_many over messages of one length, or of lengths drawn
// from a range.
#include <algorithm>

#include "algorithms.hpp"
#include "cases.hpp"
#include "evidence.hpp"
#include "measure.hpp"
#include "rows.hpp"

namespace bench {
namespace {

struct batch_shape {
  std::size_t shortest, longest, count;

  bool ragged() const { return shortest != longest; }
  std::string size() const {
    return ragged() ? std::to_string(shortest) + "-" + std::to_string(longest) : std::to_string(longest);
  }
};

// Messages one behind the other, each aligned alike.
class message_list {
 public:
  explicit message_list(const batch_shape& shape)
      : stride_((shape.longest + batch_alignment - 1) / batch_alignment * batch_alignment), data_(stride_ * shape.count) {
    std::uint64_t seed = 2;
    for (std::size_t i = 0; i < shape.count; ++i) {
      const std::size_t size = shape.shortest + next_noise(seed) % (shape.longest - shape.shortest + 1);
      views_.emplace_back(data_.data() + i * stride_, size);
      total_ += size;
    }
  }
  const std::vector<sk::bytes>& views() const { return views_; }
  std::size_t total() const { return total_; }

 private:
  std::size_t stride_;
  input data_;
  std::vector<sk::bytes> views_;
  std::size_t total_ = 0;
};

template <class Algorithm>
class batch_case {
 public:
  batch_case(std::string name, Algorithm a, const sk::backend& row, const batch_shape& shape)
      : name_(std::move(name)), algorithm_(a), row_(row), shape_(shape) {}

  void operator()(benchmark::State& state) {
    const message_list messages(shape_);
    std::vector<typename Algorithm::digest> digests(shape_.count);
    if (expected_.empty()) expect(messages);

    hash(messages, digests);
    if (!matches(state, digests)) return;
    std::ranges::fill(digests, typename Algorithm::digest{});
    const elapsed e = timed(state, [&] {
      hash(messages, digests);
      benchmark::DoNotOptimize(digests.data());
    });
    if (!matches(state, digests) || !allocated_nothing(state, name_, e)) return;
    show_hashes(state, e, shape_.count, messages.total());
  }

 private:
  void expect(const message_list& messages) {
    for (const sk::bytes message : messages.views()) {
      typename Algorithm::digest digest{};
      std::ranges::copy(referee_digest(algorithm_.name, message, digest.size()), digest.begin());
      expected_.push_back(digest);
    }
  }

  void hash(const message_list& messages, std::vector<typename Algorithm::digest>& digests) const {
    sk::hash_many<Algorithm::sponge>(messages.views(), digests, row_);
  }

  bool matches(benchmark::State& state, const std::vector<typename Algorithm::digest>& digests) const {
    if (!failed(name_) && digests == expected_) return true;
    const auto wrong = std::ranges::mismatch(digests, expected_).in1 - digests.begin();
    fail(state, name_, "digest " + std::to_string(wrong) + " is not that of " + std::string(referee_name(algorithm_.name)));
    return false;
  }

  std::string name_;
  Algorithm algorithm_;
  const sk::backend& row_;
  batch_shape shape_;
  std::vector<typename Algorithm::digest> expected_;
};

// Every count for the 32 bytes of Ethereum's keys and for what is ragged, a few for the rest.
constexpr std::size_t all_counts[] = {1, 2, 3, 4, 5, 8, 16, 64, 256, 1024, 4096};
constexpr std::size_t other_sizes[] = {64, 136, 576};
constexpr std::size_t some_counts[] = {1, 2, 4, 8, 64, 1024};

std::vector<batch_shape> shapes() {
  std::vector<batch_shape> all;
  for (const std::size_t count : all_counts) {
    all.push_back({32, 32, count});
    all.push_back({1, 600, count});
  }
  for (const std::size_t size : other_sizes)
    for (const std::size_t count : some_counts) all.push_back({size, size, count});
  return all;
}

}  // namespace

void add_batch(case_list& cases) {
  for_each_plain([&]<class Algorithm>(Algorithm a) {
    if (a.name != "keccak-256" && a.name != "sha3-256" && a.name != "shake128" && a.name != "turboshake128") return;
    for (const sk::backend* row : rows()) {
      for (const batch_shape& shape : shapes()) {
        const std::string name = "batch/" + std::string(a.name) + "/" + std::string(row->name) +
                                 (shape.ragged() ? "/ragged/" : "/equal/") + shape.size() + "/" +
                                 std::to_string(shape.count);
        const bool quick =
            (shape.ragged() && shape.count == 256) || (shape.longest == 32 && (shape.count == 4 || shape.count == 256));
        cases.push_back(
            {name, {row->name}, std::string(a.name), shape.size(), quick, batch_case<Algorithm>(name, a, *row, shape)});
      }
    }
  });
}

}  // namespace bench
