// The C interface: any_hasher and any_reader in memory of the caller.
#include <simdkeccak/simdkeccak.h>

#include <algorithm>
#include <new>
#include <simdkeccak/simdkeccak.hpp>

#include "c_support.hpp"

namespace sk = simdkeccak;

using namespace simdkeccak::c;

namespace {

sk::any_hasher& hasher_in(simdkeccak_hasher* storage) noexcept {
  return *std::launder(reinterpret_cast<sk::any_hasher*>(storage));
}
const sk::any_hasher& hasher_in(const simdkeccak_hasher* storage) noexcept {
  return *std::launder(reinterpret_cast<const sk::any_hasher*>(storage));
}
sk::any_reader& reader_in(simdkeccak_reader* storage) noexcept {
  return *std::launder(reinterpret_cast<sk::any_reader*>(storage));
}
const sk::any_reader& reader_in(const simdkeccak_reader* storage) noexcept {
  return *std::launder(reinterpret_cast<const sk::any_reader*>(storage));
}

const sk::named_algorithm* find(const char* name) noexcept { return name != nullptr ? sk::find_algorithm(name) : nullptr; }

sk::parameters parameters_in(const simdkeccak_parameters* p) noexcept {
  if (p == nullptr) return {};
  return {.key = {p->key, p->key_size},
          .customization = {p->customization, p->customization_size},
          .function_name = {p->function_name, p->function_name_size},
          .domain = p->domain,
          .block_size = p->block_size};
}

// False if there is no such row, or this CPU cannot run it.
bool row_of(const simdkeccak_parameters* p, sk::backend_ref& row) noexcept {
  if (p == nullptr || p->backend == nullptr) return true;
  const sk::backend* const wanted = sk::find_backend(p->backend);
  if (wanted != nullptr) row = *wanted;
  return wanted != nullptr;
}

// Messages each anywhere.
struct pointed_messages {
  const void* const* pointers;
  const std::size_t* sizes;
  std::size_t count;

