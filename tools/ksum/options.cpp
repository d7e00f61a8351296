#include "options.hpp"

#include <fmt/format.h>
#include <simdkeccak/simdkeccak.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <limits>
#include <memory>
#include <system_error>

#include "messages.hpp"

namespace ksum {
namespace {

constexpr const char* default_algorithm = "kt128";

// The output of a function whose length enters the digest comes in one piece.
constexpr std::uint64_t longest_in_one_piece = std::uint64_t{16} << 20;
constexpr std::uint64_t longest_stream = std::numeric_limits<std::uint64_t>::max() / 8;  // its bits are counted too

constexpr const char* notes =
    R"(Without FILE, or where FILE is -, standard input is read. Options may come after files; -- ends
them. A line is the digest, two spaces and the name, as sha256sum writes it; backslash, newline and
carriage return in names are escaped, and then the line begins with a backslash. With --tag,
algorithms whose length is a choice are named with the length in bits: SHAKE128-256.

The TupleHash functions hash all FILEs as one tuple, in the order given. Its line has all the names,
separated by spaces.

The environment variable SIMDKECCAK_BACKEND names a backend, as --backend does.

Exit status: 0 if all went well, 1 if something could not be read or written, 2 for wrong usage.)";

struct usage_formatter : CLI::Formatter {
  std::string make_usage(const CLI::App*, std::string) const override { return "Usage: ksum [OPTION]... [FILE]...\n"; }
};

bool takes_value(const CLI::App& app, const std::string& name) {
  const CLI::Option* const option = app.get_option_no_throw(name);
  return option != nullptr && option->get_items_expected_max() > 0;
}

// CLI11 takes "--name=" for an option without a value and would give it the next argument.
std::vector<std::string> split_empty_values(const CLI::App& app, int argc, const char* const* argv) {
  std::vector<std::string> arguments;
  for (int i = 1; i < argc; ++i) {
    std::string argument = argv[i];
    if (argument == "--") {
      arguments.insert(arguments.end(), argv + i, argv + argc);
      break;
    }
    if (takes_value(app, argument)) {
      arguments.push_back(argument);
      if (++i == argc) throw usage_error(argument + " needs a value");
      arguments.emplace_back(argv[i]);
    } else if (argument.starts_with("--") && argument.ends_with('=') &&
               takes_value(app, argument.substr(0, argument.size() - 1))) {
      argument.pop_back();
      arguments.push_back(std::move(argument));
      arguments.emplace_back();
    } else {
      arguments.push_back(std::move(argument));
    }
  }
  return arguments;
}

// What CLI11 did not recognize: names of files, and options that do not exist.
std::vector<std::string> files_among(const std::vector<std::string>& remaining) {
  std::vector<std::string> files;
  bool only_files = false;
  for (const std::string& argument : remaining) {
    if (only_files || argument == "-" || !argument.starts_with('-')) {
      files.push_back(argument);
    } else if (argument == "--") {
      only_files = true;
    } else {
      throw usage_error(fmt::format("unknown option '{}'", printable(argument)));
    }
  }
  if (files.empty()) files.emplace_back("-");
  return files;
}

// A whole number from `least` to `most`, in decimal, or in hexadecimal after 0x where that is allowed.
std::uint64_t number(std::string_view option, std::string_view text, std::uint64_t least, std::uint64_t most,
                     bool hex = false) {
  std::string_view digits = text;
  int base = 10;
  if (hex && (text.starts_with("0x") || text.starts_with("0X"))) {
    digits.remove_prefix(2);
    base = 16;
  }
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
  if (error == std::errc::result_out_of_range || (error == std::errc{} && end == digits.data() + digits.size())) {
    if (error == std::errc{} && least <= value && value <= most) return value;
    throw usage_error(hex ? fmt::format("{} must be {:#04x} to {:#04x}, not '{}'", option, least, most, printable(text))
                          : fmt::format("{} must be {} to {}, not '{}'", option, least, most, printable(text)));
  }
  throw usage_error(fmt::format("{} is not a number: '{}'", option, printable(text)));
}

const simdkeccak::named_algorithm& algorithm_named(const std::string& name) {
  if (const auto* const a = simdkeccak::find_algorithm(name)) return *a;
  throw usage_error(fmt::format("unknown algorithm '{}'; --list shows them all", printable(name)));
}

const simdkeccak::backend& backend_named(const std::string& name) {
  const auto row = std::ranges::find(simdkeccak::backends(), name, &simdkeccak::backend::name);
  if (row == simdkeccak::backends().end())
    throw usage_error(fmt::format("unknown backend '{}'; --list shows them all", printable(name)));
  if (!row->supported()) throw usage_error(fmt::format("this CPU cannot run the backend '{}'", name));
  return *row;
}

std::uint64_t length_of(const simdkeccak::named_algorithm& a, const std::optional<std::string>& given) {
  if (!given) return a.default_length();
  const std::uint64_t most = a.any_length() && !a.extendable() ? longest_in_one_piece : longest_stream;
  const std::uint64_t length = number("--length", *given, 1, most);
  if (!a.any_length() && length != a.default_length())
    throw usage_error(fmt::format("{}: the length is {} bytes, not {}", a.name, a.default_length(), length));
  return length;
}

// Whether the algorithm takes what was given, even if that is empty.
void check_parameters(const options& o) {
  const auto stand_in = [](const auto& given) { return given ? "given" : ""; };
  simdkeccak::parameters p;
  p.key = stand_in(o.key_file);
  p.customization = stand_in(o.customization);
  p.function_name = stand_in(o.function_name);
  p.domain = static_cast<unsigned>(o.domain.value_or(0));
  p.block_size = o.block_size.value_or(0);
  if (const std::string_view reason = simdkeccak::refusal(*o.algorithm, p); !reason.empty())
    throw usage_error(fmt::format("{}: {}", o.algorithm->name, reason));
  if (o.algorithm->takes_key() && !o.key_file)
    throw usage_error(fmt::format("{}: this algorithm needs a key: --key-file FILE", o.algorithm->name));
}

}  // namespace

