# One plain command makes a program of the library's sources, without a build system and without a flag for any of them.
# usage: cmake -D CXX=<compiler> -D ROOT=<the project> -D WORK=<a folder> -P plain_compile.cmake
cmake_minimum_required(VERSION 3.25)
file(REMOVE_RECURSE ${WORK})
file(MAKE_DIRECTORY ${WORK})
file(GLOB sources ${ROOT}/src/*.cpp ${ROOT}/src/kernels/*.cpp)
execute_process(COMMAND ${CXX} -std=c++20 -O3 -I${ROOT}/include ${sources} ${CMAKE_CURRENT_LIST_DIR}/plain_compile.cpp
                        -o ${WORK}/program COMMAND_ECHO STDOUT COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${WORK}/program OUTPUT_VARIABLE output COMMAND_ERROR_IS_FATAL ANY)
if(NOT output MATCHES "backend: [a-z0-9]+\n")
  message(FATAL_ERROR "the program printed: ${output}")
endif()
message(NOTICE "${output}")
file(REMOVE_RECURSE ${WORK})