  std::size_t size() const noexcept { return count; }
  sk::bytes operator[](std::size_t i) const noexcept { return {pointers[i], sizes[i]}; }
};

// Calls use(list) with the messages as the C++ interface has them.
template <class Use>
void with_messages(const simdkeccak_messages& m, Use use) noexcept {
  if (m.pointers != nullptr) return use(pointed_messages{m.pointers, m.sizes, m.count});
  if (m.offsets32 != nullptr)
    return use(sk::offset_messages<std::int32_t>{m.data, m.offsets32, m.count, m.validity, m.first_bit});
  if (m.offsets64 != nullptr)
    return use(sk::offset_messages<std::int64_t>{m.data, m.offsets64, m.count, m.validity, m.first_bit});
  use(sk::strided_messages{m.data, m.count, m.size, m.stride});
}

// hash_many() with a size of digest that is known only now.
template <class Messages>
sk::detail::batch batch_of(const Messages& messages, std::span<std::uint8_t> digests, std::size_t size) noexcept {
  if constexpr (requires { messages.valid(size); }) {
    for (std::size_t i = 0; i < messages.size(); ++i)
      if (!messages.valid(i)) std::ranges::fill(digests.subspan(i * size, size), std::uint8_t{0});
  }
  return {sk::detail::fetch<Messages>, &messages, messages.size(), digests.data(), size, size};
}

// Of an algorithm that has these parameters.
void hash_batch(const sk::named_algorithm& a, const sk::parameters& p, sk::detail::batch b, sk::backend_ref row,
                const sk::executor& on) noexcept {
  using how = sk::detail::construction;
  if (a.how == how::sponge) {
    sk::algorithm sponge = a.sponge;
    if (p.domain != 0) sponge.suffix = static_cast<std::uint8_t>(p.domain);
    return sk::detail::hash_many(sponge, b, row, on);
  }
  const auto each = [&](auto hash) {
    sk::detail::message_view m[1];
    for (std::size_t from = 0; from != b.count;) {
      if (b.fetch(b.messages, from, b.count, m, 1) == 0) continue;
      hash(sk::bytes(m->data, m->size), std::span(b.out + m->index * b.stride, b.out_size));
    }
  };
  if (a.how == how::kangarootwelve) {
    const auto f =
        a.sponge == sk::turboshake128 ? sk::detail::kangarootwelve_at_once<128> : sk::detail::kangarootwelve_at_once<256>;
    return each([&](sk::bytes m, std::span<std::uint8_t> to) { f(m, to, p.customization, on, row); });
  }
  auto hasher = sk::any_hasher::make(a, p, row);
  if (!hasher) return;
  if (const auto one = hasher->as_one_sponge(b.out_size)) {
    b.start = one->start.data();
    b.ending = one->ending;
    return sk::detail::hash_many(one->sponge, b, row, on);
  }
  each([&](sk::bytes m, std::span<std::uint8_t> to) {
    hasher->update(m).digest(to);
    hasher->reset();
  });
}

simdkeccak_status status(sk::state_error error) noexcept {
  switch (error) {
    case sk::state_error::none:
      return SIMDKECCAK_OK;
    case sk::state_error::truncated:
      return SIMDKECCAK_STATE_TRUNCATED;
    case sk::state_error::not_a_state:
      return SIMDKECCAK_STATE_FOREIGN;
    case sk::state_error::other_version:
      return SIMDKECCAK_STATE_VERSION;
    case sk::state_error::damaged:
      return SIMDKECCAK_STATE_DAMAGED;
    case sk::state_error::other_algorithm:
      return SIMDKECCAK_STATE_ALGORITHM;
    case sk::state_error::other_phase:
      return SIMDKECCAK_STATE_PHASE;
  }
  return SIMDKECCAK_STATE_DAMAGED;
}

template <class Object>
simdkeccak_status write_saved(const Object& object, void* out, std::size_t capacity, std::size_t* saved_size) noexcept {
  auto saved = object.save();
  const bool fits = saved.size() <= capacity;
  if (fits) {
    std::copy_n(saved.data(), saved.size(), static_cast<std::uint8_t*>(out));
    *saved_size = saved.size();
  }
  sk::detail::wipe(&saved, sizeof saved);
  return fits ? SIMDKECCAK_OK : SIMDKECCAK_BAD_LENGTH;
}

template <sk::algorithm A>
void one_shot(const void* message, std::size_t size, std::uint8_t* digest) noexcept {
  sk::hash<A>({message, size}, std::span<std::uint8_t, A.digest>(digest, A.digest));
}

static_assert(sk::saved_bytes::capacity == SIMDKECCAK_SAVED_SIZE_MAX);

}  // namespace

