#pragma once
#include <array>
#include <cstddef>
#include <span>

// The loops of the mode bank, compiled once for each kind of processor. Modes lie in groups of eight, one a vector
// lane; time runs in cells of eight samples. Inside a cell a phasor s stands still and each sample has weights of its
// own,
//   y_k = sum over modes of Im(weight_k s),   weight_k = gain w e^{k w / rate},
// which is two multiply-adds a mode and sample; turning s itself on costs four, once a cell instead of once a sample.
namespace resound {

inline constexpr int kBankGroup = 8;   // modes side by side
inline constexpr int kBankCell = 8;    // [samples]
inline constexpr int kOnsetNodes = 4;  // of the quadrature over one sample
inline constexpr int kOnsetTaps = 17;  // [samples]  over which a hit is spread

// Gauss-Legendre over one sample: exact to degree seven.
inline constexpr std::array<double, kOnsetNodes> kOnsetNode{0.069431844202973712, 0.33000947820757187,
                                                            0.66999052179242813, 0.93056815579702629};
inline constexpr std::array<double, kOnsetNodes> kOnsetNodeWeight{0.17392742256872693, 0.32607257743127307,
                                                                  0.32607257743127307, 0.17392742256872693};

struct alignas(64) ModeLanes {
  std::array<double, kBankGroup> mode;  // not cleared by itself: sums are made by the thousand
};
struct PhasorLanes {
  ModeLanes real, imaginary;
};
using CellWeights = std::array<PhasorLanes, kBankCell>;     // one a sample of the cell
using OnsetWeights = std::array<PhasorLanes, kOnsetNodes>;  // one a node
using OnsetTaps = std::array<std::array<double, kOnsetNodes>, kOnsetTaps>;
using CellTaps = std::array<std::array<double, kOnsetNodes>, kBankCell>;

// What a hit needs to know of eight modes. `pole` is w+ per sample.
struct OnsetModes {
  PhasorLanes pole;        // [1]  its damping held below kOnsetDamping
  PhasorLanes step;        // [1]  e^pole
  PhasorLanes whole_lead;  // [1]  e^(9 pole): from the last tap's sample back to the sample of the hit
  OnsetWeights node;       // quadrature weight times e^(pole * node)
  ModeLanes omega;         // [rad/s]  damped
  ModeLanes decay;         // [1/s]
  ModeLanes receptance;    // [s]  1 / omega, or 0 for a mode that does not sound
};

// A hit about to be computed: where its pulse's middle lies between two samples, and how it is spread.
struct OnsetShape {
  double fraction = 0;  // [samples]  of the middle behind a sample
  double duration = 0;  // [s]
  OnsetTaps taps{};
};

// One hit as one cell sees it.
struct CellHit {
  CellTaps taps{};
  const PhasorLanes* phasors = nullptr;  // one a group
};

// The weights of one group as the machine likes to read them: as many lanes side by side as a register has, all eight
// samples of those, then the next lanes.
struct alignas(64) PackedWeights {
  std::array<double, 2 * kBankCell * kBankGroup> number{};
};
PackedWeights packed(const CellWeights& weights);

// Groups that follow each other without a gap.
struct GroupRun {
  int first = 0, count = 0;
};

inline constexpr int kMostMixedCells = 16;  // at once

// Writes `cells` cells of the sum over all groups in the runs. Turns the phasors on if `keep`.
void mix_cells(std::span<const GroupRun> runs, const PhasorLanes* cell_step, const PackedWeights* weights,
               PhasorLanes* phasors, int cells, bool keep, double* out);
// Adds up the lanes of each sample, in one order on every machine.
void add_lanes(std::span<const ModeLanes> sums, double* out);

// Phasors to be injected, one a group: the response behind the last tap is then exactly that to the pulse.
void onset_phasors(std::span<const OnsetModes> modes, const OnsetShape& shape, const ModeLanes* impulse,
                   PhasorLanes* phasors);

// What hits have added to the phasors at each sample of one cell, 8 a group in the order of `active`.
void struck_cell(std::span<const int> active, const PhasorLanes* step, const OnsetModes* onset,
                 std::span<const CellHit> hits, CellWeights* added);

// Where the velocity phasors of single modes go: mode i begins at i * stride.
struct LaneTarget {
  double* real = nullptr;
  double* imaginary = nullptr;
  std::size_t stride = 0;  // [samples]
  int modes = 0;           // beyond these there is nothing to write
};

// Writes `cells` cells of each mode of the active groups: mode by mode, `weights` (eight samples) times its phasor.
void velocity_cells(std::span<const int> active, const PhasorLanes* cell_step, const PhasorLanes* weights,
                    PhasorLanes* phasors, int cells, bool keep, const LaneTarget& to);

}  // namespace resound
