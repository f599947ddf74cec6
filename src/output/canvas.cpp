#include "output/canvas.h"

#include <cmath>
#include <new>
#include <numbers>

namespace resound {
namespace {

constexpr const char* kFont = "DejaVu Sans";

}  // namespace

Canvas::Canvas(int width, int height)
    : surface_(cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height), cairo_surface_destroy),
      context_(cairo_create(surface_.get()), cairo_destroy) {
  if (cairo_status(context_.get()) != CAIRO_STATUS_SUCCESS) throw std::bad_alloc();
  fill({0, 0, static_cast<double>(width), static_cast<double>(height)}, {1, 1, 1});
}

void Canvas::set(const InkColour& colour) {
  cairo_set_source_rgb(context_.get(), colour.red, colour.green, colour.blue);
}

void Canvas::fill(const SheetBox& box, const InkColour& colour) {
  set(colour);
  cairo_rectangle(context_.get(), box.left, box.top, box.width, box.height);
  cairo_fill(context_.get());
}

void Canvas::line(double x0, double y0, double x1, double y1, const InkColour& colour) {
  set(colour);
  cairo_set_line_width(context_.get(), 1);
  cairo_move_to(context_.get(), std::round(x0) + 0.5, std::round(y0) + 0.5);  // on the pixel, so that it is sharp
  cairo_line_to(context_.get(), std::round(x1) + 0.5, std::round(y1) + 0.5);
  cairo_stroke(context_.get());
}

void Canvas::dashes(double x0, double y0, double x1, double y1, const InkColour& colour) {
  constexpr double kPattern[] = {6, 4};  // [pixels]
  cairo_set_dash(context_.get(), kPattern, 2, 0);
  line(x0, y0, x1, y1, colour);
  cairo_set_dash(context_.get(), nullptr, 0, 0);
}

void Canvas::curve(std::span<const SheetPoint> points, const SheetBox& within, const InkColour& colour, double width) {
  cairo_save(context_.get());
  cairo_rectangle(context_.get(), within.left, within.top, within.width, within.height);
  cairo_clip(context_.get());
  set(colour);
  cairo_set_line_width(context_.get(), width);
  cairo_set_line_join(context_.get(), CAIRO_LINE_JOIN_ROUND);
  for (const SheetPoint& point : points) cairo_line_to(context_.get(), point.x, point.y);
  cairo_stroke(context_.get());
  cairo_restore(context_.get());
}

void Canvas::frame(const SheetBox& box) {
  line(box.left, box.top, box.right(), box.top, kFaint);
  line(box.left, box.bottom(), box.right(), box.bottom(), kFaint);
  line(box.left, box.top, box.left, box.bottom(), kFaint);
  line(box.right(), box.top, box.right(), box.bottom(), kFaint);
}

void Canvas::text(const std::string& words, double x, double y, double size, Align align, const InkColour& colour,
                  bool is_bold) {
  set(colour);
  cairo_select_font_face(context_.get(), kFont, CAIRO_FONT_SLANT_NORMAL,
                         is_bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
  cairo_set_font_size(context_.get(), size);
  cairo_text_extents_t extents;
  cairo_text_extents(context_.get(), words.c_str(), &extents);
  const double shift = align == Align::left ? 0 : align == Align::centre ? 0.5 : 1;
  cairo_move_to(context_.get(), x - shift * extents.x_advance, y + 0.36 * size);
  cairo_show_text(context_.get(), words.c_str());
}

double Canvas::width_of(const std::string& words, double size) {
  cairo_select_font_face(context_.get(), kFont, CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
  cairo_set_font_size(context_.get(), size);
  cairo_text_extents_t extents;
  cairo_text_extents(context_.get(), words.c_str(), &extents);
  return extents.x_advance;
}

void Canvas::upright_text(const std::string& words, double x, double y, double size) {
  cairo_save(context_.get());
  cairo_translate(context_.get(), x, y);
  cairo_rotate(context_.get(), -std::numbers::pi / 2);
  text(words, 0, 0, size, Align::centre);
  cairo_restore(context_.get());
}

void Canvas::pixels(const std::vector<std::uint32_t>& rgb, int width, int height, double left, double top) {
  auto* data = reinterpret_cast<unsigned char*>(const_cast<std::uint32_t*>(rgb.data()));  // cairo only reads it
  const std::unique_ptr<cairo_surface_t, decltype(&cairo_surface_destroy)> image(
      cairo_image_surface_create_for_data(data, CAIRO_FORMAT_RGB24, width, height,
                                          cairo_format_stride_for_width(CAIRO_FORMAT_RGB24, width)),
      cairo_surface_destroy);
  cairo_set_source_surface(context_.get(), image.get(), left, top);
  cairo_paint(context_.get());
}

std::string Canvas::png() {
  std::string bytes;
  const auto append = [](void* to, const unsigned char* data, unsigned length) {
    static_cast<std::string*>(to)->append(reinterpret_cast<const char*>(data), length);
    return CAIRO_STATUS_SUCCESS;
  };
  cairo_surface_write_to_png_stream(surface_.get(), append, &bytes);
  return bytes;
}

}  // namespace resound
