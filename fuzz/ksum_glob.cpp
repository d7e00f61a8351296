// Patterns for names of files, compared with a matcher that reads the pattern anew at each step and tries everything.
#include <string>
#include <string_view>

#include "../tools/ksum/glob.hpp"
#include "input.hpp"

namespace {

class plain_matcher {
 public:
  plain_matcher(std::string_view pattern, std::string_view name)
      : pattern_(pattern), name_(name), failed_((pattern.size() + 1) * (name.size() + 1)) {}

  bool matches(std::size_t p, std::size_t n) {
    if (failed_[p * (name_.size() + 1) + n]) return false;
    if (tries(p, n)) return true;
    failed_[p * (name_.size() + 1) + n] = true;
    return false;
  }

 private:
  bool tries(std::size_t p, std::size_t n) {
    if (p == pattern_.size()) return n == name_.size();
    if (pattern_[p] == '*') {
      const bool is_long = pattern_.substr(p).starts_with("**");
      const std::size_t behind = p + (is_long ? 2 : 1);
      if (is_long && (p == 0 || pattern_[p - 1] == '/') && pattern_.substr(behind).starts_with("/")) {
        if (matches(behind + 1, n)) return true;
        for (std::size_t i = n; i < name_.size(); ++i)
          if (name_[i] == '/' && matches(behind + 1, i + 1)) return true;
        return false;
      }
      for (std::size_t i = n;; ++i) {
        if (matches(behind, i)) return true;
        if (i == name_.size() || (!is_long && name_[i] == '/')) return false;
      }
    }
    if (n == name_.size()) return false;
    const char c = name_[n];
    if (pattern_[p] == '?') return c != '/' && matches(p + 1, n + 1);
    if (pattern_[p] == '[') {
      std::size_t i = p + 1;
      const bool negated = pattern_[i] == '!' || pattern_[i] == '^';
      if (negated) ++i;
      bool found = false;
      const auto next = [&] {
        if (pattern_[i] == '\\') ++i;
        return static_cast<unsigned char>(pattern_[i++]);
      };
      for (bool first = true; pattern_[i] != ']' || first; first = false) {
        const unsigned low = next();
        unsigned high = low;
        if (pattern_[i] == '-' && pattern_[i + 1] != ']') {
          ++i;
          high = next();
        }
        found |= low <= static_cast<unsigned char>(c) && static_cast<unsigned char>(c) <= high;
      }
      return c != '/' && found != negated && matches(i + 1, n + 1);
    }
    if (pattern_[p] == '\\') ++p;
    return pattern_[p] == c && matches(p + 1, n + 1);
  }

  std::string_view pattern_, name_;
  std::vector<bool> failed_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::size_t middle = text.find('\n');
  if (middle == std::string_view::npos) return 0;
  std::string_view pattern = text.substr(0, middle), name = text.substr(middle + 1);
  const auto parsed = ksum::glob::parse(pattern);
  if (!parsed) return 0;
  if (name.starts_with('/') || name.ends_with('/')) return 0;
  const bool as_file = parsed->matches(name, false), as_directory = parsed->matches(name, true);

  const bool only_directories = pattern.size() > 1 && pattern.ends_with('/') && !pattern.ends_with("\\/");
  if (only_directories) pattern.remove_suffix(1);
  if (pattern.find('/') == std::string_view::npos) name.remove_prefix(name.rfind('/') + 1);
  if (pattern.starts_with('/')) pattern.remove_prefix(1);
  const bool expected = plain_matcher(pattern, name).matches(0, 0);
  fuzz::require(as_directory == expected, "a pattern matches what it should");
  fuzz::require(as_file == (expected && !only_directories), "a pattern for directories matches no file");
  return 0;
}
