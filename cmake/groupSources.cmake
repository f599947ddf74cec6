# Compiles the files of a folder together, up to 16 at a time: what they include is then read once, and a clean build takes
# half the time. Kernels stay alone.
function(resound_group_sources target)
  get_target_property(folder ${target} SOURCE_DIR)
  get_target_property(sources ${target} SOURCES)
  list(FILTER sources INCLUDE REGEX "\\.cpp$")
  foreach(source ${sources})
    cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY ${folder})
    resound_is_kernel(${source} is_kernel)
    if(is_kernel)
      set_property(SOURCE ${source} TARGET_DIRECTORY ${target} PROPERTY SKIP_UNITY_BUILD_INCLUSION ON)
    else()
      cmake_path(RELATIVE_PATH source BASE_DIRECTORY ${PROJECT_SOURCE_DIR} OUTPUT_VARIABLE group)
      string(REGEX REPLACE "^([^/]*)/([^/]*)/.*" "\\1_\\2" group ${group})  # src/motion/rain/… belongs to src_motion
      math(EXPR batch "${size_${group}} + 0 >> 4")
      math(EXPR size_${group} "${size_${group}} + 1")
      set_property(SOURCE ${source} TARGET_DIRECTORY ${target} PROPERTY UNITY_GROUP ${group}_${batch})
    endif()
  endforeach()
  target_compile_options(${target} PRIVATE -Wno-subobject-linkage)  # warns of unnamed namespaces in what looks like a header
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()
