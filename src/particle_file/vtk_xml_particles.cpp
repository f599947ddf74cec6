#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <pugixml.hpp>

#include "base/byte_reader.h"
#include "base/text_scanner.h"
#include "base/vtk_types.h"
#include "particle_file/named_array.h"
#include "particle_file/vtk_data.h"

// VTK XML files (.vtp, .vtu): the points of PolyData and UnstructuredGrid and what is said of each, as text, base64 or
// appended bytes, plain or compressed by zlib. Several pieces are joined.
namespace resound {
namespace {

std::string_view text_of(const pugi::xml_node& node) { return node.child_value(); }

std::uint64_t number_in(const pugi::xml_node& node, const char* key, std::uint64_t otherwise) {
  const std::string_view text = node.attribute(key).value();
  std::uint64_t value = otherwise;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

class VtkXmlParticles {
 public:
  VtkXmlParticles(std::string_view bytes, const std::string& name) : bytes_(bytes), name_(name) {}

  ParticleFrame parse() {
    read_document();
    const pugi::xml_node file = document_.child("VTKFile");
    if (!file) refuse("there is no VTKFile in it");
    read_encoding(file);
    const std::string kind = file.attribute("type").value();
    if (kind != "PolyData" && kind != "UnstructuredGrid")
      refuse(fmt::format("it holds {}; points are read from PolyData and UnstructuredGrid", plain_word(kind)));
    for (const pugi::xml_node piece : file.child(kind.c_str()).children("Piece")) read_piece(piece);
    return frame_of(std::move(arrays_), name_);
  }

 private:
  [[noreturn]] void refuse(const std::string& fact) const { throw InputError(fmt::format("{}: {}", name_, fact)); }

  // Appended bytes are no XML: the text ends before them.
  void read_document() {
    std::string text;
    const std::size_t at = bytes_.find("<AppendedData");
    if (at == std::string_view::npos) {
      text = bytes_;
    } else {
      const std::size_t begin = bytes_.find('_', at);
      if (begin == std::string_view::npos) refuse("its appended data have no beginning; export it again");
      appended_ = bytes_.substr(begin + 1);
      is_base64_ = bytes_.substr(at, begin - at).find("base64") != std::string_view::npos;
      text = std::string(bytes_.substr(0, at)) + "</VTKFile>";
    }
    const pugi::xml_parse_result result = document_.load_buffer(text.data(), text.size());
    if (!result) {
      const auto line = 1 + std::count(text.begin(),
                                       text.begin() + std::min<std::ptrdiff_t>(
                                                          result.offset, static_cast<std::ptrdiff_t>(text.size())),
                                       '\n');
      throw InputError(fmt::format("{}:{}: the XML is broken: {}", name_, line, result.description()));
    }
  }

  void read_encoding(const pugi::xml_node& file) {
    encoding_.is_big_endian = std::string_view(file.attribute("byte_order").value()) == "BigEndian";
    encoding_.has_long_headers = std::string_view(file.attribute("header_type").value()) == "UInt64";
    const std::string_view compressor = file.attribute("compressor").value();
    encoding_.is_compressed = compressor == "vtkZLibDataCompressor";
    if (!compressor.empty() && !encoding_.is_compressed)
      refuse(fmt::format("it is compressed by {}; write it with zlib (vtkZLibDataCompressor) or uncompressed",
                         plain_word(compressor)));
  }

  void read_piece(const pugi::xml_node& piece) {
    const std::uint64_t points = number_in(piece, "NumberOfPoints", 0);
    if (points == 0) return;
    if (points > kMostParticles)
      throw LimitError(fmt::format("{}: {} points; a frame may have {}", name_, points, kMostParticles));
    const pugi::xml_node places = piece.child("Points").child("DataArray");
    if (!places) refuse("a piece has no Points");
    add_array(places, "points", 3, points);
    for (const pugi::xml_node array : piece.child("PointData").children("DataArray")) {
      const std::string name = array.attribute("Name").value();
      if (role_of(name)) add_array(array, name, number_in(array, "NumberOfComponents", 1), points);
    }
  }

  void add_array(const pugi::xml_node& node, const std::string& name, std::uint64_t components, std::uint64_t rows) {
    if (components == 0 || components > 100)
      refuse(fmt::format("{} has {} components a point", plain_word(name), components));
    const auto type = xml_vtk_type(node.attribute("type").value());
    if (!type) refuse(fmt::format("{} is of type {}", plain_word(name), plain_word(node.attribute("type").value())));
    std::vector<double> values = read_values(node, *type, components * rows, plain_word(name));
    for (NamedArray& array : arrays_)  // of a piece before
      if (array.name == name) {
        if (array.components != components) refuse(fmt::format("{} differs from piece to piece", plain_word(name)));
        array.values.insert(array.values.end(), values.begin(), values.end());
        return;
      }
    arrays_.push_back({name, static_cast<std::size_t>(components), std::move(values)});
  }

  std::vector<double> read_values(const pugi::xml_node& node, NumberType type, std::uint64_t count,
                                  const std::string& name) {
    const std::string format = lowered(node.attribute("format").value());
    if (format == "ascii") return read_text(text_of(node), count, name);
    const std::uint64_t size = count * size_of(type);
    if (format == "binary") return numbers_in(base64_decoded(text_of(node), name_), type, count);
    if (format == "appended") {
      const std::uint64_t offset = number_in(node, "offset", 0);
      if (offset > appended_.size()) refuse(fmt::format("{} begins behind the end of the file", name));
      const std::string_view block = appended_.substr(offset);
      return is_base64_ ? numbers_in(decoded_part(block, size), type, count) : numbers_in(block, type, count);
    }
    refuse(fmt::format("{} is written as \"{}\"; ascii, binary and appended are known", name, plain_word(format)));
  }

  // The block ends where the next begins, or the element does; as much as it can be is enough.
  std::string decoded_part(std::string_view text, std::uint64_t size) const {
    const std::uint64_t most = (size + size / 1000 + 4096) * 2;
    text = text.substr(0, std::min<std::uint64_t>({most, text.size(), text.find_first_of("<")}));
    return base64_decoded(text, name_);
  }

  std::vector<double> read_text(std::string_view text, std::uint64_t count, const std::string& name) const {
    if (count > text.size()) refuse(fmt::format("{} has fewer than the {} numbers it needs", name, count));
    TextScanner scanner(text, name_);
    std::vector<double> values(count);
    for (double& value : values)
      if (!to_number(scanner.word(), value)) refuse(fmt::format("{} holds something that is no number", name));
    return values;
  }

  std::vector<double> numbers_in(std::string_view block, NumberType type, std::uint64_t count) const {
    const std::string bytes = unpacked_vtk_block(block, encoding_, count * size_of(type), name_);
    ByteReader reader(bytes, name_);
    reader.is_big_endian = encoding_.is_big_endian;
    std::vector<double> values(count);
    for (double& value : values) value = read_number(reader, type, "a number");
    return values;
  }

  std::string_view bytes_;
  std::string name_;
  pugi::xml_document document_;
  VtkEncoding encoding_;
  std::string_view appended_;
  bool is_base64_ = false;
  std::vector<NamedArray> arrays_;
};

}  // namespace

ParticleFrame parse_particle_vtk_xml(std::string_view bytes, const std::string& name) {
  return VtkXmlParticles(bytes, name).parse();
}

}  // namespace resound
