// Sidecars in C.
#include <algorithm>
#include <simdkeccak/sidecar.hpp>

#include "c_support.hpp"

namespace sk = simdkeccak;
using namespace simdkeccak::c;

namespace {

sk::sidecar& sidecar_in(simdkeccak_sidecar* storage) noexcept {
  return *std::launder(reinterpret_cast<sk::sidecar*>(storage));
}
const sk::sidecar& sidecar_in(const simdkeccak_sidecar* storage) noexcept {
  return *std::launder(reinterpret_cast<const sk::sidecar*>(storage));
}

sk::sidecar_subject subject_in(const simdkeccak_sidecar_subject& s) noexcept {
  return {s.strength, s.length, {s.customization, s.customization_size}, s.stamp};
}

// All leaves from the first on are UINT64_MAX in C.
sk::leaf_range leaves_in(const sk::sidecar_subject& s, std::uint64_t first, std::uint64_t count) noexcept {
  const std::uint64_t all = sk::sidecar::leaves_of(s);
  return {first, count == UINT64_MAX && first <= all ? all - first : count};
}

simdkeccak_status status(sk::sidecar_error e) noexcept {
  static_assert(
      static_cast<int>(sk::sidecar_error::other_message) == SIMDKECCAK_SIDECAR_MESSAGE - SIMDKECCAK_SIDECAR_TRUNCATED + 1,
      "both list the errors in one order");
  if (e == sk::sidecar_error::none) return SIMDKECCAK_OK;
  return static_cast<simdkeccak_status>(SIMDKECCAK_SIDECAR_TRUNCATED + static_cast<int>(e) - 1);
}

}  // namespace

void simdkeccak_sidecar_leaves(const simdkeccak_sidecar_subject* subject, uint64_t offset, uint64_t size,
                               uint64_t* first_leaf, uint64_t* leaf_count) {
  const sk::leaf_range range = sk::sidecar::leaves_of(subject_in(*subject), {offset, size});
  *first_leaf = range.first;
  *leaf_count = range.count;
}

void simdkeccak_sidecar_chunks(const simdkeccak_sidecar_subject* subject, uint64_t* offset, uint64_t* size) {
  const sk::byte_range range = sk::sidecar::chunks_around(subject_in(*subject), {*offset, *size});
  *offset = range.offset;
  *size = range.size;
}

size_t simdkeccak_sidecar_size(const simdkeccak_sidecar_subject* subject, uint64_t first_leaf, uint64_t leaf_count) {
  const sk::sidecar_subject s = subject_in(*subject);
  return sk::sidecar::size_for(s, leaves_in(s, first_leaf, leaf_count)).value_or(0);
}

simdkeccak_status simdkeccak_sidecar_create(simdkeccak_sidecar* sidecar, void* memory, size_t size,
                                            const simdkeccak_sidecar_subject* subject, uint64_t first_leaf,
                                            uint64_t leaf_count) {
  const sk::sidecar_subject s = subject_in(*subject);
  const auto made = sk::sidecar::create(output(memory, size), s, leaves_in(s, first_leaf, leaf_count));
  if (!made) return SIMDKECCAK_BAD_LENGTH;
  create(sidecar, *made);
  return SIMDKECCAK_OK;
}

simdkeccak_status simdkeccak_sidecar_open(simdkeccak_sidecar* sidecar, void* memory, size_t size,
                                          const simdkeccak_sidecar_subject* subject) {
  sk::sidecar opened;
  sk::sidecar_error e = sk::sidecar::open(output(memory, size), opened);
  if (e == sk::sidecar_error::none && subject != nullptr) e = opened.check(subject_in(*subject));
  if (e == sk::sidecar_error::none) create(sidecar, opened);
  return status(e);
}

simdkeccak_status simdkeccak_sidecar_put(simdkeccak_sidecar* sidecar, uint64_t offset, const void* data, size_t size,
                                         const simdkeccak_executor* executor) {
  return sidecar_in(sidecar).put(offset, {data, size}, lent(executor)) ? SIMDKECCAK_OK : SIMDKECCAK_BAD_LENGTH;
}

simdkeccak_status simdkeccak_sidecar_take(simdkeccak_sidecar* sidecar, const simdkeccak_sidecar* other) {
  return status(sidecar_in(sidecar).take(sidecar_in(other)));
}

int simdkeccak_sidecar_missing(const simdkeccak_sidecar* sidecar, uint64_t* offset, uint64_t* size) {
  const auto range = sidecar_in(sidecar).missing();
  if (!range) return 0;
  *offset = range->offset;
  *size = range->size;
  return 1;
}

void simdkeccak_sidecar_set_stamp(simdkeccak_sidecar* sidecar, uint64_t stamp) { sidecar_in(sidecar).set_stamp(stamp); }

simdkeccak_status simdkeccak_sidecar_seal(simdkeccak_sidecar* sidecar, const void* first_chunk, size_t size) {
  return status(sidecar_in(sidecar).seal({first_chunk, size}));
}

simdkeccak_status simdkeccak_sidecar_seal_part(simdkeccak_sidecar* sidecar) {
  return status(sidecar_in(sidecar).seal_part());
}

simdkeccak_status simdkeccak_sidecar_digest(const simdkeccak_sidecar* sidecar, const void* first_chunk, size_t size,
                                            void* out, size_t out_size) {
  return status(sidecar_in(sidecar).digest({first_chunk, size}, output(out, out_size)));
}

int simdkeccak_sidecar_matches(const simdkeccak_sidecar* sidecar, uint64_t offset, const void* data, size_t size,
                               const simdkeccak_executor* executor) {
  return sidecar_in(sidecar).matches(offset, {data, size}, lent(executor)) ? 1 : 0;
}
