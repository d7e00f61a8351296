#include "self_test.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <simdkeccak/simdkeccak.hpp>
#include <string>
#include <vector>

#include "digest_text.hpp"
#include "interrupt.hpp"

namespace ksum {
namespace {

namespace sk = simdkeccak;

struct known_answer {
  std::string_view algorithm, digest;  // at most the first 32 bytes
};

// Computed by a model in Python, written after the standards alone and itself compared with hashlib's SHA-3. The message is
// 100,000 bytes 0, 1, ... 250, 0, 1, ...; KMAC's key the 32 bytes from 0x40 on.
constexpr known_answer one_message[] = {
    {"keccak-224", "1dcd98ba5a2082b4835552b4e7c7359de88989f1b30468ea55461946"},
    {"keccak-256", "6471ac9ab04fbc0d56ac61af4d291f678837a91f8e5d581a2a921d242234b6c7"},
    {"keccak-384", "8587b2d88e71d4e5e98e4120aaef0455a1494924b7d3b136a42c5ffbacc376d2"},
    {"keccak-512", "33e1e99ee99cb0a1ed7fbb14ed41cf5a2a45606d2aa336d960d980d1226deb31"},
    {"sha3-224", "98c0926f75e7c1907450b43b5d3c50ebff848a33d554f4e8764f0dbe"},
    {"sha3-256", "b751df62942bc84db9f6a5c2def78558162c2857d5b126d7a2e56a0a357cdf62"},
    {"sha3-384", "1c771bd5027191aa0d06ae42f555c94d98f68b6059da56881f6bab6b183ec937"},
    {"sha3-512", "04ffdd636dc25b3e900d12778cacbbd5c98300786b0b83e5c34b088bd2aa201f"},
    {"shake128", "a6363a40f31648db6dcb023ccc35292538f72cfefe74236c75da71b772ccaf5b"},
    {"shake256", "1881aed1179964f22eeb159c42f3d19a305178fc396b437c8f8214eb8bea80aa"},
    {"rawshake128", "022ae3b10d8ecc2204c8a58da84809fe7d1ecdfd7fbd3ef220085d2ee756d6d2"},
    {"rawshake256", "5cf942be84884d76c7b1c6b26aa2c2ba0e3c09dac1e89e73bbc3afc75f278fc4"},
    {"cshake128", "a6363a40f31648db6dcb023ccc35292538f72cfefe74236c75da71b772ccaf5b"},
    {"cshake256", "1881aed1179964f22eeb159c42f3d19a305178fc396b437c8f8214eb8bea80aa"},
    {"kmac128", "fe7e14fedd950ad80a08fcbed870733548e079fd9e483491aa281b4519512c1e"},
    {"kmac256", "46590e0bb475d6a947ec674499ddab7128b5596f88d39384e1dcfc5d2f1ef931"},
    {"kmacxof128", "6d1775813a54cadeccbc87bfbce2d15db28f34ad369cc17f3cab33f540c35a4b"},
    {"kmacxof256", "afbd8f6fa0d7f56cb5cac270f8c97c850eaf958b8181560d208f9b01a1d93fdd"},
    {"tuplehash128", "9b1a33557867f4cde17814b2e50cb2f8c6e119b7d7f6039e44a474e6ae6122cc"},
    {"tuplehash256", "8fdc94dd2954e7162e6936e07149dfea121d8351e2016e94aecf471c2a50f234"},
    {"tuplehashxof128", "1b0247ab0d2b25e539ebcd5a892cc0ced2ac9f8ea32813888166d00ecf5f0642"},
    {"tuplehashxof256", "d5b0462a85cbb635f5c9d14ae3fd0a85cedee3c6ce5dd8f1dee8b1a962d8e313"},
    {"parallelhash128", "b8cf74ee0de5a2142856d20ce4ef83f235f6dd4fe839b9dac423d4ea17095d99"},
    {"parallelhash256", "cbc57ae6e387a7ddf44d7c7b5c3c14f6e3a3cf1a25a2bd861dbc01350d84d408"},
    {"parallelhashxof128", "8391c7f8a962190b153ae0083b9eed8229c5a1988acfc3f3315cda0f18d0fd8e"},
    {"parallelhashxof256", "97a74dbb1709a58629009bba5ca58c38f42d6d6a39323491e96c4bda15598dcd"},
    {"turboshake128", "2dceabe3823338039876267299e53137f8715dc8d99c5dbe5e3b9979102ca56c"},
    {"turboshake256", "ca8455699219478a3af1949261a10806d58e92e9b84885137274e7fe668675d5"},
    {"kt128", "9bc07b25f06d738be68375643c1b2755b54c402c9fd3827e4783cddbb320e5e5"},
    {"kt256", "a62e0ef4700178ad56b68984f787e4efb66e014d3045c03564467d765301b482"},
};

// SHA3-256 of the digests of 41 messages: the first 0, 23, 46, ... bytes of that message.
constexpr known_answer many_messages[] = {
    {"keccak-256", "43c486da31eca57aeb8b4f29ad4dfa6bc69c558844bc4c7de805b004a13d5133"},
    {"sha3-256", "5e93753b76372622b2a089805e7a05f69c9b22ff0c54c4f9ed4b51f92c294a8f"},
    {"turboshake128", "35c7e2fe5dd55f2958c2794724053e46d71124005f03968a3b982410a8200a80"},
};

std::vector<std::uint8_t> counting(std::size_t size) {
  std::vector<std::uint8_t> message(size);
  for (std::size_t i = 0; i < size; ++i) message[i] = static_cast<std::uint8_t>(i % 251);
  return message;
}

// A row in which nothing but this kernel does what it can do.
sk::backend row_of(const sk::backend& row, const sk::kernel& k) {
  sk::backend result{"self-test", row.needs, row.one, {}};
  if (k.width > 1) {
    result.many[0] = k;
    result.many[0].pays_from = 1;
  }
  return result;
}

class tester {
 public:
  explicit tester(standard_output& out) : out_(out) {}

