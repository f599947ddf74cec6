# Kernels are the files that Highway compiles once for every instruction set.
set(kernel_targets_left_out HWY_SSSE3 HWY_SSE4 HWY_AVX3_DL)  # leaves SSE2, AVX2, AVX-512; between two, the lower is taken
if(CMAKE_CXX_FLAGS MATCHES "-fsanitize=address")
  list(APPEND kernel_targets_left_out HWY_AVX3)
endif()
list(JOIN kernel_targets_left_out "|" kernel_targets_left_out)
target_compile_definitions(resound PRIVATE "HWY_DISABLED_TARGETS=(${kernel_targets_left_out})")

function(resound_is_kernel source result)
  file(STRINGS ${source} found REGEX "hwy/foreach_target" LIMIT_COUNT 1)
  set(${result} "${found}" PARENT_SCOPE)
endfunction()

# Watching the scope of each of the thousands of small values in an unrolled kernel takes the compiler minutes a file;
# reads and writes out of bounds are still found.
if(CMAKE_CXX_FLAGS MATCHES "-fsanitize=address" AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  get_target_property(folder resound SOURCE_DIR)
  get_target_property(sources resound SOURCES)
  list(FILTER sources INCLUDE REGEX "\\.cpp$")
  foreach(source ${sources})
    cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY ${folder})
    resound_is_kernel(${source} is_kernel)
    if(is_kernel)
      set_property(SOURCE ${source} TARGET_DIRECTORY resound PROPERTY COMPILE_OPTIONS -fno-sanitize-address-use-after-scope)
    endif()
  endforeach()
endif()
