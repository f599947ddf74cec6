#include "grain/soft_grains.h"

#include <algorithm>
#include <cmath>

#include "grain/soft_run.h"

namespace resound {
namespace {

constexpr double kStillSpeed = 1e-4;  // [1]  of sqrt(g d): what moves more slowly lies
constexpr double kStillTime = 0.02;   // [s]  that all must lie before they sleep

}  // namespace

class SoftGrains::Model {
 public:
  Model(const GrainSystem& system, const SoftSettings& settings) : run_(system, settings) {
    still_speed_ = kStillSpeed * std::sqrt(2 * run_.model().largest_radius * length(run_.model().gravity));
    energy_at_start_ = energy();
  }

  SoftRun run_;
  std::int64_t steps_ = -1;     // taken; the one at time 0 is number 0
  double asked_ = 0;            // [s]  until when
  double energy_at_start_ = 0;  // [J]
  double still_speed_ = 0;      // [m/s]
  double still_ = 0;            // [s]  for how long
  bool asleep_ = false;
  bool looked_ = false;  // the fields below are of now
  std::vector<Vec3> positions_, velocities_, spins_;
  std::vector<Rotation> rotations_;
  std::vector<Collision> told_;

  double step() const { return run_.model().scale.step; }
  double time() const { return static_cast<double>(std::max<std::int64_t>(steps_, 0)) * step(); }

  void move_wall(int number, const WallMotion& motion) {
    SoftWall& wall = run_.walls()[number];
    if (wall.motion() == motion) return;
    wall.go_to(asked_);
    const bool jumps = length(wall.pose().position - motion.pose.position) > 1e-6 * run_.model().largest_radius ||
                       !(wall.pose().rotation == motion.pose.rotation);
    wall.set_motion(motion, asked_);
    if (jumps) run_.look_around();
    asleep_ = false;
    still_ = 0;
  }

  void advance(double until, const CollisionSink& sink) {
    // A grid time that rounding has put a hair behind `until` counts as reached.
    const auto last = static_cast<std::int64_t>(std::floor(until / step() * (1 + 1e-12)));
    asked_ = std::max(asked_, until);
    while (steps_ < last && !asleep_) {
      ++steps_;
      run_.step(time());
      tell(sink);
      rest();
      looked_ = false;
    }
    steps_ = std::max(steps_, last);
  }

  void tell(const CollisionSink& sink) {
    told_.clear();
    for (const SoftBlock& block : run_.blocks())
      told_.insert(told_.end(), block.collisions.begin(), block.collisions.end());
    told_.insert(told_.end(), run_.blows().told().begin(), run_.blows().told().end());
    if (told_.empty()) return;
    std::sort(told_.begin(), told_.end(), [](const Collision& a, const Collision& b) {
      return a.time != b.time ? a.time < b.time : a.first != b.first ? a.first < b.first : a.second < b.second;
    });
    for (const Collision& collision : told_) sink(collision);
  }

  void rest() {
    const bool lies =
        run_.fastest() < still_speed_ && std::all_of(run_.walls().begin(), run_.walls().end(),
                                                     [](const SoftWall& wall) { return wall.motion().is_still(); });
    still_ = lies ? still_ + step() : 0;
    asleep_ = still_ > kStillTime;
  }

  // Places are those of now; velocities the mean of those half a step before and after.
  void look() {
    if (looked_) return;
    looked_ = true;
    const SoftState &now = run_.now(), &next = run_.next();
    const SoftOrder& order = run_.order();
    const std::size_t count = order.grain.size();
    positions_.resize(count);
    velocities_.resize(count);
    spins_.resize(count);
    rotations_.resize(run_.model().clumps ? count : 0);
    const Vec3 fall = steps_ < 0 ? 0.5 * step() * run_.model().gravity : Vec3{};
    for (std::size_t b = 0; b < count; ++b) {
      const int g = order.grain[b];
      if (run_.model().clumps) {
        const BodyRow &a = now.bodies[b], &z = next.bodies[b];
        positions_[g] = a.position;
        velocities_[g] = 0.5 * (a.velocity + z.velocity) + fall;
        spins_[g] = a.turning(run_.model().kinds[order.kind[b]].inertia, 0.5 * (a.momentum + z.momentum));
        rotations_[g] = a.rotation;
      } else {
        positions_[g] = now.balls[b].position;
        velocities_[g] = 0.5 * (now.balls[b].velocity + next.balls[b].velocity) + fall;
        spins_[g] = 0.5 * (now.spins[b].spin + next.spins[b].spin);
      }
    }
  }

  double energy() {
    look();
    const SoftModel& model = run_.model();
    double sum = 0;
    for (std::size_t b = 0; b < run_.order().grain.size(); ++b) {
      const int g = run_.order().grain[b];
      const SoftModel::Kind& kind = model.kinds[run_.order().kind[b]];
      const Vec3& v = velocities_[g];
      Vec3 w = spins_[g];
      if (model.clumps) w = rotations_[g].inverse() * w;
      sum += kind.mass * (0.5 * dot(v, v) - dot(model.gravity, positions_[g]));
      sum += 0.5 * (kind.inertia.x * w.x * w.x + kind.inertia.y * w.y * w.y + kind.inertia.z * w.z * w.z);
    }
    for (const SoftBlock& block : run_.blocks()) sum += block.spring_energy(model, run_.now());
    return sum;
  }

  void archive(StateArchive& state) {
    run_.archive(state);
    state.fields(steps_, asked_, energy_at_start_, still_, asleep_);
    looked_ = false;
  }
};

SoftGrains::SoftGrains(const GrainSystem& system, const SoftSettings& settings)
    : model_(std::make_unique<Model>(system, settings)) {}
SoftGrains::~SoftGrains() = default;

void SoftGrains::move_wall(int wall, const WallMotion& motion) { model_->move_wall(wall, motion); }
void SoftGrains::advance(double until, const CollisionSink& sink) { model_->advance(until, sink); }
double SoftGrains::time() const { return model_->time(); }
double SoftGrains::step() const { return model_->step(); }
double SoftGrains::stiffness() const { return model_->run_.model().scale.stiffness; }
double SoftGrains::energy() { return model_->energy(); }
double SoftGrains::energy_supplied() { return model_->energy_at_start_ + model_->run_.work(); }
void SoftGrains::archive(StateArchive& state) { model_->archive(state); }

std::span<const Vec3> SoftGrains::positions() {
  model_->look();
  return model_->positions_;
}
std::span<const Vec3> SoftGrains::velocities() {
  model_->look();
  return model_->velocities_;
}
std::span<const Vec3> SoftGrains::spins() {
  model_->look();
  return model_->spins_;
}
std::span<const Rotation> SoftGrains::rotations() {
  model_->look();
  return model_->rotations_;
}

int SoftGrains::asleep() const { return model_->asleep_ ? static_cast<int>(model_->run_.order().grain.size()) : 0; }

std::int64_t SoftGrains::contacts() const {
  std::int64_t count = 0;
  for (const SoftBlock& block : model_->run_.blocks()) {
    for (std::size_t p = 0; p < block.pairs.size(); ++p)
      count += block.touching[p] != 0 && block.pairs[p].first >= block.begin && block.pairs[p].first < block.end;
    count += static_cast<std::int64_t>(block.touches.size());
  }
  return count;
}

Vec3 SoftGrains::force_on_wall(int wall) const {
  Vec3 sum;
  for (const SoftBlock& block : model_->run_.blocks()) sum -= block.force_of_wall(wall);
  return sum;
}

}  // namespace resound
