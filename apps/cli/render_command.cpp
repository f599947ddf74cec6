#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "base/content_hash.h"
#include "base/file_series.h"
#include "base/version.h"
#include "collision_file/collision_reader.h"
#include "commands.h"
#include "interrupt.h"
#include "motion/particles/particles_motion.h"
#include "motion/strike/hit_survey.h"
#include "output/export.h"
#include "render/estimate.h"
#include "render/limits.h"
#include "render/preview.h"

namespace resound {
namespace {

namespace fs = std::filesystem;

// Everything that is known before the first block is rendered.
struct Job {
  Scene scene;
  std::string scene_text;
  std::string scene_hash;
  RenderSettings settings;
  std::vector<fs::path> outputs;
  std::vector<std::string> stem_names;
  ExportOptions export_options;
  std::vector<std::string> notes;  // what was inferred of files from elsewhere
};

std::vector<fs::path> outputs_of(const RenderCommand& command, const std::string& scene_name) {
  if (command.outputs.empty()) return {fs::path(scene_name + command.default_suffix)};
  return {command.outputs.begin(), command.outputs.end()};
}

bool wants_picture(const RenderCommand& command, const std::vector<fs::path>& outputs) {
  return command.own_video.empty() && std::ranges::any_of(outputs, [](const fs::path& output) {
           const OutputKind kind = output_kind(output);
           return is_movie(kind) || kind == OutputKind::report;
         });
}

Job prepare(LoadedScene loaded, const RenderCommand& command) {
  Job job;
  job.scene = command.quick ? quick_preview(std::move(loaded.scene)) : std::move(loaded.scene);
  job.scene_text = std::move(loaded.canonical_text);
  job.scene_hash = std::move(loaded.hash);
  job.outputs = outputs_of(command, job.scene.name);

  job.settings.picture = wants_picture(command, job.outputs);
  job.settings.picture_quality = command.quick ? PictureQuality::draft : PictureQuality::full;
  job.settings.stems = command.stems;
  job.settings.crop_begin = command.crop_begin;
  job.settings.crop_end = command.crop_end;
  job.settings.threads = command.threads;
  job.settings.checkpoint_interval = command.checkpoint_interval;
  job.settings.limits = command.limits;
  const double length = job.scene.duration * job.scene.slow_motion;
  if (command.crop_begin >= length)
    throw UsageError(fmt::format("--crop begins at {:g} s, but the file lasts {:g} s", command.crop_begin, length));

  if (command.stems)
    for (const Object& object : job.scene.objects)
      if (can_sound(object.kind)) job.stem_names.push_back(object.name);
  job.export_options.format = command.sample_format;
  job.export_options.force = command.force;
  if (!command.own_video.empty()) job.export_options.film = command.own_video;
  job.export_options.message = say;
  check_limits(job.scene, job.settings);
  check_outputs(job.outputs, job.stem_names, job.export_options);
  return job;
}

// This very program, rebuilt or not: another build may keep other state.
std::string program_hash() {
  std::ifstream file("/proc/self/exe", std::ios::binary);
  const std::string bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  return content_hash(bytes);
}

std::string stamp_of(const fs::path& file) {
  return fmt::format(" {} {}", fs::file_size(file), fs::last_write_time(file).time_since_epoch().count());
}

// When the lists that the scene plays were written, and how long they are.
std::string stamps_of_lists(const Scene& scene) {
  std::string stamps;
  for (const Object& object : scene.objects) {
    if (const auto* hits = std::get_if<HitList>(&object.kind)) stamps += stamp_of(hits->file);
    if (const auto* list = std::get_if<CollisionList>(&object.kind))
      for (const fs::path& file : files_of_list(list->file)) stamps += stamp_of(file);
    if (const auto* splashes = std::get_if<SplashList>(&object.kind)) stamps += stamp_of(splashes->file);
    if (const auto* particles = std::get_if<Particles>(&object.kind))
      for (const SeriesFile& file : find_series(particles->file)) stamps += stamp_of(file.path);
  }
  return stamps;
}

// All that decides the samples and pictures of a take. Threads and the names of the outputs do not.
std::string identity(const Job& job) {
  const RenderSettings& settings = job.settings;
  return content_hash(fmt::format("{}\n{}\npicture {} {} {}x{} {}/{}\nstems {}\ncrop {} {}\n", program_hash(),
                                  job.scene_text, settings.picture, static_cast<int>(settings.picture_quality),
                                  job.scene.picture.width, job.scene.picture.height,
                                  job.scene.picture.frame_rate.numerator, job.scene.picture.frame_rate.denominator,
                                  settings.stems, settings.crop_begin, settings.crop_end) +
                      settings.bodies->key() + stamps_of_lists(job.scene));
}

TakeSetup take_setup(const Job& job) {
  TakeSetup setup;
  setup.folder = working_folder(job.outputs.front());
  setup.identity = identity(job);
  setup.sample_rate = std::llround(job.scene.sample_rate);
  setup.channel_names = channel_names(job.scene);
  setup.stem_names = job.stem_names;
  if (job.settings.picture) {
    const bool webm = output_kind(job.outputs.front()) == OutputKind::webm;
    setup.picture = PictureFormat{job.scene.picture.width, job.scene.picture.height, job.scene.picture.frame_rate,
                                  webm ? VideoCodec::vp9 : VideoCodec::h264};
  }
  return setup;
}

void say_plan(const Job& job, ProgressStyle style) {
  const RenderEstimate plan = estimate(job.scene, job.settings);
  if (style == ProgressStyle::json) {
    fmt::print(stderr, "{{\"duration_s\": {:.6f}, \"samples\": {}, \"frames\": {}, \"estimate_s\": {:.1f}}}\n",
               plan.file_duration, plan.samples, plan.frames, plan.sound_time + plan.picture_time);
    return;
  }
  std::string what = fmt::format("{:.2f} s of sound at {:g} kHz", plan.file_duration, job.scene.sample_rate / 1000);
  if (plan.frames > 0)
    what += fmt::format(" and {} pictures of {}x{}", plan.frames, job.scene.picture.width, job.scene.picture.height);
  if (job.scene.slow_motion > 1) what += fmt::format(", {} times slower than life", job.scene.slow_motion);
  say(fmt::format("{}: {}; about {}", job.scene.title, what, in_words(plan.sound_time + plan.picture_time)));
}

bool leaves_out(const Scene& scene) { return scene.unheard.energy > 0 || scene.unheard.slower > 0; }

// "31042 of 46932 clicks of grains (-30.2 dB of their energy), 12 of 3040 blows (-33.0 dB of their energy)"
std::string left_out_words(const LeftOut& left_out) {
  std::string words;
  const auto add = [&](const SieveCount& count, const char* what) {
    if (count.all > 0)
      words += fmt::format("{}{} of {} {} ({:.1f} dB of their energy)", words.empty() ? "" : ", ", count.left_out,
                           count.all, what, 10 * std::log10(std::max(1e-30, count.lost / count.energy)));
  };
  add(left_out.clicks, "clicks of grains");
  add(left_out.blows, "blows");
  if (left_out.slow > 0) words += fmt::format("{}{} slow collisions", words.empty() ? "" : ", ", left_out.slow);
  return words.empty() ? "nothing" : words;
}

TakeDescription describe(const Job& job, const RenderCommand& command, const RenderSummary& summary) {
  TakeDescription take;
  take.title = job.scene.title;
  take.scene_name = job.scene.name;
  take.scene_hash = job.scene_hash;
  take.scene_text = job.scene_text;
  take.seed = job.scene.seed;
  take.version = kVersion;
  take.command = command.command_line;
  take.full_scale = job.scene.full_scale;
  take.begin = job.settings.crop_begin;
  const std::vector<std::string> kinds = object_kinds();
  for (const Object& object : job.scene.objects) take.objects.push_back({object.name, kinds[object.kind.index()], ""});
  take.settings = {{"sample rate", fmt::format("{:g} Hz", job.scene.sample_rate)},
                   {"slow motion", fmt::format("{}x", job.scene.slow_motion)}};
  if (job.settings.picture)
    take.settings.emplace_back("picture", fmt::format("{}x{} at {:.3f} frames a second", job.scene.picture.width,
                                                      job.scene.picture.height, job.scene.picture.frame_rate.hz()));
  for (const std::string& note : job.notes) take.settings.emplace_back("inferred", note);
  if (leaves_out(job.scene)) take.settings.emplace_back("left out", left_out_words(summary.left_out));
  const StageTimes& times = summary.times;
  take.timings = {{"motion", times.motion},
                  {"emission", times.emission},
                  {"propagation", times.propagation},
                  {"picture", times.picture},
                  {"recording", times.recording}};
  return take;
}

void say_result(const ExportResult& result, const Take& take, double seconds) {
  for (const fs::path& file : result.files) fmt::print("{}\n", file.string());
  fmt::print("  {:.2f} s, {} channel{}", take.mix().duration(), take.setup().channel_names.size(),
             take.setup().channel_names.size() == 1 ? "" : "s");
  if (take.frames() > 0) fmt::print(", {} pictures", take.frames());
  fmt::print("; done in {}\n", in_words(seconds));
  if (result.levels.is_silent) return;  // said already
  fmt::print("  peak {:.1f} dB SPL, Leq {:.1f} dB SPL, {}; sample value {}\n", result.levels.peak_level(),
             result.levels.equivalent_level(), result.levels.loudness_text(), result.gain.describe());
}

void survey_all_hits(const Job& job) {
  for (const Object& object : job.scene.objects)
    if (const auto* hits = std::get_if<HitList>(&object.kind)) survey_hits(*hits, job.scene, *job.settings.bodies, say);
}

void survey_all_particles(Job& job) {
  job.notes = particle_notes(job.scene);
  for (const std::string& note : job.notes) say(note);
}

// A new render that fails before its first sample leaves no folder behind: there is nothing in it to go on from.
RenderSummary render_into(Take& take, Job& job, ProgressStyle style, Interrupt& interrupt, bool is_new) {
  try {
    if (style != ProgressStyle::none) say_plan(job, style);
    ProgressDisplay display(style);
    job.settings.progress = [&](const Progress& progress) {
      interrupt.let_render_stop(true);
      display.show(progress);
    };
    const RenderSummary summary = render(job.scene, job.settings, take);
    interrupt.let_render_stop(false);
    return summary;
  } catch (const CancelledError&) {
    throw;
  } catch (const Error&) {
    if (is_new && take.samples() == 0) take.remove();
    throw;
  }
}

}  // namespace

void require_outputs(const RenderCommand& command, const std::string& scene_name) {
  ExportOptions options;
  options.force = command.force;
  check_outputs(outputs_of(command, scene_name), {}, options);
}

void say(const std::string& message) { fmt::print(stderr, "resound: {}\n", message); }

PreparationSettings preparation(ProgressDisplay& display, ProgressStyle style) {
  PreparationSettings settings;
  settings.cache = default_cache();
  if (style != ProgressStyle::none) settings.report.message = say;
  settings.report.progress = [&](const std::string& what, double share) { display.show(what, share); };
  return settings;
}

std::shared_ptr<const PreparedBodies> prepare_bodies(const Scene& scene, ProgressStyle style) {
  ProgressDisplay display(style);
  return std::make_shared<PreparedBodies>(scene, preparation(display, style));
}

void run(const RenderCommand& command) { render_scene(load(command.scene), command); }

void render_scene(LoadedScene loaded, const RenderCommand& command, std::shared_ptr<const PreparedBodies> bodies) {
  const auto start = std::chrono::steady_clock::now();
  const auto elapsed = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(); };
  Interrupt interrupt;
  Job job = prepare(std::move(loaded), command);
  job.settings.bodies = std::move(bodies);
  if (!job.settings.bodies) {
    job.settings.bodies = prepare_bodies(job.scene, command.progress);
    survey_all_hits(job);
    survey_all_particles(job);
  }
  job.settings.stop = interrupt.token();
  const TakeSetup setup = take_setup(job);
  const bool is_new = !fs::exists(setup.folder);
  Take take(setup, say);
  const RenderSummary summary = render_into(take, job, command.progress, interrupt, is_new);
  take.finish();
  const ExportResult result = export_take(take, describe(job, command, summary), job.outputs, job.export_options);
  say_result(result, take, elapsed());
  if (leaves_out(job.scene)) fmt::print("  left out as unheard: {}\n", left_out_words(summary.left_out));
  take.remove();
}

}  // namespace resound