const char* simdkeccak_status_text(simdkeccak_status status) {
  switch (status) {
    case SIMDKECCAK_OK:
      return "no error";
    case SIMDKECCAK_UNKNOWN_ALGORITHM:
      return "unknown algorithm";
    case SIMDKECCAK_BAD_PARAMETER:
      return "a parameter that the algorithm does not take, or out of range";
    case SIMDKECCAK_BAD_LENGTH:
      return "the output has another length";
    case SIMDKECCAK_NOT_EXTENDABLE:
      return "the algorithm's output is not a stream";
    case SIMDKECCAK_UNKNOWN_BACKEND:
      return "no such backend, or one that this CPU cannot run";
    case SIMDKECCAK_STATE_TRUNCATED:
      return sk::message(sk::state_error::truncated).data();
    case SIMDKECCAK_STATE_FOREIGN:
      return sk::message(sk::state_error::not_a_state).data();
    case SIMDKECCAK_STATE_VERSION:
      return sk::message(sk::state_error::other_version).data();
    case SIMDKECCAK_STATE_DAMAGED:
      return sk::message(sk::state_error::damaged).data();
    case SIMDKECCAK_STATE_ALGORITHM:
      return sk::message(sk::state_error::other_algorithm).data();
    case SIMDKECCAK_STATE_PHASE:
      return sk::message(sk::state_error::other_phase).data();
    case SIMDKECCAK_SIDECAR_TRUNCATED:
      return sk::message(sk::sidecar_error::truncated).data();
    case SIMDKECCAK_SIDECAR_FOREIGN:
      return sk::message(sk::sidecar_error::not_a_sidecar).data();
    case SIMDKECCAK_SIDECAR_VERSION:
      return sk::message(sk::sidecar_error::other_version).data();
    case SIMDKECCAK_SIDECAR_DAMAGED:
      return sk::message(sk::sidecar_error::damaged).data();
    case SIMDKECCAK_SIDECAR_IMPOSSIBLE:
      return sk::message(sk::sidecar_error::impossible).data();
    case SIMDKECCAK_SIDECAR_ALGORITHM:
      return sk::message(sk::sidecar_error::other_algorithm).data();
    case SIMDKECCAK_SIDECAR_CUSTOMIZATION:
      return sk::message(sk::sidecar_error::other_customization).data();
    case SIMDKECCAK_SIDECAR_STALE:
      return sk::message(sk::sidecar_error::stale).data();
    case SIMDKECCAK_SIDECAR_INCOMPLETE:
      return sk::message(sk::sidecar_error::incomplete).data();
    case SIMDKECCAK_SIDECAR_MESSAGE:
      return sk::message(sk::sidecar_error::other_message).data();
  }
  return "unknown status";
}

const char* simdkeccak_version(void) { return SIMDKECCAK_VERSION; }

void simdkeccak_keccak_256(const void* message, size_t size, uint8_t digest[32]) {
  one_shot<sk::keccak_256>(message, size, digest);
}

void simdkeccak_keccak_512(const void* message, size_t size, uint8_t digest[64]) {
  one_shot<sk::keccak_512>(message, size, digest);
}

void simdkeccak_sha3_224(const void* message, size_t size, uint8_t digest[28]) {
  one_shot<sk::sha3_224>(message, size, digest);
}

void simdkeccak_sha3_256(const void* message, size_t size, uint8_t digest[32]) {
  one_shot<sk::sha3_256>(message, size, digest);
}

void simdkeccak_sha3_384(const void* message, size_t size, uint8_t digest[48]) {
  one_shot<sk::sha3_384>(message, size, digest);
}

void simdkeccak_sha3_512(const void* message, size_t size, uint8_t digest[64]) {
  one_shot<sk::sha3_512>(message, size, digest);
}

void simdkeccak_shake128(const void* message, size_t size, void* out, size_t out_size) {
  sk::hash<sk::shake128>({message, size}, output(out, out_size));
}

void simdkeccak_shake256(const void* message, size_t size, void* out, size_t out_size) {
  sk::hash<sk::shake256>({message, size}, output(out, out_size));
}

void simdkeccak_kmac128(const void* key, size_t key_size, const void* message, size_t size, void* out, size_t out_size,
                        const void* customization, size_t customization_size) {
  sk::kmac128({key, key_size}, {message, size}, output(out, out_size), {customization, customization_size});
}

void simdkeccak_kmac256(const void* key, size_t key_size, const void* message, size_t size, void* out, size_t out_size,
                        const void* customization, size_t customization_size) {
  sk::kmac256({key, key_size}, {message, size}, output(out, out_size), {customization, customization_size});
}

void simdkeccak_kt128(const void* message, size_t size, void* out, size_t out_size, const void* customization,
                      size_t customization_size) {
  sk::kt128({message, size}, output(out, out_size), {customization, customization_size});
}

void simdkeccak_kt256(const void* message, size_t size, void* out, size_t out_size, const void* customization,
                      size_t customization_size) {
  sk::kt256({message, size}, output(out, out_size), {customization, customization_size});
}

