#include "lanes.hpp"

#include <algorithm>
#include <simdkeccak/detail/bytes.hpp>
#include <utility>

#include "messages.hpp"

namespace ksum {

void lanes::stream::wipe() noexcept { simdkeccak::detail::wipe(state.data(), sizeof state); }

void lanes::add(std::size_t ticket, input file, const recipe::in_one_sponge& how, std::uint64_t length) {
  std::unique_ptr<stream>& place = streams_[live_++];
  if (!place) place = std::make_unique<stream>();
  stream& s = *place;
  s.ticket = ticket;
  s.file.emplace(std::move(file));
  s.sponge = how.sponge;
  s.trailer = how.trailer;
  s.length = length;
  std::ranges::copy(how.start, s.state.begin());
  s.begin = s.end = 0;
  if (!s.buffer) s.buffer = make_page_buffer(piece_begin + piece_size + room_for_padding);
}

// Reads until the buffer has a whole block, or the padding is in it.
void lanes::refill(stream& s) const {
  const std::size_t rate = s.sponge.rate;
  if (!s.file || s.end - s.begin >= rate) return;
  std::uint8_t* const buffer = s.buffer.get();
  const std::size_t left = s.end - s.begin;
  std::copy_n(buffer + s.begin, left, buffer + piece_begin - left);
  s.begin = piece_begin - left;
  const std::size_t n = s.file->read({buffer + piece_begin, piece_size});
  s.end = piece_begin + n;
  if (n == piece_size) return;
  s.file.reset();
  for (const char c : s.trailer) buffer[s.end++] = static_cast<std::uint8_t>(c);
  const std::size_t tail = (s.end - s.begin) % rate;
  std::fill_n(buffer + s.end, rate - tail, std::uint8_t{0});
  buffer[s.end] = s.sponge.suffix;
  s.end += rate - tail;
  buffer[s.end - 1] ^= 0x80;
}

// One call of a kernel, for streams of the same rate and number of rounds as the first.
void lanes::step() {
  std::array<stream*, width> group{};
  std::size_t size = 0;
  const simdkeccak::algorithm& a = streams_[0]->sponge;
  for (std::size_t i = 0; i < live_; ++i) {
    const simdkeccak::algorithm& b = streams_[i]->sponge;
    if (b.rate == a.rate && b.rounds == a.rounds) group[size++] = streams_[i].get();
  }
  const simdkeccak::kernel& k = simdkeccak::active().kernel_for(size);
  size = std::min<std::size_t>(size, k.width);
  std::size_t blocks = SIZE_MAX;
  for (std::size_t i = 0; i < size; ++i) blocks = std::min(blocks, group[i]->blocks());

  alignas(64) std::uint64_t states[25 * width];
  const std::uint8_t* in[width];
  for (std::size_t i = 0; i < k.width; ++i) {
    const stream& s = *group[i < size ? i : 0];  // a slot without a stream repeats the first
    in[i] = s.buffer.get() + s.begin;
    for (std::size_t lane = 0; lane < 25; ++lane) states[lane * k.width + i] = s.state[lane];
  }
  k.absorb(states, in, blocks, a.lanes(), a.rounds);
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t lane = 0; lane < 25; ++lane) group[i]->state[lane] = states[lane * k.width + i];
    group[i]->begin += blocks * a.rate;
  }
  simdkeccak::detail::wipe(states, sizeof states);
}

std::vector<std::uint8_t> lanes::digest(stream& s) {
  std::vector<std::uint8_t> result(static_cast<std::size_t>(s.length));
  const simdkeccak::algorithm& a = s.sponge;
  for (std::size_t i = 0; i < result.size(); ++i) {
    const std::size_t at = i % a.rate;
    if (i != 0 && at == 0) simdkeccak::active().one.absorb(s.state.data(), nullptr, 1, 0, a.rounds);
    result[i] = static_cast<std::uint8_t>(s.state[at / 8] >> (8 * (at % 8)));
  }
  return result;
}

void lanes::run(std::vector<result>& results) {
  const std::size_t before = results.size();
  // The order stays: step() begins with the first, and lines wait for the oldest. Otherwise a kernel of fewer streams than
  // there are could end a long file before a short one that came first.
  const auto leave = [&](std::size_t i) {
    streams_[i]->wipe();
    const auto place = streams_.begin() + static_cast<std::ptrdiff_t>(i);
    std::rotate(place, place + 1, streams_.begin() + static_cast<std::ptrdiff_t>(live_--));
  };
  for (int steps = 0; results.size() == before && steps != most_steps; ++steps) {
    for (std::size_t i = 0; i < live_;) {
      try {
        refill(*streams_[i]);
        ++i;
      } catch (const failure& f) {
        results.push_back({streams_[i]->ticket, {}, f.what()});
        streams_[i]->file.reset();
        leave(i);
      }
    }
    if (live_ == 0) return;
    step();
    for (std::size_t i = 0; i < live_;) {
      stream& s = *streams_[i];
      if (!s.file && s.begin == s.end) {
        results.push_back({s.ticket, digest(s)});
        leave(i);
      } else {
        ++i;
      }
    }
  }
}

}  // namespace ksum
