#include <fmt/format.h>

#include <map>
#include <optional>

#include "base/byte_reader.h"
#include "base/text_scanner.h"
#include "particle_file/named_array.h"
#include "particle_file/vtk_types.h"

// VTK legacy files, as text or binary (big-endian): the points of POLYDATA and UNSTRUCTURED_GRID and what is said of
// each. Cells, and values on them, are passed over.
namespace resound {
namespace {

constexpr std::int64_t kMostNumbers = 1'000'000'000'000;  // a hundred times it still fits

class VtkParticles {
 public:
  VtkParticles(std::string_view bytes, const std::string& name) : bytes_(bytes), name_(name), scanner_(bytes, name) {}

  ParticleFrame parse() {
    read_header();
    while (!scanner_.at_end()) read_section(lowered(scanner_.word()));
    return frame_of(std::move(arrays_), name_);
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
      scanner_.refuse(
          fmt::format("the dataset is {}; points are read from POLYDATA and UNSTRUCTURED_GRID", plain_word(kind)));
  }

  void read_section(const std::string& keyword) {
    if (keyword == "points") {
      const std::int64_t count = small_count("the number of points");
      points_ = count;
      add_array("points", 3, count, read_type());
    } else if (keyword == "vertices" || keyword == "lines" || keyword == "polygons" || keyword == "triangle_strips" ||
               keyword == "cells") {
      skip_cells();
    } else if (keyword == "cell_types") {
      skip_numbers(small_count("the number of cell types"), NumberType::int32);
    } else if (keyword == "point_data") {
      values_ = small_count("the number of points");
      if (values_ != points_)
        scanner_.refuse(fmt::format("POINT_DATA speaks of {} points, but there are {}", values_, points_));
      of_points_ = true;
    } else if (keyword == "cell_data") {
      values_ = small_count("the number of cells");
      of_points_ = false;
    } else if (keyword == "metadata") {
      skip_metadata();
    } else if (keyword == "field") {
      read_field();
    } else {
      read_attribute(keyword);
    }
  }

  void read_attribute(const std::string& keyword) {
    if (keyword == "scalars") {
      const std::string name(scanner_.word());
      const NumberType type = read_type();
      std::int64_t components = 1;
      if (lowered(scanner_.peek()) != "lookup_table" && is_whole_number(scanner_.peek()))
        components = few("components");
      if (lowered(scanner_.peek()) == "lookup_table") scanner_.word(), scanner_.word();
      add_array(name, components, values_, type);
    } else if (keyword == "vectors" || keyword == "normals") {
      const std::string name(scanner_.word());
      add_array(name, 3, values_, read_type());
    } else if (keyword == "tensors") {
      const std::string name(scanner_.word());
      add_array(name, 9, values_, read_type());
    } else if (keyword == "texture_coordinates") {
      const std::string name(scanner_.word());
      const std::int64_t components = few("components");
      add_array(name, components, values_, read_type());
    } else if (keyword == "global_ids" || keyword == "pedigree_ids") {
      scanner_.word();
      add_array("id", 1, values_, read_type());
    } else if (keyword == "color_scalars") {
      scanner_.word();
      skip_numbers(few("components") * values_, is_text_ ? NumberType::float32 : NumberType::uint8);
    } else if (keyword == "lookup_table") {
      scanner_.word();
      skip_numbers(4 * small_count("colours"), is_text_ ? NumberType::float32 : NumberType::uint8);
    } else {
      scanner_.refuse(fmt::format("\"{}\" is no keyword of this kind of VTK file", plain_word(keyword)));
    }
  }

  static bool is_whole_number(std::string_view word) {
    std::int64_t value = 0;
    return to_integer(word, value);
  }

  NumberType read_type() {
    const std::string_view word = scanner_.word();
    const auto type = legacy_vtk_type(word);
    if (!type) scanner_.refuse(fmt::format("\"{}\" is no type of numbers", plain_word(word)));
    return *type;
  }

  std::int64_t small_count(const char* what) {
    const std::int64_t count = scanner_.count(what);
    if (count > kMostNumbers) scanner_.refuse(fmt::format("{} is {}, more than any file holds", what, count));
    return count;
  }
  std::int64_t few(const char* what) {
    const std::int64_t count = scanner_.count(what);
    if (count > 100) scanner_.refuse(fmt::format("an array has {} {} a value", count, what));
    return count;
  }

  template <class Take>
  void read_numbers(std::int64_t count, NumberType type, const Take& take) {
    if (is_text_) {
      if (static_cast<std::uint64_t>(count) > scanner_.left())
        scanner_.refuse(fmt::format("{} numbers are announced, but only {} characters follow; export it again", count,
                                    scanner_.left()));
      for (std::int64_t i = 0; i < count; ++i) take(scanner_.number("a value"));
      return;
    }
    scanner_.line();  // bytes begin right behind it
    ByteReader reader(bytes_, name_, scanner_.position());
    reader.is_big_endian = true;
    reader.need(static_cast<std::uint64_t>(count), size_of(type), "numbers");
    for (std::int64_t i = 0; i < count; ++i) take(read_number(reader, type, "a value"));
    scanner_.jump(reader.position());
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
    const std::int64_t count = small_count("the number of cells"), size = small_count("the size of the list");
    if (!is_text_) {
      const std::size_t here = scanner_.position();
      const std::size_t end = std::min(bytes_.find('\n', here), bytes_.size());
      if (lowered(bytes_.substr(std::min(end + 1, bytes_.size()), 7)) != "offsets")
        return skip_numbers(size, NumberType::int32);
    } else if (lowered(scanner_.peek()) != "offsets") {
      return skip_numbers(size, NumberType::int32);
    }
    if (lowered(scanner_.word()) != "offsets") scanner_.refuse("OFFSETS are missing");
    skip_numbers(count, read_type());
    if (lowered(scanner_.word()) != "connectivity") scanner_.refuse("CONNECTIVITY is missing after the offsets");
    skip_numbers(size, read_type());
  }

  void skip_metadata() {  // up to an empty line
    scanner_.line();
    while (scanner_.left() > 0 && !scanner_.line().empty()) {
    }
  }

  void read_field() {
    scanner_.word();
    const std::int64_t count = scanner_.count("the number of arrays");
    for (std::int64_t i = 0; i < count && !scanner_.at_end(); ++i) {
      while (lowered(scanner_.peek()) == "metadata") scanner_.word(), skip_metadata();
      const std::string name(scanner_.word());
      const std::int64_t components = few("components"), rows = small_count("rows");
      const NumberType type = read_type();
      if (of_points_ && rows == values_)
        add_array(name, components, rows, type);
      else
        skip_numbers(components * rows, type);
    }
  }

  std::string_view bytes_;
  std::string name_;
  TextScanner scanner_;
  bool is_text_ = true;
  bool of_points_ = true;  // what follows is said of points, not of cells
  std::int64_t points_ = 0, values_ = -1;
  std::vector<NamedArray> arrays_;
};

}  // namespace

ParticleFrame parse_particle_vtk(std::string_view bytes, const std::string& name) {
  return VtkParticles(bytes, name).parse();
}

}  // namespace resound
