// What lends threads in these tests.
#pragma once

#include <simdkeccak/executor.hpp>

namespace test {

simdkeccak::executor openmp(unsigned threads);
simdkeccak::executor onetbb(unsigned threads);
simdkeccak::executor cancelled_onetbb(unsigned threads);  // cancels its group after a few calls

}  // namespace test
