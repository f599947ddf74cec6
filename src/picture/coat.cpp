#include "picture/coat.h"

#include <cstdint>
#include <numbers>

#include "picture/tone.h"

namespace resound {
namespace {

Rgb rgb(const Colour& c) { return to_float({c.red, c.green, c.blue}); }

// One fixed number in [0, 1) for each lattice point.
float lattice(int x, int y, int z) {
  std::uint32_t h = static_cast<std::uint32_t>(x) * 0x8da6b343u ^ static_cast<std::uint32_t>(y) * 0xd8163841u ^
                    static_cast<std::uint32_t>(z) * 0xcb1ab31fu;
  h = (h ^ (h >> 15)) * 0x2c1b3c6du;
  h = (h ^ (h >> 12)) * 0x297a2d39u;
  return static_cast<float>((h ^ (h >> 15)) >> 8) * 0x1p-24f;
}

// Smooth noise in [0, 1], one bump a unit.
float noise(Vec3f p) {
  const int x = floor_of(p.x), y = floor_of(p.y), z = floor_of(p.z);
  const float u = smoothstep(0, 1, p.x - static_cast<float>(x)), v = smoothstep(0, 1, p.y - static_cast<float>(y)),
              w = smoothstep(0, 1, p.z - static_cast<float>(z));
  const auto row = [&](int j, int k) { return mix(lattice(x, j, k), lattice(x + 1, j, k), u); };
  return mix(mix(row(y, z), row(y + 1, z), v), mix(row(y, z + 1), row(y + 1, z + 1), v), w);
}

// 1 while a detail of size s is well wider than a pixel, 0 once it is narrower.
float visible_detail(float size, float pixel) { return 1 - smoothstep(0.35f * size, size, pixel); }

// A plank sawn beside the heart of the tree: rings about an axis along x, fibres along x.
Rgb wood_at(const Coat& coat, Vec3f p, float pixel) {
  constexpr float kRing = 0.0075f, kFibre = 0.0011f;  // [m]
  const float wander = 0.006f * (noise({4 * p.x, 18 * p.y, 18 * p.z}) - 0.5f);
  const float y = p.y + 0.018f + wander + 0.012f * (noise({1.7f * p.x, 3.1f, 0.5f}) - 0.5f), z = p.z + 0.055f;
  const float turns = std::sqrt(y * y + z * z) / kRing;
  const float phase = turns - static_cast<float>(floor_of(turns));
  const float late_wood = phase * phase * (1 - smoothstep(0.86f, 1.0f, phase));  // rings darken slowly, end at once
  const float fibre = noise({14 * p.x, p.y / kFibre, p.z / kFibre}) - 0.5f;
  const float broad = noise({2 * p.x, 40 * p.y, 40 * p.z}) - 0.5f;
  const float dark = 0.62f * late_wood * visible_detail(kRing, pixel) + 0.18f * (1 - visible_detail(kRing, pixel)) +
                     0.32f * fibre * visible_detail(kFibre, pixel) + 0.22f * broad;
  const Rgb light = coat.albedo, deep = coat.albedo * Rgb{0.44f, 0.30f, 0.21f};
  return mix(light, deep, clamped(dark + 0.12f));
}

Coat coat_of_body(const Look& look) {
  const Rgb tint = rgb(look.tint), none{}, dielectric{0.04f, 0.04f, 0.04f};
  switch (look.finish) {
    case Finish::steel:
      return {Coat::Kind::mirror, look.finish, 0.03f * tint, 0.80f * tint, 0.06f, 1, 1, tint};
    case Finish::aluminium:
      return {Coat::Kind::mirror, look.finish, 0.02f * tint, 0.86f * tint, 0.14f, 1, 1, tint};
    case Finish::glass:
      return {Coat::Kind::clear, look.finish, none, {0.043f, 0.043f, 0.043f}, 0.02f, 1, 1.52f, tint};
    case Finish::water:
      return {Coat::Kind::clear, look.finish, none, {0.021f, 0.021f, 0.021f}, 0.02f, 1, 1.333f, tint};
    case Finish::ceramic:
      return {Coat::Kind::opaque, look.finish, tint, {0.055f, 0.055f, 0.055f}, 0.10f, 1, 1, tint};
    case Finish::wood:
      return {Coat::Kind::opaque, look.finish, tint, dielectric, 0.38f, 0.7f, 1, tint};
    case Finish::rubber:
      return {Coat::Kind::opaque, look.finish, tint, dielectric, 0.62f, 0.45f, 1, tint};
    case Finish::light:
      return {Coat::Kind::glowing, look.finish, {0.20f, 0.20f, 0.19f}, dielectric, 0.08f, 1, 1, tint};
    case Finish::plaster:
      break;
  }
  return {Coat::Kind::opaque, Finish::plaster, tint, dielectric, 0.95f, 0, 1, tint};
}

}  // namespace

Coat coat_of(const Look& look) {
  Coat coat = coat_of_body(look);
  coat.is_sheet = look.is_sheet && coat.kind == Coat::Kind::clear;
  return coat;
}

Coat mark_of(const Look& look) {
  return {Coat::Kind::mark, look.finish, {}, {}, 1, 0, 1, before_filmic(rgb(look.tint))};
}

Coat velocity_coat() {
  return {Coat::Kind::opaque, Finish::plaster, {1, 1, 1}, {0.03f, 0.03f, 0.03f}, 0.45f, 0.5f, 1, {}};
}

Rgb albedo_at(const Coat& coat, Vec3f local, float pixel) {
  return coat.finish == Finish::wood ? wood_at(coat, local, pixel) : coat.albedo;
}

float brushing_at(const Coat& coat, Vec3f local, float pixel) {
  if (coat.finish != Finish::aluminium) return 1;
  constexpr float kScratch = 0.0006f, kBand = 0.0028f;  // [m] apart, along x
  float factor = 1;
  if (const float seen = visible_detail(kScratch, pixel); seen > 0)
    factor += 0.20f * seen * (noise({25 * local.x, local.y / kScratch, local.z / kScratch}) - 0.5f);
  if (const float seen = visible_detail(kBand, pixel); seen > 0)
    factor += 0.44f * seen * (noise({7 * local.x, local.y / kBand, local.z / kBand}) - 0.5f);
  return factor;
}

}  // namespace resound
