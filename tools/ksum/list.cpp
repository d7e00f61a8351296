#include "list.hpp"

#include <fmt/format.h>

#include <simdkeccak/any_hasher.hpp>
#include <simdkeccak/backend.hpp>
#include <simdkeccak/calibration.hpp>

namespace ksum {
namespace {

std::string kernels(const simdkeccak::backend& row) {
  std::string names;
  for (const simdkeccak::kernel& k : row.many)
    if (k.width != 0) names += fmt::format("{} ", k.name);
  return names += row.one.name;
}

std::string status(const simdkeccak::backend& row) {
  if (&row == &simdkeccak::active()) return "runs on this CPU, active";
  if (row.supported()) return "runs on this CPU";
  std::string lacking;
  const std::uint32_t missing = row.needs & ~simdkeccak::cpu_features();
  for (unsigned bit = 0; bit < 32; ++bit)
    if ((missing >> bit & 1U) != 0) lacking += fmt::format(" {}", name(static_cast<simdkeccak::cpu_feature>(1U << bit)));
  return "does not run on this CPU, which lacks" + lacking;
}

}  // namespace

void write_list(standard_output& out) {
  out.append("Algorithms, and the bytes of output by default:\n");
  for (const simdkeccak::named_algorithm& a : simdkeccak::algorithms())
    out.append(fmt::format("  {:<18}  {}{}\n", a.name, a.default_length(), a.any_length() ? ", or any other number" : ""));
  out.append("Backends, and their kernels:\n");
  for (const simdkeccak::backend& row : simdkeccak::backends())
    out.append(fmt::format("  {:<10}  {:<22}  {}\n", row.name, kernels(row), status(row)));
}

void write_explanation(standard_output& out) {
  std::string text(simdkeccak::explain({}), ' ');
  simdkeccak::explain(text);
  out.append(text);
}

}  // namespace ksum
