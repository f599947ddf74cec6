#include "collision_statistics/flow_sampler.h"

#include <algorithm>
#include <cmath>

#include "base/parallel.h"
#include "collision_statistics/kinetic_theory.h"
#include "numerics/gravity.h"
#include "numerics/poisson_number.h"

namespace resound {
namespace {

constexpr std::uint32_t kFlowStream = 0x466C6F77;  // of random numbers

// Of a Weibull law, the share of collisions faster than a speed in units of sqrt(T).
double share_above(const CollisionLaw& law, std::size_t side, double speed) {
  const double unit = law.rms[side] / std::sqrt(std::tgamma(1 + 2 / law.shape[side]));
  return std::exp(-std::pow(speed / unit, law.shape[side]));
}

}  // namespace

FlowSampler::Local FlowSampler::local(const CellFlow& cell) const {
  Local found;
  found.flow = cell;
  const double finer = std::cbrt(1 / settings_.grains_per_particle);  // of a grain by its particle
  found.grains = cell.count * settings_.grains_per_particle;
  found.diameter = cell.diameter * finer;
  const bool is_coarse = settings_.grains_per_particle > 1;
  found.temperature =
      cell.variance * finer * finer +
      (is_coarse ? sheared_temperature(cell.shear, found.diameter, cell.phi, settings_.restitution) : 0);
  if (is_coarse && cell.loss > 0 && cell.phi > 0) {
    // a collision takes m (1 - e^2) v^2/4, and <v^2> = 4T: a grain loses (Gamma/2) (1 - e^2) T a second and kilogram
    const double e = settings_.restitution, per_root = collision_frequency(cell.phi, found.diameter, 1);
    const double lost = std::pow(2 * cell.loss / (per_root * (1 - std::min(e * e, 0.99))), 2.0 / 3);
    found.by_loss = lost > found.temperature;
    found.temperature = std::max(found.temperature, lost);
  }
  if (!(found.temperature > 0) || !(cell.phi > 0)) return found;
  const double root = std::sqrt(found.temperature);
  const double shear = std::min(cell.shear * found.diameter / root, 5.0);
  found.law = databank_->law({cell.phi, shear, settings_.restitution});
  const double told =
      (share_above(found.law, 0, settings_.slowest / root) + share_above(found.law, 1, settings_.slowest / root)) / 2;
  found.expected =
      found.grains * collision_frequency(cell.phi, found.diameter, found.temperature) / 2 * found.law.rate * told;
  return found;
}

void FlowSampler::add(const FlowFrame& frame) {
  if (frames_ > 0) sample(frame);
  before_ = frames_ > 0 ? time_ : frame.time;
  known_ = before_;
  time_ = frame.time;
  ++frames_;
  positions_.assign(frame.positions.begin(), frame.positions.end());
  velocities_.assign(frame.velocities.begin(), frame.velocities.end());
  diameters_.assign(frame.diameters.begin(), frame.diameters.end());
}

void FlowSampler::find_losses(const FlowFrame& next, FlowCells& cells) const {
  const auto energy = [](const Vec3& place, const Vec3& velocity) {  // [J/kg]
    return dot(velocity, velocity) / 2 + kGravity * place.z;
  };
  for (CellFlow& cell : cells.cells) {
    double lost = 0;
    for (std::uint32_t k = cell.first; k < cell.first + cell.count; ++k) {
      const std::uint32_t i = cells.members[k];
      if (i >= next.positions.size() || !is_finite(next.positions[i]) || !is_finite(next.velocities[i])) continue;
      lost += energy(positions_[i], velocities_[i]) - energy(next.positions[i], next.velocities[i]);
    }
    cell.loss = std::max(0.0, lost / (cell.count * (next.time - time_)));
  }
}

void FlowSampler::sample(const FlowFrame& next) {
  const double length = next.time - time_;  // [s]
  FlowCells cells = flow_cells({time_, positions_, velocities_, diameters_}, settings_.cell);
  if (settings_.grains_per_particle > 1) find_losses(next, cells);
  std::vector<Local> locals(cells.cells.size());
  double expected = 0;  // [1/s]
  for (std::size_t i = 0; i < locals.size(); ++i) {
    locals[i] = local(cells.cells[i]);
    expected += locals[i].expected;
  }
  const double bundle = std::max(1.0, expected / settings_.most_per_second);
  std::vector<std::vector<FlowCollision>> parts(locals.size());
  parallel_for(locals.size(), [&](std::size_t c) {
    const Local& here = locals[c];
    if (!(here.expected > 0)) return;
    RandomStream chance(settings_.seed, kFlowStream + static_cast<std::uint32_t>(frames_), c);
    const double root = std::sqrt(here.temperature), slowest = settings_.slowest / root;
    for (std::int64_t left = poisson_number(here.expected * length / bundle, chance); left > 0; --left) {
      DrawnCollision drawn = draw_collision(here.law, here.flow.strain, chance);
      while (drawn.speed < slowest) drawn = draw_collision(here.law, here.flow.strain, chance);
      const auto any = [&] {
        const auto k = std::min<std::uint32_t>(here.flow.count - 1,
                                               static_cast<std::uint32_t>(chance.uniform() * here.flow.count));
        return static_cast<std::int32_t>(cells.members[here.flow.first + k]);
      };
      FlowCollision made;
      made.first = any(), made.second = any();
      made.time = time_ + (chance.uniform() + chance.uniform() - 1) * length;
      const double reach = diameters_[static_cast<std::size_t>(made.first)] / 2;
      made.place = positions_[static_cast<std::size_t>(made.first)] +
                   (made.time - time_) * velocities_[static_cast<std::size_t>(made.first)] +
                   Vec3{chance.uniform(-reach, reach), chance.uniform(-reach, reach), chance.uniform(-reach, reach)};
      made.normal = drawn.normal;
      made.speed = drawn.speed * root * std::sqrt(bundle);
      parts[c].push_back(made);
    }
  });
  for (std::size_t c = 0; c < parts.size(); ++c) {
    note(locals[c], length, static_cast<double>(parts[c].size()));
    made_.insert(made_.end(), parts[c].begin(), parts[c].end());
  }
  std::ranges::stable_sort(made_, {}, &FlowCollision::time);
}

void FlowSampler::note(const Local& here, double length, double made) {
  const double weight = here.grains * length;
  report_.grain_seconds += weight;
  report_.fraction_sum += weight * here.flow.phi;
  report_.temperature_sum += weight * here.temperature;
  report_.shear_sum += weight * here.flow.shear;
  const double finer = std::cbrt(1 / settings_.grains_per_particle);
  if (here.by_loss) report_.by_loss += weight;
  if (here.flow.variance * finer * finer > here.temperature / 2) report_.by_variance += weight;
  if (!here.flow.has_gradient) report_.thin_cells += weight;
  if (here.flow.phi > kDilute) report_.looked_up += weight;
  report_.collisions += here.expected * length;
  report_.made += made;
}

void FlowSampler::take(double time, std::vector<FlowCollision>& collisions) {
  const auto last = std::ranges::lower_bound(made_, time, {}, &FlowCollision::time);
  collisions.insert(collisions.end(), made_.begin(), last);
  made_.erase(made_.begin(), last);
}

void FlowSampler::archive(StateArchive& state) {
  state.fields(frames_, time_, before_, known_, positions_, velocities_, diameters_, made_, report_);
}

}  // namespace resound
