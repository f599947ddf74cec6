#pragma once
#include <cmath>
#include <cstdint>
#include <vector>

#include "liquid/liquid_view.h"
#include "numerics/gravity.h"
#include "numerics/pi.h"
#include "numerics/random_stream.h"
#include "splash/point_cells.h"

namespace resound {

// A pour without a solver, whose every landing is known in closed form: particles leave a tap one after the other, fall
// freely, and lie still where they land, layer upon layer on the base of an upright glass.
class KinematicPour {
 public:
  struct Settings {
    double spacing = 0.004;  // [m]
    double radius = 0.03;    // [m]      of the glass
    double tap = 0.3;        // [m]      above the bottom
    double flow = 40e-6;     // [m^3/s]
    double duration = 1.5;   // [s]      of the pour
    double spread = 0.02;    // [m]      radius of the stream where it lands
  };
  explicit KinematicPour(const Settings& settings) : settings_(settings) {
    const double dx = settings.spacing, volume = dx * dx * dx;
    std::vector<Vec3> seats;
    for (int layer = 0; layer < 200; ++layer) {
      std::vector<Vec3> ring;
      for (int i = -100; i <= 100; ++i)
        for (int j = -100; j <= 100; ++j)
          if (const double x = i * dx, y = j * dx; x * x + y * y < std::pow(settings.radius - 0.5 * dx, 2))
            ring.push_back({x, y, (layer + 0.5) * dx});
      RandomStream random(7, 0, static_cast<std::uint64_t>(layer));
      for (std::size_t i = ring.size(); i > 1; --i)
        std::swap(ring[i - 1], ring[static_cast<std::size_t>(random.uniform() * static_cast<double>(i))]);
      for (const Vec3& seat : ring) seats.push_back(seat);
    }
    const auto count = static_cast<std::size_t>(settings.flow * settings.duration / volume);
    for (std::size_t i = 0; i < count && i < seats.size(); ++i) {
      const double start = static_cast<double>(i) * volume / settings.flow;
      grains_.push_back({seats[i], start, start + std::sqrt(2 * (settings.tap - seats[i].z) / kGravity)});
    }
    level_per_grain_ = volume / (kPi * settings.radius * settings.radius);
  }

  std::size_t count() const { return grains_.size(); }
  double first_landing() const { return grains_.front().landing; }
  double level(double time) const {  // [m]  of what has landed
    std::size_t landed = 0;
    for (const Grain& grain : grains_) landed += grain.landing <= time;
    return static_cast<double>(landed) * level_per_grain_;
  }

  LiquidView at(double time) {
    positions_.resize(grains_.size());
    velocities_.resize(grains_.size());
    wall_.resize(grains_.size());
    const double dx = settings_.spacing;
    for (std::size_t i = 0; i < grains_.size(); ++i) {
      const Grain& grain = grains_[i];
      const double t = time - grain.start;
      if (t < 0) {
        positions_[i] = {NAN, NAN, NAN};
        velocities_[i] = {};
      } else if (time < grain.landing) {
        positions_[i] = {grain.seat.x, grain.seat.y, settings_.tap - 0.5 * kGravity * t * t};
        velocities_[i] = {0, 0, -kGravity * t};
      } else {
        positions_[i] = grain.seat;
        velocities_[i] = {};
      }
      wall_[i] = positions_[i].z < dx ? 0 : -1;
    }
    count_crowding(positions_, dx, cells_, crowding_);
    return {time, dx, positions_, velocities_, crowding_, wall_};
  }

 private:
  struct Grain {
    Vec3 seat;
    double start, landing;
  };
  Settings settings_;
  std::vector<Grain> grains_;
  double level_per_grain_ = 0;
  std::vector<Vec3> positions_, velocities_;
  std::vector<float> crowding_;
  std::vector<std::int16_t> wall_;
  PointCells cells_;
};

}  // namespace resound
