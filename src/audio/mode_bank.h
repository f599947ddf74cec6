#pragma once
#include <complex>
#include <cstdint>
#include <span>
#include <vector>

#include "audio/mode_bank_kernel.h"
#include "base/clock.h"
#include "base/state_archive.h"

// Many damped oscillators at once: the modes of a struck body. Each has one complex phasor
//   s(t) = (J / omega_d) e^{w t},   w = -decay + i omega_d,   omega_d = sqrt(omega^2 - decay^2)
// whose imaginary part is the modal displacement; Im(w s) is the modal velocity. Any gain of a mode is then one complex
// factor, and a mode of 50 Hz keeps its pitch as well as one of 20 kHz.
//
//   hit -> half-sine, band-limited -> phasors -> one sum with gains, or every mode's velocity
//
// The same samples come out, bit for bit, however they are cut into blocks.
namespace resound {

struct BankMode {
  double omega = 0;  // [rad/s]  undamped
  double decay = 0;  // [1/s]    of the amplitude; T60 = 6.908 / decay
};

// A blow: a half-sine of force, as each mode takes it.
struct BankHit {
  double time = 0;                    // [samples]  of the pulse's middle, from the next sample to be made; above -1
  double duration = 0;                // [s]        0 is an ideal impulse
  std::span<const double> impulse{};  // [sqrt(kg) m/s]  J phi, one a mode
};

// Room for the velocity phasors of every mode: those of mode i begin at i * stride.
struct BankLanes {
  std::span<double> real;       // [m sqrt(kg) / s]
  std::span<double> imaginary;  // likewise
  std::size_t stride = 0;       // [samples]
};

// A mode with less energy than this is put to rest. Were a thousand such modes to radiate all they have within a
// second, an ear a centimetre away would still not hear them (10^-12 W/m^2).
inline constexpr double kInaudibleEnergy = 1e-19;  // [J]

class ModeBank;

// The changing part of one bank.
class ModeBankState {
 public:
  explicit ModeBankState(const ModeBank& bank);
  double energy_supplied() const {
    return supplied_;
  }  // [J]  all work done by hits; what they took back is not taken off
  bool is_silent() const { return active_.empty() && pending_.empty(); }
  int awake() const { return static_cast<int>(active_.size()) * kBankGroup; }  // modes that cost something now
  void archive(StateArchive& state);

 private:
  friend class ModeBank;

  // A hit whose taps are not all over.
  struct PendingHit {
    std::int64_t first = 0;  // sample of its first tap
    OnsetShape shape;
    std::vector<PhasorLanes> phasors;  // one a group; zero for a group that it does not stir
    bool is_before(const PendingHit& other) const;
    void archive(StateArchive& state) { state.fields(first, shape, phasors); }
  };

  std::int64_t clock_ = 0;            // samples made
  std::vector<PhasorLanes> phasors_;  // at the beginning of the clock's cell, without what hits add within it
  std::vector<int> active_;           // groups that are awake, in order
  std::vector<PendingHit> pending_;   // in order of time
  double supplied_ = 0;               // [J]
  std::vector<CellWeights> added_;    // scratch from here on
  std::vector<CellHit> hits_;
  std::vector<GroupRun> runs_;
  std::vector<ModeLanes> impulse_;
  std::vector<double> cell_real_, cell_imaginary_;
  std::vector<std::vector<PhasorLanes>> spare_;
};

// One output of a bank: the sum over modes of Im(gain * velocity phasor). A gain is a transfer from modal velocity to
// whatever is heard, e.g. [Pa s / (m sqrt(kg))].
class BankMix {
 public:
  BankMix(const ModeBank& bank, std::span<const std::complex<double>> gains);

 private:
  friend class ModeBank;
  std::vector<PackedWeights> weights_;  // one a group
  std::vector<PhasorLanes> onset_;      // of a cell's first sample
};

// The constant part: made once, shared by any number of states.
class ModeBank {
 public:
  // Modes above 0.45 of the rate stay silent, for they would alias. So do those with decay >= omega: they creep back
  // without a single swing, and the push itself is the business of the rigid body's click.
  ModeBank(std::span<const BankMode> modes, SampleRate rate, double retire_energy = kInaudibleEnergy);

  // New frequencies and decays for as many modes; states ring on from where they are. Told in small steps, on samples
  // that are multiples of a cell, nothing clicks.
  void retune(std::span<const BankMode> modes);

  int mode_count() const { return mode_count_; }
  bool sounds(int mode) const;
  // [samples]  by which all that comes out is late: half the kernel that spreads a hit, so that it can begin before.
  static constexpr int lag() { return 8; }

  // A hit during the samples made next (or later). Any number of them, in any order.
  void strike(ModeBankState& state, const BankHit& hit) const;

  // Makes the next samples: one sum, or the velocity of each mode. Both overwrite.
  void ring(ModeBankState& state, const BankMix& mix, std::span<double> out) const;
  void ring(ModeBankState& state, int count, const BankLanes& lanes) const;

  double energy(const ModeBankState& state) const;  // [J]  when the clock's cell of eight samples began

 private:
  friend class ModeBankState;
  friend class BankMix;
  struct Stretch;

  template <class Outlet>
  void make(ModeBankState& state, int count, Outlet&& outlet) const;
  Stretch next_stretch(const ModeBankState& state, int left) const;
  void gather_hits(ModeBankState& state) const;
  void finish_struck_cell(ModeBankState& state) const;
  void retire(ModeBankState& state) const;
  double group_energy(std::size_t group, const PhasorLanes& phasor, bool largest) const;

  int mode_count_ = 0;
  SampleRate rate_;
  double retire_energy_ = 0;            // [J]
  std::vector<PhasorLanes> step_;       // e^{w / rate}; all of these one a group
  std::vector<PhasorLanes> cell_step_;  // e^{8 w / rate}
  std::vector<PhasorLanes> pole_;       // [1/s]  w
  std::vector<ModeLanes> stiffness_;    // [1/s^2]  omega^2, undamped
  std::vector<OnsetModes> onset_;
  std::vector<PhasorLanes> lane_weights_;  // one a mode: w e^{k w / rate} for the eight samples of a cell
};

}  // namespace resound
