// Four SHAKEs side by side in C.
#include <simdkeccak/simdkeccak.h>

#include <algorithm>
#include <array>
#include <simdkeccak/simdkeccak.hpp>

namespace sk = simdkeccak;

namespace {

void absorb_x4(sk::algorithm a, simdkeccak_x4* state, std::array<const void*, 4> in, std::size_t size) noexcept {
  std::array<const std::uint8_t*, 4> octets;
  std::ranges::transform(in, octets.begin(), [](const void* p) { return static_cast<const std::uint8_t*>(p); });
  sk::detail::absorb_once_x4(a, state->opaque, octets.data(), size, {});
}

void squeeze_x4(sk::algorithm a, simdkeccak_x4* state, std::array<void*, 4> out, std::size_t blocks) noexcept {
  std::array<std::uint8_t*, 4> octets;
  std::ranges::transform(out, octets.begin(), [](void* p) { return static_cast<std::uint8_t*>(p); });
  sk::detail::squeeze_blocks_x4(a, state->opaque, octets.data(), blocks, {});
}

}  // namespace

void simdkeccak_shake128x4_absorb_once(simdkeccak_x4* state, const void* in0, const void* in1, const void* in2,
                                       const void* in3, size_t size) {
  absorb_x4(sk::shake128, state, {in0, in1, in2, in3}, size);
}

void simdkeccak_shake128x4_squeezeblocks(void* out0, void* out1, void* out2, void* out3, size_t blocks,
                                         simdkeccak_x4* state) {
  squeeze_x4(sk::shake128, state, {out0, out1, out2, out3}, blocks);
}

void simdkeccak_shake256x4_absorb_once(simdkeccak_x4* state, const void* in0, const void* in1, const void* in2,
                                       const void* in3, size_t size) {
  absorb_x4(sk::shake256, state, {in0, in1, in2, in3}, size);
}

void simdkeccak_shake256x4_squeezeblocks(void* out0, void* out1, void* out2, void* out3, size_t blocks,
                                         simdkeccak_x4* state) {
  squeeze_x4(sk::shake256, state, {out0, out1, out2, out3}, blocks);
}

void simdkeccak_x4_clear(simdkeccak_x4* state) { sk::detail::wipe(state, sizeof *state); }
