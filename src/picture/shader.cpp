#include "picture/shader.h"

#include <limits>

#include "picture/colour_map.h"
#include "picture/optics.h"
#include "picture/tone.h"

namespace resound {

// A place on a solid as a ray sees it.
struct Shader::Point {
  Seen seen;
  const Coat& coat;
  Vec3f position, direction, normal;  // the normal faces the viewer
  float cosine;                       // between normal and viewer, above 0
  float pixel;                        // [m] width of a pixel here
  float radius;                       // [m] of a sphere, else 0
  int depth;                          // 0 seen by the camera, 1 in a mirror or through glass, 2 in both
  float blur;                         // [1] roughness of the mirror it is seen in
};

namespace {

constexpr float kSmallDrop = 2.5f;   // [pixels] radius below which a drop refracts the studio only
constexpr int kMostSheets = 6;       // that a ray passes on its way
constexpr float kGlare = 0.045f;     // [1] of a lamp's light, at its rim
constexpr float kSmallBall = 16.0f;  // [pixels] radius below which a metal ball mirrors the studio only

// Is the point on a sphere of less than some radius [pixels]?
bool is_smaller(const auto& point, float radius) { return point.radius > 0 && point.radius < radius * point.pixel; }

RTCRayHit ray_hit(Vec3f from, Vec3f direction) {
  RTCRayHit ray{};
  ray.ray.org_x = from.x;
  ray.ray.org_y = from.y;
  ray.ray.org_z = from.z;
  ray.ray.dir_x = direction.x;
  ray.ray.dir_y = direction.y;
  ray.ray.dir_z = direction.z;
  ray.ray.tfar = std::numeric_limits<float>::infinity();
  ray.ray.mask = 0xffffffffu;
  ray.hit.geomID = ray.hit.instID[0] = RTC_INVALID_GEOMETRY_ID;
  return ray;
}

}  // namespace

Seen Shader::trace(Vec3f from, Vec3f direction) const {
  RTCIntersectContext context;
  rtcInitIntersectContext(&context);
  RTCRayHit ray = ray_hit(from, direction);
  rtcIntersect1(frame_.visible(), &context, &ray);
  Seen seen;
  seen.distance = ray.ray.tfar;
  const auto floor = floor_.hit(from, direction);
  if (floor && *floor < seen.distance - floor_.tolerance()) {  // on a base that stands on the floor the body wins
    seen.distance = *floor;
    seen.solid = Seen::kFloor;
    seen.normal = {0, 0, 1};
  } else if (ray.hit.geomID != RTC_INVALID_GEOMETRY_ID) {
    seen.solid = ray.hit.instID[0] != RTC_INVALID_GEOMETRY_ID ? ray.hit.instID[0] : ray.hit.geomID;
    seen.primitive = ray.hit.primID;
    seen.u = ray.hit.u;
    seen.v = ray.hit.v;
    frame_.complete(seen, from + seen.distance * direction, {ray.hit.Ng_x, ray.hit.Ng_y, ray.hit.Ng_z});
  }
  return seen;
}

bool Shader::sees_sun(Vec3f from) const {
  if (!frame_.has_shadows()) return true;
  RTCIntersectContext context;
  rtcInitIntersectContext(&context);
  RTCRay ray = ray_hit(from, studio_.sun_direction()).ray;
  ray.id = 1;
  rtcOccluded1(frame_.casting(), &context, &ray);
  return ray.tfar >= 0;
}

Shader::Point Shader::point_of(const Seen& seen, Vec3f from, Vec3f direction, int depth, float blur) const {
  const Vec3f position = from + seen.distance * direction;
  const float facing = -dot(seen.normal, direction);
  return {seen,
          frame_.solid(seen.solid).coat,
          position,
          direction,
          facing < 0 ? -seen.normal : seen.normal,
          std::max(1e-3f, std::abs(facing)),
          view_.pixel_size(position),
          frame_.sphere_radius(seen),
          depth,
          blur};
}

// Falls as the square of the angle from a lamp's rim, as the light that a lens scatters does.
Rgb Shader::glare(Vec3f direction) const {
  Rgb light;
  for (const Glow& glow : frame_.glows()) {
    const Vec3f towards = glow.position - view_.eye();
    const float ahead = dot(towards, direction);
    if (ahead <= 0) continue;
    const float off2 = std::max(0.0f, dot(towards, towards) - ahead * ahead) / (glow.radius * glow.radius);
    light += (kGlare / (0.6f + off2)) * glow.light;
  }
  return light;
}

Rgb Shader::light(const Seen& seen, Vec3f from, Vec3f direction, const Openness& open) const {
  if (seen.solid == Seen::kSky) return studio_.backdrop(direction);
  if (seen.solid == Seen::kFloor) {
    const Vec3f point = from + seen.distance * direction;
    return floor_light(floor_.appearance(point, direction, view_.pixel_angle()), point, open);
  }
  return solid_light(point_of(seen, from, direction, 0, 0), open);
}

Rgb Shader::floor_light(const Floor::Appearance& appearance, Vec3f point, const Openness& open) const {
  Rgb light = floor_.lit(appearance, open.sun, open.sky);
  if (!frame_.glows().empty()) light += appearance.weight * floor_.colour() * lamps(point, {0, 0, 1});
  return light;
}

// What a mirrored or refracted ray brings home. A rough mirror sees near things and loses far ones in the studio's
// haze.
Rgb Shader::glance(Vec3f from, Vec3f direction, int depth, float roughness) const {
  return met(trace(from, direction), from, direction, depth, roughness);
}

Rgb Shader::met(const Seen& seen, Vec3f from, Vec3f direction, int depth, float roughness) const {
  if (seen.solid == Seen::kSky) return studio_.reflection(direction, roughness);
  Rgb met;
  if (seen.solid == Seen::kFloor) {
    const Vec3f point = from + seen.distance * direction;
    const Openness open{sees_sun(view_.lifted(point, {0, 0, 1})) ? 1.0f : 0.0f, 1};
    met = floor_light(floor_.appearance(point, direction, view_.pixel_angle()), point, open);
  } else {
    const Point p = point_of(seen, from, direction, depth, roughness);
    const bool faces_sun = dot(p.normal, studio_.sun_direction()) > 0;
    met = solid_light(p, {faces_sun && sees_sun(view_.lifted(p.position, p.normal)) ? 1.0f : 0.0f, 0.8f});
  }
  const float haze = clamped(6 * roughness * seen.distance / view_.distance());
  return mix(met, studio_.reflection(direction, roughness), 0.6f * haze);
}

Rgb Shader::solid_light(const Point& p, const Openness& open) const {
  switch (p.coat.kind) {
    case Coat::Kind::mark:
      return p.coat.tint;
    case Coat::Kind::clear:
      return clear(p, open);
    case Coat::Kind::glowing:
      return (1.0f + 1.8f * p.cosine) * p.coat.tint + matt(p, p.coat.albedo, open) + mirrored(p, open);
    case Coat::Kind::mirror:
      return matt(p, p.coat.albedo, open) + mirrored(p, open);
    case Coat::Kind::opaque:
      break;
  }
  if (!frame_.solid(p.seen.solid).speed.empty()) return velocity_light(p, open);
  return matt(p, albedo_at(p.coat, frame_.local_position(p.seen, p.position), p.pixel), open) + mirrored(p, open);
}

// Colours that can be compared with the legend: light and shade only modulate them a little, to keep the body's form.
Rgb Shader::velocity_light(const Point& p, const Openness& open) const {
  const Rgb colour = before_filmic(velocity_colour(static_cast<double>(frame_.speed(p.seen))));
  return (0.26f + 0.32f * std::min(2.0f, luminance(matt(p, {1, 1, 1}, open)))) * colour;
}

Rgb Shader::matt(const Point& p, Rgb albedo, const Openness& open) const {
  const float facing = std::max(0.0f, dot(p.normal, studio_.sun_direction()));
  Rgb light = (open.sun * facing) * studio_.sun() + open.sky * studio_.ambient(p.normal);
  if (!frame_.glows().empty()) light += lamps(p.position, p.normal);
  return albedo * light;
}

Rgb Shader::mirrored(const Point& p, const Openness& open) const {
  if (p.coat.gloss == 0) return {};
  const Rgb share = p.coat.gloss * mirrored_share(p.coat.facing_reflection, p.cosine);
  const Vec3f direction = reflected(p.direction, p.normal);
  Rgb met;
  if (p.coat.kind == Coat::Kind::mirror && p.depth == 0 && !is_smaller(p, kSmallBall)) {
    met = brushing_at(p.coat, frame_.local_position(p.seen, p.position), p.pixel) *
          glance(view_.lifted(p.position, p.normal), direction, 1, p.coat.roughness);
  } else {
    met = open.sky * studio_.reflection(direction, std::max(p.blur, p.coat.roughness));
  }
  const float weakened = 1 / (1 + 4 * p.coat.roughness * p.coat.roughness);
  return share * (weakened * met + open.sun * highlight(p, p.coat.roughness));
}

// A drop that races past is everywhere along its streak for a while: one sees what is behind it, and the light that
// its lens throws about.
Rgb Shader::streak(const Point& p, float share) const {
  Vec3f from = view_.lifted(p.position, p.direction);
  Seen behind = trace(from, p.direction);
  if (behind.solid == p.seen.solid) {
    from = view_.lifted(from + behind.distance * p.direction, p.direction);
    behind = trace(from, p.direction);
  }
  const Vec3f point = from + behind.distance * p.direction;
  const bool is_dark = behind.solid == Seen::kFloor && !sees_sun(view_.lifted(point, {0, 0, 1}));
  const Rgb light_behind = light(behind, from, p.direction, {is_dark ? 0.0f : 1.0f, 1});
  return mix(light_behind, studio_.rain(), share * (0.25f + 0.45f * p.cosine));
}

Rgb Shader::clear(const Point& p, const Openness& open) const {
  if (const float share = frame_.solid(p.seen.solid).streak; share > 0) return streak(p, share);
  if (p.coat.is_sheet) return pane(p, open);
  const float share = mirrored_share(p.cosine, 1 / p.coat.refractive_index);
  const Vec3f direction = reflected(p.direction, p.normal);
  const Rgb mirror = p.depth > 0 || is_smaller(p, kSmallDrop)
                         ? through(p.position, direction, true)
                         : glance(view_.lifted(p.position, p.normal), direction, 1, 0);
  Rgb behind = p.depth > 0 ? straight_through(p) : refracted(p);
  if (is_smaller(p, kSmallDrop)) behind = mix(behind, studio_.rain(), 0.6f);  // lamps that one ray would miss
  return share * mirror + (1 - share) * p.coat.tint * behind + (share * open.sun) * highlight(p, p.coat.roughness);
}

// First thing on a ray that is not a clear sheet; `from` moves to where the last sheet was passed.
Seen Shader::trace_past_sheets(Vec3f& from, Vec3f direction) const {
  Seen seen = trace(from, direction);
  for (int sheet = 0; sheet < kMostSheets && seen.is_solid() && frame_.solid(seen.solid).coat.is_sheet; ++sheet) {
    from = view_.lifted(from + seen.distance * direction, direction);
    seen = trace(from, direction);
  }
  return seen;
}

// Thin glass: both of its faces mirror, and what is behind stands where it is. Sheets behind it only darken.
Rgb Shader::pane(const Point& p, const Openness& open) const {
  const float face = mirrored_share(p.cosine, 1 / p.coat.refractive_index), share = 2 * face / (1 + face);
  const Vec3f direction = reflected(p.direction, p.normal);
  const Rgb mirror = studio_.reflection(direction, 0) + open.sun * highlight(p, p.coat.roughness);
  if (p.depth > 2) return studio_.reflection(p.direction, p.blur);
  Vec3f from = view_.lifted(p.position, p.direction);
  const Vec3f before = from;
  const Seen seen = trace_past_sheets(from, p.direction);
  const Rgb behind = met(seen, from, p.direction, p.depth, p.blur);
  const bool is_double = dot(from - before, p.direction) > 0;
  return share * mirror + (1 - share) * (is_double ? 0.94f : 0.97f) * p.coat.tint * behind;
}

// A clear body seen in a mirror or through another one: light is not bent any more, only let through.
Rgb Shader::straight_through(const Point& p) const {
  if (p.depth > 1) return studio_.reflection(p.direction, p.blur);
  Vec3f from = view_.lifted(p.position, p.direction);
  const Seen wall = trace_past_sheets(from, p.direction);
  if (wall.solid == p.seen.solid) from = view_.lifted(from + wall.distance * p.direction, p.direction);
  return glance(from, p.direction, 2, p.blur);
}

// Into the body and out of its far side. Inside it may be mirrored twice, as light in a real drop is; what is still
// caught then leaves as it is.
Rgb Shader::refracted(const Point& p) const {
  const float index = p.coat.refractive_index;
  const bool is_small = is_smaller(p, kSmallDrop);
  Vec3f position = p.position, direction = resound::refracted(p.direction, p.normal, p.cosine, 1 / index),
        outward = p.normal;
  for (int bounce = 0; bounce < 3; ++bounce) {
    Vec3f inside = view_.lifted(position, -outward);
    Seen wall = p.seen;
    if (!is_small) wall = trace_past_sheets(inside, direction);
    if (wall.solid != p.seen.solid)  // something stands in the water, or the mesh has a gap
      return wall.is_solid() ? under_water(p, wall, inside, direction) : glance(inside, direction, 1, 0);
    if (p.radius > 0) {
      position = position + (-2 * dot(outward, direction) * p.radius) * direction;  // the chord of a sphere
      outward = normalized(position - frame_.solid(p.seen.solid).centres[p.seen.primitive]);
    } else {
      position = inside + wall.distance * direction;
      outward = wall.normal;
    }
    const float cosine = std::max(1e-3f, dot(direction, outward));
    if (index * index * (1 - cosine * cosine) < 1) {
      direction = resound::refracted(direction, -outward, cosine, index);
      break;
    }
    direction = reflected(direction, outward);
  }
  return through(view_.lifted(position, outward), direction, is_small);
}

// A body that stands in water. What it mirrors is bent once more on its way out, by a surface that is taken to be
// parallel to the one where the ray came in.
Rgb Shader::under_water(const Point& p, const Seen& ground, Vec3f from, Vec3f direction) const {
  Point met = point_of(ground, from, direction, 1, 0);
  const Vec3f up = reflected(direction, met.normal);
  const float index = p.coat.refractive_index, cosine = std::max(1e-3f, dot(up, p.normal));
  if (index * index * (1 - cosine * cosine) < 1)
    met.direction = reflected(resound::refracted(up, -p.normal, cosine, index), met.normal);
  const bool is_lit = dot(met.normal, studio_.sun_direction()) > 0;
  return solid_light(met, {is_lit ? 1.0f : 0.0f, 0.8f});
}

// What lies behind a clear body. For a far drop of a few pixels the studio and the bare floor are enough.
Rgb Shader::through(Vec3f from, Vec3f direction, bool is_small) const {
  if (!is_small) return glance(from, direction, 1, 0);
  const auto floor = floor_.hit(from, direction);
  if (!floor) return studio_.reflection(direction, 0);
  return floor_.lit(floor_.appearance(from + *floor * direction, direction, view_.pixel_angle()), 1, 1);
}

// The sun mirrored in a surface that is rough at a scale below sight [Walter et al. 2007, GGX]. The lobe is never
// narrower than the sun is wide, nor than the bend of the surface within a pixel: a highlight may not sparkle.
Rgb Shader::highlight(const Point& p, float roughness) const {
  const Vec3f half = normalized(studio_.sun_direction() - p.direction);
  const float cosine = dot(p.normal, half);
  if (cosine <= 0 || dot(p.normal, studio_.sun_direction()) <= 0) return {};
  const float bend = p.radius > 0 ? 0.5f * p.pixel / p.radius : 0.0f;
  const float a = std::max(roughness * roughness + 0.5f * studio_.sun_radius() + 0.01f, bend);
  const float b = cosine * cosine * (a * a - 1) + 1;
  const float lobe = a * a / (4 * b * b);
  return std::min(lobe, 40.0f) * studio_.sun();
}

// Lamps of the scene light what is near them; they throw no shadows.
Rgb Shader::lamps(Vec3f point, Vec3f normal) const {
  Rgb light;
  for (const Glow& glow : frame_.glows()) {
    const Vec3f towards = glow.position - point;
    const float distance2 = std::max(dot(towards, towards), glow.radius * glow.radius);
    const float cosine = std::max(0.0f, dot(towards, normal)) / std::sqrt(distance2);
    light += (cosine * glow.radius * glow.radius / distance2) * glow.light;
  }
  return light;
}

}  // namespace resound
