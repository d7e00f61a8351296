// What a case of the benchmark is, and the families of cases, one file each.
//
// Every case verifies before it times, inside its own function, so that no filter separates the two. Cases share nothing:
// each makes its own buffers and asks the referee about exactly those bytes.
#pragma once

#include <benchmark/benchmark.h>

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace bench {

struct bench_case {
  std::string name;
  std::vector<std::string_view> backends;  // the rows it belongs to
  std::string algorithm;                   // empty: none
  std::string size;                        // empty: none
  bool quick;                              // part of --quick
  std::function<void(benchmark::State&)> run;
};

using case_list = std::vector<bench_case>;

void add_streaming(case_list& cases);
void add_oneshot(case_list& cases);
void add_permutation(case_list& cases);
void add_batch(case_list& cases);
void add_tree(case_list& cases);
void add_empty(case_list& cases);
void add_self_test(case_list& cases);

}  // namespace bench
