// What a contender in C++ is made of: its table of algorithms, and the loop that answers requests (README.md, Protocol).
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <iostream>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace contender {

using octets = std::vector<std::uint8_t>;
using message = std::span<const std::uint8_t>;

// Hashes every message; the digests are written one after the other.
using hash_all = std::function<void(std::span<const octets> messages, std::uint8_t* out)>;

struct algorithm {
  std::string name;
  std::size_t digest;  // bytes
  hash_all hash;
};

// An algorithm from a function that hashes one message: one(message, out).
template <class F>
algorithm one_by_one(std::string name, std::size_t digest, F one) {
  return {std::move(name), digest, [digest, one](std::span<const octets> messages, std::uint8_t* out) mutable {
            for (const octets& m : messages) {
              one(message(m), out);
              out += digest;
            }
          }};
}

struct identity {
  std::string name, version, language;
};

// The value of a key in a flat JSON object without escapes; empty if it is not there.
inline std::string value_of(std::string_view object, std::string_view key) {
  const std::string quoted = '"' + std::string(key) + '"';
  std::size_t from = object.find(quoted);
  if (from == std::string_view::npos) return {};
  from = object.find_first_not_of(" :", from + quoted.size());
  if (from == std::string_view::npos) return {};
  const bool text = object[from] == '"';
  from += text ? 1 : 0;
  return std::string(object.substr(from, object.find_first_of(text ? "\"" : ",} ", from) - from));
}

inline std::string hex(const octets& all) {
  std::string text;
  for (const std::uint8_t byte : all) {
    text += "0123456789abcdef"[byte >> 4];
    text += "0123456789abcdef"[byte & 15];
  }
  return text;
}

inline std::string describe(const identity& who, std::span<const algorithm> algorithms) {
  std::string line = R"({"contender": ")" + who.name + R"(", "version": ")" + who.version + R"(", "language": ")" +
                     who.language + R"(", "algorithms": [)";
  for (const algorithm& a : algorithms) line += (&a == algorithms.data() ? "\"" : ", \"") + a.name + '"';
  return line + "]}";
}

// Message j of a case: byte i is (i + j) mod 251.
inline std::vector<octets> make_messages(std::size_t count, std::size_t size) {
  std::vector<octets> messages(count, octets(size));
  for (std::size_t j = 0; j < count; ++j)
    for (std::size_t i = 0; i < size; ++i) messages[j][i] = static_cast<std::uint8_t>((i + j) % 251);
  return messages;
}

inline std::string answer(const std::string& request, std::span<const algorithm> algorithms) {
  const std::string name = value_of(request, "algorithm");
  const auto number = [&](std::string_view key, std::size_t otherwise) {
    const std::string text = value_of(request, key);
    return text.empty() ? otherwise : static_cast<std::size_t>(std::stoull(text));
  };
  for (const algorithm& a : algorithms) {
    if (a.name != name) continue;
    const std::vector<octets> messages = make_messages(number("messages", 1), number("size", 0));
    octets digests(a.digest * messages.size());
    a.hash(messages, digests.data());

    const std::size_t min_ns = number("min_ns", 0);
    std::size_t iterations = number("iterations", 1);
    for (;; iterations *= 2) {
      const auto start = std::chrono::steady_clock::now();
      for (std::size_t i = 0; i < iterations; ++i) a.hash(messages, digests.data());
      const auto elapsed = std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - start).count();
      if (elapsed < static_cast<double>(min_ns)) continue;
      const double ns = elapsed / static_cast<double>(iterations) / static_cast<double>(messages.size());
      return "{\"ns\": " + std::to_string(ns) + ", \"iterations\": " + std::to_string(iterations) + ", \"digest\": \"" +
             hex(digests) + "\"}";
    }
  }
  throw std::invalid_argument("no algorithm of that name: " + name);
}

// Describes itself, then answers requests until the input ends; with --describe, only the first.
inline int serve(std::span<char*> arguments, const identity& who, const std::vector<algorithm>& algorithms) {
  std::cout << describe(who, algorithms) << std::endl;
  for (const std::string_view argument : arguments)
    if (argument == "--describe") return 0;
  for (std::string line; std::getline(std::cin, line);) {
    try {
      std::cout << answer(line, algorithms) << std::endl;
    } catch (const std::exception& e) {
      std::cout << "{\"error\": \"" << e.what() << "\"}" << std::endl;
    }
  }
  return 0;
}

}  // namespace contender
