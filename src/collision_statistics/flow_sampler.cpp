#include "collision_statistics/flow_sampler.h"

#include <algorithm>
#include <cmath>

#include "base/parallel.h"
#include "collision_statistics/kinetic_theory.h"
#include "numerics/gravity.h"
#include "numerics/pi.h"
#include "numerics/poisson_number.h"

namespace resound {
namespace {

constexpr std::uint32_t kFlowStream = 0x466C6F77;  // of random numbers
constexpr double kMostShear = 5;                   // [1]  shear number
constexpr double kFewPairs = 4;                    // near pairs of a grain that say as much about it as its cell does

// Of a Weibull law, the share of collisions faster than a speed in units of sqrt(T).
double share_above(const CollisionLaw& law, std::size_t side, double speed) {
  const double unit = law.rms[side] / std::sqrt(std::tgamma(1 + 2 / law.shape[side]));
  return std::exp(-std::pow(speed / unit, law.shape[side]));
}

}  // namespace

double FlowSampler::told(const Local& here) const {
  const double slowest = settings_.slowest / std::sqrt(here.temperature);
  return (share_above(here.law, 0, slowest) + share_above(here.law, 1, slowest)) / 2;
}

FlowSampler::Local FlowSampler::of_cell(const CellFlow& cell) const {
  Local found;
  found.flow = cell;
  const double finer = std::cbrt(1 / settings_.grains_per_particle);  // of a grain by its particle
  found.grains = cell.count * settings_.grains_per_particle;
  found.diameter = cell.diameter * finer;
  found.temperature =
      cell.variance * finer * finer + sheared_temperature(cell.shear, found.diameter, cell.phi, settings_.restitution);
  found.least_temperature = found.temperature;
  if (cell.loss > 0 && cell.phi > 0) {
    // a collision takes m (1 - e^2) v^2/4, and <v^2> = 4T: a grain loses (Gamma/2) (1 - e^2) T a second and kilogram
    const double e = settings_.restitution, per_root = collision_frequency(cell.phi, found.diameter, 1);
    const double lost = std::pow(2 * cell.loss / (per_root * (1 - std::min(e * e, 0.99))), 2.0 / 3);
    found.by_loss = lost > found.temperature;
    found.temperature = std::max(found.temperature, lost);
  }
  if (!(found.temperature > 0) || !(cell.phi > 0)) return found;
  const double shear = std::min(cell.shear * found.diameter / std::sqrt(found.temperature), kMostShear);
  found.law = databank_->law({cell.phi, shear, settings_.restitution});
  found.expected = found.grains * collision_frequency(cell.phi, found.diameter, found.temperature) / 2 *
                   found.law.rate * told(found);
  return found;
}

// What neighbours say: far ones, as in a gas of the solid fraction around the grain, and near ones. Between them they
// tell what the table would tell of a rate and of a mean speed; bias and spread are looked up.
FlowSampler::Local FlowSampler::of_grain(const CellFlow& cell, double diameter, const NearGrains& far,
                                         const NearGrains& near) const {
  Local found;
  found.flow = cell;
  found.grains = 1;
  found.diameter = diameter;
  const double by_far = far.pairs / (far.pairs + near.pairs);
  const auto mean = [by_far](double x, double y) { return by_far * x + (1 - by_far) * y; };
  const double neighbours = mean(far.neighbours, near.neighbours);  // [1/m]  at touch
  const double rate = mean(far.rate, near.rate) / 2,
               energy = mean(far.rate * far.square, near.rate * near.square) / 2;  // two have each
  if (!(rate > 0)) return found;
  found.temperature = energy / rate / 4;
  found.flow.phi = fraction_at_touch(neighbours * diameter / 24, kDensest);
  const double shear = std::min(cell.shear * diameter / std::sqrt(found.temperature), kMostShear);
  found.law = databank_->law({found.flow.phi, shear, settings_.restitution});
  auto& rms = found.law.rms;
  const double scale = 2 / std::sqrt((rms[0] * rms[0] + rms[1] * rms[1]) / 2);
  rms = {scale * rms[0], scale * rms[1]};
  found.expected = rate * told(found);
  return found;
}

std::vector<FlowSampler::Local> FlowSampler::locals(const FlowCells& cells) const {
  std::vector<Local> found;
  if (settings_.grains_per_particle > 1) {
    for (const CellFlow& cell : cells.cells) found.push_back(of_cell(cell));
    return found;
  }
  const FlowFrame frame{time_, positions_, velocities_, diameters_};
  const std::vector<NearGrains> near = near_pairs(frame, settings_.horizon);
  for (const CellFlow& cell : cells.cells)
    for (std::uint32_t k = 0; k < cell.count; ++k) {
      const std::uint32_t i = cells.members[cell.first + k];
      const double phi = cells.fractions[i];
      const double neighbours = 24 * phi * contact_value(phi) / diameters_[i];
      const MeanApproach approach = approach_in_cell(frame, cells, cell, k);
      const NearGrains far{kFewPairs, neighbours, neighbours * approach.speed / 2,
                           approach.speed > 0 ? approach.cube / approach.speed : 0};
      found.push_back(of_grain(cell, diameters_[i], far, near[i]));
      found.back().particle = static_cast<std::int32_t>(i);
    }
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
  const std::vector<Local> locals = this->locals(cells);
  double expected = 0;  // [1/s]
  for (const Local& local : locals) expected += local.expected;
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
      made.first = here.particle >= 0 ? here.particle : any();
      made.second = any();
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
  report_.particles += weight * here.flow.count;
  if (here.temperature > 0) {  // rates go as the root of the temperature, squared speeds as itself
    const double energy = here.expected * length * 4 * here.temperature;
    report_.energy += energy;
    report_.least_energy += energy * std::pow(here.least_temperature / here.temperature, 1.5);
  }
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
