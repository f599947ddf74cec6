#include <fmt/format.h>

#include <map>
#include <optional>

#include "base/byte_reader.h"
#include "base/text_scanner.h"
#include "mesh_file/file_mesh.h"

// PLY, as text or binary of either endianness: a header that describes tables, then the tables.
namespace resound {
namespace {

struct Property {
  std::string name;
  NumberType type = NumberType::float32;
  std::optional<NumberType> list;  // type of the length, if it is a list
};

struct Element {
  std::string name;
  std::int64_t count = 0;
  std::vector<Property> properties;
};

enum class Encoding { text, little, big };

struct Header {
  Encoding encoding = Encoding::text;
  std::vector<Element> elements;
};

NumberType type_named(const TextScanner& scanner, std::string_view word) {
  static const std::map<std::string_view, NumberType> kTypes{
      {"char", NumberType::int8},      {"int8", NumberType::int8},       {"uchar", NumberType::uint8},
      {"uint8", NumberType::uint8},    {"short", NumberType::int16},     {"int16", NumberType::int16},
      {"ushort", NumberType::uint16},  {"uint16", NumberType::uint16},   {"int", NumberType::int32},
      {"int32", NumberType::int32},    {"uint", NumberType::uint32},     {"uint32", NumberType::uint32},
      {"float", NumberType::float32},  {"float32", NumberType::float32}, {"double", NumberType::float64},
      {"float64", NumberType::float64}};
  const auto found = kTypes.find(word);
  if (found == kTypes.end()) scanner.refuse(fmt::format("\"{}\" is no type of PLY", plain_word(word)));
  return found->second;
}

Encoding encoding_named(const TextScanner& scanner, std::string_view word) {
  if (word == "ascii") return Encoding::text;
  if (word == "binary_little_endian") return Encoding::little;
  if (word == "binary_big_endian") return Encoding::big;
  scanner.refuse(fmt::format("the format \"{}\" is unknown; PLY is ascii, binary_little_endian or binary_big_endian",
                             plain_word(word)));
}

Header read_header(TextScanner& scanner) {
  if (scanner.word() != "ply") scanner.refuse("the file does not begin with \"ply\"");
  constexpr std::size_t kMostProperties = 1000;
  Header header;
  std::size_t properties = 0;
  for (;;) {
    const std::string_view keyword = scanner.word();
    if (keyword == "format") {
      header.encoding = encoding_named(scanner, scanner.word());
      scanner.line();
    } else if (keyword == "comment" || keyword == "obj_info") {
      scanner.line();
    } else if (keyword == "element") {
      const std::string name(scanner.word());
      header.elements.push_back({name, scanner.count("the number of an element"), {}});
    } else if (keyword == "property") {
      if (header.elements.empty()) scanner.refuse("a property stands before any element");
      if (++properties > kMostProperties) scanner.refuse("the header has more than 1000 properties; export it again");
      Property property;
      std::string_view type = scanner.word();
      if (type == "list") {
        property.list = type_named(scanner, scanner.word());
        type = scanner.word();
      }
      property.type = type_named(scanner, type);
      property.name = scanner.word();
      header.elements.back().properties.push_back(property);
    } else if (keyword == "end_header") {
      scanner.line();
      return header;
    } else {
      scanner.refuse(keyword.empty() ? "the file ends within its header; it was cut off: export it again"
                                     : fmt::format("\"{}\" is no word of a PLY header", plain_word(keyword)));
    }
  }
}

// The numbers of the tables, one after the other, from text or from bytes.
class Numbers {
 public:
  Numbers(Encoding encoding, TextScanner& scanner, std::string_view bytes, const std::string& name)
      : scanner_(scanner), reader_(bytes, name, scanner.position()), is_text_(encoding == Encoding::text) {
    reader_.is_big_endian = encoding == Encoding::big;
  }
  double number(NumberType type) {
    return is_text_ ? scanner_.number("a value") : read_number(reader_, type, "values");
  }
  std::int64_t index(NumberType type) {
    return is_text_ ? scanner_.integer("an index") : read_index(reader_, type, "indices");
  }
  // a value takes at least two characters of text, or its size in bytes
  void need(std::int64_t count, NumberType type, const char* what) const {
    if (count < 0) refuse(fmt::format("a list of {} values cannot be", count));
    if (!is_text_) return reader_.need(static_cast<std::uint64_t>(count), size_of(type), what);
    if (static_cast<std::uint64_t>(count) > scanner_.left())
      refuse(fmt::format("{} {} are announced, but only {} characters follow; export it again", count, what,
                         scanner_.left()));
  }
  [[noreturn]] void refuse(const std::string& message) const {
    if (is_text_) scanner_.refuse(message);
    reader_.refuse(message);
  }

 private:
  TextScanner& scanner_;
  ByteReader reader_;
  bool is_text_;
};

void read_list(Numbers& numbers, const Property& property, std::vector<std::int64_t>& values) {
  values.clear();
  const std::int64_t count = numbers.index(*property.list);
  numbers.need(count, property.type, "values of a list");
  for (std::int64_t i = 0; i < count; ++i) values.push_back(numbers.index(property.type));
}

void skip(Numbers& numbers, const Property& property) {
  std::int64_t count = 1;
  if (property.list) {
    count = numbers.index(*property.list);
    numbers.need(count, property.type, "values of a list");
  }
  for (std::int64_t i = 0; i < count; ++i) numbers.number(property.type);
}

void read_element(Numbers& numbers, const Element& element, MeshCollector& mesh) {
  if (element.properties.empty()) return;  // its rows are empty, however many are announced
  std::vector<std::int64_t> corners;
  for (std::int64_t row = 0; row < element.count; ++row) {
    Vec3 place;
    for (const Property& property : element.properties) {
      if (element.name == "vertex" && !property.list && property.name.size() == 1 && property.name >= "x" &&
          property.name <= "z") {
        const double value = numbers.number(property.type);
        (property.name == "x" ? place.x : property.name == "y" ? place.y : place.z) = value;
      } else if (element.name == "face" && property.list &&
                 (property.name == "vertex_indices" || property.name == "vertex_index")) {
        read_list(numbers, property, corners);
        if (corners.size() < 3)
          numbers.refuse(fmt::format("face {} has {} corners; it needs at least three", row, corners.size()));
        mesh.add_polygon(corners);
      } else {
        skip(numbers, property);
      }
    }
    if (element.name == "vertex") mesh.add_vertex(place);
  }
}

}  // namespace

FileMesh parse_ply(std::string_view bytes, const std::string& name) {
  TextScanner scanner(bytes, name);
  const Header header = read_header(scanner);
  Numbers numbers(header.encoding, scanner, bytes, name);
  MeshCollector mesh(name);
  for (const Element& element : header.elements) {
    if (element.name == "tristrips")
      numbers.refuse("the faces are triangle strips; export them as triangles or polygons");
    read_element(numbers, element, mesh);
  }
  return mesh.take();
}

}  // namespace resound
