#include "render/swing.h"

#include <algorithm>
#include <cmath>

#include "numerics/pi.h"

namespace resound {
namespace {

using Complex = std::complex<double>;

}  // namespace

Pose Swing::pose_at(double time) const {
  const auto after = std::clamp<std::ptrdiff_t>(std::ranges::upper_bound(times, time) - times.begin(), 1,
                                                static_cast<std::ptrdiff_t>(times.size()) - 1);
  const auto i = static_cast<std::size_t>(after);
  const double share = std::clamp((time - times[i - 1]) / (times[i] - times[i - 1]), 0.0, 1.0);
  return {hinge, rotation_about(axis, angles[i - 1] + share * (angles[i] - angles[i - 1]))};
}

LineTrack Swing::track_at(const Vec3& ear, double speed_of_sound, SampleRate rate,
                          const LineTrackSettings& settings) const {
  const auto pose = [this](double time) { return pose_at(time); };
  const auto count = (std::lround(rate.samples(settings.end - settings.begin)) - 1) / settings.hop + 1;
  std::vector<Complex> turned_back;
  for (long i = 0; i < count; ++i) {
    const double time = settings.begin + rate.seconds(static_cast<double>(i) * settings.hop);
    turned_back.push_back(ringing_pressure(points, line, pose, ear, time, speed_of_sound) *
                          std::polar(1.0, -2 * kPi * settings.frequency * time));
  }
  return follow_line(turned_back, rate, settings);
}

SwingWatch::SwingWatch(const Scene& scene, const PreparedBodies& bodies, int object, const RingingLine& line,
                       double begin, double end)
    : object_(object), begin_(begin), end_(end) {
  const PreparedSolid& solid = *bodies.find_solid(object);
  const Pose& pose = std::get<Solid>(scene.objects[static_cast<std::size_t>(object)].kind).pose;
  const auto world = [&](int node) { return pose.to_world(nodes_of(solid.mesh)[static_cast<std::size_t>(node)]); };
  swing_.hinge = (world(solid.held.front()) + world(solid.held.back())) / 2;
  swing_.axis = normalized(world(solid.held.back()) - world(solid.held.front()));
  swing_.line = line;
  for (const int node : solid.skin.node) {
    arms_.push_back(world(node) - swing_.hinge);
    masses_.push_back(solid.elastic.mass()[static_cast<std::size_t>(node)]);
  }
  for (const auto& [a, b, c] : solid.radiating->mesh.triangles) {
    const auto& vertices = solid.radiating->mesh.vertices;
    const Vec3 middle = (vertices[static_cast<std::size_t>(a)] + vertices[static_cast<std::size_t>(b)] +
                         vertices[static_cast<std::size_t>(c)]) /
                        3;
    swing_.points.push_back({.place = pose.to_world(middle) - swing_.hinge, .flow = {}, .force = {}});
  }
}

double SwingWatch::angle_at(const SkinMotion& skin, std::size_t sample) const {
  double sine = 0, cosine = 0;
  for (std::size_t v = 0; v < arms_.size(); ++v) {
    const Vec3 now = skin.position(v, sample) - swing_.hinge;
    sine += masses_[v] * dot(swing_.axis, cross(arms_[v], now));
    cosine += masses_[v] * (dot(arms_[v], now) - dot(arms_[v], swing_.axis) * dot(now, swing_.axis));
  }
  return std::atan2(sine, cosine);
}

void SwingWatch::watch(const TimeBlock& block, const MotionEvents& events, const SourceSignals& signals) {
  const auto skin = std::ranges::find(events.skins, object_, &SkinMotion::object);
  if (skin == events.skins.end()) return;
  const auto time_of = [&](int sample) { return block.time_of(sample - skin->lag); };  // what is known is late
  swing_.times.push_back(time_of(block.count - 1));
  swing_.angles.push_back(angle_at(*skin, static_cast<std::size_t>(block.count - 1)));
  for (int sample = 0; sample < block.count; ++sample) {
    const double time = time_of(sample);
    if (time > begin_ && time < end_)
      listen(signals, static_cast<std::size_t>(sample), time, angle_at(*skin, static_cast<std::size_t>(sample)));
  }
}

Swing SwingWatch::swing() const {
  Swing swing = swing_;
  for (RingingPoint& point : swing.points) {
    point.flow *= 2 / weights_;  // half of a cosine turns the other way
    for (Complex& force : point.force) force *= 2 / weights_;
  }
  return swing;
}

// Adds one sample to the phasors: w = sin^2 over the stretch, and the forces turned back with the body.
void SwingWatch::listen(const SourceSignals& signals, std::size_t sample, double time, double angle) {
  const double window = std::pow(std::sin(kPi * (time - begin_) / (end_ - begin_)), 2);
  weights_ += window;
  const Complex weight = window * std::exp(-swing_.line.exponent() * time);
  const Rotation back = rotation_about(swing_.axis, -angle);
  for (const Source& source : signals.sources) {
    if (source.object != object_) continue;
    RingingPoint& point = swing_.points[static_cast<std::size_t>(source.id)];
    if (!source.monopole.empty()) point.flow += weight * source.monopole[sample];
    if (source.dipole[0].empty()) continue;
    const Vec3 force = back * Vec3{source.dipole[0][sample], source.dipole[1][sample], source.dipole[2][sample]};
    point.force[0] += weight * force.x;
    point.force[1] += weight * force.y;
    point.force[2] += weight * force.z;
  }
}

}  // namespace resound
