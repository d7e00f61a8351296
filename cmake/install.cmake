# Install, find_package() and pkg-config.
include(CMakePackageConfigHelpers)

install(TARGETS simdkeccak EXPORT simdkeccak)
install(DIRECTORY include/simdkeccak TYPE INCLUDE)
install(EXPORT simdkeccak NAMESPACE simdkeccak:: FILE simdkeccak-config.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/simdkeccak)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/simdkeccak-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/simdkeccak-config-version.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/simdkeccak)

# A static library of C++ needs the C++ runtime even in a program of C: the one that this compiler links unasked.
set(pc_libs_private "")
if(NOT BUILD_SHARED_LIBS)
  foreach(runtime c++ stdc++)
    if(runtime IN_LIST CMAKE_CXX_IMPLICIT_LINK_LIBRARIES)
      set(pc_libs_private "-l${runtime}")
    endif()
  endforeach()
endif()
# Relative to the file's own folder, so that a package moved after the install is still found.
file(RELATIVE_PATH pc_prefix /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
configure_file(cmake/simdkeccak.pc.in simdkeccak.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/simdkeccak.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

install(FILES LICENSE LICENSE-MIT LICENSE-APACHE README.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
