#include "scene/demand.h"

#include <cmath>
#include <numbers>

namespace resound {
namespace {

constexpr double kHighestMode = 20e3;  // [Hz]
constexpr double kSegment = 0.0057;    // [m]  between the dipoles of a bar
constexpr double kBytesPerBody = 2e8;
constexpr double kBytesPerSolid = 4e8;
constexpr double kBytesPerEdge = 2e4;
constexpr double kBytesPerGrain = 2000;
constexpr double kBytesPerParticle = 4000;
constexpr double kBytesPerCache = 5e8;
constexpr double kBytesPerList = 3e7;  // the window of rows that is held
constexpr double kBytesPerDrop = 128;  // a drop in the air, its look and its place in the picture

}  // namespace

// Modes and their shapes on the skin: a few hundred modes on some ten thousand vertices.
Demand demand_of(const Body& body) {
  Demand demand{kBytesPerBody, {}};
  for (const Waypoint& waypoint : body.path.waypoints()) demand.places.push_back(waypoint.position);
  return demand;
}

// The air around the skin is dense matrices: some thousand facets.
Demand demand_of(const Solid& solid) { return {kBytesPerSolid, {solid.pose.position}}; }

// Dipoles every few millimetres, each with its tracks.
Demand demand_of(const Rod& rod) {
  return {kBytesPerEdge * rod.edges, {rod.form == RodForm::straight ? rod.from : rod.pose.position}};
}

// A few frames of a million particles, and their neighbours.
Demand demand_of(const Particles& particles) { return {kBytesPerCache, {particles.vessel.position}}; }

Demand demand_of(const SplashList&) { return {kBytesPerList, {}}; }

// A grain, its neighbours and what comes next for it.
Demand demand_of(const Grains& grains) { return {kBytesPerGrain * grains.count, {grains.position}}; }

Demand demand_of(const Fixture& fixture) {
  Demand demand;
  for (const Waypoint& waypoint : fixture.path.waypoints()) demand.places.push_back(waypoint.position);
  return demand;
}

Demand demand_of(const CollisionList&) { return {kBytesPerList, {}}; }

Demand demand_of(const Strike&) { return {}; }

Demand demand_of(const HitList&) { return {}; }

// Every mode is read at every segment. Modes up to f: L sqrt(2 pi f / kappa) / pi, kappa = (h / sqrt 12) sqrt(E / rho).
Demand demand_of(const Bar& bar) {
  const double kappa = bar.thickness / std::sqrt(12.0) * std::sqrt(bar.material.young_modulus / bar.material.density);
  const double modes = bar.length * std::sqrt(2 * std::numbers::pi * kHighestMode / kappa) / std::numbers::pi;
  const double segments = bar.length / kSegment + 12;
  return {sizeof(double) * segments * (modes + 256), {bar.pose.position}};
}

// Drops in the air at once: the number density N0 / Lambda of Marshall and Palmer (1948) times the volume above the
// ground.
Demand demand_of(const Rain& rain) {
  const double density = 8000 / 4.1 * std::pow(rain.rate, 0.21);  // [1/m^3]
  const double volume = rain.size_x * rain.size_y * std::abs(rain.centre.z);
  return {kBytesPerDrop * density * volume, {rain.centre}};
}

Demand demand_of(const Drop& drop) { return {kBytesPerDrop, {drop.position}}; }

// A particle, its neighbours, the wall about it, and where it was lately.
Demand demand_of(const Liquid& liquid) { return {kBytesPerParticle * liquid.particles, {liquid.position}}; }

Demand demand_of(const Ball& ball) { return {0, {ball.position}}; }

Demand demand_of(const Beacon& beacon) {
  Demand demand;
  for (const Waypoint& waypoint : beacon.path.waypoints()) demand.places.push_back(waypoint.position);
  return demand;
}

}  // namespace resound
