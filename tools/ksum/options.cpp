#include "options.hpp"

#include <fmt/format.h>
#include <sched.h>
#include <sys/stat.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <limits>
#include <string_view>
#include <thread>
#include <tuple>

#include "digest_text.hpp"
#include "help.hpp"
#include "messages.hpp"
#include "values.hpp"

namespace ksum {
namespace {

constexpr std::string_view default_algorithm = "kt128";
constexpr unsigned most_threads = 1024;

// The options as text, before they are understood.
struct texts {
  std::optional<std::string> algorithm{}, length{}, customization{}, customization_hex{}, function_name{},
      function_name_hex{}, domain{}, block_size{}, key_file{}, key_descriptor{}, backend{}, files_from{}, bytes{}, threads{};
  std::optional<std::string> sidecar{}, digest{};
  std::vector<std::string> excluded{}, ranges{};
  bool check = false, tag = false, zero = false, raw = false, base64 = false, json = false, no_names = false;
  bool binary = false, text = false, no_mmap = false, progress = false, no_progress = false;
  bool list = false, explain = false, version = false, help = false;
};

void declare(CLI::App& app, texts& t, options& o) {
  app.allow_extras();
  app.set_help_flag();
  const auto value = [&](const char* names, std::optional<std::string>& to) {
    app.add_option_function<std::string>(names, [&to](const std::string& given) { to = given; })->take_last();
  };
  const auto flag = [&](const char* names, bool& to) { app.add_flag_function(names, [&to](std::int64_t) { to = true; }); };
  const auto several = [&](const char* name, std::vector<std::string>& to) {
    app.add_option(name, to)->expected(1)->allow_extra_args(false)->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  };
  value("-a,--algorithm", t.algorithm);
  value("-l,--length", t.length);
  value("--customization", t.customization);
  value("--customization-hex", t.customization_hex);
  value("--function-name", t.function_name);
  value("--function-name-hex", t.function_name_hex);
  value("--domain", t.domain);
  value("--block-size", t.block_size);
  value("--key-file", t.key_file);
  value("--key-fd", t.key_descriptor);
  value("--backend", t.backend);
  value("--files0-from", t.files_from);
  value("--bytes", t.bytes);
  value("--threads,--num-threads", t.threads);
  several("--exclude", t.excluded);
  value("--sidecar", t.sidecar);
  value("--digest", t.digest);
  several("--range", t.ranges);
  flag("--force", o.tree.force);
  flag("--appended", o.tree.appended);
  flag("-c,--check", t.check);
  flag("--tag", t.tag);
  flag("-z,--zero", t.zero);
  flag("--raw", t.raw);
  flag("--base64", t.base64);
  flag("--json", t.json);
  flag("--no-names", t.no_names);
  flag("-b,--binary", t.binary);
  flag("-t,--text", t.text);
  flag("--quiet", o.quiet);
  flag("--status", o.status_only);
  flag("--strict", o.strict);
  flag("--ignore-missing", o.ignore_missing);
  flag("-w,--warn", o.warn);
  flag("-r,--recursive", o.recursive);
  flag("--follow", o.walking.follow);
  flag("-x,--one-file-system", o.walking.one_file_system);
  flag("--no-mmap", t.no_mmap);
  flag("--progress", t.progress);
  flag("--no-progress", t.no_progress);
  flag("--list", t.list);
  flag("--explain", t.explain);
  flag("--version", t.version);
  flag("-h,--help", t.help);
}

bool takes_value(const CLI::App& app, const std::string& name) {
  const CLI::Option* const option = app.get_option_no_throw(name);
  return option != nullptr && option->get_items_expected_max() > 0;
}

// "--recur" for "--recursive", as in coreutils, where only one option begins so.
std::string unabbreviated(const CLI::App& app, const std::string& argument) {
  const std::string name = argument.substr(0, argument.find('='));
  if (!argument.starts_with("--") || name.size() < 3 || app.get_option_no_throw(name) != nullptr) return argument;
  std::vector<std::string> meant;
  for (const CLI::Option* option : app.get_options())
    for (const std::string& candidate : option->get_lnames())
      if (candidate.starts_with(std::string_view(name).substr(2))) meant.push_back("--" + candidate);
  if (meant.empty()) return argument;
  if (meant.size() > 1) throw usage_error(fmt::format("option '{}' is ambiguous", printable(argument)));
  return meant[0] + argument.substr(name.size());
}

// CLI11 would count, or throw something of the standard library's.
void refuse_value_of_flag(const CLI::App& app, const std::string& argument) {
  const std::size_t end = argument.find('=');
  if (!argument.starts_with("--") || end == std::string::npos) return;
  const std::string name = argument.substr(0, end);
  if (app.get_option_no_throw(name) != nullptr && !takes_value(app, name))
    throw usage_error(fmt::format("{} takes no value", name));
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
    argument = unabbreviated(app, argument);
    refuse_value_of_flag(app, argument);
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
  return files;
}

// The algorithm in whose name the program was called, as sha3-256sum; empty for ksum itself.
std::optional<std::string> called_for(const char* path) {
  std::string_view name = path != nullptr ? path : "";
  name.remove_prefix(name.rfind('/') + 1);
  if (!name.ends_with("sum")) return std::nullopt;
  name.remove_suffix(3);
  return simdkeccak::find_algorithm(name) != nullptr ? std::optional<std::string>(name) : std::nullopt;
}

// `ksum bench`, `ksum tree build` and so on: what is to be done, and how many words said it. The names of files come from
// shells' patterns too, so a file of that name is not passed over in silence.
struct command {
  task what = task::hash;
  int words = 0;
};
command command_of(int argc, const char* const* argv, tree_request& request) {
  if (argc < 2 || called_for(argv[0])) return {};
  const std::string_view word = argv[1];
  command c;
  for (const auto& [name, what] :
       {std::pair("bench", task::bench), std::pair("self-test", task::self_test), std::pair("tree", task::tree)})
    if (word == name) c = {what, 1};
  struct stat about{};
  if (c.words != 0 && ::stat(argv[1], &about) == 0 && !S_ISDIR(about.st_mode))
    throw usage_error(fmt::format("'{0}' is a command of ksum and a file here; write ./{0} for the file", word));
  if (c.what != task::tree) return c;
  using action = tree_request::action;
  for (const auto& [name, what] : {std::pair("build", action::build), std::pair("verify", action::verify),
                                   std::pair("update", action::update), std::pair("show", action::show)}) {
    if (argc < 3 || std::string_view(argv[2]) != name) continue;
    request.what = what;
    return {task::tree, 2};
  }
  throw usage_error("tree needs build, verify, update or show");
}

// A-B, both included, or A- to the end.
tree_request::range range_of(const std::string& text) {
  const std::size_t hyphen = text.find('-');
  if (hyphen == std::string::npos) throw usage_error(fmt::format("--range must be A-B, not '{}'", printable(text)));
  constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  const std::string_view last = std::string_view(text).substr(hyphen + 1);
  const std::uint64_t first = number("--range", std::string_view(text).substr(0, hyphen), 0, most);
  return {first, last.empty() ? most : number("--range", last, first, most)};
}

std::optional<std::string> text_or_hex(std::string_view option, const std::optional<std::string>& text,
                                       const std::optional<std::string>& hex) {
  if (text && hex) throw usage_error(fmt::format("{0} and {0}-hex exclude each other", option));
  return hex ? octets(fmt::format("{}-hex", option), *hex) : text;
}

given_parameters parameters_of(const texts& t) {
  given_parameters p;
  p.customization = text_or_hex("--customization", t.customization, t.customization_hex);
  p.function_name = text_or_hex("--function-name", t.function_name, t.function_name_hex);
  if (t.domain) p.domain = number("--domain", *t.domain, 0x01, 0x7F, true);
  if (t.block_size) p.block_size = number("--block-size", *t.block_size, 1, std::numeric_limits<std::uint64_t>::max());
  if (t.key_file && t.key_descriptor) throw usage_error("--key-file and --key-fd exclude each other");
  if (t.key_file == "-") throw usage_error("--key-file must be the name of a file, not -; --key-fd 0 reads standard input");
  p.key_name = t.key_file;
  if (t.key_descriptor)
    p.key_descriptor = static_cast<int>(number("--key-fd", *t.key_descriptor, 0, std::numeric_limits<int>::max()));
  return p;
}

// Whether the algorithm takes what was given, even if that is empty.
void check_parameters(const options& o) {
  const auto stand_in = [](bool given) { return given ? "given" : ""; };
  const given_parameters& given = o.parameters;
  simdkeccak::parameters p;
  p.key = stand_in(given.has_key());
  p.customization = stand_in(given.customization.has_value());
  p.function_name = stand_in(given.function_name.has_value());
  p.domain = static_cast<unsigned>(given.domain.value_or(0));
  p.block_size = given.block_size.value_or(0);
  if (const std::string_view reason = simdkeccak::refusal(*o.algorithm, p); !reason.empty())
    throw usage_error(fmt::format("{}: {}", o.algorithm->name, reason));
  if (o.algorithm->takes_key() && !given.has_key())
    throw usage_error(fmt::format("{}: this algorithm needs a key: --key-file FILE", o.algorithm->name));
}

line_format format_of(const texts& t) {
  if (t.tag + t.raw + t.json + t.no_names > 1) throw usage_error("--tag, --json, --no-names and --raw exclude each other");
  if (t.base64 && t.raw) throw usage_error("--base64 and --raw exclude each other");
  if (t.tag && t.text && !t.binary) throw usage_error("--tag does not support --text mode");
  line_format f;
  f.style = t.tag ? line_style::tagged : t.raw ? line_style::raw : t.json ? line_style::json : f.style;
  if (t.no_names) f.style = line_style::no_names;
  f.digits = t.base64 ? notation::base64 : notation::hex;
  f.zero = t.zero;
  f.binary_mark = t.binary;
  return f;
}

void check_combinations(const texts& t, const options& o) {
  if (t.check) {
    for (const auto& [given, name] :
         {std::pair(t.tag, "--tag"), std::pair(t.zero, "--zero"), std::pair(t.raw, "--raw"), std::pair(t.json, "--json"),
          std::pair(t.no_names, "--no-names"), std::pair(t.base64, "--base64"), std::pair(t.binary, "--binary"),
          std::pair(t.text, "--text"), std::pair(o.recursive, "--recursive"),
          std::pair(t.files_from.has_value(), "--files0-from")})
      if (given) throw usage_error(fmt::format("{} is meaningless when checking", name));
  } else {
    for (const auto& [given, name] :
         {std::pair(o.quiet, "--quiet"), std::pair(o.status_only, "--status"), std::pair(o.strict, "--strict"),
          std::pair(o.ignore_missing, "--ignore-missing"), std::pair(o.warn, "--warn")})
      if (given) throw usage_error(fmt::format("{} is meaningful only when checking", name));
  }
  if (!o.recursive)
    for (const auto& [given, name] :
         {std::pair(o.walking.follow, "--follow"), std::pair(o.walking.one_file_system, "--one-file-system"),
          std::pair(!t.excluded.empty(), "--exclude")})
      if (given) throw usage_error(fmt::format("{} is meaningful only with --recursive", name));
  if (t.files_from && !o.files.empty()) throw usage_error("--files0-from takes the place of files on the command line");
  if (t.raw && (o.files.size() > 1 || o.recursive || t.files_from) && !o.algorithm->takes_tuple())
    throw usage_error("--raw is for one file");
}

// Those that this process may use.
unsigned cores() {
#ifdef __linux__
  cpu_set_t allowed;
  if (::sched_getaffinity(0, sizeof allowed, &allowed) == 0) return static_cast<unsigned>(CPU_COUNT(&allowed));
#endif
  return std::max(1U, std::min(most_threads, std::thread::hardware_concurrency()));
}

void understand_tree(const texts& t, options& o) {
  using action = tree_request::action;
  tree_request& request = o.tree;
  if (o.files.empty()) throw usage_error("tree needs the name of a file");
  if (o.algorithm->name != "kt128" && o.algorithm->name != "kt256")
    throw usage_error(fmt::format("{}: only kt128 and kt256 have sidecars", o.algorithm->name));
  if (o.length) throw usage_error("--length is not for this command");
  if (request.what == action::show && o.files.size() != 1) throw usage_error("show is for one sidecar");
  if (t.sidecar && o.files.size() > 1) throw usage_error("--sidecar is for one file");
  request.sidecar = t.sidecar;
  for (const std::string& text : t.ranges) request.ranges.push_back(range_of(text));
  if (t.digest) {
    request.digest = from_hex(*t.digest);
    if (!request.digest || request.digest->empty())
      throw usage_error(fmt::format("--digest is not pairs of hexadecimal digits: '{}'", printable(*t.digest)));
  }
  const bool ranged = request.what == action::verify || request.what == action::update;
  for (const auto& [given, fits, name] : {std::tuple(!request.ranges.empty(), ranged, "--range"),
                                          std::tuple(request.digest.has_value(), request.what == action::verify, "--digest"),
                                          std::tuple(request.appended, request.what == action::update, "--appended"),
                                          std::tuple(request.force, request.what == action::build, "--force")})
    if (given && !fits) throw usage_error(fmt::format("{} is not for this command", name));
  if (request.what == action::update && request.ranges.empty() && !request.appended)
    throw usage_error("update needs to know what changed: --range A-B, or --appended");
}

void understand(const texts& t, options& o, const std::optional<std::string>& called) {
  const auto named = t.algorithm ? t.algorithm : called;
  o.algorithm = &algorithm_named(named ? *named : default_algorithm);
  o.algorithm_is_given = named.has_value();
  if (t.length) o.length = length_of(*o.algorithm, *t.length);
  o.parameters = parameters_of(t);
  o.format = format_of(t);
  check_combinations(t, o);
  if (o.what == task::tree) {
    if (t.check || o.recursive || t.files_from || t.bytes) throw usage_error("tree takes files only");
    understand_tree(t, o);
  } else {
    if (t.sidecar || t.digest || !t.ranges.empty() || o.tree.force || o.tree.appended)
      throw usage_error("--sidecar, --digest, --range, --force and --appended are for ksum tree");
    o.what = t.check ? task::check : task::hash;
  }
  if (!t.check || o.algorithm_is_given) check_parameters(o);
  o.files_from = t.files_from;
  if (t.bytes) o.most_bytes = number("--bytes", *t.bytes, 0, std::numeric_limits<std::uint64_t>::max());
  for (const std::string& pattern : t.excluded) {
    auto parsed = glob::parse(pattern);
    if (!parsed) throw usage_error(fmt::format("--exclude is no pattern: '{}'", printable(pattern)));
    o.walking.excluded.push_back(std::move(*parsed));
  }
  o.threads = t.threads ? static_cast<unsigned>(number("--threads", *t.threads, 1, most_threads)) : cores();
  if (t.progress != t.no_progress) o.progress = t.progress;
}

}  // namespace

options parse(int argc, const char* const* argv) {
  options o;
  const std::optional<std::string> called = called_for(argc > 0 ? argv[0] : nullptr);
  const command c = command_of(argc, argv, o.tree);
  o.what = c.what;
  argv += c.words;
  argc -= c.words;
  CLI::App app;
  texts t;
  declare(app, t, o);
  try {
    std::vector<std::string> arguments = split_empty_values(app, argc, argv);
    std::ranges::reverse(arguments);
    app.parse(std::move(arguments));
  } catch (const CLI::ParseError& e) {
    throw usage_error(printable(e.what()));
  }
  if (t.help || t.version) {
    o.what = task::print;
    o.text = t.help ? help_text() : version_text();
    return o;
  }
  o.files = files_among(app.remaining());
  if (t.backend) o.backend = &backend_named(*t.backend);
  if (t.list || t.explain) o.what = t.list ? task::list : task::explain;
  if (o.what == task::bench || o.what == task::self_test) {
    if (!o.files.empty()) throw usage_error(fmt::format("unexpected argument '{}'", printable(o.files[0])));
    for (const CLI::Option* given : app.parse_order())
      if (given->get_name() != "--backend")
        throw usage_error(fmt::format("--{} is not for this command", given->get_lnames()[0]));
    return o;
  }
  if (o.what != task::hash && o.what != task::tree) return o;
  understand(t, o, called);
  if (o.files.empty() && !o.files_from) o.files.emplace_back(o.recursive ? "." : "-");
  return o;
}

}  // namespace ksum
