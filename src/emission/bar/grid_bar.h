#pragma once
#include <optional>
#include <vector>

#include "audio/decimator.h"
#include "base/clock.h"
#include "emission/bar/bar_grid.h"
#include "emission/bar/bar_strikes.h"

namespace resound {

// A bar as finite differences at a multiple of the audio rate:
// strikes -> force at every step -> grid -> acceleration of every node -> decimator -> pickups.
class GridBar {
 public:
  GridBar(const BarScheme& scheme, int oversampling, SampleRate rate, const std::vector<double>& pickups);  // [m]

  void strike(const BarStrike& strike);
  void advance(SampleIndex first, int count, double* acceleration, std::size_t stride);  // as ModalBar
  int lag() const { return decimator_.latency(); }  // [samples]  by which the accelerations are late

  double deflection(double x) const { return grid_.deflection(grid_.point_at(x)); }  // [m]
  double velocity(double x) const { return grid_.velocity(grid_.point_at(x)); }      // [m/s]
  double energy() const { return grid_.energy(); }                                   // [J]
  double energy_supplied() const { return grid_.energy_supplied(); }                 // [J]
  const BarScheme& scheme() const { return grid_.scheme(); }
  void archive(StateArchive& state) { state.fields(grid_, now_, strikes_, decimator_); }

 private:
  void push_strikes(SampleIndex step);

  BarGrid grid_;
  int oversampling_;
  SampleRate rate_;
  std::vector<GridPoint> pickups_;
  SampleIndex now_ = 0;  // the next sample
  BarStrikes<GridPoint> strikes_;
  Decimator decimator_;
  std::vector<LiftedRow> frames_;  // scratch: node accelerations of every step
};

}  // namespace resound
