#include "plain_elements.h"

#include <cmath>

#include "solid/elastic_solid.h"

namespace resound::bench {
namespace {

Matrix inverse_of(const Matrix& m) {
  Matrix r{};
  double det = 0;
  for (int i = 0; i < 3; ++i)
    det += m[0][i] * (m[1][(i + 1) % 3] * m[2][(i + 2) % 3] - m[1][(i + 2) % 3] * m[2][(i + 1) % 3]);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      r[i][j] = (m[(j + 1) % 3][(i + 1) % 3] * m[(j + 2) % 3][(i + 2) % 3] -
                 m[(j + 1) % 3][(i + 2) % 3] * m[(j + 2) % 3][(i + 1) % 3]) /
                det;
  return r;
}
double determinant_of(const Matrix& m) {
  double det = 0;
  for (int i = 0; i < 3; ++i)
    det += m[0][i] * (m[1][(i + 1) % 3] * m[2][(i + 2) % 3] - m[1][(i + 2) % 3] * m[2][(i + 1) % 3]);
  return det;
}
Vector cross_of(const Vector& a, const Vector& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

// F S with S = lambda tr(E) + 2 mu E + phi tr(E') + 2 psi E'.
Matrix stress(const Matrix& f, const Matrix& g, const SolidMaterial& m) {
  const double lambda = m.lambda(), mu = m.mu(), phi = m.strain_damping * lambda, psi = m.strain_damping * mu;
  Matrix e{}, r{}, s{}, p{};
  for (int a = 0; a < 3; ++a)
    for (int b = 0; b < 3; ++b) {
      for (int c = 0; c < 3; ++c) {
        e[a][b] += 0.5 * f[c][a] * f[c][b];
        r[a][b] += 0.5 * (f[c][a] * g[c][b] + g[c][a] * f[c][b]);
      }
      if (a == b) e[a][b] -= 0.5;
    }
  const double pressure = lambda * (e[0][0] + e[1][1] + e[2][2]) + phi * (r[0][0] + r[1][1] + r[2][2]);
  for (int a = 0; a < 3; ++a)
    for (int b = 0; b < 3; ++b) s[a][b] = 2 * mu * e[a][b] + 2 * psi * r[a][b] + (a == b ? pressure : 0);
  for (int a = 0; a < 3; ++a)
    for (int b = 0; b < 3; ++b)
      for (int c = 0; c < 3; ++c) p[a][b] += f[a][c] * s[c][b];
  return p;
}

Vector at(const std::vector<Vec3>& nodes, int node) { return {nodes[node].x, nodes[node].y, nodes[node].z}; }

void set_masses(PlainState& state, const SolidMesh& mesh, const SolidMaterial& material) {
  const ElasticSolid solid(mesh, material);
  state.mass.assign(solid.mass().begin(), solid.mass().end());
}

}  // namespace

PlainState::PlainState(const std::vector<Vec3>& nodes) : v(nodes.size()), f(nodes.size()), mass(nodes.size()) {
  for (const Vec3& node : nodes) x.push_back({node.x, node.y, node.z});
}

void PlainState::move_on(double step) {
  for (std::size_t i = 0; i < x.size(); ++i)
    for (int a = 0; a < 3; ++a) {
      v[i][a] += step * f[i][a] / mass[i];
      x[i][a] += step * v[i][a];
      f[i][a] = 0;
    }
}

PlainTet4::PlainTet4(const LinearTetMesh& mesh, const SolidMaterial& material)
    : state(mesh.nodes), material_(material) {
  set_masses(state, mesh, material);
  for (const Tet4& tet : mesh.tets) {
    Matrix edges{};
    for (int a = 0; a < 3; ++a)
      for (int b = 0; b < 3; ++b) edges[a][b] = at(mesh.nodes, tet[b + 1])[a] - at(mesh.nodes, tet[0])[a];
    elements_.push_back({tet, inverse_of(edges), determinant_of(edges) / 6});
  }
}

void PlainTet4::step(double step) {
  std::vector<Vector>&x = state.x, &v = state.v, &force = state.f;
  for (const Element& e : elements_) {
    Matrix edges{}, rates{}, f{}, g{};
    for (int a = 0; a < 3; ++a)
      for (int b = 0; b < 3; ++b) {
        edges[a][b] = x[e.node[b + 1]][a] - x[e.node[0]][a];
        rates[a][b] = v[e.node[b + 1]][a] - v[e.node[0]][a];
      }
    for (int a = 0; a < 3; ++a)
      for (int b = 0; b < 3; ++b)
        for (int c = 0; c < 3; ++c) {
          f[a][b] += edges[a][c] * e.inverse[c][b];
          g[a][b] += rates[a][c] * e.inverse[c][b];
        }
    const Matrix p = stress(f, g, material_);
    for (int b = 0; b < 3; ++b)
      for (int a = 0; a < 3; ++a) {
        double h = 0;
        for (int c = 0; c < 3; ++c) h -= e.volume * p[a][c] * e.inverse[b][c];
        force[e.node[b + 1]][a] += h;
        force[e.node[0]][a] -= h;
      }
  }
  state.move_on(step);
}

PlainTet10::PlainTet10(const TetMesh& mesh, const SolidMaterial& material) : state(mesh.nodes), material_(material) {
  constexpr int kEdges[6][2] = {{0, 1}, {1, 2}, {2, 0}, {0, 3}, {1, 3}, {2, 3}};
  set_masses(state, mesh, material);
  const double beta = (5 - std::sqrt(5.0)) / 20, alpha = 1 - 3 * beta;
  for (const Tet10& tet : mesh.tets) {
    Element e{tet, {}, {}};
    for (int p = 0; p < 4; ++p) {
      double l[4], d[10][4] = {};  // barycentric coordinates, derivatives of the shape functions by them
      for (int i = 0; i < 4; ++i) l[i] = i == p ? alpha : beta;
      for (int i = 0; i < 4; ++i) d[i][i] = 4 * l[i] - 1;
      for (int k = 0; k < 6; ++k) {
        d[4 + k][kEdges[k][0]] = 4 * l[kEdges[k][1]];
        d[4 + k][kEdges[k][1]] = 4 * l[kEdges[k][0]];
      }
      Matrix jacobian{};
      for (int n = 0; n < 10; ++n)
        for (int a = 0; a < 3; ++a)
          for (int b = 0; b < 3; ++b) jacobian[a][b] += at(mesh.nodes, tet[n])[a] * (d[n][b + 1] - d[n][0]);
      const Matrix inverse = inverse_of(jacobian);
      for (int n = 0; n < 10; ++n)
        for (int a = 0; a < 3; ++a)
          for (int b = 0; b < 3; ++b) e.gradient[p][n][a] += (d[n][b + 1] - d[n][0]) * inverse[b][a];
      e.volume[p] = determinant_of(jacobian) / 24;
    }
    elements_.push_back(e);
  }
}

void PlainTet10::step(double step) {
  for (const Element& e : elements_)
    for (int point = 0; point < 4; ++point) {
      Matrix f{}, g{};
      for (int n = 0; n < 10; ++n)
        for (int a = 0; a < 3; ++a)
          for (int b = 0; b < 3; ++b) {
            f[a][b] += state.x[e.node[n]][a] * e.gradient[point][n][b];
            g[a][b] += state.v[e.node[n]][a] * e.gradient[point][n][b];
          }
      const Matrix p = stress(f, g, material_);
      for (int n = 0; n < 10; ++n)
        for (int a = 0; a < 3; ++a)
          for (int c = 0; c < 3; ++c) state.f[e.node[n]][a] -= e.volume[point] * p[a][c] * e.gradient[point][n][c];
    }
  state.move_on(step);
}

PlainBricks::PlainBricks(const BrickMesh& mesh, const SolidMaterial& material)
    : state(mesh.nodes), material_(material) {
  set_masses(state, mesh, material);
  constexpr double kSign[8][3] = {{-1, -1, -1}, {1, -1, -1}, {1, 1, -1}, {-1, 1, -1},
                                  {-1, -1, 1},  {1, -1, 1},  {1, 1, 1},  {-1, 1, 1}};
  SolidMaterial undamped = material;
  undamped.strain_damping = 0;
  for (const Brick& brick : mesh.bricks) {
    Element e{brick, {}, {}, {}};
    BrickMesh one;
    Matrix jacobian{};
    for (int n = 0; n < 8; ++n) {
      e.rest[n] = at(mesh.nodes, brick[n]);
      one.nodes.push_back(mesh.nodes[brick[n]]);
      for (int a = 0; a < 3; ++a)
        for (int b = 0; b < 3; ++b) jacobian[a][b] += e.rest[n][a] * kSign[n][b] / 8;
    }
    one.bricks.push_back({0, 1, 2, 3, 4, 5, 6, 7});
    const Matrix inverse = inverse_of(jacobian);
    for (int n = 0; n < 8; ++n)
      for (int a = 0; a < 3; ++a)
        for (int b = 0; b < 3; ++b) e.gradient[n][a] += kSign[n][b] / 8 * inverse[b][a];
    // the 24 x 24 matrix: how the forces of this brick alone answer to each of its coordinates
    const ElasticSolid solid(one, undamped);
    const NodeVectors rest = solid.rest();
    NodeVectors scratch(solid.element_force_size()), ahead(rest.size()), behind(rest.size());
    for (std::size_t j = 0; j < 24; ++j) {
      const double h = 1e-8;
      NodeVectors x = rest;
      x[4 * (j / 3) + j % 3] += h;
      solid.forces(x, scratch, ahead);
      x[4 * (j / 3) + j % 3] -= 2 * h;
      solid.forces(x, scratch, behind);
      for (std::size_t i = 0; i < 24; ++i)
        e.stiffness[i][j] = (behind[4 * (i / 3) + i % 3] - ahead[4 * (i / 3) + i % 3]) / (2 * h);
    }
    elements_.push_back(e);
  }
}

void PlainBricks::step(double step) {
  for (const Element& e : elements_) {
    Matrix f{};
    for (int n = 0; n < 8; ++n)
      for (int a = 0; a < 3; ++a)
        for (int b = 0; b < 3; ++b) f[a][b] += state.x[e.node[n]][a] * e.gradient[n][b];
    Matrix r = f;  // Higham's iteration to the nearest rotation
    for (int round = 0; round < 20; ++round) {
      const Matrix i = inverse_of(r);
      double change = 0;
      for (int a = 0; a < 3; ++a)
        for (int b = 0; b < 3; ++b) {
          const double next = 0.5 * (r[a][b] + i[b][a]);
          change += (next - r[a][b]) * (next - r[a][b]);
          r[a][b] = next;
        }
      if (change < 1e-16) break;
    }
    Matrix u{}, turn{};
    for (int a = 0; a < 3; ++a)
      for (int b = 0; b < 3; ++b)
        for (int c = 0; c < 3; ++c) u[a][b] += r[c][a] * f[c][b];
    for (int a = 0; a < 3; ++a)
      for (int b = 0; b < 3; ++b) turn[a][b] = (a == b ? u[0][0] + u[1][1] + u[2][2] : 0) - u[a][b];
    turn = inverse_of(turn);
    std::array<Vector, 8> y{}, rate{}, q{};
    Vector spin{}, omega{};
    for (int n = 0; n < 8; ++n) {
      for (int a = 0; a < 3; ++a)
        for (int c = 0; c < 3; ++c) {
          y[n][a] += r[c][a] * state.x[e.node[n]][c];
          rate[n][a] += r[c][a] * state.v[e.node[n]][c];
        }
      const Vector s = cross_of(e.gradient[n], rate[n]);
      for (int a = 0; a < 3; ++a) spin[a] += s[a];
    }
    for (int a = 0; a < 3; ++a)
      for (int b = 0; b < 3; ++b) omega[a] += turn[a][b] * spin[b];
    double z[24];
    for (int n = 0; n < 8; ++n) {
      const Vector s = cross_of(omega, y[n]);
      for (int a = 0; a < 3; ++a)
        z[3 * n + a] = y[n][a] - e.rest[n][a] + material_.strain_damping * (rate[n][a] - s[a]);
    }
    for (int i = 0; i < 24; ++i)
      for (int j = 0; j < 24; ++j) q[i / 3][i % 3] += e.stiffness[i][j] * z[j];
    Vector torque{}, w{};
    for (int n = 0; n < 8; ++n) {
      const Vector t = cross_of(y[n], q[n]);
      for (int a = 0; a < 3; ++a) torque[a] += t[a];
    }
    for (int a = 0; a < 3; ++a)
      for (int b = 0; b < 3; ++b) w[a] += turn[a][b] * torque[b];
    for (int n = 0; n < 8; ++n) {
      const Vector t = cross_of(w, e.gradient[n]);
      for (int a = 0; a < 3; ++a)
        for (int c = 0; c < 3; ++c) state.f[e.node[n]][a] -= r[a][c] * (q[n][c] - t[c]);
    }
  }
  state.move_on(step);
}

}  // namespace resound::bench
