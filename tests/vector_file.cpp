#include "vector_file.hpp"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <fstream>
#include <map>
#include <set>
#include <stdexcept>
#include <variant>

namespace test {
namespace {

constexpr vector_file files[] = {
    {"cshake128", 181},
    {"cshake256", 184},
    {"keccak-224", 33},
    {"keccak-256", 423},
    {"keccak-256-batch", 114},
    {"keccak-256-ethereum", 64},
    {"keccak-256-huge", 1},
    {"keccak-384", 33},
    {"keccak-512", 32},
    {"keccak-f1600-steps", 36},
    {"keccak-p1600", 97},
    {"kmac128", 140},
    {"kmac256", 161},
    {"kmacxof128", 36},
    {"kmacxof256", 34},
    {"kt128", 139},
    {"kt128-batch", 27},
    {"kt256", 59},
    {"kt256-batch", 27},
    {"parallelhash128", 128},
    {"parallelhash256", 126},
    {"parallelhashxof128", 78},
    {"parallelhashxof256", 77},
    {"rawshake128", 30},
    {"rawshake256", 30},
    {"sha3-224", 351},
    {"sha3-224-huge", 3},
    {"sha3-224-mct", 97},
    {"sha3-256", 345},
    {"sha3-256-batch", 46},
    {"sha3-256-huge", 3},
    {"sha3-256-mct", 97},
    {"sha3-384", 321},
    {"sha3-384-huge", 3},
    {"sha3-384-mct", 97},
    {"sha3-512", 297},
    {"sha3-512-batch", 46},
    {"sha3-512-huge", 3},
    {"sha3-512-mct", 97},
    {"shake128", 505},
    {"shake128-batch", 36},
    {"shake128-mct", 75},
    {"shake256", 481},
    {"shake256-batch", 36},
    {"shake256-mct", 75},
    {"tuplehash128", 122},
    {"tuplehash256", 123},
    {"tuplehashxof128", 96},
    {"tuplehashxof256", 96},
    {"turboshake128", 55},
    {"turboshake128-batch", 31},
    {"turboshake256", 53},
    {"turboshake256-batch", 31},
};

std::uint64_t parse_integer(std::string_view text, int base = 10) {
  std::uint64_t value = 0;
  const char* const end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, value, base);
  if (error != std::errc() || stopped != end) throw std::invalid_argument("not an integer: " + std::string(text));
  return value;
}

// Hexadecimal, ptn(N), or repeat(HEX,N).
byte_string parse_byte_string(std::string_view text) {
  if (!text.ends_with(')')) {
    byte_string s{from_hex(text)};
    s.size = s.unit.size();
    return s;
  }
  text.remove_suffix(1);
  if (text.starts_with("ptn(")) return {pattern(251), parse_integer(text.substr(4))};
  const std::size_t comma = text.find(',');
  if (!text.starts_with("repeat(") || comma == text.npos) throw std::invalid_argument("not a byte string");
  byte_string s{from_hex(text.substr(7, comma - 7))};
  s.size = s.unit.size() * parse_integer(text.substr(comma + 1));
  return s;
}

// Where the value of a key goes.
using member = std::variant<std::string record::*, byte_string record::*, octets record::*, std::uint64_t record::*,
                            std::optional<std::uint64_t> record::*>;
const std::map<std::string_view, member> members{
    {"Src", &record::source},
    {"What", &record::what},
    {"Msg", &record::message},
    {"Key", &record::key},
    {"Custom", &record::customization},
    {"FunctionName", &record::function_name},
    {"BlockSize", &record::block_size},
    {"OutLen", &record::output_length},
    {"Out", &record::output},
    {"OutTail", &record::output_tail},
    {"Rounds", &record::rounds},
    {"Round", &record::round},
    {"In", &record::in},
    {"Theta", &record::theta},
    {"Rho", &record::rho},
    {"Pi", &record::pi},
    {"Chi", &record::chi},
    {"Iota", &record::iota},
    {"Start", &record::start},
    {"StartOutLen", &record::start_output_length},
    {"MinOutLen", &record::least_output_length},
    {"MaxOutLen", &record::most_output_length},
};

struct parser {
  record current;
  std::uint64_t elements_promised = 0;
  std::set<std::string, std::less<>> seen;

  void line(std::string_view text) {
    const std::size_t equals = text.find(" =");
    if (equals == text.npos) throw std::invalid_argument("not Key = value: " + std::string(text));
    const std::string_view key = text.substr(0, equals);
    std::string_view value = text.substr(equals + 2);
    if (value.starts_with(' ')) value.remove_prefix(1);
    if (key == "Elem") return current.elements.push_back(parse_byte_string(value));
    if (!seen.emplace(key).second) throw std::invalid_argument("twice in a record: " + std::string(key));
    if (key == "Elems") {
      elements_promised = parse_integer(value);
    } else if (key == "Domain") {
      current.domain = parse_integer(value, 16);
    } else if (const auto found = members.find(key); found != members.end()) {
      std::visit([&](auto where) { set(current.*where, value); }, found->second);
    } else {
      throw std::invalid_argument("unknown key: " + std::string(key));
    }
  }

  record take(std::string_view file, std::size_t number) {
    current.name = std::string(file) + ".txt, record " + std::to_string(number) + " (" + current.source + ")";
    const bool has_result = current.output_length == 0
                                ? seen.contains("Out")
                                : !current.output.empty() || !current.output_tail.empty() || !current.iota.empty();
    if (current.source.empty() || !has_result || current.elements.size() != elements_promised)
      throw std::invalid_argument("an incomplete record: " + current.name);
    return std::exchange(*this, {}).current;
  }

