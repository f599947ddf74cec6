#include "picture/tracer.h"

#include "base/parallel.h"
#include "picture/sampling.h"
#include "picture/tone.h"

namespace resound {
namespace {

constexpr int kTileWidth = 16,
              kTileHeight = 8;        // two by four packets of 4 x 2 pixels; each cell has one packet of pixels
constexpr float kSameNormal = 0.90f;  // [1] cosine between neighbours that belong together
constexpr float kSameDepth = 0.05f;   // [1] difference in distance between them
constexpr float kContrast = 0.05f;    // [1] of display brightness, by its root, that is worth more rays

Vec3f through_middle(const View& view, int x, int y) {
  return view.direction(static_cast<float>(x) + 0.5f, static_cast<float>(y) + 0.5f);
}

}  // namespace

// A patch of the picture [pixels]; ends are one past the last.
struct Tracer::Tile {
  std::size_t index;
  int left, top, right, bottom;
};

Tracer::Tracer(const View& view, const Studio& studio, const Floor& floor, int edge_rays)
    : view_(view), studio_(studio), floor_(floor), edge_rays_(edge_rays), backplate_(view, studio, floor) {
  const std::size_t pixels = static_cast<std::size_t>(view.width()) * view.height();
  seen_.resize(pixels);
  open_.resize(pixels);
  gathered_.resize(pixels);
  shaded_.resize(pixels);
  finished_.resize(pixels);
  is_open_.resize(tile_count());
  is_empty_.resize(tile_count());
}

std::size_t Tracer::tile_count() const {
  const int columns = (view_.width() + kTileWidth - 1) / kTileWidth,
            rows = (view_.height() + kTileHeight - 1) / kTileHeight;
  return static_cast<std::size_t>(columns) * rows;
}

Tracer::Tile Tracer::tile(std::size_t index) const {
  const int columns = (view_.width() + kTileWidth - 1) / kTileWidth;
  const int left = static_cast<int>(index) % columns * kTileWidth,
            top = static_cast<int>(index) / columns * kTileHeight;
  return {index, left, top, std::min(left + kTileWidth, view_.width()), std::min(top + kTileHeight, view_.height())};
}

const std::vector<Rgb>& Tracer::render(const FrameScene& frame) {
  const PacketRays rays(frame, studio_, floor_, view_);
  const Shader shader(frame, studio_, floor_, view_);
  parallel_for(tile_count(), [&](std::size_t i) { look(rays, tile(i)); });
  parallel_for(tile_count(), [&](std::size_t i) { gather(tile(i)); });
  parallel_for(tile_count(), [&](std::size_t i) { develop(shader, tile(i), !frame.glows().empty()); });
  parallel_for(tile_count(), [&](std::size_t i) { refine(rays, shader, tile(i)); });
  return finished_;
}

void Tracer::look(const PacketRays& rays, const Tile& tile) {
  // eye rays, in packets of 4 x 2 pixels
  Packet<Vec3f> direction;
  Packet<bool> valid;
  Packet<Seen> seen;
  Packet<int> cell;
  Packet<Openness> open;
  Packet<std::size_t> place;
  const auto set_lane = [&](int i, int x, int y) {
    valid[i] = x < tile.right && y < tile.bottom;
    place[i] = valid[i] ? at(x, y) : 0;
    direction[i] = through_middle(view_, x, y);
  };
  bool is_empty = true, is_open = true, is_sky = true;
  for (int y = tile.top; y < tile.bottom; y += 2)
    for (int x = tile.left; x < tile.right; x += 4) {
      for (int i = 0; i < kPacket; ++i) set_lane(i, x + i % 4, y + i / 4);
      rays.look(direction, valid, seen);
      for (int i = 0; i < kPacket; ++i) {
        if (!valid[i]) continue;
        seen_[place[i]] = seen[i];
        is_empty = is_empty && !seen[i].is_solid();
        is_sky = is_sky && seen[i].solid == Seen::kSky;
      }
    }

  // shadow rays, in packets of the eight pixels that share a direction
  for (int c = 0; c < kCells && !is_sky; ++c) {
    for (int i = 0; i < kPacket; ++i) {
      set_lane(i, tile.left + 4 * (i % 4) + c % 4, tile.top + 4 * (i / 4) + c / 4);
      if (valid[i]) seen[i] = seen_[place[i]];
    }
    cell.fill(cell_of(c % 4, c / 4));
    rays.openness(direction, seen, cell, valid, open);
    for (int i = 0; i < kPacket; ++i) {
      if (!valid[i]) continue;
      open_[place[i]] = open[i];
      is_open = is_open && open[i].sun == 1 && open[i].sky == 1;
    }
  }
  is_open_[tile.index] = is_open;
  is_empty_[tile.index] = is_open && is_empty;
}

// Does a flag hold for a tile and for the tiles around it, which its filters reach?
bool Tracer::is_all_around(const std::vector<std::uint8_t>& flags, const Tile& t) const {
  const int columns = (view_.width() + kTileWidth - 1) / kTileWidth;
  const int rows = (view_.height() + kTileHeight - 1) / kTileHeight;
  const int column = t.left / kTileWidth, row = t.top / kTileHeight;
  for (int r = std::max(0, row - 1); r <= std::min(rows - 1, row + 1); ++r)
    for (int c = std::max(0, column - 1); c <= std::min(columns - 1, column + 1); ++c)
      if (!flags[static_cast<std::size_t>(r) * columns + static_cast<std::size_t>(c)]) return false;
  return true;
}

void Tracer::develop(const Shader& shader, const Tile& tile, bool has_lamps) {
  for (int y = tile.top; y < tile.bottom; ++y)
    for (int x = tile.left; x < tile.right; ++x) shaded_[at(x, y)] = shaded(shader, x, y, has_lamps);
}

Rgb Tracer::shaded(const Shader& shader, int x, int y, bool has_lamps) const {
  const Seen& seen = seen_[at(x, y)];
  if (seen.solid == Seen::kSky && !has_lamps) return backplate_.unshadowed(at(x, y));
  const Openness open = smoothed_openness(x, y);
  if (!seen.is_solid() && !has_lamps && open.sun == 1 && open.sky == 1) return backplate_.unshadowed(at(x, y));
  const Vec3f direction = through_middle(view_, x, y);
  const Rgb glare = has_lamps ? shader.glare(direction) : Rgb{};
  if (seen.solid != Seen::kFloor) return filmic(glare + shader.light(seen, view_.eye(), direction, open));
  const Vec3f point = view_.eye() + seen.distance * direction;
  return filmic(glare + shader.floor_light(backplate_.appearance(at(x, y)), point, open));
}

void Tracer::gather(const Tile& tile) {
  const bool is_open = is_all_around(is_open_, tile);
  for (int y = tile.top; y < tile.bottom; ++y)
    for (int x = tile.left; x < tile.right; ++x) gathered_[at(x, y)] = is_open ? Openness{} : average_openness(x, y);
}

bool Tracer::is_same_surface(const Seen& a, const Seen& b) const {
  if (a.solid != b.solid) return false;
  if (!a.is_solid()) return true;
  return dot(a.normal, b.normal) > kSameNormal && std::abs(a.distance - b.distance) < kSameDepth * a.distance;
}

// The average over the window from -reach to reach - 1; pixels on another surface are left out.
Openness Tracer::average_openness(int x, int y, int reach, int& count) const {
  const Seen& here = seen_[at(x, y)];
  float sun = 0, sky = 0;
  count = 0;
  for (int j = std::max(0, y - reach); j < std::min(view_.height(), y + reach); ++j)
    for (int i = std::max(0, x - reach); i < std::min(view_.width(), x + reach); ++i) {
      if (!is_same_surface(here, seen_[at(i, j)])) continue;
      sun += open_[at(i, j)].sun;
      sky += open_[at(i, j)].sky;
      ++count;
    }
  return {sun / static_cast<float>(count), sky / static_cast<float>(count)};
}

// Any 4 x 4 window holds each of the 16 cells once. At the rim of a surface many are missing, and a window of twice the
// size makes up for them.
Openness Tracer::average_openness(int x, int y) const {
  int count = 0;
  const Openness open = average_openness(x, y, 2, count);
  return count >= 13 ? open : average_openness(x, y, 4, count);
}

// Sixteen places on the sun draw sixteen edges into a wide half-shadow. Where all around lies in half-shadow too, a
// second average hides them; a narrow half-shadow stays as sharp as it is.
Openness Tracer::smoothed_openness(int x, int y) const {
  constexpr int kStride = 3;
  const Seen& here = seen_[at(x, y)];
  const Openness own = gathered_[at(x, y)];
  if (own.sun <= 0 || own.sun >= 1 || x < kStride || y < kStride || x >= view_.width() - kStride ||
      y >= view_.height() - kStride)
    return own;
  float sun = 0, sky = 0;
  for (int j = -kStride; j <= kStride; j += kStride)
    for (int i = -kStride; i <= kStride; i += kStride) {
      const Openness& there = gathered_[at(x + i, y + j)];
      if (there.sun <= 0 || there.sun >= 1 || !is_same_surface(here, seen_[at(x + i, y + j)])) return own;
      sun += there.sun;
      sky += there.sky;
    }
  return {sun / 9, sky / 9};
}

bool Tracer::is_edge(int x, int y) const {
  const Seen& here = seen_[at(x, y)];
  const float brightness = std::sqrt(luminance(shaded_[at(x, y)]));
  const auto differs = [&](int i, int j) {
    if (i < 0 || j < 0 || i >= view_.width() || j >= view_.height()) return false;
    const Seen& there = seen_[at(i, j)];
    if (there.solid != here.solid) return there.is_solid() || here.is_solid();  // the horizon is soft by itself
    if (!here.is_solid()) return false;
    return dot(there.normal, here.normal) < kSameNormal ||
           std::abs(std::sqrt(luminance(shaded_[at(i, j)])) - brightness) > kContrast;
  };
  return differs(x - 1, y) || differs(x + 1, y) || differs(x, y - 1) || differs(x, y + 1);
}

void Tracer::refine(const PacketRays& rays, const Shader& shader, const Tile& tile) {
  const bool is_plain = is_all_around(is_empty_, tile);
  for (int y = tile.top; y < tile.bottom; ++y)
    for (int x = tile.left; x < tile.right; ++x)
      finished_[at(x, y)] = !is_plain && is_edge(x, y) ? refined(rays, shader, x, y) : shaded_[at(x, y)];
}

// The smooth openness of the pixel or of a neighbour on the same surface, which saves asking again.
std::optional<Openness> Tracer::known_openness(const Seen& seen, int x, int y) const {
  constexpr int kAround[5][2] = {{0, 0}, {-1, 0}, {1, 0}, {0, -1}, {0, 1}};
  for (const auto& [dx, dy] : kAround) {
    const int i = x + dx, j = y + dy;
    if (i < 0 || j < 0 || i >= view_.width() || j >= view_.height()) continue;
    if (is_same_surface(seen, seen_[at(i, j)])) return smoothed_openness(i, j);
  }
  return std::nullopt;
}

// The average is taken after the tone curve: so the rim of something much brighter than white stays smooth.
Rgb Tracer::refined(const PacketRays& rays, const Shader& shader, int x, int y) const {
  Packet<Vec3f> direction;
  Packet<int> cell;
  Packet<Seen> seen;
  Packet<Openness> open;
  Packet<std::optional<Openness>> known;
  Packet<bool> valid, unknown;
  for (int i = 0; i < kPacket; ++i) {
    valid[i] = i < edge_rays_;
    const DiskPoint p = subpixel(i);
    direction[i] = view_.direction(static_cast<float>(x) + 0.5f + p.x, static_cast<float>(y) + 0.5f + p.y);
    cell[i] = 2 * i;  // the same for all pixels: a pattern that alternated would show
  }
  rays.look(direction, valid, seen);
  for (int i = 0; i < kPacket; ++i) {
    if (valid[i]) known[i] = known_openness(seen[i], x, y);
    unknown[i] = valid[i] && !known[i];
  }
  rays.openness(direction, seen, cell, unknown, open);
  Rgb sum;
  for (int i = 0; i < edge_rays_; ++i)
    sum += filmic(shader.glare(direction[i]) +
                  shader.light(seen[i], view_.eye(), direction[i], known[i].value_or(open[i])));
  return (1.0f / static_cast<float>(edge_rays_)) * sum;
}

static_assert(kSubpixels == kPacket && kTileWidth * kTileHeight == kCells * kPacket);

}  // namespace resound
