#include "glob.hpp"

namespace ksum {

std::optional<glob::character_set> glob::parse_set(std::string_view pattern, std::size_t& at) {
  character_set set;
  std::size_t i = at + 1;
  const bool negated = i < pattern.size() && (pattern[i] == '!' || pattern[i] == '^');
  if (negated) ++i;
  const auto character = [&]() -> std::optional<std::uint8_t> {
    if (i < pattern.size() && pattern[i] == '\\') ++i;
    if (i >= pattern.size()) return std::nullopt;
    return static_cast<std::uint8_t>(pattern[i++]);
  };
  for (bool first = true;; first = false) {
    if (i >= pattern.size()) return std::nullopt;
    if (pattern[i] == ']' && !first) break;
    // A class, as [:alpha:]: to take its letters for members would match something else in silence.
    if (pattern[i] == '[' && i + 1 < pattern.size() &&
        std::string_view(":.=").find(pattern[i + 1]) != std::string_view::npos)
      return std::nullopt;
    const auto low = character();
    auto high = low;
    if (i + 1 < pattern.size() && pattern[i] == '-' && pattern[i + 1] != ']') {
      ++i;
      high = character();
    }
    if (!low || !high) return std::nullopt;
    for (unsigned c = *low; c <= *high; ++c) set.member[c] = true;
  }
  if (negated)
    for (bool& member : set.member) member = !member;
  set.member[static_cast<std::uint8_t>('/')] = false;
  at = i;
  return set;
}

std::optional<glob> glob::parse(std::string_view pattern) {
  if (pattern.starts_with('!')) return std::nullopt;
  glob result;
  if (pattern.size() > 1 && pattern.ends_with('/') && !pattern.ends_with("\\/")) {
    result.only_directories_ = true;
    pattern.remove_suffix(1);
  }
  result.whole_ = pattern.find('/') != std::string_view::npos;
  if (pattern.starts_with('/')) pattern.remove_prefix(1);
  if (pattern.empty()) return std::nullopt;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    switch (pattern[i]) {
      case '?':
        result.tokens_.push_back({token::kind::any_one});
        break;
      case '*':
        if (i + 1 < pattern.size() && pattern[i + 1] == '*') {
          result.tokens_.push_back({token::kind::long_run});
          ++i;
          // "**/x" matches x itself too.
          if ((i == 1 || pattern[i - 2] == '/') && i + 1 < pattern.size() && pattern[i + 1] == '/') {
            result.tokens_.back().character = '/';
            ++i;
          }
        } else {
          result.tokens_.push_back({token::kind::run});
        }
        break;
      case '[': {
        const auto set = parse_set(pattern, i);
        if (!set) return std::nullopt;
        result.tokens_.push_back({token::kind::set, 0, result.sets_.size()});
        result.sets_.push_back(*set);
        break;
      }
      case '\\':
        if (++i == pattern.size()) return std::nullopt;
        [[fallthrough]];
      default:
        result.tokens_.push_back({token::kind::one, static_cast<std::uint8_t>(pattern[i])});
    }
  }
  return result;
}

bool glob::matches_one(const token& t, char c) const {
  switch (t.what) {
    case token::kind::one:
      return t.character == static_cast<std::uint8_t>(c);
    case token::kind::any_one:
      return c != '/';
    case token::kind::set:
      return sets_[t.set].member[static_cast<std::uint8_t>(c)];
    case token::kind::run:
    case token::kind::long_run:
      break;
  }
  return false;
}

// All the places of the pattern that could be reached are followed at once: there is no backtracking, which some patterns
// would make exponential.
bool glob::matches(std::string_view name, bool is_directory) const {
  if (only_directories_ && !is_directory) return false;
  if (!whole_) name.remove_prefix(name.rfind('/') + 1);
  const std::size_t end = tokens_.size();
  std::vector<bool> here(end + 1), next(end + 1);
  const auto is_run = [&](std::size_t t) {
    return t < end && (tokens_[t].what == token::kind::run || tokens_[t].what == token::kind::long_run);
  };
  const auto enter = [&](std::vector<bool>& places, std::size_t t) {
    for (places[t] = true; is_run(t); ++t) places[t + 1] = true;  // a run may be empty
  };
  enter(here, 0);
  for (const char c : name) {
    next.assign(end + 1, false);
    for (std::size_t t = 0; t < end; ++t) {
      if (!here[t]) continue;
      const token& now = tokens_[t];
      if (is_run(t)) {
        // After "**/" something may follow only where a part of the name begins.
        if (now.what == token::kind::long_run && now.character == '/') {
          next[t] = true;
          if (c == '/') enter(next, t + 1);
        } else if (now.what == token::kind::long_run || c != '/') {
          enter(next, t);
        }
      } else if (matches_one(now, c)) {
        enter(next, t + 1);
      }
    }
    here.swap(next);
  }
  return here[end];
}

}  // namespace ksum
