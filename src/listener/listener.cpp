#include "listener/listener.h"

namespace resound {
namespace {

// To the right of someone who looks along `facing` with the head up; along x for one who looks straight up or down.
Vec3 right_of(const Vec3& facing) {
  const Vec3 across = cross(facing, Vec3{0, 0, 1});
  return length(across) > 1e-9 * length(facing) ? normalized(across) : Vec3{1, 0, 0};
}

Path shifted(const Path& path, const Vec3& offset) {
  std::vector<Waypoint> waypoints = path.waypoints();
  for (Waypoint& waypoint : waypoints) waypoint.position += offset;
  return Path(std::move(waypoints));
}

}  // namespace

Listener::Listener(const std::vector<ListenerSetup>& setups) {
  for (const ListenerSetup& setup : setups) {
    if (setup.kind == ListenerKind::microphone) {
      add_ear(setup, Vec3{}, setup.name);
    } else {
      const Vec3 half = (0.5 * setup.spacing) * right_of(setup.facing);
      add_ear(setup, -half, setup.name + " left");
      add_ear(setup, half, setup.name + " right");
    }
  }
}

void Listener::add_ear(const ListenerSetup& setup, const Vec3& offset, const std::string& name) {
  Receiver receiver{shifted(setup.path, offset), DirectionBasis::first_order};
  const Vec3 facing = normalized(setup.facing);
  Pattern pattern;
  switch (setup.pattern) {
    case MicrophonePattern::omni:
      receiver.basis = DirectionBasis::pressure;
      break;
    case MicrophonePattern::cardioid:
      pattern = {0.5, 0.5 * facing};
      break;
    case MicrophonePattern::figure_eight:
      pattern = {0, facing};
      break;
  }
  receivers_.push_back(std::move(receiver));
  patterns_.push_back(pattern);
  names_.push_back(name);
}

const Heard& Listener::hear(const Arrivals& arrivals) {
  heard_.first = arrivals.first;
  heard_.count = arrivals.count;
  heard_.channels.clear();
  heard_.stems.resize(arrivals.stems.size());
  mixed_.resize(receivers_.size() * (1 + arrivals.stems.size()));
  std::size_t next = 0;
  const auto hear_all = [&](const std::vector<ReceiverArrivals>& receivers, auto& channels) {
    channels.clear();
    for (std::size_t ear = 0; ear < receivers.size(); ++ear)
      channels.push_back(listen(ear, receivers[ear], mixed_[next++]));
  };
  hear_all(arrivals.receivers, heard_.channels);
  for (std::size_t object = 0; object < arrivals.stems.size(); ++object)
    hear_all(arrivals.stems[object], heard_.stems[object]);
  return heard_;
}

std::span<const double> Listener::listen(std::size_t ear, const ReceiverArrivals& arrivals,
                                         std::vector<double>& mixed) const {
  const auto& channels = arrivals.channels;
  if (receivers_[ear].basis == DirectionBasis::pressure) return channels[0];
  const auto& [omni, axis] = patterns_[ear];
  mixed.resize(channels[0].size());
  for (std::size_t i = 0; i < mixed.size(); ++i)
    mixed[i] = omni * channels[0][i] + axis.x * channels[1][i] + axis.y * channels[2][i] + axis.z * channels[3][i];
  return mixed;
}

}  // namespace resound