simdkeccak_status simdkeccak_hash(const char* algorithm, const void* message, size_t size, void* out, size_t out_size) {
  return simdkeccak_hash_many(algorithm, &message, &size, 1, out, out_size);
}

simdkeccak_status simdkeccak_hash_many(const char* algorithm, const void* const* messages, const size_t* sizes, size_t count,
                                       void* out, size_t out_size) {
  simdkeccak_messages all{};
  all.count = count;
  all.pointers = messages;
  all.sizes = sizes;
  return simdkeccak_hash_batch(algorithm, nullptr, &all, out, out_size, nullptr);
}

simdkeccak_status simdkeccak_keccak_p1600(uint64_t state[25], unsigned rounds) {
  if (rounds % 2 != 0 || rounds < 2 || rounds > 24) return SIMDKECCAK_BAD_PARAMETER;
  sk::detail::permute(state, rounds);
  return SIMDKECCAK_OK;
}

size_t simdkeccak_algorithm_count(void) { return sk::algorithms().size(); }

const char* simdkeccak_algorithm_name(size_t i) {
  return i < sk::algorithms().size() ? sk::algorithms()[i].name.data() : nullptr;
}

size_t simdkeccak_default_length(const char* algorithm) {
  const sk::named_algorithm* const a = find(algorithm);
  return a != nullptr ? a->default_length() : 0;
}

simdkeccak_status simdkeccak_init(simdkeccak_hasher* hasher, const char* algorithm,
                                  const simdkeccak_parameters* parameters) {
  const sk::named_algorithm* const a = find(algorithm);
  if (a == nullptr) return SIMDKECCAK_UNKNOWN_ALGORITHM;
  sk::backend_ref row;
  if (!row_of(parameters, row)) return SIMDKECCAK_UNKNOWN_BACKEND;
  const auto made = sk::any_hasher::make(*a, parameters_in(parameters), row);
  if (!made) return SIMDKECCAK_BAD_PARAMETER;
  create(hasher, *made);
  return SIMDKECCAK_OK;
}

void simdkeccak_update(simdkeccak_hasher* hasher, const void* piece, size_t size) {
  hasher_in(hasher).update({piece, size});
}

void simdkeccak_update_on(simdkeccak_hasher* hasher, const void* piece, size_t size, const simdkeccak_executor* executor) {
  hasher_in(hasher).update({piece, size}, lent(executor));
}

simdkeccak_status simdkeccak_chaining_values(const char* algorithm, const void* leaves, size_t size, void* out,
                                             size_t out_size, const simdkeccak_executor* executor) {
  const sk::named_algorithm* const a = find(algorithm);
  if (a == nullptr) return SIMDKECCAK_UNKNOWN_ALGORITHM;
  if (a->how != sk::detail::construction::kangarootwelve) return SIMDKECCAK_BAD_PARAMETER;
  const auto f =
      a->sponge == sk::turboshake128 ? sk::kangarootwelve<128>::chaining_values : sk::kangarootwelve<256>::chaining_values;
  return f({leaves, size}, output(out, out_size), lent(executor), {}) ? SIMDKECCAK_OK : SIMDKECCAK_BAD_LENGTH;
}

simdkeccak_status simdkeccak_update_chaining_values(simdkeccak_hasher* hasher, const void* values, size_t size) {
  sk::any_hasher& h = hasher_in(hasher);
  if (h.algorithm().how != sk::detail::construction::kangarootwelve) return SIMDKECCAK_BAD_PARAMETER;
  return h.update_chaining_values({values, size}) ? SIMDKECCAK_OK : SIMDKECCAK_BAD_LENGTH;
}

void simdkeccak_begin_element(simdkeccak_hasher* hasher, uint64_t size) { hasher_in(hasher).begin_element(size); }

void simdkeccak_extend(simdkeccak_hasher* hasher, const void* piece, size_t size) {
  hasher_in(hasher).extend({piece, size});
}

