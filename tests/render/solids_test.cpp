#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <fstream>

#include "base/clock.h"
#include "base/error.h"
#include "geometry/shape_tets.h"
#include "motion/motion.h"
#include "numerics/pi.h"
#include "render/notes.h"
#include "render/render.h"
#include "scratch_folder.h"

using namespace resound;

namespace {

Strike tap(const std::string& target, const Vec3& place, StrikerTip tip) {
  Strike strike;
  strike.target = target;
  strike.place = place;
  strike.time = 0.01;
  strike.mass = 0.01;
  strike.radius = 0.01;
  strike.speed = 0.3;
  strike.tip = tip;
  return strike;
}

Solid aluminium(const SolidShape& shape, std::array<int, 3> cells) {
  Solid solid;
  solid.shape = shape;
  solid.cells = cells;
  solid.falls = false;
  solid.pose.position = {0, 0, 1};
  solid.strain_damping = 2e-9;
  solid.mass_damping = 2;
  return solid;
}

// Quadratic tetrahedra as another program would hand them over.
void write_vtk(const TetMesh& mesh, const std::filesystem::path& file) {
  std::ofstream out(file);
  out.precision(17);
  out << "# vtk DataFile Version 3.0\nbar\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS " << mesh.nodes.size()
      << " double\n";
  for (const Vec3& p : mesh.nodes) out << p.x << ' ' << p.y << ' ' << p.z << '\n';
  out << "CELLS " << mesh.tets.size() << ' ' << 11 * mesh.tets.size() << '\n';
  for (const Tet10& tet : mesh.tets) {
    out << 10;
    for (const int node : tet) out << ' ' << node;
    out << '\n';
  }
  out << "CELL_TYPES " << mesh.tets.size() << '\n';
  for (std::size_t i = 0; i < mesh.tets.size(); ++i) out << "24\n";
}

// The blow as it lands in a scene.
StrikePulse pulse_in(const Scene& scene) {
  const PreparedBodies bodies(scene, {});
  Motion motion(scene, bodies);
  const int length = block_length(scene.simulation_rate());
  for (SampleIndex first = 0; first < 2000; first += length)
    for (const Contact& contact : motion.advance({first, length, scene.simulation_rate(), {}}).contacts)
      return std::get<StrikePulse>(contact.pulse);
  return {};
}

// How much of an impulse a half-sine of this length hands to a mode.
double share_of(const StrikePulse& pulse, double frequency) {
  const double x = pulse.duration * frequency;  // omega D / 2 pi
  return pulse.impulse * std::abs(std::cos(kPi * x) / (1 - 4 * x * x));
}

}  // namespace

TEST_CASE("a struck solid gives the same bits on one thread and on two") {
  const Solid solid = aluminium(BarShape{0.1, 0.02, 0.01}, {5, 1, 1});
  const Scene scene =
      scene_in_free_air({{"bar", solid}, {"tap", tap("bar", {0.04, 0, 0.005}, MalletHead::wood)}}, {0, 0.3, 1.3}, 0.03);
  RenderSettings one, two;
  one.threads = 1;
  two.threads = 2;
  const auto first = render(scene, one).channels[0], second = render(scene, two).channels[0];
  CHECK(first == second);
  CHECK(strength(first, 5000, 0.012, 0.03) > 0);
}

TEST_CASE("a solid that two threads share gives the same bits as on one") {
  Solid solid = aluminium(PlateShape{0.2, 0.2, 0.01}, {22, 22, 1});
  solid.radiation = SolidRadiation::as_published;
  const Scene scene = scene_in_free_air({{"plate", solid}, {"tap", tap("plate", {0.04, 0, 0.005}, MalletHead::wood)}},
                                        {0, 0.3, 1.3}, 0.014);
  RenderSettings one, two;
  one.threads = 1;
  two.threads = 2;
  const auto first = render(scene, one).channels[0], second = render(scene, two).channels[0];
  CHECK(first == second);
  CHECK(std::ranges::max(first) > 0);
}

