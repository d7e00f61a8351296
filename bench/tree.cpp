// tree/<kt128|kt256>/<backend>/<size>/threads:<n>: long messages, whose chunks are hashed side by side.
#include "algorithms.hpp"
#include "cases.hpp"
#include "message.hpp"
#include "rows.hpp"

namespace bench {
namespace {

// The benchmark is pinned to one core, so one thread hashes the whole tree.
constexpr unsigned thread_counts[] = {1};

// One chunk, the longest that is one chunk, one chunk and a piece, and so on to what no cache holds.
constexpr std::size_t sizes[] = {100, 8192, 10240, 32768, 102400, 1048576, std::size_t{16} << 20, std::size_t{256} << 20};

}  // namespace

void add_tree(case_list& cases) {
  for_each_tree([&]<class Algorithm>(Algorithm a) {
    for (const sk::backend* row : rows()) {
      for (const std::size_t size : sizes) {
        for (const unsigned threads : thread_counts) {
          const std::string name = "tree/" + std::string(a.name) + "/" + std::string(row->name) + "/" +
                                   std::to_string(size) + "/threads:" + std::to_string(threads);
          const auto run = [row, c = message_case(name, a.name, size)](benchmark::State& state) mutable {
            typename Algorithm::hasher h{sk::backend_ref(*row)};
            c.run<typename Algorithm::digest>(state, [&](sk::bytes message, typename Algorithm::digest& digest) {
              h.reset();
              h.update(message);
              h.digest(digest);
            });
          };
          const bool quick = size == 10240 || size == 1048576;
          cases.push_back({name, {row->name}, std::string(a.name), std::to_string(size), quick, run});
        }
      }
    }
  });
}

}  // namespace bench
