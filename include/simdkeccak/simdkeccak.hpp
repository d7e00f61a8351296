// simdkeccak: the Keccak family, fast on every CPU.
//
//   algorithm.hpp        the algorithms that are plain sponges, each one line: keccak_256, sha3_256, shake128, ...
//   hasher.hpp           hash<A>(message); hasher<A>, reader<A> for messages and outputs in pieces
//   sp800_185.hpp        cSHAKE, KMAC, TupleHash, ParallelHash
//   kangarootwelve.hpp   kt128(message, out), kt256: the tree hash
//   batch.hpp            hash_many<A>(messages, digests): many messages at once
//   executor.hpp         threads that you lend; thread_pool.hpp, not included here, is a ready-made pool
//   sponge_x4.hpp        four SHAKE side by side, by blocks, for lattice-based cryptography
//   sidecar.hpp          chaining values kept beside a long message: update, verify and split it
//   sidecar_stream.hpp   the same where memory shall not hold them
//   any_hasher.hpp       an algorithm chosen by name at run time
//   backend.hpp          which kernels run, and how to choose others
//   calibration.hpp      measures which kernels are fastest here; explain()
//   saved_state.hpp      save() and resume(): what the byte string is
//   bytes.hpp            the view that all of them take as input
//   simdkeccak.h         the C interface, the only one whose binary form is stable
//   ethash.h             ethash_keccak256() and its kin, for programs written for that library
//
// Hashing cannot fail: no function throws, allocates, or keeps global state other than the backend in use. (In
// WebAssembly one kernel works in memory of the thread, where the last state stays; see docs/security.md.)
#pragma once

#include "algorithm.hpp"
#include "any_hasher.hpp"
#include "backend.hpp"
#include "batch.hpp"
#include "bytes.hpp"
#include "calibration.hpp"
#include "executor.hpp"
#include "hasher.hpp"
#include "kangarootwelve.hpp"
#include "saved_state.hpp"
#include "sidecar.hpp"
#include "sidecar_stream.hpp"
#include "sp800_185.hpp"
#include "sponge_x4.hpp"
