#include "motion/grain/grains_motion.h"

#include <algorithm>

#include "grain/event_driven.h"
#include "grain/grain_checks.h"
#include "grain/soft_grains.h"
#include "motion/grain/free_start.h"
#include "motion/grain/grain_start.h"
#include "motion/grain/grain_strikes.h"
#include "motion/wall/wall_shapes.h"

namespace resound {
namespace {

// Softer and coarser than the solver's own choice: a pour takes an eighth of the time, and its collisions are the same
// within statistics (tests/render/pour_test.cpp).
constexpr SoftSettings kSoft{.overlap = 0.03, .steps_per_contact = 16};

std::size_t at(int index) { return static_cast<std::size_t>(index); }

WallShape wall_shape(const Scene& scene, const PreparedBodies& bodies, const WallSort& wall) {
  if (wall.object < 0) return PlaneWall{};
  const ObjectKind& kind = scene.objects[at(wall.object)].kind;
  if (const auto* fixture = std::get_if<Fixture>(&kind)) return wall_of(*fixture);
  if (const auto* body = std::get_if<Body>(&kind)) return wall_of(*body, *bodies.find(wall.object));
  if (std::holds_alternative<Solid>(kind)) return MeshWall{bodies.find_solid(wall.object)->skin.mesh};
  const Bar& bar = std::get<Bar>(kind);
  return MeshWall{bar.section == BarSection::round ? round_bar_mesh(bar.length, bar.thickness / 2, 1, 48)
                                                   : box_mesh({bar.length, bar.width, bar.thickness})};
}

// While grains sink together nothing moves yet, and no gate is open.
WallMotion standing(const WallMotion& motion) { return {motion.pose, {}, {}}; }

}  // namespace

GrainsMotion::GrainsMotion(const Scene& scene, const PreparedBodies& bodies)
    : scene_(std::make_shared<Scene>(scene)), sorts_(grain_sorts(scene)), heard_(scene.unheard.slower) {
  GrainSystem system;
  system.kinds = sorts_.kinds;
  bool is_soft = false;
  for (int object = 0; object < static_cast<int>(scene.objects.size()); ++object) {
    const auto* grains = std::get_if<Grains>(&scene.objects[at(object)].kind);
    if (!grains) continue;
    const auto first = std::ranges::find(sorts_.object_of_kind, object) - sorts_.object_of_kind.begin();
    const auto sizes = static_cast<std::size_t>(std::ranges::count(sorts_.object_of_kind, object));
    const std::vector<Grain> fill =
        loose_fill(*grains, std::span(sorts_.kinds).subspan(static_cast<std::size_t>(first), sizes),
                   static_cast<int>(first), scene.seed, object);
    system.grains.insert(system.grains.end(), fill.begin(), fill.end());
    lead_ = std::max(lead_, grains->settle);
    if (grains->count > 0) is_soft = grains->method == GrainMethod::soft;  // all of them have the same
  }
  for (const WallSort& wall : sorts_.walls)
    system.walls.push_back({wall_shape(scene, bodies, wall), standing(motion_of(wall, 0, 0)), wall.surface});
  for (const Grain& grain : system.grains) kind_of_.push_back(grain.kind);
  check(system);
  require_free_start(system, sorts_, scene);
  if (is_soft)
    solver_ = std::make_unique<SoftGrains>(system, kSoft);
  else
    solver_ = std::make_unique<EventDrivenGrains>(system);
}

double GrainsMotion::settle(double seconds) {
  if (settled_ < lead_) {
    settled_ = std::min(lead_, settled_ + seconds);
    solver_->advance(settled_, [](const Collision&) {});
  }
  return lead_ - settled_;
}

WallMotion GrainsMotion::motion_of(const WallSort& wall, double time, double until) const {
  if (wall.object < 0) return {{{0, 0, scene_->ground.height}, {}}, {}, {}};
  const ObjectKind& kind = scene_->objects[at(wall.object)].kind;
  if (const auto* body = std::get_if<Body>(&kind)) return straight_on(*body, time, until);
  if (const auto* fixture = std::get_if<Fixture>(&kind)) {
    WallMotion motion = straight_on(*fixture, time, until);
    motion.absent = time >= fixture->opens;
    return motion;
  }
  if (const auto* solid = std::get_if<Solid>(&kind)) return {solid->pose, {}, {}};  // held, and as if it were at rest
  return {std::get<Bar>(kind).pose, {}, {}};
}

// On straight ways from block to block: each begins where the last one ended, and no wall jumps into a grain.
void GrainsMotion::move_walls(const TimeBlock& block) {
  for (std::size_t w = 0; w < sorts_.walls.size(); ++w)
    solver_->move_wall(static_cast<int>(w), motion_of(sorts_.walls[w], block.begin(), block.end()));
}

void GrainsMotion::advance(const TimeBlock& block, const Obstacles&, MotionEvents& events) {
  settle(lead_);  // whatever nobody has asked for
  move_walls(block);
  heard_.begin_block();
  frames_.clear();
  const auto keep = [&](Collision collision) {
    collision.time -= lead_;
    heard_.add(collision);
  };
  for (const SampleIndex frame : block.frames) {
    solver_->advance(lead_ + block.rate.seconds(static_cast<double>(frame)), keep);
    frames_.push_back({frame,
                       {solver_->positions().begin(), solver_->positions().end()},
                       {solver_->rotations().begin(), solver_->rotations().end()}});
  }
  solver_->advance(lead_ + block.end(), keep);
  strike_walls(heard_.all(), kind_of_, sorts_, events.contacts);
  events.grains = {heard_.all(), kind_of_, heard_.slow()};
}

void GrainsMotion::depict(SampleIndex sample, SampleRate, std::vector<Shape>& shapes) const {
  const auto frame = std::ranges::find(frames_, sample, &Frame::sample);
  if (frame == frames_.end()) return;
  for (int object = 0; object < static_cast<int>(scene_->objects.size()); ++object) {
    const auto* grains = std::get_if<Grains>(&scene_->objects[at(object)].kind);
    if (!grains) continue;
    SphereForm form;
    for (std::size_t i = 0; i < kind_of_.size(); ++i) {
      if (sorts_.object_of_kind[at(kind_of_[i])] != object) continue;
      const GrainKind& kind = sorts_.kinds[at(kind_of_[i])];
      if (!kind.is_clump()) form.spheres.push_back({frame->positions[i], kind.radius});
      for (const ClumpBall& ball : kind.balls)
        form.spheres.push_back({frame->positions[i] + frame->rotations[i] * ball.offset, ball.radius});
    }
    shapes.push_back({object, std::move(form), {}, grains->material.look});
  }
}

void GrainsMotion::archive(StateArchive& state) {
  state.fields(settled_);
  solver_->archive(state);
}

}  // namespace resound
