// ksum: digests of files. Exit status: 0 if all went well, 1 if something could not be read or written, 2 for wrong usage.
#include <fmt/format.h>

#include <cstdlib>
#include <new>
#include <optional>
#include <string>

#include "hash_file.hpp"
#include "key.hpp"
#include "list.hpp"
#include "messages.hpp"
#include "options.hpp"
#include "output.hpp"

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

// A hasher that has absorbed nothing yet, from which each file's is copied: the key is needed only here.
simdkeccak::any_hasher fresh_hasher(const options& o) {
  std::optional<key> secret;
  if (o.key_file) secret.emplace(*o.key_file);
  simdkeccak::parameters p;
  if (secret) p.key = *secret;
  if (o.customization) p.customization = *o.customization;
  if (o.function_name) p.function_name = *o.function_name;
  p.domain = static_cast<unsigned>(o.domain.value_or(0));
  p.block_size = o.block_size.value_or(0);
  if (const auto made = simdkeccak::any_hasher::make(*o.algorithm, p)) return *made;
  throw usage_error(std::string(simdkeccak::refusal(*o.algorithm, p)));
}

exit_status hash_each(const options& o, const simdkeccak::any_hasher& fresh, standard_output& out) {
  file_reader reader;
  exit_status status = success;
  for (const std::string& name : o.files) {
    try {
      simdkeccak::any_hasher h = fresh;
      reader.hash(name, h);
      write_digest(out, o.format, h, {&name, 1});
    } catch (const output_failure&) {
      throw;
    } catch (const failure& f) {
      complain(f.what());
      status = trouble;
    }
  }
  return status;
}

exit_status hash_tuple(const options& o, simdkeccak::any_hasher h, standard_output& out) {
  file_reader reader;
  for (const std::string& name : o.files) reader.hash_element(name, h);
  write_digest(out, o.format, h, o.files);
  return success;
}

exit_status run(const options& o, standard_output& out) {
  if (o.what == task::print) {
    out.append(o.text);
    out.flush();
    return success;
  }
  choose_backend(o);
  if (o.what == task::list) {
    write_list(out);
    return success;
  }
  if (o.what == task::explain) {
    write_explanation(out);
    return success;
  }
  const simdkeccak::any_hasher fresh = fresh_hasher(o);
  return o.algorithm->takes_tuple() ? hash_tuple(o, fresh, out) : hash_each(o, fresh, out);
}

}  // namespace
}  // namespace ksum

int main(int argc, char** argv) {
  using namespace ksum;
  occupy_standard_descriptors();
  try {
    standard_output out;
    const exit_status status = run(parse(argc, argv), out);
    out.close();
    return status;
  } catch (const usage_error& e) {
    complain(fmt::format("{}\nTry 'ksum --help' for more information.", e.what()));
    return wrong_usage;
  } catch (const failure& e) {
    complain(e.what());
  } catch (const std::bad_alloc&) {
    complain("out of memory");
  }
  return trouble;
}
