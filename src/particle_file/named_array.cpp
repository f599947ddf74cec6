#include "particle_file/named_array.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "base/error.h"
#include "base/text_scanner.h"

namespace resound {
namespace {

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::ranges::find(words, word) != words.end();
}

std::optional<ParticleQuantity> vector_called(std::string_view base) {
  if (is_one_of(base, {"", "p", "pos", "position", "positions", "point", "points", "coord", "coords", "coordinate",
                       "coordinates", "location"}))
    return ParticleQuantity::position;
  if (is_one_of(base, {"v", "vel", "vels", "velocity", "velocities", "u"})) return ParticleQuantity::velocity;
  return std::nullopt;
}

// Lower case, without the unit behind it: "pos.x" of "Pos.x [m]".
std::string spelled(std::string_view name) {
  std::string text = lowered(name);
  const std::size_t unit = text.find(" [");
  if (unit != std::string::npos) text.resize(unit);
  std::erase_if(text, [](char c) { return c == ' ' || c == '"' || c == '\''; });
  return text;
}

struct AxisName {
  std::string_view base;
  int axis;
};

// "velocity" and 0 of velocity:0, velocity_x, velocity.x, velocity[x], velocity(0), velocityx.
std::optional<AxisName> axis_in(std::string_view text) {
  while (!text.empty() && (text.back() == ']' || text.back() == ')')) text.remove_suffix(1);
  if (text.empty()) return std::nullopt;
  const std::size_t letter = std::string_view("xyz").find(text.back());
  const std::size_t digit = std::string_view("012").find(text.back());
  if (letter == std::string_view::npos && digit == std::string_view::npos) return std::nullopt;
  text.remove_suffix(1);
  const auto joins = [](char c) { return std::string_view(":._[(-").find(c) != std::string_view::npos; };
  if (digit != std::string_view::npos && (text.empty() || !joins(text.back()))) return std::nullopt;
  while (!text.empty() && joins(text.back())) text.remove_suffix(1);
  return AxisName{text, static_cast<int>(letter != std::string_view::npos ? letter : digit)};
}

class FrameBuilder {
 public:
  FrameBuilder(std::vector<NamedArray> arrays, const std::string& name) : arrays_(std::move(arrays)), name_(name) {}

  ParticleFrame build() {
    for (const NamedArray& array : arrays_)
      if (const auto role = role_of(array.name)) place(array, *role);
    take_positions();
    count_ = frame_.positions.size();
    if (const auto velocities = vectors(ParticleQuantity::velocity, false)) frame_.velocities = *velocities;
    take_ids();
    take_radii();
    return std::move(frame_);
  }

 private:
  [[noreturn]] void refuse(const std::string& fact) const { throw InputError(fmt::format("{}: {}", name_, fact)); }

  // The first that has a role keeps it: of two arrays called velocity and vel, one is read.
  void place(const NamedArray& array, const ArrayRole& role) {
    auto& slot = slots_[static_cast<std::size_t>(role.quantity)][static_cast<std::size_t>(role.axis + 1)];
    if (!slot) slot = &array;
  }
  const NamedArray* find(ParticleQuantity quantity, int axis) const {
    return slots_[static_cast<std::size_t>(quantity)][static_cast<std::size_t>(axis + 1)];
  }

