// What is shown: the facts that times depend on, and never a time of a case that failed.
#pragma once

#include <benchmark/benchmark.h>

#include <memory>
#include <string>

namespace bench {

// Puts CPU, compiler, backends and so on at the head of every output; `core` is what the program is pinned to.
void add_context(const std::string& core);

// Passes on to another reporter what it is given, without the times of cases that failed: some of their repetitions may have
// been right.
class verified_reporter : public benchmark::BenchmarkReporter {
 public:
  explicit verified_reporter(benchmark::BenchmarkReporter& inner) : inner_(inner) {}

  bool ReportContext(const Context& context) override;
  void ReportRuns(const std::vector<Run>& runs) override;
  void Finalize() override { inner_.Finalize(); }

 private:
  benchmark::BenchmarkReporter& inner_;
};

}  // namespace bench