simdkeccak_status simdkeccak_digest(const simdkeccak_hasher* hasher, void* out, size_t out_size) {
  return hasher_in(hasher).digest(output(out, out_size)) ? SIMDKECCAK_OK : SIMDKECCAK_BAD_LENGTH;
}

simdkeccak_status simdkeccak_read(const simdkeccak_hasher* hasher, simdkeccak_reader* reader) {
  const auto made = hasher_in(hasher).read();
  if (!made) return SIMDKECCAK_NOT_EXTENDABLE;
  create(reader, *made);
  return SIMDKECCAK_OK;
}

void simdkeccak_squeeze(simdkeccak_reader* reader, void* out, size_t out_size) {
  reader_in(reader).read(output(out, out_size));
}

void simdkeccak_reset(simdkeccak_hasher* hasher) { hasher_in(hasher).reset(); }

void simdkeccak_copy(simdkeccak_hasher* to, const simdkeccak_hasher* from) {
  if (to != from) create(to, hasher_in(from));
}

void simdkeccak_reader_copy(simdkeccak_reader* to, const simdkeccak_reader* from) {
  if (to != from) create(to, reader_in(from));
}

void simdkeccak_clear(simdkeccak_hasher* hasher) { sk::detail::wipe(hasher, sizeof *hasher); }

void simdkeccak_reader_clear(simdkeccak_reader* reader) { sk::detail::wipe(reader, sizeof *reader); }

simdkeccak_status simdkeccak_hash_batch(const char* algorithm, const simdkeccak_parameters* parameters,
                                        const simdkeccak_messages* messages, void* out, size_t out_size,
                                        const simdkeccak_executor* executor) {
  const sk::named_algorithm* const a = find(algorithm);
  if (a == nullptr) return SIMDKECCAK_UNKNOWN_ALGORITHM;
  if (!a->any_length() && out_size != a->default_length()) return SIMDKECCAK_BAD_LENGTH;
  const sk::parameters p = parameters_in(parameters);
  if (!sk::refusal(*a, p).empty()) return SIMDKECCAK_BAD_PARAMETER;
  sk::backend_ref row;
  if (!row_of(parameters, row)) return SIMDKECCAK_UNKNOWN_BACKEND;
  if (messages->count != 0)
    with_messages(*messages, [&](const auto& list) {
      hash_batch(*a, p, batch_of(list, output(out, messages->count * out_size), out_size), row, lent(executor));
    });
  return SIMDKECCAK_OK;
}

simdkeccak_status simdkeccak_save(const simdkeccak_hasher* hasher, void* out, size_t capacity, size_t* saved_size) {
  return write_saved(hasher_in(hasher), out, capacity, saved_size);
}

simdkeccak_status simdkeccak_reader_save(const simdkeccak_reader* reader, void* out, size_t capacity, size_t* saved_size) {
  return write_saved(reader_in(reader), out, capacity, saved_size);
}

simdkeccak_status simdkeccak_resume(simdkeccak_hasher* hasher, const void* saved, size_t saved_size) {
  return status(hasher_in(hasher).resume({saved, saved_size}));
}

simdkeccak_status simdkeccak_reader_resume(simdkeccak_reader* reader, const void* saved, size_t saved_size) {
  return status(reader_in(reader).resume({saved, saved_size}));
}

size_t simdkeccak_backend_count(void) { return sk::backends().size(); }

const char* simdkeccak_backend_name(size_t i) { return i < sk::backends().size() ? sk::backends()[i].name.data() : nullptr; }

int simdkeccak_backend_supported(const char* name) { return name != nullptr && sk::find_backend(name) != nullptr ? 1 : 0; }

const char* simdkeccak_active_backend(void) { return sk::active().name.data(); }

simdkeccak_status simdkeccak_use_backend(const char* name) {
  return name != nullptr && sk::use_backend(name) ? SIMDKECCAK_OK : SIMDKECCAK_UNKNOWN_BACKEND;
}
