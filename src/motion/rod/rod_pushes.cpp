#include "motion/rod/rod_pushes.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace resound {
namespace {

// Fingers that hold a rod before the scene begins let go within this time: at once would be heard as a click.
constexpr double kRelease = 0.001;  // [s]
constexpr double kSlip = 0.0005;    // [s]  likewise a finger or plectrum that lets go during the scene

// [m]  along the rod at rest, one a vertex
std::vector<double> arc_of(const ElasticRod& rod) {
  std::vector<double> arc{0};
  for (const RodEdge& edge : rod.edges()) arc.push_back(arc.back() + edge.length);
  arc.resize(rod.vertices());
  return arc;
}

double raised_cosine(double phase) {  // 1 at phase 0, 0 from phase -1/2 and to 1/2
  return std::abs(phase) < 0.5 ? (1 + std::cos(kTurn * phase)) / 2 : 0;
}

std::size_t nearest_to(const std::vector<double>& arc, double at) {
  return static_cast<std::size_t>(std::ranges::min_element(arc, {}, [&](double s) { return std::abs(s - at); }) -
                                  arc.begin());
}

}  // namespace

RodPushes::RodPushes(const Rod& description, const ElasticRod& rod, RodForces begin)
    : held_(std::move(begin)), mallet_(description.mallet), bow_(description.bow) {
  mallet_.direction = normalized(mallet_.direction);
  bow_.direction = normalized(bow_.direction);
  const std::vector<double> arc = arc_of(rod);
  const double at = mallet_.place * rod.length();
  double sum = 0;
  for (std::size_t i = 0; i < arc.size(); ++i) {
    const double weight = rod.cells()[i].mass * raised_cosine((arc[i] - at) / mallet_.width);
    if (weight > 0) struck_.push_back({i, weight}), sum += weight;
  }
  for (Weight& weight : struck_) weight.share /= sum;
  if (struck_.empty()) struck_.push_back({nearest_to(arc, at), 1});  // narrower than an edge
  bowed_ = nearest_to(arc, bow_.place * rod.length());
  bowed_mass_ = rod.cells()[bowed_].mass;
}

bool RodPushes::is_quiet(double from, double to) const {
  const bool is_struck = mallet_.force > 0 && mallet_.begin < to && from < mallet_.begin + mallet_.duration + kSlip;
  const bool is_bowed = bow_.force > 0 && bow_.begin < to && from < bow_.end;
  return !is_struck && !is_bowed && from >= kRelease;
}

// Of what balances it at the beginning.
double RodPushes::held_share(double time) const {
  return time < kRelease ? (1 + std::cos(kPi * time / kRelease)) / 2 : 0;
}

double RodPushes::add_to(const RodPush& push, const RodStepper& stepper, std::size_t rod, double time) {
  double work = 0;
  const auto add = [&](std::size_t vertex, const Vec3& force) {
    push.force.add(vertex, force);
    work += stepper.step() * dot(force, stepper.velocity(rod)[vertex]);
  };
  if (const double share = held_share(time); share > 0) {
    for (std::size_t i = 0; i < held_.force.size(); ++i) add(i, -share * held_.force[i]);
    for (std::size_t e = 0; e < held_.torque.size(); ++e) push.torque[e] -= share * held_.torque[e];
  }
  if (const double force = mallet_.force * mallet_share(time); force > 0)
    for (const Weight& weight : struck_) add(weight.vertex, weight.share * force * mallet_.direction);
  const bool is_bowed = bow_.force > 0 && bow_.begin <= time && time < bow_.end;
  bowing_ = is_bowed ? bow_force(stepper, rod) : 0;
  if (is_bowed) add(bowed_, bowing_ * bow_.direction);
  return work;
}

// Of its greatest force. What lets go rises through all of its time and then slips off.
double RodPushes::mallet_share(double time) const {
  const double since = time - mallet_.begin, late = since - mallet_.duration;
  if (!mallet_.lets_go) return raised_cosine(since / mallet_.duration - 0.5);
  return late < 0 ? raised_cosine(0.5 * since / mallet_.duration - 0.5) : raised_cosine(0.5 * late / kSlip);
}

// Hair and string stick as long as friction can hold them together: the force is that which takes the vertex along by
// the end of the step, all else as in the step before. Otherwise they slide, and friction falls with the speed:
//   mu = gliding + (holding - gliding) / (1 + |v| / slip)
double RodPushes::bow_force(const RodStepper& stepper, std::size_t rod) const {
  const Vec3& along = bow_.direction;
  const double slip = bow_.speed - dot(stepper.velocity(rod)[bowed_], along);  // [m/s]
  const double others = dot(stepper.force(rod)[bowed_], along) - bowing_;      // [N]
  const double needed = bowed_mass_ * slip / stepper.step() - others;
  if (std::abs(needed) <= bow_.holding * bow_.force) return needed;
  const double mu = bow_.gliding + (bow_.holding - bow_.gliding) / (1 + std::abs(slip) / bow_.slip_speed);
  return std::copysign(mu * bow_.force, needed);
}

}  // namespace resound
