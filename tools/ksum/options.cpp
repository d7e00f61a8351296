#include "options.hpp"

#include <fmt/format.h>
#include <sched.h>
#include <sys/stat.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <limits>
#include <string_view>
#include <thread>
#include <tuple>

#include "arguments.hpp"
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
  std::optional<bool> tag{}, binary{};  // the last of --tag and --untagged, and of --binary and --text
  bool check = false, zero = false, raw = false, base64 = false, json = false, no_names = false;
  bool no_mmap = false, progress = false, no_progress = false;
  bool list = false, explain = false, version = false, help = false;
};

void declare(CLI::App& app, texts& t, options& o) {
  app.allow_extras();
  app.set_help_flag();
  const auto value = [&](const char* names, std::optional<std::string>& to) {
    app.add_option_function<std::string>(names, [&to](const std::string& given) { to = given; })->take_last();
  };
  const auto set = [&](const char* names, auto& to, bool wanted) {
    app.add_flag_function(names, [&to, wanted](std::int64_t) { to = wanted; })->trigger_on_parse();
  };
  const auto flag = [&](const char* names, bool& to) { set(names, to, true); };
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
  set("--tag", t.tag, true);
  set("--untagged", t.tag, false);
  flag("-z,--zero", t.zero);
  flag("--raw", t.raw);
  flag("--base64", t.base64);
  flag("--json", t.json);
  flag("--no-names", t.no_names);
  set("-b,--binary", t.binary, true);
  set("-t,--text", t.binary, false);
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
  bool is_whole = true;  // tree without what it is to do can only be asked for help
};
command command_of(int argc, const char* const* argv, tree_request& request) {
  if (argc < 2 || called_for(argv[0])) return {};
  const std::string_view word = argv[1];
  command c;
  for (const auto& [name, what] :
       {std::pair("bench", task::bench), std::pair("self-test", task::self_test), std::pair("tree", task::tree)})
    if (word == name) c = {what, 1, what != task::tree};
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
  return c;
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
  const bool tagged = t.tag.value_or(false), only_digests = t.no_names && !t.raw;  // --raw has no names anyway
  if (tagged + t.raw + t.json + only_digests > 1)
    throw usage_error("--tag, --json, --no-names and --raw exclude each other");
  if (t.base64 && t.raw) throw usage_error("--base64 and --raw exclude each other");
  if (tagged && !t.binary.value_or(true)) throw usage_error("--tag does not support --text mode");
  line_format f;
  f.style = tagged ? line_style::tagged : t.raw ? line_style::raw : t.json ? line_style::json : f.style;
  if (only_digests) f.style = line_style::no_names;
  f.digits = t.base64 ? notation::base64 : notation::hex;
  f.zero = t.zero;
  f.binary_mark = t.binary.value_or(false);
  return f;
}

// The option that asks for another form of lines than the usual; empty if none was given.
std::string_view form_of_lines(const texts& t) {
  for (const auto& [given, name] :
       {std::pair(t.tag.has_value(), t.tag.value_or(true) ? "--tag" : "--untagged"), std::pair(t.zero, "--zero"),
        std::pair(t.raw, "--raw"), std::pair(t.json, "--json"), std::pair(t.no_names, "--no-names"),
        std::pair(t.base64, "--base64"), std::pair(t.binary.has_value(), t.binary.value_or(true) ? "--binary" : "--text")})
    if (given) return name;
  return {};
}

void check_combinations(const texts& t, const options& o) {
  if (t.check) {
    if (const std::string_view form = form_of_lines(t); !form.empty())
      throw usage_error(fmt::format("{} is meaningless when checking", form));
    for (const auto& [given, name] :
         {std::pair(o.recursive, "--recursive"), std::pair(t.files_from.has_value(), "--files0-from")})
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
  if (std::ranges::find(o.files, "-") != o.files.end())
    throw usage_error("-: standard input has no sidecar; for a file of that name write ./-");
  if (t.sidecar == "-") throw usage_error("--sidecar must be the name of a file, not -; for a file of that name write ./-");
  request.sidecar = t.sidecar;
  for (const std::string& text : t.ranges) request.ranges.push_back(range_of(text));
  if (t.digest) {
    request.digest = from_hex(*t.digest);
    if (!request.digest || request.digest->empty())
      throw usage_error(fmt::format("--digest is not pairs of hexadecimal digits: '{}'", printable(*t.digest)));
    // A few bytes could be right by chance, or be made so.
    if (const std::uint64_t least = o.algorithm->default_length(); request.digest->size() < least)
      throw usage_error(
          fmt::format("--digest of {} has at least {} bytes, not {}", o.algorithm->name, least, request.digest->size()));
  }
  const bool ranged = request.what == action::verify || request.what == action::update;
  for (const auto& [given, fits, name] : {std::tuple(!request.ranges.empty(), ranged, "--range"),
                                          std::tuple(request.digest.has_value(), request.what == action::verify, "--digest"),
                                          std::tuple(request.appended, request.what == action::update, "--appended"),
                                          std::tuple(request.force, request.what == action::build, "--force")})
    if (given && !fits) throw usage_error(fmt::format("{} is not for this command", name));
  if (const std::string_view form = form_of_lines(t);
      !form.empty() && request.what != action::build && request.what != action::update)
    throw usage_error(fmt::format("{} is not for this command", form));
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
  if (t.threads) o.threads = static_cast<unsigned>(number("--threads", *t.threads, 0, most_threads));
  if (o.threads == 0) o.threads = cores();
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
  if (!c.is_whole) throw usage_error("tree needs build, verify, update or show");
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
  const bool reads_standard_input = o.files_from == "-" || std::ranges::find(o.files, "-") != o.files.end();
  if (o.parameters.key_descriptor == STDIN_FILENO && reads_standard_input)
    throw usage_error("--key-fd 0: standard input is read for something else too");
  return o;
}

}  // namespace ksum
