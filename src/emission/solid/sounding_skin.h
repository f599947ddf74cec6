#pragma once
#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "base/state_archive.h"
#include "emission/solid/facet_motion.h"
#include "emission/solid/published_pressure.h"
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
//               -> p = rho c v -> DC block --------------------------------> beam       P and A          as published
//
// Every facet travels with the body: Doppler and a turning directivity come by themselves.
class SoundingSkin {
 public:
  SoundingSkin(std::shared_ptr<const RadiatingSkin> skin, SolidRadiation radiation, int object, const Air& air,
               SampleRate rate);

  void radiate(const MotionEvents& events, const TimeBlock& block, SourceSignals& signals);
  void archive(StateArchive& state) { state.fields(pressure_state_, blocked_, anchors_, begin_flow_, begin_speed_); }

 private:
  void make_room(int count);
  void follow_facets(const SkinMotion& motion, const TimeBlock& block, std::span<Source> sources);
  void remember_beginning(std::size_t facet, const FacetMotion& motion, const SkinMotion& skin);
  void make_room_for_beginning();
  void send_flow(std::size_t facet, const FacetMotion& motion) const;
  std::span<const SourceKnot> follow_path(std::size_t facet, const SkinMotion& motion, const TimeBlock& block);
  void send_published(std::size_t facet, std::span<double> speed);
  void feel_air();
  void describe(std::size_t facet, const FacetMotion& motion, int lag, std::span<const SourceKnot> path,
                Source& source) const;

  std::shared_ptr<const RadiatingSkin> skin_;
  SolidRadiation radiation_;
  int object_;
  double air_density_, speed_of_sound_;  // [kg/m^3], [m/s]
  std::optional<SkinPressure> air_;
  SkinPressureState pressure_state_;
  std::vector<DcBlock> blocked_;
  std::vector<Vec3> anchors_;                     // [m]  where each facet was said to be at the end of the block before
  std::vector<double> begin_flow_, begin_speed_;  // [m^3/s], [m/s]  of each facet when the scene began

  // Of this block: [facet][stride].
  std::size_t stride_ = 0;                        // [samples]
  std::vector<double> monopole_;                  // [kg/s]
  std::array<std::vector<double>, 3> dipole_;     // [N]
  std::vector<double> speeds_, pressures_;        // [m/s], [Pa]  on the air
  std::array<std::vector<float>, 3> area_;        // [m^2]  which that pressure pushes
  std::vector<float> published_;                  // [Pa]   as published
  std::vector<std::array<SourceKnot, 2>> paths_;  // of each facet
};

}  // namespace resound
