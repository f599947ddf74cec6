#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <numbers>

#include "base/atomic_file.h"
#include "base/error.h"
#include "commands.h"
#include "output/figure.h"
#include "render/swing.h"

namespace resound {
namespace {

constexpr double kBlow = 0.02;    // [s]  when the mallet lands
constexpr double kAttack = 0.01;  // [s]  after it: the mallet has left, and the lines ring alone

std::string scene_name(const FiguresCommand& command, const std::string& name) {
  return command.as_published ? name + "-as-published" : name;
}

Scene scene_of(const std::string& name, double seconds) {
  Scene scene = load({.scene = name, .set = {}, .seed = {}}).scene;
  scene.duration = kBlow + kAttack + seconds;
  for (Object& object : scene.objects)
    if (auto* strike = std::get_if<Strike>(&object.kind)) strike->time = kBlow;
  return scene;
}

// What the left ear hears once the blow is over.
LineSpectrum spectrum_of(const std::string& name, double seconds) {
  const Scene scene = scene_of(name, seconds);
  RenderSettings settings;
  settings.bodies = prepare_bodies(scene, ProgressStyle::none);
  const Recording recording = render(scene, settings);
  const auto first = static_cast<std::size_t>(recording.rate.samples(kBlow + kAttack));
  return line_spectrum(std::span(recording.channels[0]).subspan(first), recording.rate);
}

FigureText heading(const FiguresCommand& command, const std::string& title, const std::string& subtitle) {
  return {command.as_published ? title + ", as published in 2001" : title, subtitle};
}

// Bar 0.2 x 0.02 x 0.01 m. Euler-Bernoulli, as in the paper: f = (beta L)^2 / (2 pi L^2) sqrt(E h^2 / 12 rho). What
// shear and the clamp make of it: converged three-dimensional elements (docs/solids.md).
std::string figure5(const FiguresCommand& command) {
  const SpectrumPanel panel{.heading = {},
                            .curves = {{{}, spectrum_of(scene_name(command, "clamped-bar"), command.seconds)}},
                            .lines = {{206.7, "206.7"}, {1280, "1280"}, {3520, "3520"}, {3608.3, "3608", true}}};
  return plot_spectra(heading(command, "Figure 5: a clamped bar",
                              "Dashed: converged elasticity [Hz]; grey: Euler\u2013Bernoulli, which knows no shear, "
                              "where it is elsewhere"),
                      {panel}, 4500);
}

// Plate 0.3 x 0.3 x 0.006 m, clamped all around: thin-plate theory [Leissa 1969; Ritz anew]. Of the pair near 2.18 kHz
// one is antisymmetric about the diagonals.
std::string figure7(const FiguresCommand& command) {
  const std::vector<PredictedLine> lines{{594.5, "594.5"},
                                         {1212.6, "1212.6 \u00d7 2", true},
                                         {1787.9, "1787.9", true},
                                         {2173.9, "2174", true},
                                         {2184.2, "2184"}};
  const auto panel = [&](const char* heading, const char* name) {
    return SpectrumPanel{heading, {{{}, spectrum_of(scene_name(command, name), command.seconds)}}, lines};
  };
  return plot_spectra(
      heading(command, "Figure 7: a clamped plate",
              "Dashed: thin-plate theory [Hz]; grey: modes with a node at the centre, which a blow "
              "there must not wake"),
      {panel("struck on its centre", "plate-on-centre"), panel("struck 25 % and 17 % beside it", "plate-off-centre")},
      2500, 100);
}

std::string figure8(const FiguresCommand& command) {
  constexpr double kFirst = 187;  // [Hz]  F#3, as cut
  const SpectrumPanel panel{
      .heading = {},
      .curves = {{"elements of 1 cm", spectrum_of(scene_name(command, "vibraphone-bar"), command.seconds)},
                 {"2 cm", spectrum_of(scene_name(command, "vibraphone-bar-coarse"), command.seconds)}},
      .lines = {{kFirst, "1"}, {4 * kFirst, "4"}, {10 * kFirst, "10"}}};
  return plot_spectra(
      heading(command, "Figure 8: a vibraphone bar", "Dashed: 187 Hz and 4 and 10 times that, to which it is cut"),
      {panel}, 2200);
}

// The first three lines of the bar, hinged and free, as they are read off; how they wobble is predicted.
std::string figure9(const FiguresCommand& command) {
  constexpr double kLines[] = {318.5, 1021, 2088};  // [Hz]
  constexpr std::size_t kShown = 1;                 // the loudest
  Scene scene = scene_of("swinging-bar", 3 * command.seconds);
  scene.listeners[0].kind = ListenerKind::microphone;
  const Vec3 ear = scene.listeners[0].path.position(0);
  RenderSettings settings;
  settings.bodies = prepare_bodies(scene, ProgressStyle::none);
  const SolidDamping damping = damping_of(std::get<Solid>(scene.objects[0].kind));
  std::vector<SwingWatch> watches;
  for (const double frequency : kLines) {
    const double omega = 2 * std::numbers::pi * frequency;
    watches.emplace_back(scene, *settings.bodies, 0,
                         RingingLine{frequency, (damping.strain * omega * omega + damping.mass) / 2}, kBlow + kAttack,
                         kBlow + kAttack + 0.1);
  }
  settings.watch = [&](const auto&... block) {
    for (SwingWatch& watch : watches) watch.watch(block...);
  };
  const Recording recording = render(scene, settings);

  std::vector<ComparedTrack> tracks;
  for (const SwingWatch& watch : watches) {
    Swing swing = watch.swing();
    const LineTrackSettings stretch{
        .frequency = swing.line.frequency, .begin = kBlow + kAttack, .end = scene.duration - 0.01};
    const LineTrack heard = follow_line(recording.channels[0], recording.rate, stretch);
    const auto expected = [&] { return swing.track_at(ear, speed_of_sound(scene.air), recording.rate, stretch); };
    swing.line.frequency += heard.mean_frequency() - expected().mean_frequency();
    tracks.push_back({heard, expected()});
  }
  return plot_tracks(
      {"Figure 9: a swinging bar",
       "Thin: where the lines should be. Below: the loudest of them, and the exact Doppler of its sounding points"},
      recording.channels[0], recording.rate, 2500, tracks, kShown);
}

}  // namespace

void run(const FiguresCommand& command) {
  const auto path_of = [&](int figure) {
    return (std::filesystem::path(command.folder) / fmt::format("figure{}.png", figure)).string();
  };
  for (const int figure : command.figures) {
    if (figure == 9 && command.as_published)
      throw UsageError(
          "figure 9 is predicted from what facets send, which the formulas of 2001 do not say; ask for 5 7 8");
    require_new_file(path_of(figure), command.force);
  }
  for (const int figure : command.figures) {
    const std::string png = figure == 5   ? figure5(command)
                            : figure == 7 ? figure7(command)
                            : figure == 8 ? figure8(command)
                                          : figure9(command);
    write_atomically(path_of(figure), command.force, png);
    fmt::print("{}\n", path_of(figure));
  }
}

}  // namespace resound
