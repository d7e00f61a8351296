// Replays inputs that were kept, without a fuzzer: fuzz_replay_NAME FOLDER LEAST. Fails if there are fewer than LEAST, so
// that an empty folder is no success.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "input.hpp"

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: %s FOLDER LEAST\n", argv[0]);
    return 2;
  }
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(argv[1])) files.push_back(entry.path());
  std::ranges::sort(files);
  for (const std::filesystem::path& file : files) {
    std::printf("%s\n", file.filename().string().c_str());  // the last line before a crash names the input
    std::fflush(stdout);
    std::ifstream stream(file, std::ios::binary);
    const std::vector<char> text{std::istreambuf_iterator<char>(stream), {}};
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
  }
  std::printf("%zu inputs were replayed\n", files.size());
  return files.size() >= std::strtoul(argv[2], nullptr, 10) ? 0 : 1;
}
