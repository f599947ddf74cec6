#include "particle_file/particle_frame.h"

#include <doctest/doctest.h>

#include <cmath>
#include <functional>
#include <string>

#include "base/error.h"
#include "particle_file/named_array.h"
#include "scratch_folder.h"
#include "source_folder.h"

using namespace resound;

namespace {

const std::filesystem::path kFiles = std::filesystem::path(RESOUND_TEST_DATA) / "particles";

// The seven particles that other programs have written into tests/data/particles (its README says which).
constexpr std::size_t kCount = 7;
Vec3 place(std::size_t k) {
  const auto i = static_cast<double>(k);
  return {0.1 * i - 0.25, 0.01 * i * i, 0.5 - 0.03125 * i};
}
Vec3 velocity(std::size_t k) {
  const auto i = static_cast<double>(k);
  return {0.5 * i, -0.25 * i, -1 - 0.125 * i};
}

void check_places(const ParticleFrame& frame, double tolerance = 1e-12) {
  REQUIRE(frame.positions.size() == kCount);
  for (std::size_t i = 0; i < kCount; ++i) CHECK(length(frame.positions[i] - place(i)) < tolerance);
}
void check_velocities(const ParticleFrame& frame) {
  REQUIRE(frame.velocities.size() == kCount);
  for (std::size_t i = 0; i < kCount; ++i) CHECK(length(frame.velocities[i] - velocity(i)) < 1e-6);
}
void check_ids(const ParticleFrame& frame) {
  REQUIRE(frame.ids.size() == kCount);
  for (std::size_t i = 0; i < kCount; ++i) CHECK(frame.ids[i] == static_cast<std::int64_t>(100 + 3 * i));
}
void check_radii(const ParticleFrame& frame) {
  REQUIRE(frame.radii.size() == kCount);
  for (std::size_t i = 0; i < kCount; ++i)
    CHECK(frame.radii[i] == doctest::Approx(0.002 + 0.0001 * static_cast<double>(i)));
}

std::string trouble(const std::function<void()>& act) {
  try {
    act();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("what VTK, meshio, NumPy and ParaView wrote is read whole") {
  for (const char* name :
       {"legacy_ascii_polydata.vtk", "legacy_binary_polydata.vtk", "legacy_binary_grid_42.vtk", "ascii.vtp",
        "inline_base64.vtu", "inline_base64_zlib.vtp", "appended_raw.vtu", "appended_raw_zlib.vtp",
        "appended_base64_zlib.vtu", "meshio.vtu", "structured.npy", "stored.npz", "deflated.npz", "paraview.csv"}) {
    CAPTURE(name);
    const ParticleFrame frame = read_particles(kFiles / name);
    check_places(frame);
    check_velocities(frame);
    check_ids(frame);
    check_radii(frame);
  }
}

TEST_CASE("a table without names, and one with lines above its header, are read") {
  const ParticleFrame plain = read_particles(kFiles / "plain.txt");
  check_places(plain);
  check_velocities(plain);
  CHECK(plain.ids.empty());
  REQUIRE(plain.notes.size() == 1);
  CHECK(has(plain.notes[0], "x, y, z, vx, vy, vz"));

  const ParticleFrame listed = read_particles(kFiles / "dualsphysics.csv");
  check_places(listed);
  check_velocities(listed);
  check_ids(listed);
  CHECK(listed.notes.empty());
}

TEST_CASE("NumPy arrays are read in both orders and say what six columns are taken for") {
  const ParticleFrame both = read_particles(kFiles / "positions_velocities.npy");
  check_places(both);
  check_velocities(both);
  CHECK(both.notes.size() == 1);
  check_places(read_particles(kFiles / "fortran_positions_float.npy"), 1e-7);
}

TEST_CASE("columns are known by the names that simulators give them") {
  const auto is = [](const char* name, ParticleQuantity quantity, int axis) {
    const auto role = role_of(name);
    return role && role->quantity == quantity && role->axis == axis;
  };
  CHECK(is("x", ParticleQuantity::position, 0));
  CHECK(is("Points:2", ParticleQuantity::position, 2));
  CHECK(is("Pos.y [m]", ParticleQuantity::position, 1));
  CHECK(is("P[z]", ParticleQuantity::position, 2));
  CHECK(is("P", ParticleQuantity::position, -1));
  CHECK(is("position_x", ParticleQuantity::position, 0));
  CHECK(is("vx", ParticleQuantity::velocity, 0));
  CHECK(is("velocity", ParticleQuantity::velocity, -1));
  CHECK(is("Vel.z [m/s]", ParticleQuantity::velocity, 2));
  CHECK(is("v[0]", ParticleQuantity::velocity, 0));
  CHECK(is("Idp", ParticleQuantity::id, -1));
  CHECK(is("pscale", ParticleQuantity::radius, -1));
  for (const char* name : {"density", "mass", "vorticity", "pressure", "", "Rhop [kg/m^3]", "type"})
    CHECK(!role_of(name));
}

TEST_CASE("a broken file is refused with its name, the fact and a remedy") {
  const auto csv = [](const char* text) { return trouble([&] { parse_particles(text, "f.csv"); }); };
  CHECK(has(csv("x,y,z\n1,2,3\n1,2\n"), "f.csv:3: there are 2 fields under 3 columns"));
  CHECK(has(csv("x,y,z\n1,two,3\n"), "f.csv:2: y is \"two\"; it should be a number"));
  CHECK(has(csv("a,b,c\nd,e,f\n"), "no line names the columns x, y and z"));
  CHECK(has(csv("x,y,z\n"), "no particles"));
  CHECK(has(csv(""), "empty"));
  CHECK(has(trouble([] { read_particles(kFiles / "lz4.vtp"); }), "vtkLZ4DataCompressor; write it with zlib"));
  CHECK(has(trouble([] { read_particles(kFiles / "pickled.npz"); }), "Python objects"));
  CHECK(has(trouble([] { parse_particles(std::string("\0\1\2\3", 4), "f.bin"); }), "none of CSV, VTK"));
}

TEST_CASE("no file is believed about sizes that it does not have") {
  for (const char* name : {"legacy_ascii_polydata.vtk", "legacy_binary_polydata.vtk", "ascii.vtp", "inline_base64.vtu",
                           "inline_base64_zlib.vtp", "appended_raw.vtu", "appended_raw_zlib.vtp", "structured.npy",
                           "positions_velocities.npy", "stored.npz", "deflated.npz"}) {
    CAPTURE(name);
    const std::string whole = content_of(kFiles / name);
    for (std::size_t size = 1; size < whole.size(); size += 1 + size / 16) {
      const std::string said = trouble([&] { parse_particles(whole.substr(0, size), "cut"); });
      CHECK((said.empty() || said.starts_with("cut")));
    }
  }
  CHECK(has(trouble([] {
              parse_particles("# vtk DataFile Version 3.0\nt\nBINARY\nDATASET POLYDATA\nPOINTS 900000000 float\n",
                              "f.vtk");
            }),
            "announced"));
  std::string npy = "\x93NUMPY\x01";
  npy += std::string("\0\x46\0", 3) + "{'descr': '<f8', 'fortran_order': False, 'shape': (99999999999, 3)}";
  npy.resize(10 + 0x46, ' ');
  CHECK(has(trouble([&] { parse_particles(npy, "f.npy"); }), "announced"));
}

TEST_CASE("what is no number stays no number") {
  const ParticleFrame frame = parse_particles("x,y,z,vx,vy,vz\n1,2,3,0,0,0\nnan,2,3,0,0,\n", "f.csv");
  REQUIRE(frame.positions.size() == 2);
  CHECK(std::isnan(frame.positions[1].x));
  CHECK(std::isnan(frame.velocities[1].z));
}
