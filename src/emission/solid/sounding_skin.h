#pragma once
#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "base/state_archive.h"
#include "emission/source_signals.h"
#include "motion/motion_events.h"
#include "radiation/radiating_skin.h"
#include "radiation/skin_pressure.h"
#include "scene/air.h"
#include "scene/solid.h"

namespace resound {

// A deforming solid, heard through each facet of its skin:
//
//   skin motion -> flow through each facet --------------------------------> monopole   q = rho A v      kirchhoff
//                    └-> pressure of the air on it (doubly asymptotic) ----> dipole     F = A p n
//               -> flow, facing sides alone, doubled by the wall ----------> monopole   q = 2 rho A v    rayleigh
//               -> p = rho c v -> DC block --------------------------------> beam       B = A p n        as published
//
// Every facet travels with the body: Doppler and a turning directivity come by themselves.
class SoundingSkin {
 public:
  SoundingSkin(std::shared_ptr<const RadiatingSkin> skin, SolidRadiation radiation, int object, const Air& air,
               SampleRate rate);

  void radiate(const MotionEvents& events, const TimeBlock& block, SourceSignals& signals);
  void archive(StateArchive& state) { state.fields(pressure_state_, blocked_, anchors_, begin_flow_, begin_speed_); }

 private:
  // Memory of the published DC block, one a facet.
  struct Blocked {
    double input = 0, output = 0;
  };

  void make_room(int count);
  void follow_facets(const SkinMotion& motion, const TimeBlock& block);
  void forget_beginning(std::size_t facet, std::span<double> flow, std::span<double> speed);
  void follow_path(std::size_t facet, const SkinMotion& motion, const TimeBlock& block);
  void press(std::size_t facet, std::span<double> speed);
  void feel_air();
  void push_along_normal(std::size_t facet, std::span<const double> pressure);
  void add_sources(const SkinMotion& motion, SourceSignals& signals) const;

  std::shared_ptr<const RadiatingSkin> skin_;
  SolidRadiation radiation_;
  int object_;
  double air_density_, speed_of_sound_;  // [kg/m^3], [m/s]
  std::optional<SkinPressure> air_;
  SkinPressureState pressure_state_;
  std::vector<Blocked> blocked_;
  std::vector<Vec3> anchors_;                     // [m]  where each facet was said to be at the end of the block before
  std::vector<double> begin_flow_, begin_speed_;  // [m^3/s], [m/s]  of each facet when the scene began

  // Of this block: [facet][stride].
  std::size_t stride_ = 0;                     // [samples]
  std::vector<double> monopole_;               // [kg/s]
  std::array<std::vector<double>, 3> vector_;  // [N]   dipole or beam
  std::vector<double> speeds_, pressures_;     // [m/s], [Pa]  for the air
  std::vector<Vec3> fronts_;                   // [m^2]  of each facet
  std::vector<std::array<SourceKnot, 2>> paths_;
  std::vector<std::uint8_t> moves_;
};

}  // namespace resound
