#include "picture/legend.h"

#include <cairo/cairo.h>

#include <array>
#include <cmath>
#include <memory>
#include <string>

#include "picture/colour_map.h"
#include "picture/tone.h"

namespace resound {
namespace {

struct Tick {
  double speed;  // [m/s]
  const char* text;
};
constexpr std::array<Tick, 5> kTicks{{{-0.1, "-100"}, {-0.001, "-1"}, {0, "0"}, {0.001, "1"}, {0.1, "100"}}};

using Surface = std::unique_ptr<cairo_surface_t, decltype(&cairo_surface_destroy)>;
using Context = std::unique_ptr<cairo_t, decltype(&cairo_destroy)>;

void draw_colours(cairo_t* cr, double x, double y, double width, double height) {
  for (int i = 0; i < static_cast<int>(width); ++i) {
    const Rgb c = diverging_colour(2 * (i + 0.5) / width - 1);
    cairo_set_source_rgb(cr, srgb_code(c.x) / 255.0, srgb_code(c.y) / 255.0, srgb_code(c.z) / 255.0);
    cairo_rectangle(cr, x + i, y, 1, height);
    cairo_fill(cr);
  }
}

void draw_centred(cairo_t* cr, const std::string& text, double x, double y) {
  cairo_text_extents_t extents;
  cairo_text_extents(cr, text.c_str(), &extents);
  cairo_move_to(cr, x - extents.x_advance / 2, y);
  cairo_show_text(cr, text.c_str());
}

// All lengths in units of the type size.
void draw(cairo_t* cr, double type_size, double width, double height) {
  cairo_set_source_rgba(cr, 0.05, 0.06, 0.08, 0.55);
  cairo_rectangle(cr, 0, 0, width, height);
  cairo_fill(cr);

  const double left = 1.6 * type_size, bar_width = width - 2 * left, top = 1.9 * type_size,
               bar_height = 0.8 * type_size;
  draw_colours(cr, left, top, bar_width, bar_height);
  cairo_select_font_face(cr, "DejaVu Sans", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
  cairo_set_font_size(cr, type_size);
  cairo_set_source_rgba(cr, 1, 1, 1, 0.95);
  draw_centred(cr, "surface velocity, mm/s", width / 2, 1.3 * type_size);
  for (const Tick& tick : kTicks) {
    const double x = left + bar_width * 0.5 * (velocity_position(tick.speed) + 1);
    cairo_rectangle(cr, std::round(x - 0.5), top + bar_height, 1, 0.3 * type_size);
    cairo_fill(cr);
    draw_centred(cr, tick.text, x, top + bar_height + 1.4 * type_size);
  }
}

}  // namespace

Legend::Legend(int picture_width) {
  const double type_size = std::max(9.0, picture_width / 98.0);  // 13 pixels in a picture of 1280
  width_ = static_cast<int>(19 * type_size);
  height_ = static_cast<int>(4.6 * type_size);
  margin_ = static_cast<int>(1.4 * type_size);
  bgra_.resize(static_cast<std::size_t>(width_) * height_ * 4);
  const Surface surface(
      cairo_image_surface_create_for_data(bgra_.data(), CAIRO_FORMAT_ARGB32, width_, height_, 4 * width_),
      cairo_surface_destroy);
  const Context context(cairo_create(surface.get()), cairo_destroy);
  draw(context.get(), type_size, width_, height_);
  cairo_surface_flush(surface.get());
}

void Legend::stamp_on(Image& image) const {
  const int left = margin_, top = image.height - margin_ - height_;
  if (top < 0 || left + width_ > image.width) return;  // no room in a thumbnail
  for (int y = 0; y < height_; ++y)
    for (int x = 0; x < width_; ++x) {
      const std::uint8_t* ink = &bgra_[4 * (static_cast<std::size_t>(y) * width_ + static_cast<std::size_t>(x))];
      std::uint8_t* pixel =
          &image.rgb[3 * (static_cast<std::size_t>(top + y) * image.width + static_cast<std::size_t>(left + x))];
      for (int c = 0; c < 3; ++c) pixel[c] = static_cast<std::uint8_t>(ink[2 - c] + pixel[c] * (255 - ink[3]) / 255);
    }
}

}  // namespace resound
