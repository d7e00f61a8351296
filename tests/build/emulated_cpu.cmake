# On a CPU that qemu plays, the library chooses the backend that it should, passes on it, and executes no instruction that the
# CPU lacks. usage: cmake -D QEMU= -D CPU=<qemu's name> -D BACKEND=<expected> -D SUITE= -D RUN_ROW= -P emulated_cpu.cmake
cmake_minimum_required(VERSION 3.25)

function(emulate result output backend)
  set(ENV{SIMDKECCAK_BACKEND} ${backend})
  if(backend STREQUAL "")
    unset(ENV{SIMDKECCAK_BACKEND})
  endif()
  execute_process(COMMAND ${QEMU} -cpu ${CPU} ${ARGN} RESULT_VARIABLE code OUTPUT_VARIABLE text ERROR_VARIABLE text
                  TIMEOUT 300)
  set(${result} "${code}" PARENT_SCOPE)
  set(${output} "${text}" PARENT_SCOPE)
endfunction()

# A little of everything, in a few seconds.
string(JOIN ":" tests "*Kernel.Slots*" "Table*" "Choice*" "FirstUse*" "CpuFeatures*" "OwnRow*" "Reference*" "CInterface*"
       "*AnyHasher.EqualsTheReference*" "*AnyHasher.EveryBackend*" "Batch.Keeps*" "Batch.Takes*" "Batch.Reads*"
       "KangarooTwelve.OneShot" "Streaming/sha3-256*" "SavedHasher/kmac128*")
emulate(code text "" ${SUITE} --gtest_brief=1 --gtest_filter=${tests})
if(NOT code EQUAL 0 OR NOT text MATCHES "PASSED  \\] ([0-9]+) tests" OR CMAKE_MATCH_1 LESS 100)
  message(FATAL_ERROR "the suite on ${CPU}: ${code}\n${text}")
endif()
if(NOT text MATCHES "backend: ${BACKEND}\n")
  message(FATAL_ERROR "${CPU} should run ${BACKEND}:\n${text}")
endif()

# Rows by what this CPU can run: those that it cannot are refused, and for good reason.
set(rows avx512 avx2 bmi2 ssse3 portable)
list(FIND rows ${BACKEND} best)
foreach(row IN LISTS rows)
  list(FIND rows ${row} index)
  emulate(forced text ${row} ${SUITE} --gtest_brief=1 --gtest_filter=Table*)
  emulate(executed text "" ${RUN_ROW} ${row})
  if(index LESS best)
    if(NOT forced EQUAL 77)
      message(FATAL_ERROR "${row} was not refused on ${CPU}: ${forced}")
    endif()
    if(NOT executed MATCHES "Illegal instruction|132")
      message(FATAL_ERROR "${CPU} executed ${row}: this emulator cannot show that the library is right (${executed})")
    endif()
  elseif(NOT forced EQUAL 0 OR NOT executed EQUAL 0)
    message(FATAL_ERROR "${row} does not run on ${CPU}: ${forced}, ${executed}\n${text}")
  endif()
endforeach()
message(NOTICE "${CPU}: ${BACKEND}")
