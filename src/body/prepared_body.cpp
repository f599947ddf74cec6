#include "body/prepared_body.h"

#include <fmt/format.h>

#include <cstdlib>
#include <map>
#include <span>

#include "base/content_hash.h"
#include "base/error.h"
#include "body/body_cache.h"

namespace resound {
namespace {

constexpr std::uint64_t kMostModes = 1'000'000;
constexpr std::size_t kManyTriangles = 2500;  // Kirchhoff's solve takes seconds from here on
constexpr int kRadiationFormat = 3;           // raised when the same modes would give another map than before

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
  std::vector<std::size_t> vertices;  // of the skin, one a vertex of the surface
};

RadiatingPart radiating_part(const ModalModel& model) {
  const bool is_fine = model.skin.triangles.size() > kManyTriangles && !model.faces.empty();
  RadiatingPart part;
  part.surface.triangles = is_fine ? model.faces : model.skin.triangles;
  std::vector<int> kept(model.skin.vertices.size(), -1);
  for (Triangle& triangle : part.surface.triangles)
    for (int& corner : triangle) {
      int& number = kept[static_cast<std::size_t>(corner)];
      if (number < 0) {
        number = static_cast<int>(part.vertices.size());
        part.vertices.push_back(static_cast<std::size_t>(corner));
      }
      corner = number;
    }
  for (const std::size_t vertex : part.vertices) part.surface.vertices.push_back(model.skin.vertices[vertex]);
  return part;
}

RungChoice rungs_of(const Body& body, const ModalModel& model, const RadiatingPart& part, double speed_of_sound) {
  const auto all = [&](RadiationRung rung, const char* name) {
    return RungChoice{std::vector(model.modes.size(), rung), fmt::format("{}: asked for", name)};
  };
  switch (body.radiation) {
    case BodyRadiation::compact:
      return all(RadiationRung::compact, "compact");
    case BodyRadiation::kirchhoff:
      return all(RadiationRung::kirchhoff, "kirchhoff");
    case BodyRadiation::helmholtz:
      return all(RadiationRung::helmholtz, "helmholtz");
    case BodyRadiation::automatic:
      break;
  }
  std::vector<RadiatingMode> modes;  // their motion does not matter to the choice
  for (const BodyMode& mode : model.modes) modes.push_back({mode.omega, {}});
  return choose_rungs(part.surface, modes, speed_of_sound);
}

KeptRadiation radiation_of(const ModalModel& model, const RadiatingPart& part, std::span<const RadiationRung> rungs,
                           const Air& air, const std::string& name, const PreparationReport& report) {
  RadiationSettings settings;
  settings.speed_of_sound = speed_of_sound(air);
  settings.air_density = density(air);
  if (report.progress) settings.progress = [&](double share) { report.progress("sound around " + name, share); };
  std::vector<std::vector<Vec3>> motion(model.modes.size());
  std::vector<RadiatingMode> modes;
  for (std::size_t i = 0; i < model.modes.size(); ++i) {
    for (const std::size_t vertex : part.vertices) motion[i].push_back(model.modes[i].shape[vertex]);
    modes.push_back({model.modes[i].omega, motion[i]});
  }
  try {
    return {radiate(part.surface, modes, rungs, settings), added_mass(part.surface, settings.air_density)};
  } catch (const LimitError& error) {
    throw LimitError(
        fmt::format("body \"{}\": {}, with a larger edge_m or a lower max_frequency_hz", name, error.what()));
  }
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

  const RadiatingPart part = radiating_part(prepared->model);
  prepared->radiation = rungs_of(body, prepared->model, part, speed_of_sound(air));
  const std::vector<RadiationRung>& rungs = prepared->radiation.rungs;
  prepared->key =
      content_hash(fmt::format("radiation {} {} {} {} {}", kRadiationFormat, analysis_key(body),
                               content_hash(std::as_bytes(std::span(rungs))), speed_of_sound(air), density(air)));
  KeptRadiation radiation = cache.get<KeptRadiation>("radiation", prepared->key, [&] {
    return radiation_of(prepared->model, part, rungs, air, name, settings.report);
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
