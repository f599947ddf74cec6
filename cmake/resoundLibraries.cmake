# The libraries that Resound links and that announce themselves through pkg-config. Used by our own build and by programs
# that say find_package(resound).
pkg_check_modules(tomlplusplus REQUIRED IMPORTED_TARGET tomlplusplus)
pkg_check_modules(hwy REQUIRED IMPORTED_TARGET libhwy)
pkg_check_modules(sndfile REQUIRED IMPORTED_TARGET sndfile)
pkg_check_modules(soxr REQUIRED IMPORTED_TARGET soxr)
pkg_check_modules(ebur128 REQUIRED IMPORTED_TARGET libebur128)
pkg_check_modules(kissfft REQUIRED IMPORTED_TARGET kissfft-float)
pkg_check_modules(xxhash REQUIRED IMPORTED_TARGET libxxhash)
pkg_check_modules(cairo REQUIRED IMPORTED_TARGET cairo)
