#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

#include "base/child_process.h"
#include "fem/bodies.h"
#include "fem/frequencies.h"
#include "fem/modes.h"
#include "scratch_folder.h"

// Whole meshes against another program or against finer elements: minutes, not seconds.
namespace resound {
namespace {

const ElasticMaterial kSteel{200e9, 0.3, 7850};

// A bent, twisted, tapering block: no two of its modes are alike.
TetMesh irregular_body() {
  return grid_mesh({24, 6, 3}, [](Vec3 p) {
    const double x = 0.2 * p.x, y = 0.05 * (p.y - 0.5) * (1.3 - 0.6 * p.x),
                 z = (0.012 + 0.01 * p.x * p.y) * (p.z - 0.4);
    const double twist = 0.6 * p.x;
    return Vec3{x + 0.02 * std::sin(3 * p.x) * p.y, y * std::cos(twist) - z * std::sin(twist) + 0.3 * x * x,
                y * std::sin(twist) + z * std::cos(twist)};
  });
}

// A frequency analysis with CalculiX's C3D10, whose nodes are numbered as ours.
void write_deck(const TetMesh& mesh, const ElasticMaterial& material, int count, const std::filesystem::path& path) {
  std::ofstream deck(path);
  deck << "*NODE,NSET=NALL\n";  // it reads 20 characters of a number and no more
  for (std::size_t i = 0; i < mesh.nodes.size(); ++i)
    deck << fmt::format("{},{:.12g},{:.12g},{:.12g}\n", i + 1, mesh.nodes[i].x, mesh.nodes[i].y, mesh.nodes[i].z);
  deck << "*ELEMENT,TYPE=C3D10,ELSET=EALL\n";
  for (std::size_t e = 0; e < mesh.tets.size(); ++e) {
    deck << e + 1;
    for (const int node : mesh.tets[e]) deck << "," << node + 1;
    deck << "\n";
  }
  deck << fmt::format("*MATERIAL,NAME=M\n*ELASTIC\n{},{}\n*DENSITY\n{}\n*SOLID SECTION,ELSET=EALL,MATERIAL=M\n",
                      material.young_modulus, material.poisson_ratio, material.density);
  deck << "*STEP\n*FREQUENCY\n" << count << "\n*END STEP\n";
}

// The table of eigenvalues in CalculiX's .dat: mode, eigenvalue, rad/s, Hz, imaginary part.
std::vector<double> frequencies_in(const std::filesystem::path& dat) {
  std::ifstream file(dat);
  std::vector<double> result;
  for (std::string line; std::getline(file, line);) {
    std::istringstream cells(line);
    double mode = 0, eigenvalue = 0, omega = 0, f = 0, imaginary = 0;
    if (cells >> mode >> eigenvalue >> omega >> f >> imaginary && mode == static_cast<double>(result.size()) + 1)
      result.push_back(f);
    else if (!result.empty())
      break;
  }
  return result;
}

}  // namespace

TEST_SUITE("slow") {
  TEST_CASE("CalculiX finds the same twenty modes of an irregular body on the same mesh to a thousandth") {
    const TetMesh body = irregular_body();
    const Scratch scratch;
    write_deck(body, kSteel, 26, scratch / "body.inp");
    run_program({"ccx", (scratch / "body").string()});
    const std::vector<double> theirs = frequencies_in(scratch / "body.dat");
    REQUIRE(theirs.size() == 26);  // six of them rigid
    const auto ours =
        tet_modes(body, kSteel, {}, {.max_frequency = std::numeric_limits<double>::infinity(), .max_count = 20});
    REQUIRE(ours.size() == 20);
    double worst = 0;
    for (std::size_t k = 0; k < 20; ++k) worst = std::max(worst, std::abs(hertz(ours[k]) / theirs[k + 6] - 1));
    MESSAGE("largest difference ", worst);
    CHECK(worst < 1e-3);
  }

  TEST_CASE("a cup with a wall of 1 mm in curved tetrahedra of 4 mm rings within 2.5 % of Fourier elements") {
    const Scratch scratch;
    std::ofstream(scratch / "cup.geo") << R"(SetFactory("OpenCASCADE");
Cylinder(1) = {0,0,0, 0,0,0.09, 0.0405};
Cylinder(2) = {0,0,0.001, 0,0,0.1, 0.0395};
BooleanDifference(3) = { Volume{1}; Delete; }{ Volume{2}; Delete; };
Mesh.CharacteristicLengthMin = 0.004; Mesh.CharacteristicLengthMax = 0.004;
)";
    run_program({"gmsh", "-3", "-order", "2", "-format", "msh22", "-v", "1", "-o", (scratch / "cup.msh").string(),
                 (scratch / "cup.geo").string()});
    const TetMesh cup = read_msh22(scratch / "cup.msh");
    const auto modes = tet_modes(cup, kSteel, {}, {.max_frequency = 4000});
    const auto exact = revolution_modes(cup_meridian(0.0005, 3), kSteel, {}, {.max_frequency = 3900});
    for (const FourierMode& mode : exact) {
      if (mode.order < 2) continue;
      int twins = 0;
      for (const TetMode& found : modes)
        if (hertz(found) > hertz(mode) && hertz(found) < 1.025 * hertz(mode)) ++twins;
      CAPTURE(mode.order);
      CAPTURE(hertz(mode));
      CHECK(twins >= 2);
    }
    MESSAGE("first mode ", hertz(modes.front()), " Hz, exact ", hertz(exact.front()), " Hz, nodes ", cup.nodes.size());
  }

  TEST_CASE("the finest known mesh of the cup: four modes of each order as computed elsewhere to 0.05 %") {
    const auto modes = revolution_modes(cup_meridian(0.0005, 3), kSteel, {}, {.max_frequency = 20'000});
    for (const Row& row : reference_rows("cup_frequencies.csv")) {
      if (row.at("mesh").substr(0, 9) != "reference") continue;
      for (std::size_t k = 1; k <= 4; ++k) {
        double nearest = 0;
        for (const FourierMode& mode : modes)
          if (mode.order == std::stoi(row.at("n")) &&
              std::abs(hertz(mode) - frequency(row, k)) < std::abs(nearest - frequency(row, k)))
            nearest = hertz(mode);
        CHECK(nearest == doctest::Approx(frequency(row, k)).epsilon(5e-4));
      }
    }
  }

  TEST_CASE("larger plates ring as computed elsewhere with the same tetrahedra") {
    for (const Row& row : reference_rows("plate_frequencies.csv")) {
      if (row.at("element") != "tet10" || number(row, "dof") < 4000) continue;
      const int n = std::stoi(row.at("n"));
      const TetMesh plate = box_mesh({n, n, std::stoi(row.at("nz"))}, {0.1, 0.1, number(row, "thickness_m")});
      const std::vector<int> rim = nodes_where(plate, [](const Vec3& p) {
        return std::min({p.x, p.y, 0.1 - p.x, 0.1 - p.y}) < 1e-9;
      });
      const auto modes = tet_modes(plate, kSteel, rim, {.max_frequency = 20'000, .max_count = 6});
      REQUIRE(modes.size() == 6);
      for (std::size_t k = 0; k < 6; ++k)
        CHECK(hertz(modes[k]) == doctest::Approx(frequency(row, k + 1)).epsilon(2e-6));
    }
  }
}

}  // namespace resound
