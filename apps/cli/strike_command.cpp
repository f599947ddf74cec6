#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "body_choice.h"
#include "commands.h"
#include "scene/materials.h"

namespace resound {
namespace {

constexpr double kShortest = 1, kLongest = 10;  // [s]  of a strike whose duration is not said
constexpr double kFadeOut = 0.5;                // [1]  of the longest T60: by then it has fallen by 30 dB …
constexpr double kQuiet = 1.2;                  // … and this is how much longer the file is
constexpr double kBefore = 0.1;                 // [s]  of silence before the blow

double ringing_time(const Body& body, const ModalModel& model) {  // [s]
  const Damping& damping = body.damping ? *body.damping : body.material.damping;
  double longest = 0;
  for (std::size_t i = 0; i < model.modes.size(); ++i)
    longest = std::max(longest, t60_of_decay(damping.decay(static_cast<int>(i), model.modes[i].omega)));
  return std::clamp(kQuiet * kFadeOut * 2 * longest, kShortest, kLongest);
}

// The body stands on the floor; a microphone and a camera look at it from the front.
void look_at_body(Scene& scene, const Box& box, const Pose& pose, const std::optional<Vec3>& listener) {
  const Vec3 middle = pose.to_world(box.middle());
  ListenerSetup& ear = scene.listeners.front();
  ear.kind = ListenerKind::microphone;
  ear.path = Path(listener ? pose.to_world(*listener) : middle + normalized(Vec3{0.25, -1, 0.5}));
  ear.facing = middle - ear.path.position(0);
  Camera& camera = scene.picture.camera;
  camera.look_at = middle;
  camera.field_of_view = 35;
  camera.position = middle + (2.4 * box.diagonal()) * normalized(Vec3{0.35, -1, 0.55});
}

}  // namespace

void run(const StrikeCommand& command) {
  Scene scene;
  scene.name = body_name(command.body);
  scene.title = fmt::format("{}, struck", scene.name);
  scene.full_scale = command.full_scale;
  Body body = named_body(command.body);
  require_outputs(command.render, scene.name);
  if (body.material.name == kOwnName) scene.materials.push_back(body.material);  // the scene must tell all of it
  scene.objects = {{scene.name, body}};
  const std::shared_ptr<const PreparedBodies> bodies = prepare_bodies(scene, command.render.progress);
  const PreparedBody& prepared = *bodies->find(0);
  say(fmt::format("{} modes up to {:.0f} Hz; {}", prepared.model.modes.size(),
                  prepared.model.modes.empty() ? 0 : prepared.model.modes.back().omega / 6.283185307179586,
                  prepared.radiation.reason));

  const Box box = box_around(*prepared.skin);
  body.path = Path(Vec3{0, 0, -box.low.z});
  std::get<Body>(scene.objects.front().kind) = body;
  Strike strike = command.strike;
  strike.target = scene.name;
  if (Material* tip = std::get_if<Material>(&strike.tip); tip && tip->name == kOwnName) {
    tip->name = "custom tip";
    scene.materials.push_back(*tip);
  }
  strike.time = kBefore;
  if (!command.has_place) strike.place = prepared.surface->nearest({box.high.x, box.middle().y, box.high.z})->position;
  scene.objects.push_back({"strike", strike});
  scene.duration = command.duration.value_or(kBefore + ringing_time(body, prepared.model));
  look_at_body(scene, box, pose_at(body, 0), command.listener);
  render_scene(describe_scene(std::move(scene)), command.render, bodies);
}

}  // namespace resound