  std::optional<std::vector<Vec3>> vectors(ParticleQuantity quantity, bool is_needed) const {
    std::vector<Vec3> found;
    if (const NamedArray* whole = find(quantity, -1); whole && whole->components >= 2 && whole->components <= 3) {
      check_rows(*whole, is_needed);
      found.resize(whole->rows());
      const std::size_t width = whole->components;
      for (std::size_t i = 0; i < found.size(); ++i)
        found[i] = {whole->values[i * width], whole->values[i * width + 1],
                    width > 2 ? whole->values[i * width + 2] : 0.0};
      return found;
    }
    const NamedArray *x = find(quantity, 0), *y = find(quantity, 1), *z = find(quantity, 2);
    if (!x || !y || !z) return std::nullopt;
    for (const NamedArray* axis : {x, y, z}) {
      if (axis->components != 1)
        refuse(fmt::format("{} has {} numbers a particle; one is needed", plain_word(axis->name), axis->components));
      if (axis->rows() != x->rows())
        refuse(fmt::format("{} has {} rows and {} has {}; export it again", plain_word(axis->name), axis->rows(),
                           plain_word(x->name), x->rows()));
    }
    check_rows(*x, is_needed);
    found.resize(x->rows());
    for (std::size_t i = 0; i < found.size(); ++i) found[i] = {x->values[i], y->values[i], z->values[i]};
    return found;
  }

  void check_rows(const NamedArray& array, bool is_first) const {
    if (!is_first && array.rows() != count_)
      refuse(fmt::format("{} has {} rows for {} particles; export it again", plain_word(array.name), array.rows(),
                         count_));
  }

  void take_positions() {
    auto positions = vectors(ParticleQuantity::position, true);
    if (!positions) {
      std::vector<std::string> names;
      for (const NamedArray& array : arrays_)
        if (names.size() < 12) names.push_back(plain_word(array.name));
      refuse(fmt::format("no positions are found among {}; call them x, y and z, or \"position\"",
                         names.empty() ? "nothing" : fmt::format("{}", fmt::join(names, ", "))));
    }
    frame_.positions = std::move(*positions);
    if (frame_.positions.size() > kMostParticles)
      throw LimitError(
          fmt::format("{}: {} particles; a frame may have {}", name_, frame_.positions.size(), kMostParticles));
  }

  void take_ids() {
    const NamedArray* ids = find(ParticleQuantity::id, -1);
    if (!ids || ids->components != 1) return;
    check_rows(*ids, false);
    frame_.ids.reserve(ids->values.size());
    for (const double id : ids->values) {
      if (!(std::abs(id) < 9e15) || id != std::floor(id))
        refuse(fmt::format("{} holds {}; an id is a whole number", plain_word(ids->name), id));
      frame_.ids.push_back(static_cast<std::int64_t>(id));
    }
  }

  void take_radii() {
    const NamedArray* radii = find(ParticleQuantity::radius, -1);
    const NamedArray* diameters = find(ParticleQuantity::diameter, -1);
    const NamedArray* sizes = radii ? radii : diameters;
    if (!sizes || sizes->components != 1) return;
    check_rows(*sizes, false);
    frame_.radii = sizes->values;
    if (!radii)
      for (double& radius : frame_.radii) radius /= 2;
  }

  std::vector<NamedArray> arrays_;
  std::string name_;
  std::array<std::array<const NamedArray*, 4>, 5> slots_{};
  ParticleFrame frame_;
  std::size_t count_ = 0;
};

}  // namespace

std::optional<ArrayRole> role_of(std::string_view name) {
  const std::string text = spelled(name);
  if (is_one_of(text, {"id", "ids", "idp", "pid", "particleid", "particle_id", "particleids", "particle_ids", "gid",
                       "globalid", "global_id", "index", "uid"}))
    return ArrayRole{ParticleQuantity::id, -1};
  if (is_one_of(text, {"radius", "radii", "r", "rad", "pscale", "particle_radius"}))
    return ArrayRole{ParticleQuantity::radius, -1};
  if (is_one_of(text, {"diameter", "diameters", "d"})) return ArrayRole{ParticleQuantity::diameter, -1};
  if (const auto axis = axis_in(text))
    if (const auto quantity = vector_called(axis->base)) return ArrayRole{*quantity, axis->axis};
  if (!text.empty())
    if (const auto quantity = vector_called(text)) return ArrayRole{*quantity, -1};
  return std::nullopt;
}

ParticleFrame frame_of(std::vector<NamedArray> arrays, const std::string& name) {
  return FrameBuilder(std::move(arrays), name).build();
}

}  // namespace resound