TEST_CASE("a solid that is pulled apart faster than its step allows is stopped and explained") {
  Solid solid = aluminium(BarShape{0.1, 0.02, 0.01}, {5, 1, 1});
  const Scene scene = scene_in_free_air({{"bar", solid}}, {0, 0.3, 1.3}, 0.02);
  const double stable = PreparedBodies(scene, {}).find_solid(0)->stable_step;
  solid.step = 1.02 * stable;
  CHECK_THROWS_WITH_AS(render(scene_in_free_air({{"bar", solid}}, {0, 0.3, 1.3}, 0.02)),
                       doctest::Contains("stable step"), UnstableError);
}

TEST_CASE("a solid that is on its way when the scene begins makes no click") {
  Solid solid = aluminium(BarShape{0.1, 0.02, 0.01}, {5, 1, 1});
  solid.spin = 4;              // [rad/s]
  solid.velocity = {1, 0, 1};  // [m/s]
  const auto heard = render(scene_in_free_air({{"bar", solid}}, {0, 0.3, 1.3}, 0.008)).channels[0];
  const auto [low, high] = std::ranges::minmax(heard);
  CHECK(std::max(high, -low) < 2e-3);  // [Pa]  40 dB SPL: turning stretches it a little, and that rings
}

TEST_SUITE("slow") {
  TEST_CASE("modes and finite elements of one mesh give the same notes to 0.3 % and levels to 0.5 dB") {
    const Scratch folder;
    const BarShape shape{0.2, 0.015, 0.005};  // thin: lumped masses exaggerate the inertia of a section that turns
    write_vtk(tet_mesh(shape, 0.0066), folder / "bar.vtk");
    const MeshFileShape file{"bar.vtk", folder / "bar.vtk", "m"};

    Solid solid = aluminium(shape, {});
    solid.mesh = file;
    solid.strain_damping = 1e-8;
    solid.mass_damping = 6;
    Body body;
    body.mesh = file;
    body.damping = Damping{.stiffness_time = 1e-8, .mass_rate = 6, .loss_factor = 0, .mode_t60 = {}};
    body.path = Path(Vec3{0, 0, 1});
    body.max_frequency = 9000;
    body.radiation = BodyRadiation::kirchhoff;
    Strike strike = tap("bar", {0.1, 0, 0.0025}, MalletHead::steel);
    strike.mass = 0.002;
    strike.speed = 0.02;            // so light that the bar hardly turns: modes do not know that it would
    const Vec3 ear{0.25, 0, 1.25};  // where both notes are loud
    const Scene by_elements = scene_in_free_air({{"bar", solid}, {"tap", strike}}, ear, 0.26);
    const Scene by_modes = scene_in_free_air({{"bar", body}, {"tap", strike}}, ear, 0.26);
    const StrikePulse blow = pulse_in(by_elements), other = pulse_in(by_modes);
    const auto elements = render(by_elements).channels[0], modes = render(by_modes).channels[0];
    for (const double frequency : {650.0, 1790.0}) {
      const Note a = note_near(elements, frequency, 0.06, 0.05, 0.25),
                 b = note_near(modes, frequency, 0.06, 0.05, 0.25);
      CAPTURE(frequency);
      CAPTURE(a.frequency);
      CHECK(std::abs(a.frequency / b.frequency - 1) < 0.003);
      const double by_blow = decibels(share_of(blow, a.frequency) / share_of(other, b.frequency));
      CHECK(std::abs(decibels(a.level / b.level) - by_blow) < 0.5);
    }
  }

  TEST_CASE("a clamped bar of bricks sounds its first three notes within 2 % of theory") {
    Solid solid = aluminium(BarShape{0.2, 0.02, 0.01}, {20, 2, 1});
    solid.clamped = {BoxSide::x_min};
    const Scene scene =
        scene_in_free_air({{"bar", solid}, {"tap", tap("bar", {0.1, 0, 0.005}, MalletHead::wood)}}, {0.1, 0, 1.3}, 0.5);
    const auto heard = render(scene).channels[0];
    const double converged[] = {206.7, 1280, 3520};  // [Hz]  three-dimensional elasticity, docs/solids.md
    for (const double frequency : converged) {
      const Note note = note_near(heard, frequency, 0.04, 0.03, 0.45);
      CAPTURE(frequency);
      CHECK(std::abs(note.frequency / frequency - 1) < 0.02);
      CHECK(note.level > 30 * strength(heard, 1.3 * frequency, 0.03, 0.45));
    }
  }

  TEST_CASE("a blow on the centre of a framed plate leaves the antisymmetric notes 40 dB below one beside it") {
    Solid solid = aluminium(PlateShape{0.3, 0.3, 0.006}, {18, 18, 1});
    solid.clamped = {BoxSide::x_min, BoxSide::x_max, BoxSide::y_min, BoxSide::y_max};
    solid.radiation = SolidRadiation::rayleigh;
    const Vec3 ear{0.2, 0.1, 1.5};
    const auto heard = [&](const Vec3& place) {
      return render(scene_in_free_air({{"plate", solid}, {"tap", tap("plate", place, MalletHead::wood)}}, ear, 0.25))
          .channels[0];
    };
    const auto on = heard({0, 0, 0.003}), off = heard({0.075, 0.051, 0.003});
    const double second = note_near(off, 1214, 0.02, 0.02, 0.24).frequency;
    CHECK(second == doctest::Approx(1212.6).epsilon(0.01));
    CHECK(note_near(on, 594.5, 0.02, 0.02, 0.24).frequency == doctest::Approx(594.7).epsilon(0.005));
    const auto against_first = [&](const std::vector<float>& sound) {
      return strength(sound, second, 0.02, 0.24) / note_near(sound, 594.5, 0.02, 0.02, 0.24).level;
    };
    CHECK(decibels(against_first(off) / against_first(on)) > 40);
  }

  TEST_CASE("a vibraphone bar of bricks sounds 1 : 4 : 10") {
    const Solid solid = aluminium(VibraphoneShape{}, {36, 4, 1});
    const Scene scene = scene_in_free_air({{"bar", solid}, {"tap", tap("bar", {0.03, 0, 0.00635}, MalletHead::wood)}},
                                          {0.1, 0, 1.4}, 0.5);
    const auto heard = render(scene).channels[0];
    const double first = note_near(heard, 187, 0.03, 0.03, 0.45).frequency;
    CHECK(first == doctest::Approx(187).epsilon(1.0 / 187));
    CHECK(std::abs(note_near(heard, 752, 0.03, 0.03, 0.45).frequency / first - 4.03) < 0.03);
    CHECK(std::abs(note_near(heard, 1880, 0.03, 0.03, 0.45).frequency / first - 10.07) < 0.03);
  }

  TEST_CASE("a thin sheet sounds higher the farther it swings") {
    // clamped along two edges: bending stretches it
    const auto pitch = [](double speed, std::array<int, 3> cells) {
      Solid solid = aluminium(PlateShape{0.2, 0.05, 0.001}, cells);
      solid.clamped = {BoxSide::x_min, BoxSide::x_max};
      Strike strike = tap("sheet", {0, 0, 0.0005}, MalletHead::rubber);
      strike.speed = speed;
      strike.mass = 0.02;
      const auto heard = render(scene_in_free_air({{"sheet", solid}, {"tap", strike}}, {0, 0, 1.2}, 0.12)).channels[0];
      return note_near(heard, 140, 0.45, 0.02, 0.11).frequency;
    };
    // a blow that bends it by about its thickness: harder ones glide so fast that there is no one pitch to read off
    const double soft = pitch(0.01, {16, 2, 1}), hard = pitch(0.6, {16, 2, 1});
    // linear theory: 4.730^2 / 2 pi sqrt(E h^2 / 12 rho) / L^2 = 131 Hz, plates a little higher
    CHECK(soft == doctest::Approx(134).epsilon(0.04));
    CHECK(hard > 1.1 * soft);
    // converged, and not the pitch alone: by how much it rises
    const double finer_soft = pitch(0.01, {24, 3, 1}), finer_hard = pitch(0.6, {24, 3, 1});
    CAPTURE(soft);
    CAPTURE(hard);
    CAPTURE(finer_soft);
    CAPTURE(finer_hard);
    CHECK(hard / soft - 1 == doctest::Approx(finer_hard / finer_soft - 1).epsilon(0.1));
    CHECK(hard == doctest::Approx(finer_hard).epsilon(0.03));
  }
}
