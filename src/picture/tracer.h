#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "picture/backplate.h"
#include "picture/floor.h"
#include "picture/frame_scene.h"
#include "picture/openness.h"
#include "picture/ray_packet.h"
#include "picture/sampling.h"
#include "picture/shader.h"
#include "picture/studio.h"
#include "picture/view.h"

namespace resound {

// Renders frames of one view, pass by pass over tiles. Each pixel is a function of the frame alone, so neither the
// number of threads nor earlier frames matter; what is kept between frames is memory and the empty floor.
//
//   look      one ray a pixel, and its share of the rays to the sun and into the open
//   gather    average the openness over 4 x 4 neighbours on the same surface
//   develop   smooth wide half-shadows a little more, then shade
//   refine    up to eight rays through every pixel that holds an edge
class Tracer {
 public:
  Tracer(const View& view, const Studio& studio, const Floor& floor, int edge_rays = kSubpixels);

  // Display light, 0 to 1, one a pixel.
  const std::vector<Rgb>& render(const FrameScene& frame);

 private:
  struct Tile;
  Tile tile(std::size_t index) const;
  std::size_t tile_count() const;
  void look(const PacketRays& rays, const Tile& tile);
  void gather(const Tile& tile);
  void develop(const Shader& shader, const Tile& tile, bool has_lamps);
  void refine(const PacketRays& rays, const Shader& shader, const Tile& tile);
  bool is_all_around(const std::vector<std::uint8_t>& flags, const Tile& tile) const;
  Rgb shaded(const Shader& shader, int x, int y, bool has_lamps) const;
  bool is_same_surface(const Seen& a, const Seen& b) const;
  Openness average_openness(int x, int y, int reach, int& count) const;
  Openness average_openness(int x, int y) const;
  Openness smoothed_openness(int x, int y) const;
  std::optional<Openness> known_openness(const Seen& seen, int x, int y) const;
  bool is_edge(int x, int y) const;
  Rgb refined(const PacketRays& rays, const Shader& shader, int x, int y) const;
  std::size_t at(int x, int y) const {
    return static_cast<std::size_t>(y) * view_.width() + static_cast<std::size_t>(x);
  }

  const View& view_;
  const Studio& studio_;
  const Floor& floor_;
  int edge_rays_;  // through a pixel that holds an edge, up to 8
  Backplate backplate_;
  std::vector<Seen> seen_;
  std::vector<Openness> open_, gathered_;
  std::vector<Rgb> shaded_, finished_;  // display light
  std::vector<std::uint8_t> is_open_;   // one a tile: nothing stands between it and the light
  std::vector<std::uint8_t> is_empty_;  // one a tile: open, and nothing but floor and sky
};

}  // namespace resound
