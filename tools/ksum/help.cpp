#include "help.hpp"

#include <fmt/format.h>
#include <simdkeccak/simdkeccak.h>

namespace ksum {

std::string help_text() {
  return R"(Usage: ksum [OPTION]... [FILE]...     print digests; without FILE, or for -, of standard input
       ksum -c [OPTION]... [LIST]...  check the files that lists of digests name
       ksum tree build|verify|update|show [OPTION]... FILE...
       ksum bench | self-test

 -a, --algorithm NAME     kt128 (the default), sha3-256, keccak-256, ...: --list has all
 -l, --length BYTES       of the output, where the algorithm leaves the choice
     --customization TEXT, --customization-hex HEX, --function-name TEXT,
     --function-name-hex HEX, --domain BYTE, --block-size BYTES
     --key-file FILE, --key-fd N    KMAC's key: the raw bytes of a file or descriptor

 Lines: the digest, two spaces, the name, escaped as sha256sum does; or with
     --tag  NAME-BITS (file) = ...   --json  an object a line   --no-names  digests only
     --raw  bytes, one file          --base64  --untagged       -z, --zero  NUL ends lines
 -b, --binary, -t, --text  mark names with * or a space; all files are read as they are

 Check: -c, --check       lines of ksum, sha3sum, openssl dgst, rhash --bsd, cksum --tag
     --quiet  no OK lines            --status  no lines         --strict  fail on bad lines
 -w, --warn   tell bad lines         --ignore-missing           pass over absent files

 Files: -r, --recursive   directories (. without FILE), ordered by name; no special files
     --follow  symbolic links too    -x, --one-file-system      --exclude GLOB  leave out
     --files0-from FILE   names that NUL ends                   --bytes N  the first N only
     --threads N, --num-threads N  0, the default: all cores    --progress, --no-progress

 Tree: sidecars, which keep the inside of kt128 and kt256 in FILE.kt; or --sidecar NAME
     --range A-B  of bytes, to verify or that changed           --appended  the file grew
     --digest HEX  trusted           --force  over a newer one

     --backend NAME  --list  --explain  --no-mmap  -h, --help  --version

Examples:  ksum *.iso > KSUMS && ksum -c KSUMS        ksum -a sha3-256 -r --tag src
           ksum -a kmac256 --key-file key message     printf abc | ksum -a shake128 -l 64

Exit status: 0 all well; 1 a file not read, not written or not matching; 2 wrong usage.
)";
}

std::string version_text() { return fmt::format("ksum (simdkeccak) {}\n", simdkeccak_version()); }

}  // namespace ksum
