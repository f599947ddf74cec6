#include <fmt/format.h>

#include "base/byte_reader.h"
#include "base/text_scanner.h"
#include "mesh_file/file_mesh.h"

// STL, as text or binary: loose triangles, which are joined later by the places of their corners.
namespace resound {
namespace {

constexpr std::size_t kHeader = 84, kRecord = 50;  // [bytes]

FileMesh parse_binary(std::string_view bytes, const std::string& name) {
  ByteReader reader(bytes, name, 80);
  const auto count = reader.read<std::uint32_t>("the number of triangles");
  reader.need(count, kRecord, "triangles");
  MeshCollector mesh(name);
  for (std::uint32_t i = 0; i < count; ++i) {
    reader.take(12, "a normal");
    for (int k = 0; k < 3; ++k) {
      const auto x = reader.read<float>("a corner"), y = reader.read<float>("a corner"),
                 z = reader.read<float>("a corner");
      mesh.add_vertex({x, y, z});
    }
    reader.take(2, "an attribute");
    mesh.add_triangle(3 * std::int64_t{i}, 3 * std::int64_t{i} + 1, 3 * std::int64_t{i} + 2);
  }
  return mesh.take();
}

FileMesh parse_text(std::string_view text, const std::string& name) {
  TextScanner scanner(text, name);
  MeshCollector mesh(name);
  std::int64_t corners = 0;  // of the facet that is being read
  while (!scanner.at_end()) {
    const std::string word = lowered(scanner.word());
    if (word == "vertex") {
      const double x = scanner.number("x of a vertex"), y = scanner.number("y of a vertex"),
                   z = scanner.number("z of a vertex");
      mesh.add_vertex({x, y, z});
      ++corners;
    } else if (word == "endloop") {
      if (corners != 3) scanner.refuse(fmt::format("a facet has {} corners; STL has triangles only", corners));
      const auto last = static_cast<std::int64_t>(mesh.vertex_count());
      mesh.add_triangle(last - 3, last - 2, last - 1);
      corners = 0;
    } else if (word == "solid" || word == "endsolid" || word == "facet") {
      scanner.line();  // a name, perhaps of several words; a normal, which follows from the corners
    } else if (word != "outer" && word != "loop" && word != "endfacet") {
      scanner.refuse(fmt::format("\"{}\" is no word of an STL file", plain_word(word)));
    }
  }
  if (corners != 0) scanner.refuse("the file ends within a facet; it was cut off: export it again");
  return mesh.take();
}

bool fits_binary(std::string_view bytes) {
  if (bytes.size() < kHeader) return false;
  std::uint32_t count = 0;
  std::memcpy(&count, bytes.data() + 80, 4);
  return bytes.size() == kHeader + std::uint64_t{count} * kRecord;
}

}  // namespace

FileMesh parse_stl(std::string_view bytes, const std::string& name) {
  // some programs begin binary files with "solid" too: the length tells
  TextScanner scanner(bytes, name);
  const bool says_solid = lowered(scanner.peek().substr(0, 5)) == "solid";
  return says_solid && !fits_binary(bytes) ? parse_text(bytes, name) : parse_binary(bytes, name);
}

}  // namespace resound
