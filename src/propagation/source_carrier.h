#pragma once
#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "audio/arrival_kernel.h"
#include "propagation/arrival_window.h"
#include "propagation/distance_bins.h"
#include "propagation/flight.h"
#include "propagation/receiver.h"
#include "propagation/voice_carrier.h"
#include "scene/scene.h"

namespace resound {

// How much of a source is seen from a receiver, at the beginning and the end of a block.
struct Fade {
  double from = 1, to = 1;
};

// Direct sound, and the mirror image in the ground.
inline constexpr int kRoutes = 2;

// A source that sinks into the ground fades out over a centimetre: a step would be heard as a click.
inline double above_ground(double height, double ground) {  // [m], [m] -> 1 to 0
  constexpr double kFadeDepth = 0.01;                       // [m]
  return std::clamp(1 + (height - ground) / kFadeDepth, 0.0, 1.0);
}

// What every source of a block has in common.
struct Surroundings {
  TimeBlock block;
  double speed_of_sound = 343;  // [m/s]
  Ground ground;
  const ArrivalKernel* kernel = nullptr;
  const ArrivalKernel* published_kernel = nullptr;  // in which beams arrive
  const DistanceBins* bins = nullptr;
  const std::vector<Receiver>* receivers = nullptr;
};

// What a few sources of a block bring.
struct Carried {
  ArrivalWindows windows;
  std::vector<VoiceCarrier> voices;  // of each source that has some; they keep what is dear from block to block
  std::size_t voiced = 0;            // sources that had some, up to now
  void clear() { windows.clear(), voiced = 0; }
};

// Carries one block of a source to all receivers, along all routes:
//
//   knots -> track -> flight (arrival, distance, direction) -> far and near strength -> lanes -> splatted windows
//   a ringing body's voices -> pressure as sent ------------------^
//
// Each thread has one. What lies between knots and windows is written over by the next source while it is near the
// processor.
class SourceCarrier {
 public:
  // One fade for each receiver and route (receiver * kRoutes + route); none means that everything is seen.
  void carry(const Source& source, std::span<const Fade> fades, const Surroundings& around, Carried& carried);

 private:
  // Copies of what is not padded by itself.
  struct Padding {
    std::vector<double> monopole;
    std::array<std::vector<double>, 3> dipole;
    std::vector<float> beam;
  };
  struct Ear {
    Course course;
    std::optional<Vec3> fixed;  // [m]  where it is all the time, if it does not move
  };

  static bool is_hidden(std::span<const Fade> fades, const Surroundings& around);
  void load_strength(const Source& source, int count);
  bool has_strength() const { return !strength_.monopole.empty() || !strength_.dipole[0].empty() || has_beam(); }
  void begin_voices(const ModalVoices* voices, int count, Carried& carried);
  bool has_voices() const { return voices_ != nullptr; }
  bool has_beam() const { return !strength_.beam.pressure.empty(); }
  bool is_behind(bool mirrored) const;
  void weigh_strength(const Receiver& receiver, const Course& ear, bool mirrored, const Surroundings& around);
  void carry_route(int receiver, bool mirrored, const Fade& fade, const Surroundings& around, ArrivalWindows& windows);
  Surroundings at_time_of_sending(const Source& source, const Surroundings& around);
  void add_voices(std::size_t slot, const Course& ear, bool mirrored, bool moving_ear, const Surroundings& around);
  void fill_gain(const Fade& fade, const Surroundings& around);
  void place_ear(const Receiver& receiver, const Track& source, const Surroundings& around, Ear& ear) const;
  ArrivalWindow::Stretch stretch_reached(const TimeBlock& block) const;
  void share_constant(const Receiver& receiver, const DistanceBins& bins);
  void share_moving(const Receiver& receiver, const DistanceBins& bins, int count);
  void splat_into(ArrivalWindow& window, const Surroundings& around, std::size_t lanes);

  int object_ = 0;
  bool at_rest_ = true;
  std::optional<Vec3> front_;
  std::vector<SourceKnot> knots_;
  Strength strength_;
  Padding padding_;
  VoiceCarrier* voices_ = nullptr;  // that sound, if there are any
  Track places_seen_;               // [m]  the ear from the body
  std::vector<double> voice_;
  std::vector<Approach> approaches_;  // of a body that moves, one a sample
  Course direct_;
  std::vector<Ear> ears_;  // one a receiver
  Track mirrored_;
  Flight flight_;
  std::vector<double> gain_, far_, near_;
  bool gain_is_one_ = false;
  std::vector<ArrivalWindow::Share> shares_;
  std::vector<double> values_;  // [lane][padded count]
};

}  // namespace resound
