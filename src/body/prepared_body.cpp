#include "body/prepared_body.h"

#include <fmt/format.h>

#include <cstdlib>
#include <map>

#include "base/content_hash.h"
#include "base/error.h"
#include "body/body_cache.h"

namespace resound {
namespace {

constexpr std::uint64_t kMostModes = 1'000'000;
constexpr std::size_t kManyTriangles = 2500;  // Kirchhoff's solve takes seconds from here on
constexpr int kRadiationFormat = 2;           // raised when the same modes would give another map than before

// What the cache keeps of the sound around a body.
struct KeptRadiation {
  MultipoleMap map;
  AddedMass air;
  void archive(StateArchive& state) {
    std::uint64_t count = map.modes.size();
    state.fields(map.centre, map.radius, air.matrix, air.displaced, count);
    if (count > kMostModes) throw InputError("the cache counts more modes than a body has");
    map.modes.resize(count);
    for (ModeField& field : map.modes) state.fields(field.wavenumber, field.order, field.coefficients);
  }
};

// The surface that boundary elements see: the skin, or, where that has more triangles than an ear would ever notice,
// its larger faces. Vertices that no triangle needs are left out.
struct RadiatingPart {
  TriangleMesh surface;
  std::vector<std::vector<Vec3>> motion;  // one a mode
};

RadiatingPart radiating_part(const ModalModel& model) {
  const bool is_fine = model.skin.triangles.size() > kManyTriangles && !model.faces.empty();
  RadiatingPart part;
  part.surface.triangles = is_fine ? model.faces : model.skin.triangles;
  std::vector<int> kept(model.skin.vertices.size(), -1);
  std::vector<std::size_t> vertices;
  for (Triangle& triangle : part.surface.triangles)
    for (int& corner : triangle) {
      int& number = kept[static_cast<std::size_t>(corner)];
      if (number < 0) {
        number = static_cast<int>(vertices.size());
        vertices.push_back(static_cast<std::size_t>(corner));
      }
      corner = number;
    }
  for (const std::size_t vertex : vertices) part.surface.vertices.push_back(model.skin.vertices[vertex]);
  for (const BodyMode& mode : model.modes) {
    std::vector<Vec3>& motion = part.motion.emplace_back();
    for (const std::size_t vertex : vertices) motion.push_back(mode.shape[vertex]);
  }
  return part;
}

RungChoice rung_of(const Body& body, const ModalModel& model, double speed_of_sound) {
  switch (body.radiation) {
    case BodyRadiation::compact:
      return {RadiationRung::compact, "compact: asked for"};
    case BodyRadiation::kirchhoff:
      return {RadiationRung::kirchhoff, "kirchhoff: asked for"};
    case BodyRadiation::helmholtz:
      return {RadiationRung::helmholtz, "helmholtz: asked for"};
    case BodyRadiation::automatic:
      break;
  }
  const double highest = model.modes.empty() ? 0 : model.modes.back().omega / 6.283185307179586;
  return choose_rung(model.skin, highest, speed_of_sound);
}

KeptRadiation radiation_of(const ModalModel& model, RadiationRung rung, const Air& air, const std::string& name,
                           const PreparationReport& report) {
  RadiationSettings settings;
  settings.speed_of_sound = speed_of_sound(air);
  settings.air_density = density(air);
  if (report.progress) settings.progress = [&](double share) { report.progress("sound around " + name, share); };
  const RadiatingPart part = radiating_part(model);
  std::vector<RadiatingMode> modes;
  for (std::size_t i = 0; i < model.modes.size(); ++i) modes.push_back({model.modes[i].omega, part.motion[i]});
  return {radiate(part.surface, modes, rung, settings), added_mass(part.surface, settings.air_density)};
}

std::filesystem::path from_environment(const char* name) {
  const char* value = std::getenv(name);
  return value ? std::filesystem::path(value) : std::filesystem::path();
}

}  // namespace

std::filesystem::path default_cache() {
  if (auto named = from_environment("RESOUND_CACHE"); !named.empty()) return named;
  if (auto cache = from_environment("XDG_CACHE_HOME"); !cache.empty()) return cache / "resound";
  if (auto home = from_environment("HOME"); !home.empty()) return home / ".cache" / "resound";
  return {};
}

ModalModel modal_model(const Body& body, const std::string& name, const PreparationSettings& settings) {
  const BodyCache cache(settings.cache, settings.report.message);
  return cache.get<ModalModel>("modes", analysis_key(body), [&] { return analyse(body, name, settings.report); });
}

std::shared_ptr<const PreparedBody> prepare(const Body& body, const std::string& name, const Air& air,
                                            const PreparationSettings& settings) {
  const BodyCache cache(settings.cache, settings.report.message);
  auto prepared = std::make_shared<PreparedBody>();
  prepared->model = modal_model(body, name, settings);

  prepared->radiation = rung_of(body, prepared->model, speed_of_sound(air));
  prepared->key =
      content_hash(fmt::format("radiation {} {} {} {} {}", kRadiationFormat, analysis_key(body),
                               static_cast<int>(prepared->radiation.rung), speed_of_sound(air), density(air)));
  KeptRadiation radiation = cache.get<KeptRadiation>("radiation", prepared->key, [&] {
    return radiation_of(prepared->model, prepared->radiation.rung, air, name, settings.report);
  });
  prepared->map = std::move(radiation.map);
  prepared->air = radiation.air;
  prepared->surface = std::make_shared<SurfaceIndex>(prepared->model.skin);
  prepared->skin = {prepared->surface, &prepared->surface->mesh()};
  return prepared;
}

PreparedBodies::PreparedBodies(const Scene& scene, const PreparationSettings& settings)
    : bodies_(scene.objects.size()), solids_(scene.objects.size()) {
  std::map<std::string, std::shared_ptr<const PreparedBody>> known;
  for (std::size_t i = 0; i < scene.objects.size(); ++i) {
    if (const auto* solid = std::get_if<Solid>(&scene.objects[i].kind))
      solids_[i] = prepare(*solid, scene.objects[i].name, settings.report);
    const auto* body = std::get_if<Body>(&scene.objects[i].kind);
    if (!body) continue;
    auto& shared = known[fmt::format("{} {}", analysis_key(*body), static_cast<int>(body->radiation))];
    if (!shared) shared = prepare(*body, scene.objects[i].name, scene.air, settings);
    bodies_[i] = shared;
  }
}

std::string PreparedBodies::key() const {
  std::string all;
  for (const auto& body : bodies_) all += body ? body->key : "-";
  for (const auto& solid : solids_) all += solid ? solid->key : "-";
  return content_hash(all);
}

}  // namespace resound
