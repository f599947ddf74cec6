#include "body/mode_table.h"

#include <fmt/format.h>

#include <iterator>
#include <nlohmann/json.hpp>
#include <numbers>

namespace resound {
namespace {

struct Line {
  int mode = 0;           // from 1
  double frequency = 0;   // [Hz]  damped
  double t60 = 0;         // [s]
  double decay = 0;       // [1/s]
  double quality = 0;     // [1]   Q
  int angular_order = 0;  // -1: none
};

std::vector<Line> lines_of(const ModalModel& model, const Damping& damping) {
  std::vector<Line> lines;
  for (const BodyMode& mode : model.modes) {
    const auto index = static_cast<int>(lines.size());
    const double decay = damping.decay(index, mode.omega);
    lines.push_back({index + 1, mode.omega / (2 * std::numbers::pi), t60_of_decay(decay), decay,
                     mode.omega / (2 * decay), mode.angular_order});
  }
  return lines;
}

}  // namespace

std::string mode_table(const ModalModel& model, const Damping& damping) {
  std::string text = "   mode  frequency_hz     t60_s         Q  around\n";
  for (const Line& line : lines_of(model, damping))
    text += fmt::format("  {:5d}  {:12.2f}  {:8.3f}  {:8.0f}  {}\n", line.mode, line.frequency, line.t60, line.quality,
                        line.angular_order < 0 ? "" : fmt::format("n = {}", line.angular_order));
  return text;
}

std::string mode_csv(const ModalModel& model, const Damping& damping) {
  std::string text = "mode,frequency_hz,t60_s,decay_per_s,q,angular_order\n";
  for (const Line& line : lines_of(model, damping))
    text += fmt::format("{},{:.10g},{:.6g},{:.6g},{:.6g},{}\n", line.mode, line.frequency, line.t60, line.decay,
                        line.quality, line.angular_order < 0 ? "" : std::to_string(line.angular_order));
  return text;
}

std::string mode_json(const ModalModel& model, const Damping& damping, const std::string& name) {
  nlohmann::ordered_json page{{"body", name}, {"mass_kg", model.mass}, {"is_free", model.is_free}};
  page["modes"] = nlohmann::ordered_json::array();
  for (const Line& line : lines_of(model, damping)) {
    nlohmann::ordered_json mode{{"mode", line.mode},
                                {"frequency_hz", line.frequency},
                                {"t60_s", line.t60},
                                {"decay_per_s", line.decay},
                                {"q", line.quality}};
    if (line.angular_order >= 0) mode["angular_order"] = line.angular_order;
    page["modes"].push_back(std::move(mode));
  }
  return page.dump(2) + "\n";
}

std::string mode_vtk(const ModalModel& model, const std::string& name) {
  const TriangleMesh& skin = model.skin;
  std::string text;
  auto out = std::back_inserter(text);
  fmt::format_to(
      out, "# vtk DataFile Version 3.0\n{}, mass-normalised mode shapes [1/sqrt(kg)]\nASCII\nDATASET POLYDATA\n", name);
  fmt::format_to(out, "POINTS {} double\n", skin.vertices.size());
  for (const Vec3& v : skin.vertices) fmt::format_to(out, "{:.9g} {:.9g} {:.9g}\n", v.x, v.y, v.z);
  fmt::format_to(out, "POLYGONS {} {}\n", skin.triangles.size(), 4 * skin.triangles.size());
  for (const Triangle& t : skin.triangles) fmt::format_to(out, "3 {} {} {}\n", t[0], t[1], t[2]);
  fmt::format_to(out, "POINT_DATA {}\n", skin.vertices.size());
  for (std::size_t i = 0; i < model.modes.size(); ++i) {
    fmt::format_to(out, "VECTORS mode_{:04d}_{:.1f}_hz double\n", i + 1, model.modes[i].omega / (2 * std::numbers::pi));
    for (const Vec3& v : model.modes[i].shape) fmt::format_to(out, "{:.6g} {:.6g} {:.6g}\n", v.x, v.y, v.z);
  }
  return text;
}

}  // namespace resound
