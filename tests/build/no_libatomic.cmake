# A CPU of 32 bits without atomic operations on 64 needs none: the library calls nothing of libatomic, which nobody links.
# usage: cmake -D CXX=<g++ for 32-bit Arm> -D NM=<nm> -D ROOT=<the project> -D WORK=<a folder> -P no_libatomic.cmake
cmake_minimum_required(VERSION 3.25)
file(REMOVE_RECURSE ${WORK})
file(MAKE_DIRECTORY ${WORK})
file(WRITE ${WORK}/pool.cpp "#include <simdkeccak/thread_pool.hpp>
void use(simdkeccak::executor_task* task) { simdkeccak::thread_pool(2).run(2, task, nullptr); }
")
file(WRITE ${WORK}/self_test.cpp "#include <atomic>
long long next(std::atomic<long long>& n) { return n++; }
")

# Sets `calls` to the functions of libatomic that the file calls.
function(find_calls source)
  execute_process(COMMAND ${CXX} -march=armv6+fp -marm -std=c++20 -O1 -Wno-psabi -I${ROOT}/include -c ${source} -o ${WORK}/object.o
                  COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND ${NM} -u ${WORK}/object.o OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX MATCHALL "__atomic_[a-z_0-9]+" calls "${symbols}")
  set(calls "${calls}" PARENT_SCOPE)
endfunction()

find_calls(${WORK}/self_test.cpp)
if(NOT calls MATCHES "__atomic_fetch_add_8")
  message(FATAL_ERROR "not noticed: a call of __atomic_fetch_add_8")
endif()
set(broken FALSE)
file(GLOB sources ${ROOT}/src/*.cpp)
foreach(source IN LISTS sources ITEMS ${WORK}/pool.cpp)
  file(READ ${source} text)
  if(NOT text MATCHES "std::atomic|thread_pool")
    continue()
  endif()
  find_calls(${source})
  message(NOTICE "${source}: ${calls}")
  if(calls)
    set(broken TRUE)
  endif()
endforeach()
if(broken)
  message(FATAL_ERROR "atomic objects must fit in 32 bits")
endif()
file(REMOVE_RECURSE ${WORK})
