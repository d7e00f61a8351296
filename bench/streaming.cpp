// streaming/<algorithm>/<backend>/<size>: reset, update, digest, with a hasher and a digest that are reused.
#include "algorithms.hpp"
#include "cases.hpp"
#include "message.hpp"
#include "rows.hpp"

namespace bench {

void add_streaming(case_list& cases) {
  for_each_algorithm([&]<class Algorithm>(Algorithm a) {
    for (const sk::backend* row : rows()) {
      for (const std::size_t size : message_sizes) {
        const std::string name =
            "streaming/" + std::string(a.name) + "/" + std::string(row->name) + "/" + std::to_string(size);
        const auto run = [row, c = message_case(name, a.name, size)](benchmark::State& state) mutable {
          typename Algorithm::hasher h{sk::backend_ref(*row)};
          c.run<typename Algorithm::digest>(state, [&](sk::bytes message, typename Algorithm::digest& digest) {
            h.reset();
            h.update(message);
            h.digest(digest);
          });
        };
        cases.push_back({name, {row->name}, std::string(a.name), std::to_string(size), quick_size(size), run});
      }
    }
  });
}

}  // namespace bench
