#include <fmt/format.h>

#include <array>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/byte_reader.h"
#include "base/text_scanner.h"
#include "mesh_file/file_mesh.h"
#include "mesh_file/gltf_transform.h"

// glTF 2.0, as .gltf (JSON, buffers embedded or in files beside it) or .glb (one file). Takes the triangles of every
// node of the scene, moved to where the node puts them; in metres, as the standard says. Looks, skins, animations are
// left out.
namespace resound {
namespace {

using Json = nlohmann::json;

class GltfParser {
 public:
  GltfParser(std::string_view bytes, const std::string& name, const Neighbour& neighbour)
      : name_(name), neighbour_(neighbour), mesh_(name) {
    if (bytes.substr(0, 4) == "glTF")
      open_binary(bytes);
    else
      open_text(bytes);
  }

  FileMesh parse() {
    require_plain();
    visited_.assign(list("nodes").size(), 0);
    for (const std::int64_t root : roots()) add_node(root, Affine{}, 0);
    return mesh_.take();
  }

 private:
  [[noreturn]] void refuse(const std::string& message) const {
    throw InputError(fmt::format("{}: {}", name_, message));
  }

  // ---- the file ----
  void open_text(std::string_view text) {
    json_ = Json::parse(text, nullptr, false);
    if (json_.is_discarded() || !json_.is_object())
      refuse("the JSON of the file cannot be understood; export it again");
  }

  void open_binary(std::string_view bytes) {
    ByteReader reader(bytes, name_, 4);
    const auto version = reader.read<std::uint32_t>("the version");
    if (version != 2) reader.refuse(fmt::format("glTF version {} is not read; 2 is", version));
    reader.read<std::uint32_t>("the length");
    bool has_json = false;
    while (reader.left() >= 8) {
      const auto length = reader.read<std::uint32_t>("a chunk's length");
      const auto type = reader.read<std::uint32_t>("a chunk's type");
      const std::string_view chunk = reader.take(length, "bytes of a chunk");
      if (type == 0x4e4f534au) {
        open_text(chunk);
        has_json = true;
      } else if (type == 0x004e4942u && !binary_chunk_) {
        binary_chunk_ = chunk;
      }
    }
    if (!has_json) refuse("the file holds no JSON chunk; export it again");
  }

  void require_plain() const {
    const auto required = json_.find("extensionsRequired");
    if (required == json_.end() || !required->is_array()) return;
    for (const Json& extension : *required)
      if (extension.is_string() && extension != "KHR_materials_unlit" && extension != "KHR_texture_transform")
        refuse(fmt::format("the file needs the extension {}; export it without compression",
                           plain_word(extension.get_ref<const std::string&>())));
  }

