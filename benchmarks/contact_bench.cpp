// Steps of contact a second between 400 nodes and a ball of 1280 triangles: ours, and a plain loop that looks at every
// pair in every step. With nothing near, and with 50 nodes in touch while everything moves at about a metre a second.
#include <benchmark/benchmark.h>

#include <cmath>
#include <memory>
#include <string>
#include <utility>

#include "geometry/closed_surface.h"
#include "geometry/nearest_on_triangle.h"
#include "solid/contact.h"

namespace resound {
namespace {

constexpr int kNodes = 400;

struct Setting {
  std::vector<TouchingSkin> skins;
  std::vector<double> mass;
  NodeVectors position, velocity;

  // `touching` nodes a micrometre inside the ball, the others at `gap` from it.
  Setting(int touching, double gap) {
    const TriangleMesh ball = icosphere(0.1, 3);
    TouchingSkin loose, round{.triangles = ball.triangles, .nodes = {}, .rule = {}};
    for (int i = 0; i < kNodes; ++i) {
      const Triangle& t = ball.triangles[static_cast<std::size_t>(3 * i)];
      const Vec3 on = (ball.vertices[t[0]] + ball.vertices[t[1]] + ball.vertices[t[2]]) / 3;
      loose.nodes.push_back(add(on + (i < touching ? -1e-6 : gap) * normalized(on)));
    }
    for (const Vec3& vertex : ball.vertices) round.nodes.push_back(add(vertex));
    for (Triangle& t : round.triangles)
      for (int& corner : t) corner += kNodes;
    skins = {loose, round};
  }
  int add(const Vec3& at) {
    const auto node = static_cast<double>(mass.size());
    position.insert(position.end(), {at.x, at.y, at.z, 0});
    velocity.insert(velocity.end(), {0.6 * std::sin(node), 0.6 * std::cos(node), 0.6 * std::sin(2 * node), 0});
    mass.push_back(0.001);
    return static_cast<int>(mass.size()) - 1;
  }
};

void ours(benchmark::State& state, int touching) {
  Setting setting(touching, touching > 0 ? 0.01 : 1e4);
  ContactForces contact(setting.skins, {RigidObstacle{}}, setting.mass, setting.position, {});
  contact.begin_block(std::vector<ObstacleMotion>{{{{0, 0, -1e5}, {}}, {}, {}}});
  constexpr double kFastest = 1.1;  // [m/s]
  const int steps = 1000;
  NodePushes pushes;
  for (auto _ : state)
    for (int n = 0; n < steps; ++n) {
      pushes.clear();
      contact.add_to(pushes, setting.position, setting.velocity, 0, kFastest);
    }
  if (static_cast<int>(contact.touching()) < touching) state.SkipWithError("too few touch");
  state.SetItemsProcessed(state.iterations() * steps);
}

void every_pair(benchmark::State& state, int touching) {
  const Setting setting(touching, 0.01);
  for (auto _ : state) {
    double sum = 0;
    for (const int node : setting.skins[0].nodes) {
      const Vec3 p = vector_at(setting.position, node);
      double nearest = 1e300;
      for (const Triangle& t : setting.skins[1].triangles) {
        const Vec3 a = vector_at(setting.position, t[0]), b = vector_at(setting.position, t[1]),
                   c = vector_at(setting.position, t[2]);
        const auto w = nearest_weights(p, a, b, c);
        const Vec3 away = p - (w[0] * a + w[1] * b + w[2] * c);
        nearest = std::min(nearest, dot(away, away));
      }
      sum += nearest;
    }
    benchmark::DoNotOptimize(sum);
  }
  state.SetItemsProcessed(state.iterations());
}

const bool registered = [] {
  for (const int touching : {0, 50}) {
    const std::string group = "contact, " + std::to_string(touching) + " nodes touch/";
    benchmark::RegisterBenchmark((group + "ours").c_str(), ours, touching);
    benchmark::RegisterBenchmark((group + "every pair").c_str(), every_pair, touching);
  }
  return true;
}();

}  // namespace
}  // namespace resound
