#pragma once
#include <memory>
#include <variant>
#include <vector>

#include "geometry/triangle_mesh.h"
#include "numerics/pose.h"

// What can be seen and what can stand between a source and an ear.
namespace resound {

enum class Finish { steel, aluminium, glass, ceramic, wood, rubber, water, plaster, light };

struct Colour {
  double red = 0.8, green = 0.8, blue = 0.8;  // linear light, 0 to 1
};

struct Look {
  Finish finish = Finish::plaster;
  Colour tint;
  bool is_sheet = false;  // has no thickness: light is not bent on its way through glass
};

struct Sphere {
  Vec3 centre;        // [m]
  double radius = 0;  // [m]
};

struct MeshForm {
  std::shared_ptr<const TriangleMesh> mesh;  // shared: a rigid body's mesh is built once
};
struct SphereForm {
  std::vector<Sphere> spheres;  // tens of thousands are fine
};
struct TubeForm {  // a round rod through points: strings, springs
  std::vector<Sphere> knots;
};
struct LineForm {  // thin marks and traces, drawn about a pixel wide
  std::vector<Vec3> points;
};

struct Shape {
  int object = 0;  // index into Scene::objects
  std::variant<MeshForm, SphereForm, TubeForm, LineForm> form;
  Pose pose;
  Look look;
};

}  // namespace resound
