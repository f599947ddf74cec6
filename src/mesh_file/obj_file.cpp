#include <fmt/format.h>

#include "base/text_scanner.h"
#include "mesh_file/file_mesh.h"

// Wavefront OBJ: lines of "v x y z" and "f a b c …", a corner being vertex[/texture[/normal]], counted from one or, if
// negative, back from the last vertex. Everything else is of no concern to a solid.
namespace resound {
namespace {

// A line and those that a backslash at its end joins to it.
std::string joined_line(TextScanner& scanner) {
  std::string text(scanner.line());
  while (!text.empty() && text.back() == '\\' && scanner.left() > 0) {
    text.back() = ' ';
    text += scanner.line();
  }
  return text;
}

class Words {
 public:
  explicit Words(std::string_view line) : rest_(line) {}
  std::string_view next() {
    const std::size_t begin = std::min(rest_.find_first_not_of(" \t\r\v\f"), rest_.size());
    rest_.remove_prefix(begin);
    const std::size_t end = std::min(rest_.find_first_of(" \t\r\v\f"), rest_.size());
    const std::string_view found = rest_.substr(0, end);
    rest_.remove_prefix(end);
    return found;
  }

 private:
  std::string_view rest_;
};

}  // namespace

FileMesh parse_obj(std::string_view text, const std::string& name) {
  TextScanner scanner(text, name);
  MeshCollector mesh(name);
  std::vector<std::int64_t> corners;
  while (scanner.left() > 0) {
    const TextScanner here = scanner;  // knows the line, for messages
    const std::string line = joined_line(scanner);
    Words words(line);
    const std::string_view keyword = words.next();
    if (keyword == "v") {
      double xyz[3] = {};
      for (double& value : xyz) {
        const std::string_view word = words.next();
        if (!to_number(word, value))
          here.refuse(fmt::format("a vertex has \"{}\" for a coordinate; it needs three numbers", plain_word(word)));
      }
      mesh.add_vertex({xyz[0], xyz[1], xyz[2]});
    } else if (keyword == "f") {
      corners.clear();
      for (std::string_view word = words.next(); !word.empty(); word = words.next()) {
        std::int64_t index = 0;
        if (!to_integer(word.substr(0, word.find('/')), index) || index == 0)
          here.refuse(fmt::format("a face has the corner \"{}\"; corners are counted from 1 (or -1 from the last)",
                                  plain_word(word)));
        const auto count = static_cast<std::int64_t>(mesh.vertex_count());
        if (index < 0 ? index < -count : false)
          here.refuse(fmt::format("a face names vertex {}, but only {} stand above it", index, count));
        corners.push_back(index < 0 ? count + index : index - 1);
      }
      if (corners.size() < 3)
        here.refuse(fmt::format("a face has {} corners; it needs at least three", corners.size()));
      mesh.add_polygon(corners);
    }
  }
  return mesh.take();
}

}  // namespace resound
