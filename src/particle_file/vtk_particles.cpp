#include <fmt/format.h>

#include "base/legacy_vtk.h"
#include "particle_file/named_array.h"

// VTK legacy files, as text or binary (big-endian): the points of POLYDATA and UNSTRUCTURED_GRID and what is said of
// each. Cells, and values on them, are passed over.
namespace resound {
namespace {

class VtkParticles {
 public:
  VtkParticles(std::string_view bytes, const std::string& name) : name_(name), vtk_(bytes, name) {}

  ParticleFrame parse() {
    vtk_.read_header();
    while (!vtk_.scanner.at_end()) read_section(lowered(vtk_.scanner.word()));
    return frame_of(std::move(arrays_), name_);
  }

 private:
  void read_section(const std::string& keyword) {
    if (keyword == "points") {
      const std::int64_t count = vtk_.small_count("the number of points");
      points_ = count;
      add_array("points", 3, count, vtk_.read_type());
    } else if (keyword == "vertices" || keyword == "lines" || keyword == "polygons" || keyword == "triangle_strips" ||
               keyword == "cells") {
      skip_cells();
    } else if (keyword == "cell_types") {
      skip_numbers(vtk_.small_count("the number of cell types"), NumberType::int32);
    } else if (keyword == "point_data") {
      values_ = vtk_.small_count("the number of points");
      if (values_ != points_)
        vtk_.scanner.refuse(fmt::format("POINT_DATA speaks of {} points, but there are {}", values_, points_));
      of_points_ = true;
    } else if (keyword == "cell_data") {
      values_ = vtk_.small_count("the number of cells");
      of_points_ = false;
    } else if (keyword == "metadata") {
      vtk_.skip_metadata();
    } else if (keyword == "field") {
      read_field();
    } else {
      read_attribute(keyword);
    }
  }

  void read_attribute(const std::string& keyword) {
    if (keyword == "scalars") {
      const std::string name(vtk_.scanner.word());
      const NumberType type = vtk_.read_type();
      std::int64_t components = 1;
      if (lowered(vtk_.scanner.peek()) != "lookup_table" && is_whole_number(vtk_.scanner.peek()))
        components = few("components");
      if (lowered(vtk_.scanner.peek()) == "lookup_table") vtk_.scanner.word(), vtk_.scanner.word();
      add_array(name, components, values_, type);
    } else if (keyword == "vectors" || keyword == "normals") {
      const std::string name(vtk_.scanner.word());
      add_array(name, 3, values_, vtk_.read_type());
    } else if (keyword == "tensors") {
      const std::string name(vtk_.scanner.word());
      add_array(name, 9, values_, vtk_.read_type());
    } else if (keyword == "texture_coordinates") {
      const std::string name(vtk_.scanner.word());
      const std::int64_t components = few("components");
      add_array(name, components, values_, vtk_.read_type());
    } else if (keyword == "global_ids" || keyword == "pedigree_ids") {
      vtk_.scanner.word();
      add_array("id", 1, values_, vtk_.read_type());
    } else if (keyword == "color_scalars") {
      vtk_.scanner.word();
      skip_numbers(few("components") * values_, vtk_.is_text() ? NumberType::float32 : NumberType::uint8);
    } else if (keyword == "lookup_table") {
      vtk_.scanner.word();
      skip_numbers(4 * vtk_.small_count("colours"), vtk_.is_text() ? NumberType::float32 : NumberType::uint8);
    } else {
      vtk_.scanner.refuse(fmt::format("\"{}\" is no keyword of this kind of VTK file", plain_word(keyword)));
    }
  }

  static bool is_whole_number(std::string_view word) {
    std::int64_t value = 0;
    return to_integer(word, value);
  }

  std::int64_t few(const char* what) {
    const std::int64_t count = vtk_.scanner.count(what);
    if (count > 100) vtk_.scanner.refuse(fmt::format("an array has {} {} a value", count, what));
    return count;
  }

  template <class Take>
  void read_numbers(std::int64_t count, NumberType type, const Take& take) {
    vtk_.begin_table();
    vtk_.read_table(count, type, "numbers", take);
  }
  void skip_numbers(std::int64_t count, NumberType type) {
    read_numbers(count, type, [](double) {});
  }

  void add_array(const std::string& name, std::int64_t components, std::int64_t rows, NumberType type) {
    const bool is_ours = of_points_ && role_of(name).has_value();
    NamedArray array{name, static_cast<std::size_t>(components), {}};
    read_numbers(components * rows, type, [&](double value) {
      if (is_ours) array.values.push_back(value);
    });
    if (is_ours && components > 0) arrays_.push_back(std::move(array));
  }

  void skip_cells() {
    const std::int64_t count = vtk_.small_count("the number of cells"), size = vtk_.small_count("the size of the list");
    vtk_.begin_table();
    if (!vtk_.has_offsets()) return vtk_.read_table(size, NumberType::int32, "numbers", [](double) {});
    vtk_.scanner.word();  // OFFSETS
    skip_numbers(count, vtk_.read_type());
    if (lowered(vtk_.scanner.word()) != "connectivity")
      vtk_.scanner.refuse("CONNECTIVITY is missing after the offsets");
    skip_numbers(size, vtk_.read_type());
  }

  void read_field() {
    vtk_.scanner.word();
    const std::int64_t count = vtk_.scanner.count("the number of arrays");
    for (std::int64_t i = 0; i < count && !vtk_.scanner.at_end(); ++i) {
      while (lowered(vtk_.scanner.peek()) == "metadata") vtk_.scanner.word(), vtk_.skip_metadata();
      const std::string name(vtk_.scanner.word());
      const std::int64_t components = few("components"), rows = vtk_.small_count("rows");
      const NumberType type = vtk_.read_type();
      if (of_points_ && rows == values_)
        add_array(name, components, rows, type);
      else
        skip_numbers(components * rows, type);
    }
  }

  std::string name_;
  LegacyVtk vtk_;
  bool of_points_ = true;  // what follows is said of points, not of cells
  std::int64_t points_ = 0, values_ = -1;
  std::vector<NamedArray> arrays_;
};

}  // namespace

ParticleFrame parse_particle_vtk(std::string_view bytes, const std::string& name) {
  return VtkParticles(bytes, name).parse();
}

}  // namespace resound
