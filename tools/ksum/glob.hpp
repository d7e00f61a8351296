// Patterns for names of files, as --exclude takes them.
//
//   *   any run of characters but /        ?      one character but /
//   **  any run of characters              [a-z]  one of a set; [!a-z] none of it
//   \   the next character as it is
//
// A pattern without a / is matched with the last part of a name, any other with the whole. A / at its end limits it to
// directories, one at its beginning only makes it a pattern with a /. Names are bytes, and so is what ? and [] match.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ksum {

class glob {
 public:
  // Empty if a [ has no ], or the pattern ends with a backslash or is empty; and for what .gitignore knows besides, so that
  // it is not taken for something else: a ! at the beginning, and [: or [. or [= in a set. A backslash before ! or [ is
  // right.
  static std::optional<glob> parse(std::string_view pattern);

  // `name` is relative, without / at either end. The time is at most in proportion to the product of both lengths.
  bool matches(std::string_view name, bool is_directory) const;

 private:
  struct token {
    enum class kind : std::uint8_t { one, any_one, set, run, long_run } what;
    std::uint8_t character = 0;
    std::size_t set = 0;
  };
  struct character_set {
    bool member[256] = {};
  };

  bool matches_one(const token& t, char c) const;
  static std::optional<character_set> parse_set(std::string_view pattern, std::size_t& at);

  std::vector<token> tokens_;
  std::vector<character_set> sets_;
  bool whole_ = false;
  bool only_directories_ = false;
};

}  // namespace ksum
