#include "output.hpp"

#include <simdkeccak/simdkeccak.h>

#include <algorithm>
#include <cmath>

#include "allocations.hpp"
#include "evidence.hpp"
#include "machine.hpp"
#include "measure.hpp"
#include "rows.hpp"

namespace bench {
namespace {

std::string compiler() {
#if defined(__clang__)
  return __VERSION__;
#elif defined(__GNUC__)
  return "g++ " __VERSION__;
#else
  return "unknown";
#endif
}

std::string rows_run() {
  std::string text;
  for (const simdkeccak::backend* row : rows())
    text.append(text.empty() ? "" : "; ").append(row->name).append(" (" + kernels_of(*row) + ")");
  return text;
}

std::string rows_not_run() {
  std::string text;
  for (const simdkeccak::backend& row : simdkeccak::backends())
    if (!row.supported())
      text.append(text.empty() ? "" : "; ").append(row.name).append(" (this CPU lacks " + lacking(row) + ")");
  return text.empty() ? "none" : text;
}

}  // namespace

void add_context(const std::string& core) {
  benchmark::AddCustomContext("simdkeccak", SIMDKECCAK_VERSION);
  benchmark::AddCustomContext("cpu", cpu_model());
  benchmark::AddCustomContext("cpu_features", cpu_feature_names());
  benchmark::AddCustomContext("core", core);
  benchmark::AddCustomContext("tsc", tick_rate());
  benchmark::AddCustomContext("compiler", compiler());
  benchmark::AddCustomContext("build_flags", SIMDKECCAK_BENCH_FLAGS);
  benchmark::AddCustomContext("backends_run", rows_run());
  benchmark::AddCustomContext("backends_not_run", rows_not_run());
  benchmark::AddCustomContext("reference", referees());
  benchmark::AddCustomContext("input_alignment",
                              std::to_string(input_alignment) + " bytes; in batches " + std::to_string(batch_alignment));
  benchmark::AddCustomContext("allocations", std::string(counted_allocations()) + ", per iteration");
  benchmark::AddCustomContext("counters", "from the CPU time of the thread");
}

bool verified_reporter::ReportContext(const Context& context) {
  inner_.SetOutputStream(&GetOutputStream());
  inner_.SetErrorStream(&GetErrorStream());
  return inner_.ReportContext(context);
}

void verified_reporter::ReportRuns(const std::vector<Run>& runs) {
  std::vector<Run> shown;
  for (const Run& run : runs) {
    const bool told = std::ranges::any_of(shown, [](const Run& r) { return r.error_occurred; });
    if (failed(run.run_name.function_name) && (!run.error_occurred || told)) continue;
    shown.push_back(run);
    // The relative deviation of a counter that is always 0 is not a number, which JSON cannot say.
    for (auto& [name, counter] : shown.back().counters)
      if (std::isnan(counter.value)) counter.value = 0;
  }
  if (!shown.empty()) inner_.ReportRuns(shown);
}

}  // namespace bench
