#include "body_choice.h"

#include <fmt/format.h>

#include <filesystem>

#include "base/error.h"

namespace resound {
namespace {

template <class... Shapes>
bool take_shape(const std::string& name, SolidShape& shape, const std::variant<Shapes...>*) {
  return ((name == name_of(SolidShape(Shapes{})) ? (shape = Shapes{}, true) : false) || ...);
}

}  // namespace

std::string body_name(const BodyChoice& choice) { return std::filesystem::path(choice.shape).stem().string(); }

Body named_body(const BodyChoice& choice) {
  Body body = choice.body;
  if (std::filesystem::exists(choice.shape)) {
    body.mesh = MeshFileShape{choice.shape, choice.shape, choice.unit};
  } else if (!take_shape(choice.shape, body.shape, static_cast<const SolidShape*>(nullptr))) {
    throw InputError(
        fmt::format("there is no mesh file {}, and no shape of that name; shapes are bar, plate, vibraphone, ring, "
                    "sphere, bowl, cup, "
                    "glass, bell and tube",
                    choice.shape));
  }
  return body;
}

}  // namespace resound
