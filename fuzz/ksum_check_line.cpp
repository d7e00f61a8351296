// Lines of files of digests: whatever is understood means the same when it is written anew.
#include <string>

#include "../tools/ksum/check_line.hpp"
#include "../tools/ksum/digest_text.hpp"
#include "../tools/ksum/names.hpp"
#include "input.hpp"

namespace {

void check(const ksum::checked_file& file, const ksum::expected_lines& expected) {
  fuzz::require(!file.name.empty() && file.name.find('\0') == std::string::npos, "a name that a file can have");
  fuzz::require(!expected.only || file.algorithm == expected.algorithm, "no other algorithm");
  const std::size_t size = file.digest.size();
  if (!file.algorithm->any_length()) {
    fuzz::require(size == file.algorithm->default_length(), "the only length");
  } else {
    fuzz::require(size != 0 && (!expected.length || size == *expected.length), "the length that is wanted");
  }
  std::string hex, base64;
  ksum::append_hex(hex, file.digest);
  ksum::append_base64(base64, file.digest);
  fuzz::require(ksum::from_hex(hex) == file.digest && ksum::from_base64(base64) == file.digest, "digests as text");
  fuzz::require(ksum::same(file.digest, *ksum::from_hex(hex)), "a digest is the same as itself");
  const auto escaped = ksum::escaped(file.name);
  for (const std::string& digest : {hex, base64}) {
    std::string line(escaped ? "\\" : "");
    line.append(ksum::tag(*file.algorithm, size))
        .append(" (")
        .append(escaped.value_or(file.name))
        .append(") = ")
        .append(digest);
    const auto again = ksum::check_line_parser(expected).parse(line);
    fuzz::require(again && again->algorithm == file.algorithm && again->digest == file.digest && again->name == file.name,
                  "a line is read as it was written");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  const auto all = simdkeccak::algorithms();
  ksum::expected_lines expected{&all[data[0] % all.size()], (data[1] & 1) != 0};
  if (expected.algorithm->any_length() && (data[1] & 2) != 0) expected.length = 1U + (data[1] >> 2);
  std::string_view text(reinterpret_cast<const char*>(data + 2), size - 2);
  ksum::check_line_parser parser(expected);
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    if (const auto file = parser.parse(line)) check(*file, expected);
    text.remove_prefix(std::min(line.size() + 1, text.size()));
  }
  return 0;
}
