#pragma once
#include <cstddef>
#include <span>
#include <vector>

#include "base/state_archive.h"
#include "geometry/shape.h"

namespace resound {

// Where ears, and things that may hide something from them, were at the last look. Tells whether another would see
// anything else: a body that rings at rest, or flies without turning, shows the same of itself for long.
class Outlook {
 public:
  // Since it last did so, has a face of a body turned by half a degree, has a body been moved by as much in the eyes of
  // an ear, or has a part of one moved against the rest by a hundredth of the smallest body's size? Takes note if so.
  // Shapes that are no meshes always have. The ground is no shape: whoever rises above it together with the ears does
  // not turn.
  bool notices_change(std::span<const Shape> shapes, std::span<const Vec3> ears);

  void archive(StateArchive& state) { state.fields(ends_, faces_, ears_); }

 private:
  struct Face {
    Vec3 place;   // [m]
    Vec3 normal;  // unit
  };
  struct Movement;
  static bool are_meshes(std::span<const Shape> shapes);
  static void add_faces(const Shape& shape, std::vector<Face>& faces);
  static Movement movement(std::span<const Face> before, std::span<const Face> now);
  bool has_moved(std::span<const Movement> movements, std::span<const Vec3> ears) const;

  std::vector<std::size_t> ends_;  // of each shape, in faces_
  std::vector<Face> faces_;        // some of each shape
  std::vector<Vec3> ears_;         // [m]
};

}  // namespace resound
