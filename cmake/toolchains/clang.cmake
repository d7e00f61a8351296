# The newest clang there is; Debian names them by version.
find_program(CLANGXX NAMES clang++-22 clang++-19 clang++ clang++-16 REQUIRED)
string(REPLACE clang++ clang CLANG ${CLANGXX})
set(CMAKE_CXX_COMPILER ${CLANGXX})
set(CMAKE_C_COMPILER ${CLANG})
