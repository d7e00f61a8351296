// self_test/allocation: allocates once an iteration, so its column must show 1; that the others' show 0 then means
// something.
#include "cases.hpp"
#include "measure.hpp"

namespace bench {

void add_self_test(case_list& cases) {
  const std::string name = "self_test/allocation";
  const auto run = [=](benchmark::State& state) {
    const elapsed e = timed(state, [] {
      auto p = std::make_unique<std::uint64_t>(1);
      benchmark::DoNotOptimize(p);
    });
    if (e.allocations != 1) return fail(state, name, "an allocation was not counted");
    state.counters["allocations"] = e.allocations;
  };
  cases.push_back({name, {}, "", "", true, run});
}

}  // namespace bench