options parse(int argc, const char* const* argv) {
  CLI::App app("Print digests of the Keccak family.", "ksum");
  app.formatter(std::make_shared<usage_formatter>());
  app.get_formatter()->column_width(28);
  app.footer(notes);
  app.allow_extras();

  options o;
  const auto text = [&](const char* name, const char* value, std::optional<std::string>& to, const std::string& about) {
    const auto store = [&to](const std::string& given) { to = given; };
    app.add_option_function<std::string>(name, store, about)->type_name(value)->take_last();
  };
  std::optional<std::string> algorithm, length, domain, block_size, backend;
  text("-a,--algorithm", "NAME", algorithm, fmt::format("algorithm, {} by default; see --list", default_algorithm));
  text("-l,--length", "BYTES", length, "length of the output, if the algorithm leaves the choice");
  text("--customization", "TEXT", o.customization, "cSHAKE, KMAC, TupleHash, ParallelHash, KangarooTwelve");
  text("--function-name", "TEXT", o.function_name, "cSHAKE");
  text("--domain", "BYTE", domain, "TurboSHAKE: 0x01 to 0x7F, by default 0x1F");
  text("--block-size", "BYTES", block_size,
       fmt::format("ParallelHash: {} by default", simdkeccak::parallelhash<128>::default_block_size));
  text("--key-file", "FILE", o.key_file, "KMAC: the key is the raw bytes of this file");
  app.add_flag("--tag", o.format.tagged, "write BSD-style lines");
  text("--backend", "NAME", backend, "the kernels to run; see --list");
  bool list = false, explain = false, version = false;
  app.add_flag("--list", list, "list algorithms and backends, and exit");
  app.add_flag("--explain", explain, "tell which backend is used and why, and exit");
  app.add_flag("--version", version, "print the version, and exit");
  app.set_help_flag("-h,--help", "print this help, and exit");

  try {
    std::vector<std::string> arguments = split_empty_values(app, argc, argv);
    std::ranges::reverse(arguments);
    app.parse(std::move(arguments));
  } catch (const CLI::CallForHelp&) {
    o.what = task::print;
    o.text = app.help();
    return o;
  } catch (const CLI::ParseError& e) {
    throw usage_error(printable(e.what()));
  }
  if (version) {
    o.what = task::print;
    o.text = fmt::format("ksum (simdkeccak) {}\n", simdkeccak_version());
    return o;
  }

  o.files = files_among(app.remaining());
  if (backend) o.backend = &backend_named(*backend);
  if (list || explain) {
    o.what = list ? task::list : task::explain;
    return o;
  }
  o.algorithm = &algorithm_named(algorithm.value_or(default_algorithm));
  o.format.length = length_of(*o.algorithm, length);
  if (domain) o.domain = number("--domain", *domain, 0x01, 0x7F, true);
  if (block_size) o.block_size = number("--block-size", *block_size, 1, std::numeric_limits<std::uint64_t>::max());
  if (o.key_file == "-") throw usage_error("--key-file must be the name of a file, not -");
  check_parameters(o);
  return o;
}

}  // namespace ksum
