// Four sponges side by side.
#include <algorithm>
#include <cstring>
#include <simdkeccak/sponge_x4.hpp>

namespace simdkeccak::detail {
namespace {

constexpr unsigned four = 4;

// Absorbs blocks into each of four states, [25][4], with whatever kernel is best for four; `lanes` 0: permutes.
void absorb_x4(const backend& row, std::uint64_t* states, const std::uint8_t* const* in, std::size_t blocks, unsigned lanes,
               unsigned rounds) noexcept {
  const kernel& k = row.kernel_for(four);
  if (k.width == four) return k.absorb(states, in, blocks, lanes, rounds);
  // A kernel of another width takes some at a time in states of its own.
  alignas(64) std::uint64_t own[25 * widest_kernel] = {};
  const std::uint8_t* inputs[widest_kernel] = {};
  for (unsigned from = 0; from < four; from += k.width) {
    for (unsigned slot = 0; slot < k.width; ++slot) {
      const unsigned state = from + slot < four ? from + slot : from;
      for (unsigned i = 0; i < 25; ++i) own[i * k.width + slot] = states[i * four + state];
      if (lanes != 0) inputs[slot] = in[state];
    }
    k.absorb(own, inputs, blocks, lanes, rounds);
    for (unsigned slot = 0; slot < k.width && from + slot < four; ++slot)
      for (unsigned i = 0; i < 25; ++i) states[i * four + from + slot] = own[i * k.width + slot];
  }
  wipe(own, sizeof own);
}

}  // namespace

void absorb_once_x4(algorithm a, std::uint64_t* lanes, const std::uint8_t* const* in, std::size_t size,
                    backend_ref row) noexcept {
  std::memset(lanes, 0, std::size_t{25} * four * sizeof *lanes);
  const std::size_t blocks = size / a.rate, tail = size % a.rate;
  if (blocks != 0) absorb_x4(row.get(), lanes, in, blocks, a.lanes(), a.rounds);
  for (unsigned state = 0; state < four; ++state) {
    std::uint64_t* lane = lanes + state;
    std::size_t n = tail;
    for (const std::uint8_t* p = in[state] + blocks * a.rate;; p += 8, lane += four) {
      *lane ^= load_lane({p, std::min<std::size_t>(n, 8)}, 0, std::min<std::size_t>(n, 8));
      if (n < 8) break;
      n -= 8;
    }
    *lane ^= std::uint64_t{a.suffix} << (8 * n);
    lanes[(a.lanes() - 1) * four + state] ^= std::uint64_t{0x80} << 56;
  }
}

void squeeze_blocks_x4(algorithm a, std::uint64_t* lanes, std::uint8_t* const* out, std::size_t blocks,
                       backend_ref row) noexcept {
  for (std::size_t block = 0; block < blocks; ++block) {
    absorb_x4(row.get(), lanes, nullptr, 1, 0, a.rounds);
    for (unsigned state = 0; state < four; ++state) copy_bytes(lanes + state, 0, out[state] + block * a.rate, a.rate, four);
  }
}

}  // namespace simdkeccak::detail
