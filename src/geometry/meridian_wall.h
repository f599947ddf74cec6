#pragma once
#include <functional>
#include <span>
#include <vector>

#include "geometry/meridian_mesh.h"

// A wall of a body of revolution: a curve in the meridian, and how thick the wall is on one side of it.
namespace resound {

struct CurvePoint {
  MeridianPoint position;  // [m]
  MeridianPoint tangent;   // unit
};

// A curve walked at even speed, from 0 to 1. Made from any smooth parametrisation on [0, 1].
class MeridianCurve {
 public:
  explicit MeridianCurve(std::function<MeridianPoint(double)> curve);
  double length() const { return length_; }  // [m]
  CurvePoint at(double share) const;         // of the length
  double share_at(double parameter) const;   // of the length that lies before a parameter of the given curve

 private:
  std::function<MeridianPoint(double)> curve_;
  std::vector<double> walked_;  // [m]  up to each of many even parameters
  double length_ = 0;
};

// A smooth curve through some points, with the directions in which it begins and ends: cubic pieces whose tangents are
// those of a Catmull-Rom spline.
std::function<MeridianPoint(double)> curve_through(std::span<const MeridianPoint> points, MeridianPoint begin,
                                                   MeridianPoint end);

// The point `depth` to the left of the curve.
MeridianPoint left_of(const CurvePoint& point, double depth);

}  // namespace resound
