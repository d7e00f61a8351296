// ksum: digests of files. Exit status: 0 if all went well, 1 if something could not be read or written or does not match, 2
// for wrong usage, 128 and the signal's number after a signal.
#include <fmt/format.h>

#include <cstdlib>
#include <exception>
#include <new>
#include <string>

#include "bench.hpp"
#include "check_command.hpp"
#include "hash_command.hpp"
#include "interrupt.hpp"
#include "list.hpp"
#include "messages.hpp"
#include "options.hpp"
#include "output.hpp"
#include "self_test.hpp"
#include "tree_command.hpp"

namespace ksum {
namespace {

enum exit_status : int { success = 0, trouble = 1, wrong_usage = 2 };

void choose_backend(const options& o) {
  if (o.backend != nullptr) {
    simdkeccak::use_backend(*o.backend);
    return;
  }
  // The library passes over a name that it cannot follow.
  const char* const wanted = std::getenv("SIMDKECCAK_BACKEND");
  if (wanted == nullptr || *wanted == '\0' || simdkeccak::find_backend(wanted) != nullptr) return;
  complain(fmt::format("warning: SIMDKECCAK_BACKEND: no backend '{}' runs on this CPU; using {}", printable(wanted),
                       simdkeccak::active().name));
}

exit_status run(const options& o, standard_output& out) {
  if (o.what != task::print) choose_backend(o);
  bool good = true;
  switch (o.what) {
    case task::print:
      out.append(o.text);
      break;
    case task::list:
      write_list(out);
      break;
    case task::explain:
      write_explanation(out);
      break;
    case task::bench:
      good = bench(out);
      break;
    case task::self_test:
      good = self_test(out);
      break;
    case task::check:
      good = check(o, out);
      break;
    case task::tree:
      good = tree(o, out);
      break;
    case task::hash:
      good = hash_and_print(o, out);
  }
  return good ? success : trouble;
}

// What is finished is printed; if nobody reads it, flush() ends with an interruption too, and there is no more to be done.
int end_after_signal(standard_output& out) {
  try {
    out.flush();
  } catch (const failure& f) {
    complain(f);
  } catch (const interruption&) {
    return 128 + interrupted();
  }
  return 128 + interrupted();
}

}  // namespace
}  // namespace ksum

int main(int argc, char** argv) {
  using namespace ksum;
  occupy_standard_descriptors();
  note_interrupts();
  standard_output out;
  try {
    const exit_status status = run(parse(argc, argv), out);
    out.close();
    return status;
  } catch (const usage_error& e) {
    complain(fmt::format("{}\nTry 'ksum --help' for more information.", e.what()));
    return wrong_usage;
  } catch (const failure& e) {
    complain(e);
  } catch (const interruption&) {
    return end_after_signal(out);
  } catch (const std::bad_alloc&) {
    complain("out of memory");
  } catch (const std::exception& e) {
    complain(e.what());
  }
  return trouble;
}
