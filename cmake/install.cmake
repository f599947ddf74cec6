# `cmake --install` puts the program, its scenes and docs, and the library with its public headers; CPack makes a .deb.
include(CMakePackageConfigHelpers)

install(TARGETS resound EXPORT resoundTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(TARGETS resound_program RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(EXPORT resoundTargets NAMESPACE resound:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/resound)
configure_package_config_file(cmake/resoundConfig.cmake.in ${PROJECT_BINARY_DIR}/resoundConfig.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/resound)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/resoundConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/resoundConfig.cmake ${PROJECT_BINARY_DIR}/resoundConfigVersion.cmake
  cmake/resoundLibraries.cmake DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/resound)

# what resound.h includes, and nothing more
foreach(folder base numerics geometry grain radiation solid scene scene_file body listener picture output render motion emission)
  install(DIRECTORY src/${folder} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/resound FILES_MATCHING PATTERN "*.h")
endforeach()
install(FILES src/resound.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/resound)
install(DIRECTORY scenes DESTINATION ${CMAKE_INSTALL_DATADIR}/resound)
install(FILES README.md LICENSE CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR})

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_VENDOR "Resound")
set(CPACK_PACKAGE_CONTACT "The Resound authors")
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "ffmpeg, gmsh, fonts-dejavu-core")
set(CPACK_DEBIAN_PACKAGE_SECTION sound)
set(CPACK_STRIP_FILES ON)
include(CPack)
