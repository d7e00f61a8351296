# The program, the names under which it takes an algorithm, the manual and the completions of shells.
set(algorithms keccak224 keccak256 keccak384 keccak512 sha3-224 sha3-256 sha3-384 sha3-512 shake128 shake256 turboshake128
               turboshake256 kt128 kt256)
list(TRANSFORM algorithms APPEND sum OUTPUT_VARIABLE link_names)
list(JOIN link_names " " links)
list(JOIN link_names ", " links_text)
string(REPLACE - "\\-" links_text "${links_text}")

# The component "ksum" is all of this without the library.
install(TARGETS ksum COMPONENT ksum)
foreach(link IN LISTS link_names)
  install(CODE "execute_process(COMMAND \${CMAKE_COMMAND} -E create_symlink ksum${CMAKE_EXECUTABLE_SUFFIX}
    \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_BINDIR}/${link}${CMAKE_EXECUTABLE_SUFFIX}\" COMMAND_ERROR_IS_FATAL ANY)" COMPONENT ksum)
endforeach()

configure_file(ksum.1.in ksum.1 @ONLY)
configure_file(completions/ksum.bash completions/ksum @ONLY)
configure_file(completions/_ksum completions/_ksum @ONLY)
configure_file(completions/ksum.fish completions/ksum.fish @ONLY)
set(made ${CMAKE_CURRENT_BINARY_DIR})
install(FILES ${made}/ksum.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT ksum)
install(FILES ${made}/completions/ksum DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions COMPONENT ksum)
install(FILES ${made}/completions/_ksum DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions COMPONENT ksum)
install(FILES ${made}/completions/ksum.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d COMPONENT ksum)
