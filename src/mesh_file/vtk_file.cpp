#include <fmt/format.h>

#include "base/legacy_vtk.h"
#include "mesh_file/file_mesh.h"

// VTK legacy files, as text or binary (big-endian): POLYDATA and UNSTRUCTURED_GRID, with cells as counted lists (before
// version 5) or as offsets and connectivity. Values on points and cells are passed over.
namespace resound {
namespace {

using Cells = std::vector<std::vector<std::int64_t>>;

class VtkParser {
 public:
  VtkParser(std::string_view bytes, const std::string& name) : vtk_(bytes, name), mesh_(name) {}

  FileMesh parse() {
    vtk_.read_header();
    while (!vtk_.scanner.at_end()) {
      const std::string keyword = lowered(vtk_.scanner.word());
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
        vtk_.skip_metadata();
      else if (keyword == "field")
        skip_field();
      else
        vtk_.scanner.refuse(fmt::format("\"{}\" is no keyword of this kind of VTK file", plain_word(keyword)));
    }
    add_cells();
    return mesh_.take();
  }

 private:
  std::vector<std::int64_t> read_integers(std::int64_t count, NumberType type, const char* what) {
    std::vector<std::int64_t> values;
    vtk_.read_table(count, type, what, [&](double value) {
      const bool is_index =
          value >= 0 && value < 9e15 && value == static_cast<double>(static_cast<std::int64_t>(value));
      values.push_back(is_index ? static_cast<std::int64_t>(value) : -1);
    });
    return values;
  }

  void read_points() {
    const std::int64_t count = vtk_.small_count("the number of points");
    const NumberType type = vtk_.read_type();
    vtk_.begin_table();
    double xyz[3] = {};
    int have = 0;
    vtk_.read_table(3 * count, type, "coordinates", [&](double value) {
      xyz[have++] = value;
      if (have < 3) return;
      mesh_.add_vertex({xyz[0], xyz[1], xyz[2]});
      have = 0;
    });
  }

  Cells read_cells() {
    const std::int64_t count = vtk_.small_count("the number of cells"), size = vtk_.small_count("the size of the list");
    vtk_.begin_table();
    return vtk_.has_offsets() ? read_offset_cells(count, size) : read_counted_cells(count, size);
  }

  Cells read_counted_cells(std::int64_t count, std::int64_t size) {
    const std::vector<std::int64_t> values = read_integers(size, NumberType::int32, "indices of cells");
    Cells cells;
    std::size_t at = 0;
    for (std::int64_t i = 0; i < count; ++i) {
      const std::int64_t corners = at < values.size() ? values[at] : -1;
      if (corners < 0 || static_cast<std::uint64_t>(corners) > values.size() - at - 1)
        vtk_.scanner.refuse(
            fmt::format("the list of {} cells ends too early or has a wrong count; export it again", count));
      const auto begin = values.begin() + static_cast<std::ptrdiff_t>(at) + 1;
      cells.emplace_back(begin, begin + corners);
      at += 1 + static_cast<std::size_t>(corners);
    }
    return cells;
  }

  Cells read_offset_cells(std::int64_t offsets, std::int64_t size) {
    vtk_.scanner.word();  // OFFSETS
    const NumberType offset_type = vtk_.read_type();
    vtk_.begin_table();
    const std::vector<std::int64_t> offset = read_integers(offsets, offset_type, "offsets");
    if (lowered(vtk_.scanner.word()) != "connectivity")
      vtk_.scanner.refuse("CONNECTIVITY is missing after the offsets");
    const NumberType type = vtk_.read_type();
    vtk_.begin_table();
    const std::vector<std::int64_t> values = read_integers(size, type, "indices of cells");
    Cells cells;
    for (std::size_t i = 0; i + 1 < offset.size(); ++i) {
      if (offset[i] < 0 || offset[i + 1] < offset[i] || offset[i + 1] > size)
        vtk_.scanner.refuse("the offsets of the cells do not rise or leave the list; export it again");
      cells.emplace_back(values.begin() + offset[i], values.begin() + offset[i + 1]);
    }
    return cells;
  }

  void read_cell_types() {
    const std::int64_t count = vtk_.small_count("the number of cell types");
    vtk_.begin_table();
    types_ = read_integers(count, NumberType::int32, "cell types");
  }

  const std::vector<std::int64_t>& require_face(const std::vector<std::int64_t>& cell) const {
    if (cell.size() < 3)
      vtk_.scanner.refuse(fmt::format("a polygon has {} corners; it needs at least three", cell.size()));
    return cell;
  }

  void add_strip(const std::vector<std::int64_t>& cell) {
    for (std::size_t i = 2; i < cell.size(); ++i)
      i % 2 == 0 ? mesh_.add_triangle(cell[i - 2], cell[i - 1], cell[i])
                 : mesh_.add_triangle(cell[i - 1], cell[i - 2], cell[i]);
  }

  void add_cells() {
    if (!vtk_.is_grid()) return;
    if (types_.size() != cells_.size())
      vtk_.scanner.refuse(fmt::format("{} cells have {} types; export it again", cells_.size(), types_.size()));
    for (std::size_t i = 0; i < cells_.size(); ++i) add_cell(types_[i], cells_[i]);
  }

  void add_cell(std::int64_t type, const std::vector<std::int64_t>& c) {
    const auto need = [&](std::size_t count) {
      if (c.size() != count)
        vtk_.scanner.refuse(fmt::format("a cell of type {} has {} nodes; it needs {}", type, c.size(), count));
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
        vtk_.scanner.refuse(fmt::format("cells of type {} are not read; make triangles or tetrahedra", type));
    }
  }

  void skip_field() {
    vtk_.scanner.word();
    const std::int64_t arrays = vtk_.scanner.count("the number of arrays");
    for (std::int64_t i = 0; i < arrays && !vtk_.scanner.at_end(); ++i) {
      if (lowered(vtk_.scanner.peek()) == "metadata") {
        vtk_.scanner.word();
        vtk_.skip_metadata();
      }
      vtk_.scanner.word();
      const std::int64_t components = vtk_.small_count("components"), tuples = vtk_.small_count("tuples");
      if (components > 1000) vtk_.scanner.refuse(fmt::format("an array has {} components a value", components));
      const NumberType type = vtk_.read_type();
      vtk_.begin_table();
      vtk_.read_table(components * tuples, type, "values of a field", [](double) {});
    }
  }

  LegacyVtk vtk_;
  MeshCollector mesh_;
  Cells cells_;
  std::vector<std::int64_t> types_;
};

}  // namespace

FileMesh parse_vtk(std::string_view bytes, const std::string& name) { return VtkParser(bytes, name).parse(); }

}  // namespace resound