 private:
  static void set(std::string& to, std::string_view value) { to = value; }
  static void set(byte_string& to, std::string_view value) { to = parse_byte_string(value); }
  static void set(octets& to, std::string_view value) { to = from_hex(value); }
  static void set(std::optional<std::uint64_t>& to, std::string_view value) { to = parse_integer(value); }
  static void set(std::uint64_t& to, std::string_view value) { to = parse_integer(value); }
};

std::vector<record> parse(const vector_file& file) {
  std::ifstream in(std::string(SIMDKECCAK_VECTORS) + "/" + std::string(file.name) + ".txt");
  if (!in) throw std::runtime_error("cannot open " + std::string(file.name) + ".txt");
  std::vector<record> records;
  parser p;
  std::string line;
  const auto end_record = [&] {
    if (!p.seen.empty()) records.push_back(p.take(file.name, records.size() + 1));
  };
  while (std::getline(in, line)) {
    if (line.empty()) {
      end_record();
    } else {
      p.line(line);
    }
  }
  end_record();
  if (records.size() != file.records)
    throw std::runtime_error(std::string(file.name) + ".txt has " + std::to_string(records.size()) + " records, not " +
                             std::to_string(file.records));
  return records;
}

}  // namespace

void byte_string::copy(std::uint64_t offset, std::span<std::uint8_t> out) const {
  if (out.empty()) return;
  const std::size_t first = std::min(unit.size(), out.size());
  for (std::size_t i = 0; i < first; ++i) out[i] = unit[static_cast<std::size_t>((offset + i) % unit.size())];
  // What is there already is whole units, and is copied on.
  for (std::size_t done = first, n = 0; done != out.size(); done += n) {
    n = std::min(done, out.size() - done);
    std::memcpy(out.data() + done, out.data(), n);
  }
}

octets byte_string::whole() const {
  octets out(static_cast<std::size_t>(size));
  copy(0, out);
  return out;
}

std::string_view vector_file::kind() const {
  for (const std::string_view kind : {"batch", "ethereum", "huge", "mct", "p1600", "f1600-steps"})
    if (name.ends_with(kind)) return kind;
  return "";
}

const simdkeccak::named_algorithm& vector_file::algorithm() const {
  std::string_view stem = name;
  if (!kind().empty()) stem.remove_suffix(kind().size() + 1);
  const simdkeccak::named_algorithm* const a = simdkeccak::find_algorithm(stem);
  if (a == nullptr || a->name != stem) throw std::runtime_error("no algorithm is named " + std::string(stem));
  return *a;
}

std::size_t vector_file::output_length(const record& r) const {
  return r.output_length ? static_cast<std::size_t>(*r.output_length) : algorithm().default_length();
}

std::span<const vector_file> vector_files() { return files; }

std::vector<vector_file> vector_files_of(std::initializer_list<std::string_view> kinds) {
  std::vector<vector_file> chosen;
  std::ranges::copy_if(files, std::back_inserter(chosen),
                       [&](const vector_file& file) { return std::ranges::count(kinds, file.kind()) != 0; });
  return chosen;
}

const vector_file& find_vector_file(std::string_view name) {
  const auto found = std::ranges::find(files, name, &vector_file::name);
  if (found == std::end(files)) throw std::invalid_argument("no file of vectors is named " + std::string(name));
  return *found;
}

const std::vector<record>& read_records(const vector_file& file) {
  static std::map<std::string_view, std::vector<record>> read;
  auto place = read.find(file.name);
  if (place == read.end()) place = read.emplace(file.name, parse(file)).first;
  return place->second;
}

testing::AssertionResult agrees(const record& r, std::span<const std::uint8_t> got, std::string_view how) {
  if (r.output_tail.empty()) return agrees(r, r.output, got, how);
  if (got.size() < r.output_tail.size() || (r.output_length && got.size() != *r.output_length))
    return testing::AssertionFailure() << r.name << ", " << how << ": " << got.size() << " bytes of output";
  return agrees(r, r.output_tail, got.last(r.output_tail.size()), how);
}

testing::AssertionResult agrees(const record& r, std::span<const std::uint8_t> expected, std::span<const std::uint8_t> got,
                                std::string_view how) {
  if (std::ranges::equal(expected, got)) return testing::AssertionSuccess();
  return testing::AssertionFailure() << r.name << ", " << how << ":\n  expected " << to_hex(expected) << "\n  got      "
                                     << to_hex(got);
}

inputs::inputs(const vector_file& file, const record& r)
    : of(file),
      algorithm(file.algorithm()),
      expected(r),
      message(r.message.whole()),
      key(r.key.whole()),
      customization(r.customization.whole()),
      function_name(r.function_name.whole()),
      output_length(file.output_length(r)) {
  for (const byte_string& element : r.elements) elements.emplace_back(element.whole());
}

std::size_t inputs::longest() const {
  std::size_t size = message.span().size();
  for (const odd_copy& element : elements) size = std::max(size, element.span().size());
  return size;
}

std::string test_name(const testing::TestParamInfo<vector_file>& info) {
  std::string name(info.param.name);
  std::ranges::replace(name, '-', '_');
  return name;
}

void PrintTo(const vector_file& file, std::ostream* out) { *out << file.name << ".txt"; }

}  // namespace test
