#include "options.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string_view>

namespace bench {
namespace {

void print_help() {
  std::puts(
      "usage: simdkeccak_bench [option...]\n"
      "\n"
      "Times simdkeccak, each case only after its result was compared with an independent reference. Exit status: 0 if all\n"
      "is well, 1 if a case failed, 2 for a command line that makes no sense.\n"
      "\n"
      "  --backend=NAME,...     only these backends\n"
      "  --algorithm=NAME,...   only these algorithms\n"
      "  --size=BYTES,...       only messages of these sizes; 1-600 are the ragged batches\n"
      "  --quick                a few cases, some seconds\n"
      "  --core=N               the CPU to run on; default: the last one allowed\n"
      "  --list-backends        what this CPU can run, and what it cannot\n"
      "\n"
      "and those of Google Benchmark, of which these have other defaults here: --benchmark_repetitions=5 (--quick: 3),\n"
      "--benchmark_min_time=0.02 (--quick: 0.005), --benchmark_enable_random_interleaving=true,\n"
      "--benchmark_display_aggregates_only=true; and output is console or json, not csv.\n");
  benchmark::PrintDefaultHelp();
}

std::vector<std::string> split(std::string_view list) {
  std::vector<std::string> parts;
  while (true) {
    const std::size_t comma = list.find(',');
    parts.emplace_back(list.substr(0, comma));
    if (comma == std::string_view::npos) return parts;
    list.remove_prefix(comma + 1);
  }
}

// Before the user's own, which the framework reads later and which therefore prevail; its environment variables do too.
void add_defaults(std::vector<std::string>& arguments, bool quick) {
  struct {
    const char *option, *variable, *value;
  } const defaults[] = {
      {"--benchmark_repetitions=", "BENCHMARK_REPETITIONS", quick ? "3" : "5"},
      {"--benchmark_min_time=", "BENCHMARK_MIN_TIME", quick ? "0.005" : "0.02"},
      {"--benchmark_enable_random_interleaving=", "BENCHMARK_ENABLE_RANDOM_INTERLEAVING", "true"},
      {"--benchmark_display_aggregates_only=", "BENCHMARK_DISPLAY_AGGREGATES_ONLY", "true"},
  };
  for (const auto& d : defaults)
    if (std::getenv(d.variable) == nullptr) arguments.push_back(std::string(d.option) + d.value);
}

}  // namespace

void refuse(const std::string& reason) {
  std::fprintf(stderr, "simdkeccak_bench: %s\n", reason.c_str());
  std::exit(2);
}

options parse(int argc, char** argv) {
  const std::vector<std::string_view> given(argv + 1, argv + argc);
  options o;
  o.quick = std::ranges::find(given, "--quick") != given.end();
  o.writes_file = std::getenv("BENCHMARK_OUT") != nullptr;
  for (const std::string_view a : given) {
    if (a.starts_with("--benchmark_out=")) {
      o.writes_file = true;
      const std::string file(a.substr(a.find('=') + 1));
      if (!std::ofstream(file, std::ios::app)) refuse("cannot write '" + file + "'");
    }
    if (a == "--benchmark_format=csv" || (a.starts_with("--benchmark_out_format=") && !a.ends_with("=json")))
      refuse(std::string(a) + " is not offered: cases differ in their counters");
  }

  // The framework takes its own out and keeps pointers to the rest.
  static std::vector<std::string> arguments;
  arguments = {argv[0]};
  add_defaults(arguments, o.quick);
  arguments.insert(arguments.end(), given.begin(), given.end());
  static std::vector<char*> pointers;
  for (std::string& a : arguments) pointers.push_back(a.data());
  int count = static_cast<int>(pointers.size());
  benchmark::Initialize(&count, pointers.data(), print_help);
  pointers.resize(static_cast<std::size_t>(count));

  for (std::size_t i = 1; i < pointers.size(); ++i) {
    const std::string_view a = pointers[i];
    const std::string_view name = a.substr(0, a.find('='));
    const auto value = [&]() -> std::string_view {
      if (name.size() != a.size()) return a.substr(name.size() + 1);
      if (i + 1 == pointers.size()) refuse(std::string(name) + " needs a value");
      return pointers[++i];
    };
    if (name == "--backend") {
      o.backends = split(value());
    } else if (name == "--algorithm") {
      o.algorithms = split(value());
    } else if (name == "--size") {
      o.sizes = split(value());
    } else if (name == "--core") {
      const std::string_view text = value();
      int core = 0;
      const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), core);
      if (error != std::errc() || end != text.data() + text.size()) refuse("not a CPU: '" + std::string(text) + "'");
      o.core = core;
    } else if (a == "--list-backends") {
      o.list_backends = true;
    } else if (a != "--quick") {
      refuse((a.starts_with("--benchmark_") ? "unknown option or bad value: '" : "unknown option: '") + std::string(a) +
             "'");
    }
  }
  return o;
}

}  // namespace bench
