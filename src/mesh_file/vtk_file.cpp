#include <fmt/format.h>

#include <map>
#include <optional>

#include "base/byte_reader.h"
#include "base/text_scanner.h"
#include "mesh_file/file_mesh.h"

// VTK legacy files, as text or binary (big-endian): POLYDATA and UNSTRUCTURED_GRID, with cells as counted lists (before
// version 5) or as offsets and connectivity. Values on points and cells are passed over.
namespace resound {
namespace {

std::optional<NumberType> type_named(std::string_view word) {
  static const std::map<std::string, NumberType> kTypes{
      {"char", NumberType::int8},          {"unsigned_char", NumberType::uint8},
      {"short", NumberType::int16},        {"unsigned_short", NumberType::uint16},
      {"int", NumberType::int32},          {"unsigned_int", NumberType::uint32},
      {"long", NumberType::int64},         {"unsigned_long", NumberType::uint64},
      {"vtkidtype", NumberType::int64},    {"vtktypeint64", NumberType::int64},
      {"vtktypeint32", NumberType::int32}, {"float", NumberType::float32},
      {"double", NumberType::float64}};
  const auto found = kTypes.find(lowered(word));
  return found == kTypes.end() ? std::nullopt : std::optional(found->second);
}

using Cells = std::vector<std::vector<std::int64_t>>;

class VtkParser {
 public:
  VtkParser(std::string_view bytes, const std::string& name)
      : bytes_(bytes), name_(name), scanner_(bytes, name), mesh_(name) {}

  FileMesh parse() {
    read_header();
    while (!scanner_.at_end()) {
      const std::string keyword = lowered(scanner_.word());
      if (keyword == "point_data" || keyword == "cell_data") break;  // only values follow
      if (keyword == "points")
        read_points();
      else if (keyword == "polygons")
        for (const auto& cell : read_cells()) mesh_.add_polygon(require_face(cell));
      else if (keyword == "triangle_strips")
        for (const auto& cell : read_cells()) add_strip(cell);
      else if (keyword == "vertices" || keyword == "lines")
        read_cells();
      else if (keyword == "cells")
        cells_ = read_cells();
      else if (keyword == "cell_types")
        read_cell_types();
      else if (keyword == "metadata")
        skip_metadata();
      else if (keyword == "field")
        skip_field();
      else
        scanner_.refuse(fmt::format("\"{}\" is no keyword of this kind of VTK file", plain_word(keyword)));
    }
    add_cells();
    return mesh_.take();
  }

 private:
  void read_header() {
    if (scanner_.line().substr(0, 14) != "# vtk DataFile")
      scanner_.refuse("the file does not begin with \"# vtk DataFile\"");
    scanner_.line();  // title
    const std::string encoding = lowered(scanner_.word());
    if (encoding != "ascii" && encoding != "binary")
      scanner_.refuse(fmt::format("the third line is \"{}\"; it should be ASCII or BINARY", plain_word(encoding)));
    is_text_ = encoding == "ascii";
    if (lowered(scanner_.word()) != "dataset") scanner_.refuse("DATASET is missing");
    const std::string kind = lowered(scanner_.word());
    if (kind != "polydata" && kind != "unstructured_grid")
      scanner_.refuse(fmt::format("the dataset is {}; POLYDATA and UNSTRUCTURED_GRID are read", plain_word(kind)));
    is_grid_ = kind == "unstructured_grid";
  }

  NumberType read_type() {
    const std::string_view word = scanner_.word();
    const auto type = type_named(word);
    if (!type) scanner_.refuse(fmt::format("\"{}\" is no type of numbers", plain_word(word)));
    return *type;
  }

  void end_line() {  // bytes begin right behind it; text may begin anywhere
    if (!is_text_) scanner_.line();
  }

  template <class Take>
  void read_table(std::int64_t count, NumberType type, const char* what, const Take& take) {
    if (is_text_) {
      if (static_cast<std::uint64_t>(count) > scanner_.left())
        scanner_.refuse(fmt::format("{} {} are announced, but only {} characters follow; export it again", count, what,
                                    scanner_.left()));
      for (std::int64_t i = 0; i < count; ++i) take(scanner_.number(what));
      return;
    }
    ByteReader reader(bytes_, name_, scanner_.position());
    reader.is_big_endian = true;
    reader.need(static_cast<std::uint64_t>(count), size_of(type), what);
    for (std::int64_t i = 0; i < count; ++i) take(read_number(reader, type, what));
    scanner_.jump(reader.position());
  }

  std::vector<std::int64_t> read_integers(std::int64_t count, NumberType type, const char* what) {
    std::vector<std::int64_t> values;
    read_table(count, type, what, [&](double value) {
      const bool is_index =
          value >= 0 && value < 9e15 && value == static_cast<double>(static_cast<std::int64_t>(value));
      values.push_back(is_index ? static_cast<std::int64_t>(value) : -1);
    });
    return values;
  }

  std::int64_t small_count(const char* what) {  // three times it still fits
    const std::int64_t count = scanner_.count(what);
    if (count > 1'000'000'000'000) scanner_.refuse(fmt::format("{} is {}, more than any file holds", what, count));
    return count;
  }

  void read_points() {
    const std::int64_t count = small_count("the number of points");
    const NumberType type = read_type();
    end_line();
    double xyz[3] = {};
    int have = 0;
    read_table(3 * count, type, "coordinates", [&](double value) {
      xyz[have++] = value;
      if (have < 3) return;
      mesh_.add_vertex({xyz[0], xyz[1], xyz[2]});
      have = 0;
    });
  }

  Cells read_cells() {
    const std::int64_t count = small_count("the number of cells"), size = small_count("the size of the list");
    end_line();
    const std::string_view next = is_text_ ? scanner_.peek() : scanner_.rest().substr(0, 7);
    return lowered(next) == "offsets" ? read_offset_cells(count, size) : read_counted_cells(count, size);
  }

