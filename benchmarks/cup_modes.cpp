// The lowest modes of a mesh, as one program so that its time and memory can be compared with those of others:
//   cup_modes MESH.msh COUNT                prints the elastic frequencies [Hz]
//   cup_modes MESH.msh COUNT --write NAME   writes NAME.inp for CalculiX and NAME.k.*, NAME.m.* for SciPy instead
// The mesh is gmsh's msh 2.2 with 4-node or 10-node tetrahedra; the material is glass.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <numbers>
#include <sstream>
#include <string>
#include <vector>

#include "fem/eigen_search.h"
#include "fem/tet_assembly.h"

namespace resound {
namespace {

const ElasticMaterial kGlass{72e9, 0.22, 2520};
constexpr double kScale = 2 * std::numbers::pi * 1000;  // [rad/s]  below the cup's first mode

struct Mesh {
  std::vector<Vec3> nodes;
  std::vector<std::array<int, 4>> linear;
  std::vector<Tet10> quadratic;
};

template <std::size_t kNodes>
std::array<int, kNodes> nodes_of(std::istringstream& cells) {
  std::array<int, kNodes> tet{};
  for (int& node : tet) {
    cells >> node;
    --node;
  }
  return tet;
}

Mesh read(const std::string& path) {
  Mesh mesh;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    std::size_t count = 0, number = 0;
    if (line == "$Nodes") {
      file >> count;
      mesh.nodes.resize(count);
      for (Vec3& p : mesh.nodes) file >> number >> p.x >> p.y >> p.z;
    } else if (line == "$Elements") {
      file >> count >> std::ws;
      while (count-- > 0 && std::getline(file, line)) {
        std::istringstream cells(line);
        int kind = 0, tags = 0, tag = 0;
        cells >> number >> kind >> tags;
        while (tags-- > 0) cells >> tag;
        if (kind == 4) mesh.linear.push_back(nodes_of<4>(cells));
        if (kind == 11) {
          mesh.quadratic.push_back(nodes_of<10>(cells));
          std::swap(mesh.quadratic.back()[8], mesh.quadratic.back()[9]);
        }
      }
    }
  }
  return mesh;
}

struct Body {
  FreeNodes free;
  Pencil pencil;
  VectorBlock rigid;
};

Body assembled(const Mesh& mesh) {
  std::vector<int> used;
  for (const auto& tet : mesh.linear) used.insert(used.end(), tet.begin(), tet.end());
  for (const auto& tet : mesh.quadratic) used.insert(used.end(), tet.begin(), tet.end());
  Body body;
  body.free = free_nodes(static_cast<int>(mesh.nodes.size()), used, {});
  body.pencil = mesh.quadratic.empty() ? assemble_linear(mesh.nodes, mesh.linear, kGlass, body.free)
                                       : assemble(TetMesh{mesh.nodes, mesh.quadratic}, kGlass, body.free);
  body.rigid = VectorBlock(body.pencil.unknowns(), 6);
  for (std::size_t i = 0; i < body.free.nodes.size(); ++i) {
    const Vec3 p = mesh.nodes[static_cast<std::size_t>(body.free.nodes[i])] / 0.1;
    for (std::size_t c = 0; c < 3; ++c) {
      const Vec3 turn = cross(Vec3{c == 0 ? 1.0 : 0.0, c == 1 ? 1.0 : 0.0, c == 2 ? 1.0 : 0.0}, p);
      body.rigid.row(3 * i + c)[c] = 1;
      body.rigid.row(3 * i)[3 + c] = turn.x;
      body.rigid.row(3 * i + 1)[3 + c] = turn.y;
      body.rigid.row(3 * i + 2)[3 + c] = turn.z;
    }
  }
  return body;
}

template <class Number>
void write_numbers(const std::string& path, const std::vector<Number>& numbers) {
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(numbers.data()),
             static_cast<std::streamsize>(numbers.size() * sizeof(Number)));
}

void write_rows(const std::string& name, const SparseRows& matrix) {
  write_numbers(name + ".start", matrix.row_start);
  write_numbers(name + ".column", matrix.column);
  write_numbers(name + ".value", matrix.value);
}

template <std::size_t kNodes>
void write_elements(std::ofstream& deck, const char* type, const std::vector<std::array<int, kNodes>>& tets,
                    const FreeNodes& free) {
  if (tets.empty()) return;
  deck << "*ELEMENT,TYPE=" << type << ",ELSET=EALL\n";
  for (std::size_t e = 0; e < tets.size(); ++e) {
    deck << e + 1;
    for (const int node : tets[e]) deck << "," << free.number[static_cast<std::size_t>(node)] + 1;
    deck << "\n";
  }
}

void write_deck(const std::string& path, const Mesh& mesh, const FreeNodes& free, int count) {
  std::ofstream deck(path);
  deck << "*NODE,NSET=NALL\n";
  for (std::size_t i = 0; i < free.nodes.size(); ++i) {
    const Vec3& p = mesh.nodes[static_cast<std::size_t>(free.nodes[i])];
    deck << fmt::format("{},{:.12g},{:.12g},{:.12g}\n", i + 1, p.x, p.y, p.z);
  }
  write_elements(deck, "C3D4", mesh.linear, free);
  write_elements(deck, "C3D10", mesh.quadratic, free);
  deck << fmt::format("*MATERIAL,NAME=G\n*ELASTIC\n{},{}\n*DENSITY\n{}\n*SOLID SECTION,ELSET=EALL,MATERIAL=G\n",
                      kGlass.young_modulus, kGlass.poisson_ratio, kGlass.density)
       << "*STEP\n*FREQUENCY\n"
       << count + 6 << "\n*END STEP\n";
}

int run(int argc, char** argv) {
  if (argc != 3 && argc != 5) return 2;
  const Mesh mesh = read(argv[1]);
  const int count = std::atoi(argv[2]);
  const Body body = assembled(mesh);
  if (argc == 5) {
    const std::string name = argv[4];
    write_deck(name + ".inp", mesh, body.free, count);
    write_rows(name + ".k", body.pencil.stiffness);
    write_rows(name + ".m", body.pencil.mass);
    return 0;
  }
  const EigenSearch search{.max_lambda = std::numeric_limits<double>::infinity(),
                           .max_count = count,
                           .scale = kScale * kScale,
                           .progress = nullptr};
  for (const Eigenmode& mode : lowest_eigenmodes(body.pencil, body.rigid, search))
    fmt::print("{:.12g}\n", std::sqrt(mode.lambda) / (2 * std::numbers::pi));
  return 0;
}

}  // namespace
}  // namespace resound

int main(int argc, char** argv) { return resound::run(argc, argv); }
