#pragma once
#include <string>
#include <vector>

#include "listener/heard.h"
#include "propagation/arrivals.h"
#include "propagation/receiver.h"
#include "scene/listener_setup.h"

namespace resound {

// Fourth stage: what the ears make of it.
class Listener {
 public:
  explicit Listener(const std::vector<ListenerSetup>& setups);
  const std::vector<Receiver>& receivers() const;          // the points at which propagation gathers sound
  const std::vector<std::string>& channel_names() const;   // "listener left", "listener right", …
  const Heard& hear(const Arrivals& arrivals);
};

}  // namespace resound
