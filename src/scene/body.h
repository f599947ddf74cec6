#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "geometry/solid_shape.h"
#include "numerics/path.h"
#include "numerics/pose.h"
#include "scene/damping.h"
#include "scene/material.h"
#include "scene/turning.h"

namespace resound {

// A closed surface, or tetrahedra, from a modelling program.
struct MeshFileShape {
  std::string name;            // as the scene says it
  std::filesystem::path file;  // where it is
  std::string units;           // m, cm, mm, in, ft; empty: not said, which only formats that know theirs allow
};

// The six sides of the box around a body, along its own axes.
enum class BoxSide { x_min, x_max, y_min, y_max, z_min, z_max };

// How the sound of its modes gets into the air; automatic takes the cheapest that is right for its size and pitch.
enum class BodyRadiation { automatic, compact, kirchhoff, helmholtz };

// Grains that lie in a container and are not moved by anybody: a cup full of sand.
struct Filling {
  double height = 0;      // [m]  of its level above the body's own origin; 0: there is none
  Material material;      // of a grain
  double radius = 0.001;  // [m]  likewise
};

// Any object that rings when it is struck, by its modes.
struct Body {
  SolidShape shape = CupShape{};
  std::optional<MeshFileShape> mesh;  // in place of the shape
  Material material;
  std::optional<Damping> damping;  // in place of the material's
  std::vector<BoxSide> clamped;    // sides that are held; none: it is free
  double max_frequency = 20'000;   // [Hz]  modes up to here
  double edge = 0;                 // [m]   of the elements; 0: by the thickness of the wall and the wavelength
  BodyRadiation radiation = BodyRadiation::automatic;
  Filling filling;
  double grain_loss = 0.3;  // [1]  eta, of the contacts with grains that rest on it; 0: they do not damp it
  Path path;                // [m]  of the body's own origin
  Rotation rotation;        // at the beginning
  Turning spin;
};

// Where it is and how it is turned at a moment.
inline Pose pose_at(const Body& body, double time) {
  return {body.path.position(time), body.spin.at(time) * body.rotation};
}

}  // namespace resound