  Cells read_counted_cells(std::int64_t count, std::int64_t size) {
    const std::vector<std::int64_t> values = read_integers(size, NumberType::int32, "indices of cells");
    Cells cells;
    std::size_t at = 0;
    for (std::int64_t i = 0; i < count; ++i) {
      const std::int64_t corners = at < values.size() ? values[at] : -1;
      if (corners < 0 || static_cast<std::uint64_t>(corners) > values.size() - at - 1)
        scanner_.refuse(
            fmt::format("the list of {} cells ends too early or has a wrong count; export it again", count));
      const auto begin = values.begin() + static_cast<std::ptrdiff_t>(at) + 1;
      cells.emplace_back(begin, begin + corners);
      at += 1 + static_cast<std::size_t>(corners);
    }
    return cells;
  }

  Cells read_offset_cells(std::int64_t offsets, std::int64_t size) {
    scanner_.word();  // OFFSETS
    const NumberType offset_type = read_type();
    end_line();
    const std::vector<std::int64_t> offset = read_integers(offsets, offset_type, "offsets");
    if (lowered(scanner_.word()) != "connectivity") scanner_.refuse("CONNECTIVITY is missing after the offsets");
    const NumberType type = read_type();
    end_line();
    const std::vector<std::int64_t> values = read_integers(size, type, "indices of cells");
    Cells cells;
    for (std::size_t i = 0; i + 1 < offset.size(); ++i) {
      if (offset[i] < 0 || offset[i + 1] < offset[i] || offset[i + 1] > size)
        scanner_.refuse("the offsets of the cells do not rise or leave the list; export it again");
      cells.emplace_back(values.begin() + offset[i], values.begin() + offset[i + 1]);
    }
    return cells;
  }

  void read_cell_types() {
    const std::int64_t count = small_count("the number of cell types");
    end_line();
    types_ = read_integers(count, NumberType::int32, "cell types");
  }

  const std::vector<std::int64_t>& require_face(const std::vector<std::int64_t>& cell) const {
    if (cell.size() < 3) scanner_.refuse(fmt::format("a polygon has {} corners; it needs at least three", cell.size()));
    return cell;
  }

  void add_strip(const std::vector<std::int64_t>& cell) {
    for (std::size_t i = 2; i < cell.size(); ++i)
      i % 2 == 0 ? mesh_.add_triangle(cell[i - 2], cell[i - 1], cell[i])
                 : mesh_.add_triangle(cell[i - 1], cell[i - 2], cell[i]);
  }

  void add_cells() {
    if (!is_grid_) return;
    if (types_.size() != cells_.size())
      scanner_.refuse(fmt::format("{} cells have {} types; export it again", cells_.size(), types_.size()));
    for (std::size_t i = 0; i < cells_.size(); ++i) add_cell(types_[i], cells_[i]);
  }

  void add_cell(std::int64_t type, const std::vector<std::int64_t>& c) {
    const auto need = [&](std::size_t count) {
      if (c.size() != count)
        scanner_.refuse(fmt::format("a cell of type {} has {} nodes; it needs {}", type, c.size(), count));
    };
    switch (type) {
      case 0:
      case 1:
      case 2:
      case 3:
      case 4:
      case 21:
        return;  // points and lines
      case 5:
        need(3);
        return mesh_.add_triangle(c[0], c[1], c[2]);
      case 6:
        return add_strip(c);
      case 7:
        return mesh_.add_polygon(require_face(c));
      case 8:
        need(4);
        return mesh_.add_polygon({c[0], c[1], c[3], c[2]});
      case 9:
        need(4);
        return mesh_.add_polygon(c);
      case 10:
        need(4);
        return mesh_.add_tet({c[0], c[1], c[2], c[3]});
      case 22:
        need(6);
        mesh_.add_triangle(c[0], c[3], c[5]);
        mesh_.add_triangle(c[3], c[1], c[4]);
        mesh_.add_triangle(c[5], c[4], c[2]);
        return mesh_.add_triangle(c[3], c[4], c[5]);
      case 23:
        need(8);
        return mesh_.add_polygon({c[0], c[1], c[2], c[3]});
      case 24:
        need(10);
        return mesh_.add_curved_tet({c[0], c[1], c[2], c[3], c[4], c[5], c[6], c[7], c[8], c[9]});
      default:
        scanner_.refuse(fmt::format("cells of type {} are not read; make triangles or tetrahedra", type));
    }
  }

  void skip_metadata() {  // up to an empty line
    scanner_.line();
    while (scanner_.left() > 0 && !scanner_.line().empty()) {
    }
  }

  void skip_field() {
    scanner_.word();
    const std::int64_t arrays = scanner_.count("the number of arrays");
    for (std::int64_t i = 0; i < arrays && !scanner_.at_end(); ++i) {
      if (lowered(scanner_.peek()) == "metadata") {
        scanner_.word();
        skip_metadata();
      }
      scanner_.word();
      const std::int64_t components = small_count("components"), tuples = small_count("tuples");
      if (components > 1000) scanner_.refuse(fmt::format("an array has {} components a value", components));
      const NumberType type = read_type();
      end_line();
      read_table(components * tuples, type, "values of a field", [](double) {});
    }
  }

  std::string_view bytes_;
  std::string name_;
  TextScanner scanner_;
  MeshCollector mesh_;
  bool is_text_ = true, is_grid_ = false;
  Cells cells_;
  std::vector<std::int64_t> types_;
};

}  // namespace

FileMesh parse_vtk(std::string_view bytes, const std::string& name) { return VtkParser(bytes, name).parse(); }

}  // namespace resound
