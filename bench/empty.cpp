// empty/<size>: the streaming calls of Keccak-256 over kernels that do nothing, which shows what everything but the
// permutation and the XOR of whole blocks costs. It is not a backend, and its digest is nobody's: it is not checked.
#include "algorithms.hpp"
#include "cases.hpp"
#include "measure.hpp"
#include "message.hpp"

namespace bench {
namespace {

void do_nothing(std::uint64_t*, const std::uint8_t* const*, std::size_t, unsigned, unsigned) {}

const sk::backend empty_row{"empty", 0, {"empty_x1", 1, 1, do_nothing}, {}};

void run_empty(benchmark::State& state, const std::string& name, std::size_t size) {
  const input message(size);
  alignas(64) std::array<std::uint8_t, 32> digest{};
  sk::hasher<sk::keccak_256> h{sk::backend_ref(empty_row)};
  const elapsed e = timed(state, [&] {
    auto view = message.bytes();
    benchmark::DoNotOptimize(view);
    h.reset();
    h.update(view);
    h.digest(digest);
    benchmark::DoNotOptimize(digest);
  });
  if (!allocated_nothing(state, name, e)) return;
  show_hashes(state, e, 1, size);
  state.SetLabel("no digest: the kernel does nothing");
}

}  // namespace

void add_empty(case_list& cases) {
  for (const std::size_t size : message_sizes) {
    const std::string name = "empty/" + std::to_string(size);
    const auto run = [=](benchmark::State& state) { run_empty(state, name, size); };
    cases.push_back({name, {empty_row.name}, "keccak-256", std::to_string(size), size == 32 || size == 136, run});
  }
}

}  // namespace bench
