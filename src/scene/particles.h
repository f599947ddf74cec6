#pragma once
#include <filesystem>
#include <string>

#include "base/clock.h"
#include "geometry/shape.h"
#include "numerics/vec3.h"
#include "scene/splash.h"

namespace resound {

// What holds a liquid that somebody else has moved: upright, round or square. Its level and its column of air are
// known by it.
struct Vessel {
  Vec3 position;        // [m]  middle of its base, inside
  double radius = 0;    // [m]  inside, of a round one; 0: not round
  double length_x = 0;  // [m]  inside, of a square one; 0: not square
  double length_y = 0;  // [m]
  double height = 0;    // [m]  from base to rim
  std::string body;     // name of the body that rings when its wall is struck; empty: it is silent

  bool is_there() const { return height > 0 && (radius > 0 || (length_x > 0 && length_y > 0)); }
};

enum class ParticleUnit { metre, centimetre, millimetre, inch, foot };
enum class FileUp { x, y, z };

// A liquid of particles from another simulator, one file a frame (docs/liquids.md).
struct Particles {
  std::string name;            // of the files, as the scene says it: frame_####.vtp, or a folder
  std::filesystem::path file;  // where they are
  FrameRate frame_rate{30, 1};
  ParticleUnit unit = ParticleUnit::metre;
  FileUp up = FileUp::z;
  double offset = 0;        // [s]  time of the first frame
  double spacing = 0;       // [m]  dx: each particle stands for dx^3 of liquid; 0: measured
  bool checks_fall = true;  // refuse particles that do not fall as on earth?
  Vessel vessel;
  SplashSound sound;
  LiquidMatter matter;
  Look look{Finish::water, {0.86, 0.94, 1.0}};
  bool shows_events = false;  // marks collisions and bubbles in the picture
};

double metres_in(ParticleUnit unit);

// Splashes that are known already, one a row of a file.
struct SplashList {
  std::string name;            // of the file, as the scene says it
  std::filesystem::path file;  // where it is
  double offset = 0;           // [s]  added to the times in it
  Vessel vessel;
  SplashSound sound;
  LiquidMatter matter;
};

}  // namespace resound
