#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "emission/source_signals.h"
#include "geometry/embree_handle.h"
#include "motion/motion_events.h"
#include "picture/coat.h"
#include "picture/shaded_mesh.h"
#include "picture/vec3f.h"
#include "picture/view.h"
#include "scene/picture_setup.h"

namespace resound {

// What one ray of light met first. The normal is unit, outward.
struct Seen {
  static constexpr std::uint32_t kSky = 0xffffffffu;
  static constexpr std::uint32_t kFloor = 0xfffffffeu;

  float distance = 0;          // [m] along the ray
  std::uint32_t solid = kSky;  // kSky, kFloor, or a solid of the frame
  std::uint32_t primitive = 0;
  float u = 0, v = 0;  // within the primitive
  Vec3f normal;

  bool is_solid() const { return solid < kFloor; }
};

// One shape of the frame, as the shading needs it.
struct DrawnShape {
  Coat coat;
  Vec3f position, axis_x, axis_y, axis_z;  // body to picture
  bool is_instance = false;
  const TriangleMesh* mesh = nullptr;  // at rest, body axes; for triangles only
  std::span<const Vec3f> normals;      // corners, body axes; for triangles only
  std::vector<Vec3f> moved_normals;    // backs `normals` when the skin vibrates
  std::vector<float> speed;            // [m/s] one a vertex, if the colours of velocity are to be shown
  std::vector<Vec3f> centres;          // [m] spheres only
  std::vector<float> radii;            // [m] spheres only
  float streak = 0;                    // [1] of a tube of water: how much of the width drawn is there; 0 for others

  Vec3f to_picture(Vec3f axis) const { return axis.x * axis_x + axis.y * axis_y + axis.z * axis_z; }
  Vec3f to_body(Vec3f p) const {
    const Vec3f d = p - position;
    return {dot(d, axis_x), dot(d, axis_y), dot(d, axis_z)};
  }
};

// A lamp as a source of light for the others.
struct Glow {
  Vec3f position;
  float radius;  // [m]
  Rgb light;
};

// Everything that one frame shows, ready to be asked by rays.
class FrameScene {
 public:
  FrameScene(const Snapshot& snapshot, std::span<const Vibration> vibrations, const PictureSetup& setup,
             const View& view, ShadedMeshes& meshes);

  RTCScene visible() const { return visible_.get(); }  // all that has a body
  RTCScene casting() const { return casting_.get(); }  // that of it which throws a shadow one could see
  RTCScene marks() const { return marks_.get(); }      // lines
  bool has_marks() const { return has_marks_; }
  bool has_shadows() const { return has_shadows_; }
  const DrawnShape& solid(std::uint32_t index) const { return solids_[index]; }
  std::span<const Glow> glows() const { return glows_; }

  // Completes what Embree says of a hit. `normal` is Embree's, unnormalized.
  void complete(Seen& seen, Vec3f position, Vec3f normal) const;
  Vec3f local_position(const Seen& seen, Vec3f position) const;  // [m] body axes, at rest
  float speed(const Seen& seen) const;                           // [m/s]
  float sphere_radius(const Seen& seen) const;                   // [m] 0 for what is not a sphere

 private:
  void add(const Shape& shape, const MeshForm& form, std::span<const Vibration> vibrations, const PictureSetup& setup,
           ShadedMeshes& meshes);
  void add(const Shape& shape, const SphereForm& form, const View& view);
  void add(const Shape& shape, const TubeForm& form, const View& view);
  void add(const Shape& shape, const LineForm& form, const View& view);
  // What a vibration says of one mesh; empty for a body at rest.
  struct Part {
    std::span<const Vec3> displacement;  // [m]
    std::span<const double> speed;       // [m/s] or empty
    double factor = 0;                   // [1] drawn larger by
  };
  Part next_part(int object, std::size_t vertices, double extent, std::span<const Vibration> vibrations,
                 double exaggeration);
  DrawnShape& new_solid(const Shape& shape);
  void show(const EmbreeGeometry& geometry);
  void cast_shadow(const EmbreeGeometry& geometry);

  EmbreeScene visible_, casting_, marks_;
  Vec3 origin_;
  std::vector<DrawnShape> solids_;
  std::vector<Glow> glows_;
  struct Ride {  // how much of a vibration the meshes so far have taken
    std::size_t used = 0;
    double factor = 0;
  };
  std::vector<Ride> rides_;  // one a vibration
  bool has_marks_ = false, has_shadows_ = false;
};

}  // namespace resound
