#include "arguments.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <string_view>

#include "messages.hpp"

namespace ksum {
namespace {

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

// The option whose value is the next argument, as -a in "-ca"; empty if there is none.
std::string waiting_for_value(const CLI::App& app, const std::string& argument) {
  if (takes_value(app, argument)) return argument;
  if (!argument.starts_with('-') || argument.starts_with("--")) return {};
  for (std::size_t i = 1; i < argument.size(); ++i) {
    const std::string name{'-', argument[i]};
    if (takes_value(app, name)) return i + 1 == argument.size() ? name : std::string();
    if (app.get_option_no_throw(name) == nullptr) break;
  }
  return {};
}

}  // namespace

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
    if (const std::string name = waiting_for_value(app, argument); !name.empty()) {
      arguments.push_back(argument);
      if (++i == argc) throw usage_error(name + " needs a value");
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

}  // namespace ksum
