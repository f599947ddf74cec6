#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/atomic_file.h"
#include "base/error.h"
#include "base/version.h"
#include "body/mode_table.h"
#include "body_choice.h"
#include "commands.h"
#include "output/contact_sheet.h"
#include "output/export.h"
#include "render/mode_pictures.h"

namespace resound {
namespace {

namespace fs = std::filesystem;
constexpr int kSheetModes = 12, kSheetColumns = 4;
constexpr double kTurn = 2 * std::numbers::pi;

double frequency(const BodyMode& mode) { return mode.omega / kTurn; }  // [Hz]

std::string sheet(const ModalModel& model, const Body& body, const std::string& name) {
  const ModePictures pictures(model, body.material.look, 320, 240);
  std::vector<CaptionedImage> images;
  for (int i = 0; i < std::min<int>(kSheetModes, static_cast<int>(model.modes.size())); ++i) {
    const BodyMode& mode = model.modes[static_cast<std::size_t>(i)];
    const std::string around = mode.angular_order < 0 ? "" : fmt::format(", n = {}", mode.angular_order);
    images.push_back({pictures.picture({i, 1}), fmt::format("{}: {:.1f} Hz{}", i + 1, frequency(mode), around)});
  }
  return contact_sheet(images, fmt::format("{}, {}: the first modes", name, body.material.name), kSheetColumns);
}

// The mode swings once a second in the picture, and sounds at its true pitch, with its true decay.
void movie(const ModalModel& model, const Body& body, const std::string& name, const ModesCommand& command) {
  constexpr double kDuration = 4, kLevel = 0.2;  // [s], [Pa]: 80 dB SPL at the start
  constexpr int kFrames = 30;                    // a second
  const auto index = static_cast<std::size_t>(command.render_mode - 1);
  const BodyMode& mode = model.modes[index];
  const double decay = body.material.damping.decay(static_cast<int>(index), mode.omega);
  const fs::path output =
      command.output.empty() ? fmt::format("{}-mode-{}.mp4", name, command.render_mode) : command.output;
  ExportOptions options;
  options.force = command.force;
  options.run_record = false;
  options.message = say;
  check_outputs(std::vector{output}, {}, options);

  TakeSetup setup;
  setup.folder = working_folder(output);
  setup.channel_names = {"mode"};
  setup.picture = PictureFormat{1280, 720, {kFrames, 1}, VideoCodec::h264};
  Take take(setup, say);
  ProgressDisplay display(ProgressStyle::automatic);
  const ModePictures pictures(model, body.material.look, 1280, 720);
  std::vector<double> sound(static_cast<std::size_t>(setup.sample_rate) / kFrames);
  for (int frame = 0; frame < kDuration * kFrames; ++frame) {
    const double begin = static_cast<double>(frame) / kFrames;
    for (std::size_t i = 0; i < sound.size(); ++i) {
      const double t = begin + static_cast<double>(i) / static_cast<double>(setup.sample_rate);
      sound[i] = kLevel * std::exp(-decay * t) * std::sin(mode.omega * t);
    }
    take.append(Heard{.first = frame * static_cast<SampleIndex>(sound.size()),
                      .count = static_cast<int>(sound.size()),
                      .channels = {sound},
                      .stems = {}});
    take.append(pictures.picture({static_cast<int>(index), std::sin(kTurn * begin)}));
    display.show("movie of mode " + std::to_string(command.render_mode), (frame + 1) / (kDuration * kFrames));
  }
  take.finish();
  TakeDescription description;
  description.title = fmt::format("{}: mode {} at {:.1f} Hz", name, command.render_mode, frequency(mode));
  description.scene_name = name;
  description.version = kVersion;
  export_take(take, description, std::vector{output}, options);
  take.remove();
  fmt::print("{}\n", output.string());
}

}  // namespace

void run(const ModesCommand& command) {
  for (const std::string& file : {command.csv, command.json, command.vtk, command.png})
    if (!file.empty()) require_new_file(file, command.force);
  const std::string name = body_name(command.body);
  const Body body = named_body(command.body);
  const ModalModel model = [&] {
    ProgressDisplay display(ProgressStyle::automatic);
    return modal_model(body, name, preparation(display, ProgressStyle::automatic));
  }();
  const Damping& damping = body.material.damping;
  if (command.render_mode > static_cast<int>(model.modes.size()))
    throw UsageError(fmt::format("--render is {}, but {} has {} modes up to {:g} Hz", command.render_mode, name,
                                 model.modes.size(), body.max_frequency));

  fmt::print("{}", mode_table(model, damping));
  if (!command.csv.empty()) write_atomically(command.csv, command.force, mode_csv(model, damping));
  if (!command.json.empty()) write_atomically(command.json, command.force, mode_json(model, damping, name));
  if (!command.vtk.empty()) write_atomically(command.vtk, command.force, mode_vtk(model, name));
  if (!command.png.empty()) write_atomically(command.png, command.force, sheet(model, body, name));
  if (command.render_mode > 0) movie(model, body, name, command);
}

}  // namespace resound
