# The libraries that Resound links and that announce themselves through pkg-config. Used by our own build and by programs
# that say find_package(resound); below them those that do not.
pkg_check_modules(tomlplusplus REQUIRED IMPORTED_TARGET tomlplusplus)
pkg_check_modules(hwy REQUIRED IMPORTED_TARGET libhwy)
pkg_check_modules(sndfile REQUIRED IMPORTED_TARGET sndfile)
pkg_check_modules(soxr REQUIRED IMPORTED_TARGET soxr)
pkg_check_modules(ebur128 REQUIRED IMPORTED_TARGET libebur128)
pkg_check_modules(kissfft REQUIRED IMPORTED_TARGET kissfft-float)
pkg_check_modules(xxhash REQUIRED IMPORTED_TARGET libxxhash)
pkg_check_modules(cairo REQUIRED IMPORTED_TARGET cairo)
pkg_check_modules(zlib REQUIRED IMPORTED_TARGET zlib)
pkg_check_modules(libzip REQUIRED IMPORTED_TARGET libzip)
pkg_check_modules(pugixml REQUIRED IMPORTED_TARGET pugixml)

# MUMPS without MPI, and METIS, which orders the unknowns for it.
if(NOT TARGET resound::mumps)
  find_library(RESOUND_MUMPS dmumps_seq REQUIRED)
  find_path(RESOUND_MUMPS_INCLUDE dmumps_c.h REQUIRED)
  find_library(RESOUND_OPENBLAS openblas REQUIRED)
  find_library(RESOUND_METIS metis REQUIRED)
  add_library(resound::metis UNKNOWN IMPORTED)
  set_target_properties(resound::metis PROPERTIES IMPORTED_LOCATION ${RESOUND_METIS})
  add_library(resound::openblas UNKNOWN IMPORTED)
  set_target_properties(resound::openblas PROPERTIES IMPORTED_LOCATION ${RESOUND_OPENBLAS})
  add_library(resound::mumps UNKNOWN IMPORTED)
  set_target_properties(resound::mumps PROPERTIES IMPORTED_LOCATION ${RESOUND_MUMPS}
    INTERFACE_INCLUDE_DIRECTORIES ${RESOUND_MUMPS_INCLUDE})
  target_link_libraries(resound::mumps INTERFACE resound::openblas)
endif()
