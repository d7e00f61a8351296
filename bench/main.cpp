// simdkeccak_bench: --help says how to use it.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdio>

#include "cases.hpp"
#include "evidence.hpp"
#include "machine.hpp"
#include "options.hpp"
#include "output.hpp"
#include "rows.hpp"

namespace bench {
namespace {

namespace sk = simdkeccak;

case_list all_cases() {
  case_list cases;
  add_self_test(cases);
  add_permutation(cases);
  add_empty(cases);
  add_streaming(cases);
  add_oneshot(cases);
  add_batch(cases);
  add_tree(cases);
  return cases;
}

void list_backends() {
  for (const sk::backend* row : rows()) std::printf("%-10s %s\n", std::string(row->name).c_str(), kernels_of(*row).c_str());
  for (const sk::backend& row : sk::backends())
    if (!row.supported())
      std::printf("%-10s not run: this CPU lacks %s\n", std::string(row.name).c_str(), lacking(row).c_str());
}

bool contains(const std::vector<std::string>& wanted, std::string_view value) {
  return std::ranges::find(wanted, value) != wanted.end();
}

// Refuses what no case has, so that a misspelt name cannot pass for a run in which all went well.
template <class Has>
void check(const std::vector<std::string>& wanted, const char* what, const case_list& cases, Has has) {
  for (const std::string& value : wanted) {
    if (!value.empty() && std::ranges::any_of(cases, [&](const bench_case& c) { return has(c, value); })) continue;
    for (const sk::backend& row : sk::backends())
      if (value == row.name && !row.supported())
        refuse("backend '" + value + "' is not run: this CPU lacks " + lacking(row));
    refuse("unknown " + std::string(what) + ": '" + value + "'");
  }
}

case_list selected(const case_list& cases, const options& o) {
  const auto in_backend = [](const bench_case& c, std::string_view value) {
    return std::ranges::find(c.backends, value) != c.backends.end();
  };
  check(o.backends, "backend", cases, in_backend);
  check(o.algorithms, "algorithm", cases,
        [](const bench_case& c, const std::string& value) { return c.algorithm == value; });
  check(o.sizes, "size", cases, [](const bench_case& c, const std::string& value) { return c.size == value; });

  case_list chosen;
  for (const bench_case& c : cases) {
    const bool backend =
        o.backends.empty() || std::ranges::any_of(o.backends, [&](const auto& value) { return in_backend(c, value); });
    const bool algorithm = o.algorithms.empty() || contains(o.algorithms, c.algorithm);
    const bool size = o.sizes.empty() || contains(o.sizes, c.size);
    if (backend && algorithm && size && (c.quick || !o.quick)) chosen.push_back(c);
  }
  if (chosen.empty()) refuse("no case has that backend, algorithm and size together");
  return chosen;
}

// Returns the core in words.
std::string pin(const options& o) {
  const std::vector<int> cores = allowed_cores();
  if (o.core && std::ranges::find(cores, *o.core) == cores.end())
    refuse("CPU " + std::to_string(*o.core) + " does not exist or is not allowed to this process");
  if (cores.empty()) return "not pinned";
  const int core = o.core.value_or(cores.back());
  return pin_to(core) ? std::to_string(core) + " (pinned)" : "not pinned";
}

int run(int argc, char** argv) {
  const options o = parse(argc, argv);
  if (o.list_backends) {
    list_backends();
    return 0;
  }
  for (const bench_case& c : selected(all_cases(), o)) benchmark::RegisterBenchmark(c.name.c_str(), c.run);
  add_context(pin(o));

  verified_reporter display(*benchmark::CreateDefaultDisplayReporter());
  benchmark::JSONReporter json;
  verified_reporter file(json);
  const std::size_t matched = benchmark::RunSpecifiedBenchmarks(&display, o.writes_file ? &file : nullptr);
  if (matched == 0) return 2;  // the framework has said why
  return any_failed() ? 1 : 0;
}

}  // namespace
}  // namespace bench

int main(int argc, char** argv) { return bench::run(argc, argv); }
