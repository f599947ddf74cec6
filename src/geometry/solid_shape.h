#pragma once
#include <string_view>
#include <variant>

// Solid bodies that a few numbers describe. Bodies of revolution turn about z and stand on z = 0, the ring and the
// sphere lie about the origin; bars and plates lie about the origin with their thickness along z. All lengths in
// metres.
namespace resound {

struct BarShape {
  double length = 0.2;       // [m]  along x
  double width = 0.02;       // [m]  along y
  double thickness = 0.005;  // [m]  along z
  bool operator==(const BarShape&) const = default;
};

struct PlateShape {
  double length = 0.3;       // [m]  along x
  double width = 0.3;        // [m]  along y
  double thickness = 0.003;  // [m]  along z
  bool operator==(const PlateShape&) const = default;
};

// A flat-topped bar with an arch cut from below, tuned 1 : 4 : 10 with the defaults in aluminium (F#3, 187 Hz):
//   h(x) = middle + (thickness - middle) min(1, |2x / arch|)^power,  x from the middle of the bar
struct VibraphoneShape {
  double length = 0.36;        // [m]  along x
  double width = 0.05;         // [m]  along y
  double thickness = 0.0127;   // [m]  at the ends; half-inch stock
  double middle = 0.0049118;   // [m]  thickness left in the middle
  double arch = 0.19328;       // [m]  length of the arch
  double arch_power = 3.1395;  // [1]
  bool operator==(const VibraphoneShape&) const = default;
};

struct RingShape {
  double radius = 0.04;  // [m]  to the middle of the wall
  double wall = 0.001;   // [m]  along r
  double width = 0.005;  // [m]  along z
  bool operator==(const RingShape&) const = default;
};

struct SphereShape {
  double radius = 0.02;  // [m]
  bool operator==(const SphereShape&) const = default;
};

// A shell whose middle surface is half an ellipsoid: half a sphere if the height is the radius.
struct BowlShape {
  double radius = 0.08;  // [m]  outer, at the rim
  double height = 0.07;  // [m]
  double wall = 0.003;   // [m]
  bool operator==(const BowlShape&) const = default;
};

// A can: straight wall on a flat base.
struct CupShape {
  double radius = 0.0405;  // [m]  outer
  double height = 0.09;    // [m]
  double wall = 0.001;     // [m]
  double base = 0.001;     // [m]  thickness of the base
  bool operator==(const CupShape&) const = default;
};

// A stemmed glass: an ellipsoidal bowl that narrows to the rim, a round stem, a foot that thins to half at its edge.
struct GlassShape {
  double radius = 0.04;           // [m]  outer, where the bowl is widest
  double rim_radius = 0.032;      // [m]  outer, at the rim
  double bowl_height = 0.10;      // [m]  outer bottom of the bowl to rim
  double wall = 0.0012;           // [m]  at the rim
  double bottom = 0.004;          // [m]  wall at the bottom of the bowl; thins towards the rim
  double stem_radius = 0.0045;    // [m]
  double stem_height = 0.08;      // [m]  from the foot to the bowl
  double foot_radius = 0.035;     // [m]
  double foot_thickness = 0.004;  // [m]  at the stem
  bool operator==(const GlassShape&) const = default;
};

// A bell, mouth down, closed by its crown; thickest at the sound bow, a little above the lip.
struct BellShape {
  double radius = 0.10;      // [m]  outer, at the mouth
  double height = 0.17;      // [m]
  double wall = 0.005;       // [m]  of crown and waist
  double sound_bow = 0.011;  // [m]  greatest thickness
  bool operator==(const BellShape&) const = default;
};

struct TubeShape {
  double radius = 0.019;  // [m]  outer
  double length = 1.0;    // [m]
  double wall = 0.0015;   // [m]
  bool operator==(const TubeShape&) const = default;
};

using SolidShape = std::variant<BarShape, PlateShape, VibraphoneShape, RingShape, SphereShape, BowlShape, CupShape,
                                GlassShape, BellShape, TubeShape>;

std::string_view name_of(const SolidShape& shape);  // "cup"

// Throws InputError, naming shape, fact and remedy, if the numbers describe no body.
void require_possible(const SolidShape& shape);

double thinnest_wall(const SolidShape& shape);   // [m]  what bends most easily; a sphere's diameter
double largest_extent(const SolidShape& shape);  // [m]  the longest side of its bounding box

}  // namespace resound
