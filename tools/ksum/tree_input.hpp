// One long file by several threads: its leaves are hashed apart, as KangarooTwelve allows.
#pragma once

#include <simdkeccak/any_hasher.hpp>

#include "input.hpp"

namespace ksum {

// Whether `threads` gain anything: KT128 or KT256 of a regular file that is long enough.
bool suits_threads(const simdkeccak::named_algorithm& a, const input& file);

// Each thread reads pieces into a buffer of its own and turns them to chaining values; the calling thread is one of them.
// `h` is fresh. Throws a failure if the file cannot be read or changes.
//
// Pieces are read in order, one after the other, where the file lies on a disk that rotates, else by all threads at once.
// Mapping the file took 1.6 times the processor time of reading it so, and a file that shrinks would end the process.
void hash_on_threads(input& file, simdkeccak::any_hasher& h, unsigned threads);

}  // namespace ksum