  // ---- JSON, never trusted ----
  const Json& list(const char* key) const {
    static const Json kNone = Json::array();
    const auto found = json_.find(key);
    if (found == json_.end()) return kNone;
    if (!found->is_array()) refuse(fmt::format("\"{}\" should be a list", key));
    return *found;
  }
  const Json& item(const char* key, std::int64_t index) const {
    const Json& items = list(key);
    if (index < 0 || static_cast<std::uint64_t>(index) >= items.size() ||
        !items[static_cast<std::size_t>(index)].is_object())
      refuse(fmt::format("\"{}\" has no entry {}; export it again", key, index));
    return items[static_cast<std::size_t>(index)];
  }
  std::int64_t whole(const Json& object, const char* key, std::optional<std::int64_t> otherwise = {}) const {
    const auto found = object.find(key);
    if (found == object.end() && otherwise) return *otherwise;
    if (found == object.end() || !found->is_number_integer())
      refuse(fmt::format("\"{}\" is missing or no whole number", key));
    if (found->is_number_unsigned() && found->get<std::uint64_t>() > 9'000'000'000'000'000ULL)
      refuse(fmt::format("\"{}\" is too large", key));
    const auto value = found->get<std::int64_t>();
    if (value < 0) refuse(fmt::format("\"{}\" is {}; it cannot be negative", key, value));
    return value;
  }
  template <std::size_t n>
  std::optional<std::array<double, n>> numbers(const Json& object, const char* key) const {
    const auto found = object.find(key);
    if (found == object.end()) return std::nullopt;
    if (!found->is_array() || found->size() != n) refuse(fmt::format("\"{}\" should be a list of {} numbers", key, n));
    std::array<double, n> values{};
    for (std::size_t i = 0; i < n; ++i) {
      if (!(*found)[i].is_number()) refuse(fmt::format("\"{}\" should be a list of {} numbers", key, n));
      values[i] = (*found)[i].template get<double>();
    }
    return values;
  }

  // ---- scene ----
  std::vector<std::int64_t> indices(const Json& object, const char* key) const {
    std::vector<std::int64_t> found;
    const auto values = object.find(key);
    if (values == object.end()) return found;
    if (!values->is_array()) refuse(fmt::format("\"{}\" should be a list", key));
    for (const Json& value : *values) {
      if (!value.is_number_integer() || value.get<std::int64_t>() < 0)
        refuse(fmt::format("\"{}\" should hold indices", key));
      found.push_back(value.get<std::int64_t>());
    }
    return found;
  }

  std::vector<std::int64_t> roots() const {
    if (!list("scenes").empty()) return indices(item("scenes", whole(json_, "scene", 0)), "nodes");
    // without scenes: nodes that are nobody's child
    std::vector<char> is_child(list("nodes").size(), 0);
    for (std::size_t i = 0; i < is_child.size(); ++i)
      for (const std::int64_t child : indices(item("nodes", static_cast<std::int64_t>(i)), "children"))
        if (static_cast<std::uint64_t>(child) < is_child.size()) is_child[static_cast<std::size_t>(child)] = 1;
    std::vector<std::int64_t> found;
    for (std::size_t i = 0; i < is_child.size(); ++i)
      if (!is_child[i]) found.push_back(static_cast<std::int64_t>(i));
    return found;
  }

  Affine transform_of(const Json& node) const {
    if (const auto matrix = numbers<16>(node, "matrix")) return affine_from_matrix(*matrix);
    return affine_from_parts(numbers<3>(node, "translation").value_or(std::array<double, 3>{0, 0, 0}),
                             numbers<4>(node, "rotation").value_or(std::array<double, 4>{0, 0, 0, 1}),
                             numbers<3>(node, "scale").value_or(std::array<double, 3>{1, 1, 1}));
  }

  void add_node(std::int64_t index, const Affine& parent, int depth) {
    constexpr int kDeepest = 200;
    const Json& node = item("nodes", index);
    if (depth > kDeepest || visited_[static_cast<std::size_t>(index)]++)
      refuse("the nodes of the scene are no tree (one has two parents, or they go too deep); export it again");
    const Affine here = parent * transform_of(node);
    if (node.contains("mesh")) add_mesh(item("meshes", whole(node, "mesh")), here);
    for (const std::int64_t child : indices(node, "children")) add_node(child, here, depth + 1);
  }

  void add_mesh(const Json& mesh, const Affine& place) {
    const auto primitives = mesh.find("primitives");
    if (primitives == mesh.end() || !primitives->is_array()) refuse("a mesh has no list of primitives");
    for (const Json& primitive : *primitives) {
      if (!primitive.is_object()) refuse("a primitive should be an object");
      const std::int64_t mode = whole(primitive, "mode", 4);
      if (mode < 4) continue;  // points and lines
      if (mode > 6) refuse(fmt::format("primitives of mode {} are unknown", mode));
      const auto attributes = primitive.find("attributes");
      if (attributes == primitive.end() || !attributes->is_object() || !attributes->contains("POSITION")) continue;
      const auto first = static_cast<std::int64_t>(mesh_.vertex_count());
      const std::int64_t count = add_positions(item("accessors", whole(*attributes, "POSITION")), place);
      std::vector<std::int64_t> corners;
      if (primitive.contains("indices")) {
        corners = read_indices(item("accessors", whole(primitive, "indices")));
      } else {
        for (std::int64_t i = 0; i < count; ++i) corners.push_back(i);
      }
      add_triangles(mode, corners, first, count, place.mirrors());
    }
  }

  void add_triangles(std::int64_t mode, const std::vector<std::int64_t>& corners, std::int64_t first,
                     std::int64_t count, bool is_mirrored) {
    const auto corner = [&](std::size_t i) {
      if (corners[i] < 0 || corners[i] >= count)
        refuse(fmt::format("an index names vertex {} of {}", corners[i], count));
      return first + corners[i];
    };
    const auto add = [&](std::size_t a, std::size_t b, std::size_t c) {
      is_mirrored ? mesh_.add_triangle(corner(a), corner(c), corner(b))
                  : mesh_.add_triangle(corner(a), corner(b), corner(c));
    };
    const std::size_t step = mode == 4 ? 3 : 1;
    for (std::size_t i = 2; i < corners.size(); i += step) {
      if (mode == 4) add(i - 2, i - 1, i);
      if (mode == 5) i % 2 == 0 ? add(i - 2, i - 1, i) : add(i - 1, i - 2, i);
      if (mode == 6) add(0, i - 1, i);
    }
  }

  // ---- accessors ----
  struct View {
    std::string_view bytes;  // from the first element on
    std::int64_t count = 0, stride = 0;
    NumberType type = NumberType::float32;
  };

  View view_of(const Json& accessor, const char* kind, std::int64_t components) const {
    if (accessor.contains("sparse")) refuse("sparse accessors are not read; export the mesh plainly");
    if (accessor.value("type", Json("")) != kind) refuse(fmt::format("an accessor should be a {}", kind));
    View view;
    view.type = component_type(whole(accessor, "componentType"));
    view.count = whole(accessor, "count");
    const auto size = static_cast<std::int64_t>(size_of(view.type)) * components;
    const Json& buffer_view = item("bufferViews", whole(accessor, "bufferView"));
    view.stride = whole(buffer_view, "byteStride", size);
    const std::string_view buffer = buffer_bytes(whole(buffer_view, "buffer"));
    const std::int64_t view_start = whole(buffer_view, "byteOffset", 0), view_length = whole(buffer_view, "byteLength");
    const std::int64_t start = whole(accessor, "byteOffset", 0);
    const auto held = static_cast<std::int64_t>(buffer.size());
    if (view_start > held || view_length > held - view_start)
      refuse(fmt::format("a buffer view reaches past the {} bytes of its buffer; the file was cut off", held));
    if (view.stride < size || view.stride > 255 + size)
      refuse(fmt::format("a stride of {} bytes cannot be", view.stride));
    if (view.count > 0 && (start > view_length - size || view.count - 1 > (view_length - size - start) / view.stride))
      refuse(fmt::format("an accessor announces {} values, but its view has {} bytes; export it again", view.count,
                         view_length));
    if (view.count > 0)
      view.bytes =
          buffer.substr(static_cast<std::size_t>(view_start + start), static_cast<std::size_t>(view_length - start));
    return view;
  }

  NumberType component_type(std::int64_t code) const {
    switch (code) {
      case 5120:
        return NumberType::int8;
      case 5121:
        return NumberType::uint8;
      case 5122:
        return NumberType::int16;
      case 5123:
        return NumberType::uint16;
      case 5125:
        return NumberType::uint32;
      case 5126:
        return NumberType::float32;
      default:
        refuse(fmt::format("numbers of type {} are unknown", code));
    }
  }

  std::int64_t add_positions(const Json& accessor, const Affine& place) {
    const View view = view_of(accessor, "VEC3", 3);
    if (view.type != NumberType::float32) refuse("positions should be floats; export them without quantisation");
    for (std::int64_t i = 0; i < view.count; ++i) {
      ByteReader reader(view.bytes, name_, static_cast<std::size_t>(i * view.stride));
      const auto x = reader.read<float>("a position"), y = reader.read<float>("a position"),
                 z = reader.read<float>("a position");
      mesh_.add_vertex(place * Vec3{x, y, z});
    }
    return view.count;
  }

  std::vector<std::int64_t> read_indices(const Json& accessor) const {
    const View view = view_of(accessor, "SCALAR", 1);
    std::vector<std::int64_t> found;
    for (std::int64_t i = 0; i < view.count; ++i) {
      ByteReader reader(view.bytes, name_, static_cast<std::size_t>(i * view.stride));
      found.push_back(read_index(reader, view.type, "an index"));
    }
    return found;
  }

  // ---- buffers ----
  std::string_view buffer_bytes(std::int64_t index) const {
    const Json& buffer = item("buffers", index);
    const auto known = buffers_.find(index);
    if (known != buffers_.end()) return known->second;
    const auto uri = buffer.find("uri");
    if (uri == buffer.end()) {
      if (index == 0 && binary_chunk_) return *binary_chunk_;
      refuse("a buffer has no bytes; export it again");
    }
    if (!uri->is_string()) refuse("a buffer's uri should be text");
    return buffers_[index] = load(uri->get<std::string>());
  }

  std::string load(const std::string& uri) const {
    constexpr std::string_view kMark = ";base64,";
    if (uri.substr(0, 5) == "data:") {
      const std::size_t mark = uri.find(kMark);
      if (mark == std::string::npos) refuse("an embedded buffer should be base64");
      const auto bytes = from_base64(std::string_view(uri).substr(mark + kMark.size()));
      if (!bytes) refuse("an embedded buffer is no base64; the file is damaged");
      return *bytes;
    }
    const std::string file = from_percent(uri);
    // a mesh from a stranger must not make us read elsewhere
    const bool is_plain = !file.empty() && file.find_first_of(std::string_view("/\\:\0", 4)) == std::string::npos &&
                          file != "." && file != "..";
    if (!is_plain)
      refuse(fmt::format("the buffer \"{}\" lies elsewhere; only files in the same folder are read", plain_word(uri)));
    return neighbour_(file);
  }

  std::string name_;
  const Neighbour& neighbour_;
  MeshCollector mesh_;
  Json json_;
  std::optional<std::string_view> binary_chunk_;
  std::vector<int> visited_;
  mutable std::map<std::int64_t, std::string> buffers_;  // those already loaded
};

}  // namespace

FileMesh parse_gltf(std::string_view bytes, const std::string& name, const Neighbour& neighbour) {
  return GltfParser(bytes, name, neighbour).parse();
}

}  // namespace resound
