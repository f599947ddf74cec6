#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "scene_file/key_tables.h"
#include "scene_file/shared_keys.h"

namespace resound {
namespace {

constexpr double kFastestRod = 100;  // [m/s]

template <class Field>
Key<Rod>& add_number_if(KeyTable<Rod>& keys, const std::string& name, Field field) {
  return keys.number_by(
      name, [field](const Rod& rod) { return rod.*field; }, [field](Rod& rod, double value) { rod.*field = value; });
}

Key<Rod>& add_angle_in_degrees(KeyTable<Rod>& keys, const std::string& name, double Rod::*field) {
  return keys.number_by(
      name, [field](const Rod& rod) { return std::round(rod.*field / kDegree * 1e9) / 1e9; },
      [field](Rod& rod, double degrees) { rod.*field = degrees * kDegree; });
}

// The first two neighbours that are the same point, from 1; 0: there are none.
std::size_t first_same(const std::vector<Vec3>& points) {
  for (std::size_t i = 1; i < points.size(); ++i)
    if (points[i] == points[i - 1]) return i;
  return 0;
}

bool is_straight(const Rod& rod) { return rod.form == RodForm::straight; }
bool is_coil(const Rod& rod) { return rod.form == RodForm::coil || rod.form == RodForm::strip; }
bool is_through_points(const Rod& rod) { return rod.form == RodForm::points; }
bool is_round(const Rod& rod) { return !is_straight(rod) && !is_through_points(rod); }
bool has_ends(const Rod& rod) { return rod.form != RodForm::ring; }

// A key of some forms alone: given for another it is refused, and written it is left out.
void only_for(bool (*applies)(const Rod&), KeyTable<Rod>& keys, Key<Rod>& key, const std::string& remedy) {
  key.write = [applies, write = key.write](const Rod& rod) { return applies(rod) ? write(rod) : ""; };
  keys.rule([applies, name = key.info.name, remedy](const Rod& rod, TableReading& table) {
    table.check(applies(rod) || !table.has(name), {name, "shape"}, remedy);
  });
}

void add_line_keys(KeyTable<Rod>& keys) {
  keys.choice("shape", &Rod::form,
              {{"straight", RodForm::straight},
               {"arc", RodForm::arc},
               {"ring", RodForm::ring},
               {"coil", RodForm::coil},
               {"strip", RodForm::strip},
               {"points", RodForm::points}})
      .says(
          "The line it follows at rest; strip is a coil of flat strip wound on edge, as a slinky is; points goes "
          "through points_m.");
  const std::string for_straight = "only a straight rod has it", for_coil = "only a coil or a strip has it";
  only_for(is_straight, keys,
           keys.vector("from_m", &Rod::from)
               .says("Where a straight one begins.")
               .at_least(-kFarthest)
               .at_most(kFarthest)
               .starts_as("[-0.25, 0, 0.5]"),
           for_straight);
  only_for(is_straight, keys,
           keys.vector("to_m", &Rod::to)
               .says("Where a straight one ends.")
               .at_least(-kFarthest)
               .at_most(kFarthest)
               .starts_as("[0.25, 0, 0.5]"),
           for_straight);
  only_for(is_straight, keys,
           add_number_if(keys, "length_m", &Rod::length)
               .says("Its length when nothing pulls: shorter than from end to end makes it taut, longer slack.")
               .above(0, "a rod needs a positive length")
               .at_most(1000)
               .otherwise("from end to end"),
           for_straight);
  only_for(is_straight, keys,
           add_number_if(keys, "tension_n", &Rod::tension)
               .says("How hard a straight one is pulled at the beginning, in place of length_m.")
               .at_least(0)
               .at_most(1e6)
               .otherwise("by length_m"),
           for_straight);
  only_for(is_round, keys,
           keys.number("radius_m", &Rod::radius)
               .says("Of an arc, a ring or a coil, to the middle of the wire.")
               .above(0)
               .at_most(100)
               .otherwise("0.03"),
           "only an arc, a ring, a coil or a strip has it");
  only_for([](const Rod& rod) { return rod.form == RodForm::arc; }, keys,
           add_angle_in_degrees(keys, "angle_degrees", &Rod::angle)
               .says("How far an arc goes around.")
               .above(0)
               .below(360, "take a ring")
               .otherwise("180"),
           "only an arc has it");
  only_for(is_coil, keys,
           keys.number("pitch_m", &Rod::pitch)
               .says("From turn to turn of a coil at rest.")
               .at_least(0)
               .at_most(10)
               .otherwise("0.002"),
           for_coil);
  only_for(
      is_coil, keys,
      keys.number("turns", &Rod::turns).says("How often a coil goes around.").above(0).at_most(1000).otherwise("10"),
      for_coil);
  only_for(is_coil, keys,
           keys.number("pulled", &Rod::pulled)
               .says("A coil begins this many times as long as at rest.")
               .above(0)
               .at_most(1000)
               .otherwise("1"),
           for_coil);
  only_for(is_through_points, keys,
           keys.vectors("points_m", &Rod::points)
               .says("Its vertices one after the other, for the shape points: as it is when nothing bends it.")
               .at_least(-kFarthest)
               .at_most(kFarthest)
               .otherwise("none"),
           "say shape = \"points\"");
  only_for(has_ends, keys,
           add_angle_in_degrees(keys, "twist_degrees", &Rod::twist)
               .says("How far its section is turned from the first to the last edge when nothing twists it.")
               .at_least(-36'000)
               .at_most(36'000),
           "a ring has no ends to turn");
  only_for(has_ends, keys,
           add_angle_in_degrees(keys, "twisted_degrees", &Rod::twisted)
               .says("How far more the last edge is turned against the first when the scene begins, evenly along it.")
               .at_least(-36'000)
               .at_most(36'000),
           "a ring has no ends to turn");
  add_pose_keys(keys, &Rod::pose, "arc or ring, or the origin of the others,", "[0, 0, 0]");
  keys.rule([](const Rod& rod, TableReading& table) {
    table.check(!(table.has("length_m") && table.has("tension_n")), {"tension_n", "length_m"},
                "a rod has a length_m or a tension_n");
    table.check(!is_straight(rod) || length(rod.to - rod.from) > 0, {"to_m", "from_m"},
                "a rod needs two ends that are apart");
    if (!is_through_points(rod)) return;
    table.require(table.has("points_m"), "points_m", "give at least three, or another shape");
    table.check(rod.points.size() >= 3 || !table.has("points_m"), {"points_m"}, "a rod needs at least three points");
    const std::size_t same = first_same(rod.points);
    table.check(same == 0, {"points_m"},
                fmt::format("points {} and {} are the same, and an edge needs a length; leave one of them out", same,
                            same + 1));
  });
}

void add_section_keys(KeyTable<Rod>& keys) {
  keys.choice("section", &Rod::profile, {{"ellipse", RodProfile::ellipse}, {"rectangle", RodProfile::rectangle}})
      .says("What it looks like cut across.");
  keys.number("width_m", &Rod::width)
      .says("Whole width: of a straight one level, of a coil across its radius.")
      .above(0, "a rod needs a positive width")
      .at_most(1);
  keys.number("thickness_m", &Rod::thickness)
      .says("Whole thickness, across the width.")
      .above(0, "a rod needs a positive thickness")
      .at_most(1);
  keys.number("taper", &Rod::taper)
      .says("How wide and thick it is at its last end, as a share of the first.")
      .at_least(0.01)
      .at_most(100);
  add_material_keys(keys, &Rod::material);
  keys.choice("law", &Rod::law, {{"linear", RodLaw::linear}, {"neo_hookean", RodLaw::neo_hookean}})
      .says("How tension follows stretch: linear for metal, neo_hookean for rubber, which thins as it is pulled.");
}

void add_rod_loss_keys(KeyTable<Rod>& keys) {
  add_number_if(keys, "strain_damping_s", &Rod::strain_damping)
      .says(
          "Internal friction: bending, twist and stretch of angular frequency w die as exp(-w^2 t strain_damping_s / "
          "2).")
      .at_least(0)
      .at_most(1)
      .otherwise("by the losses of the material");
  add_number_if(keys, "mass_damping_per_s", &Rod::mass_damping)
      .says("Drag on every motion: all dies as exp(-t mass_damping_per_s / 2).")
      .at_least(0)
      .at_most(1e6)
      .otherwise("by the losses of the material");
  keys.number("tension_damping_s", &Rod::tension_damping)
      .says("The same as strain_damping_s for a taut string, whose tension internal friction does not damp.")
      .at_least(0)
      .at_most(1);
  only_for([](const Rod& rod) { return !is_through_points(rod); }, keys,
           keys.integer("edges", &Rod::edges)
               .says("Into how many pieces it is cut; a string has a good pitch up to partial edges / 6.")
               .at_least(2)
               .at_most(20'000),
           "a rod through points_m has one from point to point");
  keys.number("step_s", &Rod::step)
      .says("Time step; 0 takes the largest that is stable. One that is not stable is refused.")
      .at_least(0)
      .at_most(1e-3);
  keys.choice("solver", &Rod::solver,
              {{"explicit", RodSolver::explicit_steps}, {"implicit", RodSolver::implicit_steps}})
      .says(
          "explicit takes short steps; implicit (midpoint) longer ones for stiff rods, a little flat and without "
          "loss.");
}

void add_hold_keys_of_rod(KeyTable<Rod>& keys) {
  const std::vector<std::pair<std::string, RodHold>> holds{
      {"free", RodHold::free}, {"pinned", RodHold::pinned}, {"clamped", RodHold::clamped}};
  keys.choice("first_end", &Rod::first, holds).says("How it is held where it begins.");
  keys.choice("last_end", &Rod::last, holds).says("How it is held where it ends.");
  keys.add(
          "held_vertices", ValueKind::numbers,
          [](Rod& rod, const Node& node, ValueReader& reader) {
            if (const auto numbers = reader.numbers(node))
              for (const double number : *numbers) rod.held.push_back(static_cast<int>(number));
          },
          [](const Rod& rod) {
            return rod.held.empty() ? "" : to_toml(std::vector<double>(rod.held.begin(), rod.held.end()));
          })
      .says("Numbers of further vertices that stay where they are, from 0 at the first end.")
      .at_least(0, "vertices are counted from 0")
      .at_most(20'000)
      .otherwise("none");
  keys.boolean("falls", &Rod::falls).says("Whether it has weight.");
  keys.boolean("settles", &Rod::settles).says("Whether it hangs at rest under its weight when the scene begins.");
  keys.boolean("touches", &Rod::touches).says("Whether it touches other things, other rods and itself.");
  keys.number("friction", &Rod::friction).says("Coulomb's friction where it touches.").at_least(0).at_most(10);
  add_number_if(keys, "restitution", &Rod::restitution)
      .says("Share of its speed that a touching place keeps.")
      .at_least(0)
      .at_most(1)
      .otherwise("that of the material");
  keys.vector("velocity_m_per_s", &Rod::velocity)
      .says("How fast it goes at the beginning.")
      .at_least(-kFastestRod)
      .at_most(kFastestRod);
  keys.text("bridge", &Rod::bridge).says("Name of a body that its last end pulls at: a soundboard.").otherwise("none");
  keys.rule([](const Rod& rod, TableReading& table) {
    table.check(rod.form != RodForm::ring || (rod.first == RodHold::free && rod.last == RodHold::free),
                {"first_end", "last_end", "shape"}, "a ring has no ends");
    const auto farthest = std::ranges::max_element(rod.held);
    table.check(farthest == rod.held.end() || *farthest < vertices_of(rod), {"held_vertices", "edges", "points_m"},
                fmt::format("there is no vertex {}; its vertices are 0 to {}",
                            farthest == rod.held.end() ? 0 : *farthest, vertices_of(rod) - 1));
    table.check(rod.bridge.empty() || rod.last != RodHold::free, {"bridge", "last_end"},
                "an end that nothing holds pulls at nothing; say last_end = \"pinned\"");
    table.check(!rod.settles || (rod.falls && rod.form != RodForm::ring &&
                                 (rod.first != RodHold::free || rod.last != RodHold::free || !rod.held.empty())),
                {"settles", "falls", "first_end", "last_end"}, "what hangs has weight and is held somewhere");
  });
}

void add_excitation_keys(KeyTable<Rod>& keys) {
  keys.vector("pluck.offset_m", in(&Rod::pluck, &RodPluck::offset))
      .says("How far a straight one is drawn aside before it is let go.")
      .at_least(-10)
      .at_most(10);
  keys.choice("pluck.line", in(&Rod::pluck, &RodPluck::line),
              {{"triangle", RodPluck::Line::triangle}, {"lobe", RodPluck::Line::lobe}, {"arch", RodPluck::Line::arch}})
      .says("Two straight sides, one lobe of a cosine, or half a wave of a sine.");
  keys.number("pluck.place", in(&Rod::pluck, &RodPluck::place))
      .says("Where, as a share of its length.")
      .above(0)
      .below(1);
  keys.number("pluck.width", in(&Rod::pluck, &RodPluck::width))
      .says("Of a lobe, as a share of its length.")
      .above(0)
      .at_most(1);
  keys.number("mallet.force_n", in(&Rod::mallet, &RodMallet::force))
      .says("Force of a mallet at its height; 0: no mallet.")
      .at_least(0)
      .at_most(1e5);
  keys.number("mallet.begin_s", in(&Rod::mallet, &RodMallet::begin)).says("When it first touches.").at_least(0);
  keys.number("mallet.duration_s", in(&Rod::mallet, &RodMallet::duration))
      .says("How long it touches: long for a soft mallet.")
      .above(0)
      .at_most(1);
  keys.number("mallet.place", in(&Rod::mallet, &RodMallet::place))
      .says("Where, as a share of the length.")
      .at_least(0)
      .at_most(1);
  keys.number("mallet.width_m", in(&Rod::mallet, &RodMallet::width)).says("How wide it is.").above(0).at_most(10);
  keys.direction("mallet.direction", in(&Rod::mallet, &RodMallet::direction)).says("Where it pushes.");
  keys.boolean("mallet.lets_go", in(&Rod::mallet, &RodMallet::lets_go))
      .says(
          "Whether it lets go at the height of its force, as a finger or a plectrum does, to which it grows all the "
          "time.");
  keys.number("bow.force_n", in(&Rod::bow, &RodBow::force))
      .says("How hard a bow presses; 0: no bow.")
      .at_least(0)
      .at_most(1000);
  keys.number("bow.speed_m_per_s", in(&Rod::bow, &RodBow::speed))
      .says("How fast it is drawn.")
      .at_least(-10)
      .at_most(10);
  keys.number("bow.place", in(&Rod::bow, &RodBow::place)).says("Where, as a share of the length.").above(0).below(1);
  keys.number("bow.begin_s", in(&Rod::bow, &RodBow::begin)).says("When it begins.").at_least(0);
  keys.number("bow.end_s", in(&Rod::bow, &RodBow::end)).says("When it is lifted.").at_least(0);
  keys.number("bow.holding", in(&Rod::bow, &RodBow::holding))
      .says("Friction while hair and string stick.")
      .above(0)
      .at_most(5);
  keys.number("bow.gliding", in(&Rod::bow, &RodBow::gliding))
      .says("Friction when they slide fast.")
      .at_least(0)
      .at_most(5);
  keys.number("bow.slip_m_per_s", in(&Rod::bow, &RodBow::slip_speed))
      .says("Sliding speed at which friction has fallen half way.")
      .above(0)
      .at_most(10);
  keys.direction("bow.direction", in(&Rod::bow, &RodBow::direction)).says("Where it is drawn to.");
  keys.vector("drive.travel_m", in(&Rod::drive, &RodDrive::travel))
      .says("How far a driven end goes, there and back again and again.")
      .at_least(-10)
      .at_most(10);
  keys.number("drive.frequency_hz", in(&Rod::drive, &RodDrive::frequency))
      .says("How often a second.")
      .above(0)
      .at_most(1000);
  keys.choice("drive.end", in(&Rod::drive, &RodDrive::at_last), {{"first", false}, {"last", true}})
      .says("Which end is driven.");
  keys.rule([](const Rod& rod, TableReading& table) {
    table.check(rod.form == RodForm::straight || rod.pluck.offset == Vec3{}, {"pluck.offset_m", "shape"},
                "only a straight rod is drawn aside; give the others a velocity or a mallet");
    const RodHold held = rod.drive.at_last ? rod.last : rod.first;
    table.check(rod.drive.travel == Vec3{} || held != RodHold::free, {"drive.travel_m", "drive.end"},
                "an end that is driven is held: say pinned or clamped");
  });
}

}  // namespace

template <>
KeyTable<Rod> describe_keys<Rod>() {
  KeyTable<Rod> keys(
      "rod",
      "A thin elastic thing that bends, twists, stretches, touches and sounds: string, wire, rubber band, spring.");
  add_line_keys(keys);
  add_section_keys(keys);
  add_rod_loss_keys(keys);
  add_hold_keys_of_rod(keys);
  add_excitation_keys(keys);
  keys.number("drawn_m", &Rod::drawn).says("In the picture it is at least this thick.").at_least(0).at_most(1);
  keys.boolean("draw_frames", &Rod::draws_frames)
      .says("Whether its directors are drawn in the picture, d1 red and d2 blue.");
  return keys;
}

}  // namespace resound