  void test(const sk::backend& row, const sk::kernel& k) {
    const sk::backend alone = row_of(row, k);
    wrong_.clear();
    answers_ = 0;
    for (const known_answer& known : one_message) compare(known, digest(known.algorithm, alone));
    compare(many_messages[0], digests<sk::keccak_256>(alone));
    compare(many_messages[1], digests<sk::sha3_256>(alone));
    compare(many_messages[2], digests<sk::turboshake128>(alone));
    good_ &= wrong_.empty();
    out_.append(fmt::format("{:<14}  {}\n", k.name,
                            wrong_.empty() ? fmt::format("passed, {} known answers", answers_) : "FAILED:" + wrong_));
    out_.flush();
  }

  bool good() const noexcept { return good_; }

 private:
  void compare(const known_answer& known, const std::string& digest) {
    ++answers_;
    if (!digest.starts_with(known.digest)) wrong_ += fmt::format(" {}", known.algorithm);
  }

  std::string digest(std::string_view name, const sk::backend& row) const {
    check_for_interrupt();
    const sk::named_algorithm& a = *sk::find_algorithm(name);
    std::array<std::uint8_t, 32> key;
    for (std::size_t i = 0; i < key.size(); ++i) key[i] = static_cast<std::uint8_t>(0x40 + i);
    sk::parameters p;
    if (a.takes_key()) p.key = key;
    auto h = sk::any_hasher::make(a, p, row);
    std::vector<std::uint8_t> result(a.default_length());
    if (!h) return {};
    h->update(message_).digest(result);
    std::string text;
    append_hex(text, result);
    return text;
  }

  template <sk::algorithm A>
  std::string digests(const sk::backend& row) const {
    std::vector<sk::bytes> messages;
    for (std::size_t i = 0; i <= 40; ++i) messages.push_back({message_.data(), 23 * i});
    std::vector<std::array<std::uint8_t, 32>> results(messages.size());
    sk::hash_many<A>(messages, results, row);
    sk::hasher<sk::sha3_256> all;
    for (const auto& result : results) all.update(result);
    std::string text;
    append_hex(text, all.digest());
    return text;
  }

  standard_output& out_;
  const std::vector<std::uint8_t> message_ = counting(100'000);
  std::string wrong_{};
  unsigned answers_ = 0;
  bool good_ = true;
};

std::string names(const sk::backend& row) {
  std::string text(row.one.name);
  for (const sk::kernel& k : row.many)
    if (k.width != 0) text += fmt::format(", {}", k.name);
  return text;
}

}  // namespace

bool self_test(standard_output& out) {
  tester t(out);
  std::vector<std::string_view> seen;
  const auto test_once = [&](const sk::backend& row, const sk::kernel& k) {
    if (k.width == 0 || std::ranges::find(seen, k.name) != seen.end()) return;
    seen.push_back(k.name);
    t.test(row, k);
  };
  std::string not_run;
  for (const sk::backend& row : sk::backends()) {
    if (!row.supported()) {
      not_run += fmt::format("not run: {}, of the backend {}, which this CPU does not support\n", names(row), row.name);
      continue;
    }
    test_once(row, row.one);
    for (const sk::kernel& k : row.many) test_once(row, k);
  }
  for (const sk::named_algorithm& a : sk::algorithms())
    if (std::ranges::find(one_message, a.name, &known_answer::algorithm) == std::end(one_message))
      not_run += fmt::format("not run: {}, of which no answer is known here\n", a.name);
  out.append(not_run);
  return t.good();
}

}  // namespace ksum
