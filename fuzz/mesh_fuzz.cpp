// Feeds arbitrary bytes to one reader of mesh files; RESOUND_FUZZ_PARSE says which. The reader may refuse them, in
// words; it may not crash, hang or run out of memory, and what it accepts has every index in range and every number
// finite.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "base/error.h"
#include "mesh_file/file_mesh.h"

using namespace resound;

namespace {

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "%s\n", what);
  std::abort();
}

template <class Cells>
void check_indices(const Cells& cells, std::size_t vertices) {
  for (const auto& cell : cells)
    for (const int index : cell)
      require(index >= 0 && static_cast<std::size_t>(index) < vertices, "an index out of range");
}

void check_accepted(const FileMesh& mesh) {
  for (const Vec3& v : mesh.vertices) require(is_finite(v), "a vertex that is no place");
  check_indices(mesh.triangles, mesh.vertices.size());
  check_indices(mesh.tets, mesh.vertices.size());
  check_indices(mesh.curved_tets, mesh.vertices.size());
}

void check_refused(const std::string& message) {
  require(message.starts_with("fuzz"), "a refusal that does not name the file");
  for (const char c : message) require(static_cast<unsigned char>(c) >= ' ', "a control character in a message");
}

FileMesh parse(std::string_view bytes) {
#ifdef RESOUND_FUZZ_GLTF
  return parse_gltf(bytes, "fuzz", [&](const std::string&) { return std::string(bytes); });
#else
  return RESOUND_FUZZ_PARSE(bytes, "fuzz");
#endif
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    check_accepted(parse({reinterpret_cast<const char*>(data), size}));
  } catch (const InputError& error) {
    check_refused(error.what());
  } catch (const LimitError& error) {
    check_refused(error.what());
  }
  return 0;
}
