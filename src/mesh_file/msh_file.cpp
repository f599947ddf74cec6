#include <fmt/format.h>

#include <unordered_map>

#include "base/byte_reader.h"
#include "base/text_scanner.h"
#include "mesh_file/file_mesh.h"

// Gmsh's .msh, formats 2.2 and 4.1, as text or binary. Of the elements, triangles, quadrilaterals and tetrahedra of
// first and second order are taken; points and lines are passed over.
namespace resound {
namespace {

// How many nodes an element of each of Gmsh's types has; 0 for those that we do not know.
constexpr int kNodes[] = {0, 2, 3, 4, 4, 8, 6, 5, 3, 6, 9, 10, 27, 18, 14, 1, 8, 20, 15, 13};
enum ElementType {
  kLine = 1,
  kTriangle,
  kQuad,
  kTet,
  kCurvedLine = 8,
  kCurvedTriangle,
  kQuad9,
  kCurvedTet,
  kPoint = 15,
  kQuad8
};

struct Form {
  bool is_version_4 = false, is_text = true, is_big_endian = false;
};

// Reads the numbers of a section, from text or from bytes.
class Section {
 public:
  Section(TextScanner& scanner, std::string_view bytes, const std::string& name, const Form& form)
      : scanner_(scanner), reader_(bytes, name, scanner.position()), is_text_(form.is_text) {
    reader_.is_big_endian = form.is_big_endian;
  }
  ~Section() {
    if (!is_text_) scanner_.jump(reader_.position());
  }
  Section(const Section&) = delete;
  Section& operator=(const Section&) = delete;

  bool is_text() const { return is_text_; }
  std::int64_t small(const char* what) {  // an int of the binary form
    return is_text_ ? scanner_.integer(what) : reader_.read<std::int32_t>(what);
  }
  std::int64_t large(const char* what) {  // a size_t of the binary form
    if (is_text_) return scanner_.integer(what);
    const auto value = reader_.read<std::uint64_t>(what);
    return value > 9'000'000'000'000'000ULL ? -1 : static_cast<std::int64_t>(value);
  }
  double number(const char* what) { return is_text_ ? scanner_.number(what) : reader_.read<double>(what); }

