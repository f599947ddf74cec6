#pragma once
#include <string>
#include <vector>

#include "listener/heard.h"
#include "propagation/arrivals.h"
#include "propagation/receiver.h"
#include "scene/listener_setup.h"

namespace resound {

// Fourth stage: what the ears make of it. One receiver an ear; a microphone that hears directions unlike has a receiver
// with a first-order basis.
//
// HRTF and Ambisonics will come in here: a further DirectionBasis in propagation/receiver.h, and a line in hear() that
// turns its channels into ears.
class Listener {
 public:
  explicit Listener(const std::vector<ListenerSetup>& setups);
  const std::vector<Receiver>& receivers() const {
    return receivers_;
  }  // the points at which propagation gathers sound
  const std::vector<std::string>& channel_names() const { return names_; }  // "listener left", "listener right", …
  const Heard& hear(const Arrivals& arrivals);

 private:
  // pressure * omni + direction . axis
  struct Pattern {
    double omni = 1;
    Vec3 axis;
  };
  void add_ear(const ListenerSetup& setup, const Vec3& offset, const std::string& name);
  std::span<const double> listen(std::size_t ear, const ReceiverArrivals& arrivals, std::vector<double>& mixed) const;

  std::vector<Receiver> receivers_;
  std::vector<Pattern> patterns_;  // one a receiver
  std::vector<std::string> names_;
  std::vector<std::vector<double>> mixed_;  // what is not simply a receiver's pressure; one a channel and stem
  Heard heard_;
};

}  // namespace resound
