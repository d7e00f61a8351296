// What the files of the C interface share.
#pragma once

#include <simdkeccak/simdkeccak.h>

#include <cstddef>
#include <cstdint>
#include <new>
#include <simdkeccak/executor.hpp>
#include <span>

namespace simdkeccak::c {

// The C object's storage holds the C++ object from simdkeccak_init(), simdkeccak_read() or a copy on.
template <class Object, class Storage>
inline Object* create(Storage* storage, const Object& object) noexcept {
  static_assert(sizeof(Object) <= sizeof(Storage) && alignof(Object) <= alignof(Storage));
  return ::new (static_cast<void*>(storage)) Object(object);
}
inline std::span<std::uint8_t> output(void* out, std::size_t size) noexcept {
  return {static_cast<std::uint8_t*>(out), size};
}

inline executor lent(const simdkeccak_executor* executor) noexcept {
  if (executor == nullptr || executor->run == nullptr) return {};
  const auto run = [](void* p, std::size_t count, executor_task* task, void* context) {
    const auto& in_c = *static_cast<const simdkeccak_executor*>(p);
    in_c.run(in_c.pool, count, task, context);
  };
  return {run, const_cast<simdkeccak_executor*>(executor), executor->threads};
}

}  // namespace simdkeccak::c
