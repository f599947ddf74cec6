#pragma once
#include <span>
#include <vector>

#include "base/clock.h"
#include "emission/bar/bar_loss.h"
#include "emission/bar/bar_modes.h"
#include "emission/bar/bar_strikes.h"

namespace resound {

// A bar as its exact modes: strikes -> one complex rotation a mode -> acceleration at the pickups.
//
// Mode q obeys q'' + 2 sigma q' + omega^2 q = phi(x) F / m. With rate = -sigma + i omega_d and z = q' + sigma q + i
// omega_d q this is z' = rate z + phi F / m: one multiplication by exp(rate dt) a sample, exact whatever the pitch. The
// force of a sample enters through its impulse and first moment (ForcePulse), as a straight line that has both.
//
// The rigid motions of a free bar are left out: it hangs from soft threads that swing far below hearing.
class ModalBar {
 public:
  ModalBar(const UniformBar& bar, const BarLoss& loss, double max_frequency, SampleRate rate,
           const std::vector<double>& pickups);  // [Hz], [m] from the left end

  void strike(const BarStrike& strike);

  // Rings on for `count` samples from the one numbered `first`. acceleration[pickup * stride + i] is in [m/s^2].
  void advance(SampleIndex first, int count, double* acceleration, std::size_t stride);

  double deflection(double x) const;                           // [m]    now, at x metres from the left end
  double velocity(double x) const;                             // [m/s]
  double energy() const;                                       // [J]
  double energy_supplied() const { return energy_supplied_; }  // [J]  work of all strikes so far
  int mode_count() const { return static_cast<int>(modes_.size()); }
  void archive(StateArchive& state);

 private:
  // Beside each strike: the mode shapes at its place, and what it did during the last sample.
  struct Struck {
    std::vector<double> shape;  // one a mode
    PulseMoments last;
    void archive(StateArchive& state) { state.fields(shape, last); }
  };
  void push(const Struck& struck, const PulseMoments& moments);
  void hush();

  std::vector<BarMode> modes_;
  SampleRate rate_;
  double mass_;                                  // [kg]  of every mode, for mean(phi^2) = 1
  std::vector<double> cos_, sin_;                // exp(rate dt)
  std::vector<double> impulse_re_, impulse_im_;  // answer of z to a unit of impulse within a sample, times 1 / m
  std::vector<double> lever_re_, lever_im_;      // … and to a unit of first moment
  std::vector<double> from_re_, from_im_;        // q'' = phi F / m + from_re re(z) + from_im im(z)
  std::vector<double> pickup_shapes_;            // [mode][pickup]

  std::vector<double> re_, im_;  // z, one a mode
  SampleIndex now_ = 0;          // the next sample
  BarStrikes<Struck> strikes_;
  double energy_supplied_ = 0;
  std::vector<double> mode_acceleration_;  // scratch: [mode][sample]
};

}  // namespace resound