  // Can `count` records of at least `bytes` (binary) or `words` (text) still follow?
  void need(std::int64_t count, std::uint64_t bytes, std::uint64_t words, const char* what) const {
    if (count < 0) refuse(fmt::format("{} {} cannot be", count, what));
    if (!is_text_) return reader_.need(static_cast<std::uint64_t>(count), bytes, what);
    if (static_cast<std::uint64_t>(count) > scanner_.left() / (2 * words) + 1)
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

class MshParser {
 public:
  MshParser(std::string_view bytes, const std::string& name)
      : bytes_(bytes), name_(name), scanner_(bytes, name), mesh_(name) {}

  FileMesh parse() {
    bool has_form = false;
    while (!scanner_.at_end()) {
      const std::string title(scanner_.word());
      if (title.size() < 2 || title[0] != '$')
        scanner_.refuse(fmt::format("\"{}\" stands where a section should begin with $", plain_word(title)));
      if (title == "$MeshFormat") {
        read_form();
        has_form = true;
      } else if (title == "$Nodes" || title == "$Elements") {
        if (!has_form) scanner_.refuse("$MeshFormat is missing; it should be the first section");
        scanner_.line();
        // in format 2.2 the count is a line of text, also before bytes
        std::int64_t count = 0;
        if (!form_.is_version_4) {
          count = scanner_.count("the number of nodes or elements");
          scanner_.line();
        }
        Section section(scanner_, bytes_, name_, form_);
        if (title == "$Nodes")
          form_.is_version_4 ? read_nodes_4(section) : read_nodes_2(section, count);
        else
          form_.is_version_4 ? read_elements_4(section) : read_elements_2(section, count);
      }
      skip_past("$End" + title.substr(1));
    }
    if (!has_form) scanner_.refuse("the file holds no $MeshFormat section; it is not from Gmsh");
    return mesh_.take();
  }

 private:
  void read_form() {
    const double version = scanner_.number("the version");
    const std::int64_t is_binary = scanner_.integer("the file type");
    const std::int64_t size = scanner_.integer("the data size");
    scanner_.line();
    if (version != 2.2 && version != 4.1)
      scanner_.refuse(fmt::format("the file has format {}; 2.2 and 4.1 are read: gmsh -format msh41", version));
    form_.is_version_4 = version == 4.1;
    form_.is_text = is_binary == 0;
    if (form_.is_text) return;
    if (size != 8) scanner_.refuse(fmt::format("numbers of {} bytes are not read; 8 are usual", size));
    ByteReader reader(bytes_, name_, scanner_.position());
    const auto one = reader.read<std::uint32_t>("the number 1");
    form_.is_big_endian = one == 0x01000000u;
    if (one != 1 && !form_.is_big_endian) scanner_.refuse("the byte order cannot be told; the file is damaged");
    scanner_.jump(reader.position());
  }

  void skip_past(const std::string& end) {
    const std::size_t place = scanner_.rest().find(end);
    if (place == std::string_view::npos)
      scanner_.refuse(fmt::format("{} is missing; the file was cut off: export it again", plain_word(end)));
    scanner_.jump(scanner_.position() + place + end.size());
  }

  void add_node(std::int64_t tag, const Vec3& place) {
    if (!index_.try_emplace(tag, static_cast<std::int64_t>(mesh_.vertex_count())).second)
      throw InputError(fmt::format("{}: node {} stands there twice; export it again", name_, tag));
    mesh_.add_vertex(place);
  }
  std::int64_t node(std::int64_t tag) const {
    const auto found = index_.find(tag);
    if (found == index_.end())
      throw InputError(fmt::format("{}: an element names node {}, which the file does not hold", name_, tag));
    return found->second;
  }

  void read_nodes_2(Section& section, std::int64_t count) {
    section.need(count, 28, 4, "nodes");
    for (std::int64_t i = 0; i < count; ++i) {
      const std::int64_t tag = section.small("a node's number");
      const double x = section.number("x"), y = section.number("y"), z = section.number("z");
      add_node(tag, {x, y, z});
    }
  }

  void read_nodes_4(Section& section) {
    const std::int64_t blocks = section.large("the number of blocks");
    for (const char* what : {"the number of nodes", "the smallest tag", "the largest tag"}) section.large(what);
    section.need(blocks, 20, 4, "blocks");
    std::vector<std::int64_t> tags;
    for (std::int64_t b = 0; b < blocks; ++b) {
      const std::int64_t dimension = section.small("a dimension");
      section.small("a tag");
      const bool is_parametric = section.small("parametric") != 0;
      const std::int64_t count = section.large("the number of nodes");
      section.need(count, 32, 4, "nodes");
      tags.clear();
      for (std::int64_t i = 0; i < count; ++i) tags.push_back(section.large("a node's number"));
      const std::int64_t extra = is_parametric && dimension > 0 && dimension <= 3 ? dimension : 0;
      for (const std::int64_t tag : tags) {
        const double x = section.number("x"), y = section.number("y"), z = section.number("z");
        for (std::int64_t e = 0; e < extra; ++e) section.number("a parameter");
        add_node(tag, {x, y, z});
      }
    }
  }

  int nodes_of(std::int64_t type, const Section& section) const {
    if (type > 0 && type < static_cast<std::int64_t>(std::size(kNodes))) return kNodes[type];
    section.refuse(fmt::format("elements of type {} are not read; make tetrahedra or triangles of order 1 or 2", type));
  }

  void read_elements_2(Section& section, std::int64_t count) {
    section.need(count, 4, 3, "elements");
    for (std::int64_t i = 0; i < count;) {
      // text: number, type, tags, nodes; binary: a header for several elements of one type
      std::int64_t in_block = 1, type = 0, tags = 0;
      if (section.is_text()) {
        section.small("an element's number");
        type = section.small("an element's type");
        tags = section.small("the number of tags");
      } else {
        type = section.small("an element's type");
        in_block = section.small("the number of elements");
        tags = section.small("the number of tags");
        if (in_block < 1 || in_block > count - i)
          section.refuse(fmt::format("a block of {} elements cannot be", in_block));
      }
      const int nodes = nodes_of(type, section);
      section.need(tags, 4, 1, "tags");
      section.need(in_block, 4 * static_cast<std::uint64_t>(nodes), 1, "elements");
      for (std::int64_t k = 0; k < in_block; ++k, ++i) {
        if (!section.is_text()) section.small("an element's number");
        for (std::int64_t t = 0; t < tags; ++t) section.small("a tag");
        read_element(section, type, nodes, false);
      }
    }
  }

  void read_elements_4(Section& section) {
    const std::int64_t blocks = section.large("the number of blocks");
    for (const char* what : {"the number of elements", "the smallest tag", "the largest tag"}) section.large(what);
    section.need(blocks, 20, 4, "blocks");
    for (std::int64_t b = 0; b < blocks; ++b) {
      section.small("a dimension");
      section.small("a tag");
      const std::int64_t type = section.small("an element's type");
      const std::int64_t count = section.large("the number of elements");
      const int nodes = nodes_of(type, section);
      section.need(count, 8 * (1 + static_cast<std::uint64_t>(nodes)), 1 + static_cast<std::uint64_t>(nodes),
                   "elements");
      for (std::int64_t i = 0; i < count; ++i) {
        section.large("an element's number");
        read_element(section, type, nodes, true);
      }
    }
  }

  void read_element(Section& section, std::int64_t type, int nodes, bool is_large) {
    std::array<std::int64_t, 27> tag{};
    for (int k = 0; k < nodes; ++k) tag[k] = is_large ? section.large("a node") : section.small("a node");
    if (type == kPoint || type == kLine || type == kCurvedLine) return;
    std::array<std::int64_t, 10> n{};
    for (int k = 0; k < std::min(nodes, 10); ++k) n[k] = node(tag[k]);
    switch (type) {
      case kTriangle:
        return mesh_.add_triangle(n[0], n[1], n[2]);
      case kCurvedTriangle:
        mesh_.add_triangle(n[0], n[3], n[5]);
        mesh_.add_triangle(n[3], n[1], n[4]);
        mesh_.add_triangle(n[5], n[4], n[2]);
        return mesh_.add_triangle(n[3], n[4], n[5]);
      case kQuad:
      case kQuad8:
      case kQuad9:
        return mesh_.add_polygon({n[0], n[1], n[2], n[3]});
      case kTet:
        return mesh_.add_tet({n[0], n[1], n[2], n[3]});
      case kCurvedTet:  // Gmsh lists the middle of 23 before that of 13
        return mesh_.add_curved_tet({n[0], n[1], n[2], n[3], n[4], n[5], n[6], n[7], n[9], n[8]});
      default:
        section.refuse("the solid is made of bricks, prisms or pyramids; make tetrahedra");
    }
  }

  std::string_view bytes_;
  std::string name_;
  TextScanner scanner_;
  MeshCollector mesh_;
  Form form_;
  std::unordered_map<std::int64_t, std::int64_t> index_;  // node tag -> place in the list
};

}  // namespace

FileMesh parse_msh(std::string_view bytes, const std::string& name) { return MshParser(bytes, name).parse(); }

}  // namespace resound
