#include "output/export.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "base/atomic_file.h"
#include "base/child_process.h"
#include "base/error.h"
#include "output/decibel.h"
#include "output/movie.h"
#include "output/output_names.h"
#include "output/plot.h"
#include "output/report.h"
#include "output/run_record.h"

namespace resound {
namespace {

// The run record goes with its output, so an older record may be replaced; somebody's own file may not.
void require_own_record(const std::filesystem::path& path, bool force) {
  if (force || !std::filesystem::exists(path)) return;
  if (read_file(path).find("\"program\": \"resound\"") == std::string::npos) require_new_file(path, false);
}

bool clips(OutputKind kind, SampleFormat format) {
  return kind == OutputKind::wav ? format != SampleFormat::float32 : kind != OutputKind::spectrogram;
}

std::string in_one_line(const Levels& levels) {
  if (levels.is_silent) return "silent";
  return fmt::format("peak {:.1f} dB SPL, Leq {:.1f} dB SPL, {}", levels.peak_level(), levels.equivalent_level(),
                     levels.loudness_text());
}

// Makes the outputs of one take, one after another.
class Exporter {
 public:
  Exporter(const Take& take, const TakeDescription& description, const ExportOptions& options)
      : take_(take), description_(description), options_(options) {}

  ExportResult make(std::span<const std::filesystem::path> outputs) {
    result_.levels = measure_levels(take_.mix(), Gain{description_.full_scale, 0}.factor());
    if (result_.levels.is_silent) say("the sound is silent: every sample is zero");
    if (!outputs.empty()) result_.gain = gain_for(outputs[0]);
    if (result_.gain.lowered_by > 0) result_.levels = measure_levels(take_.mix(), result_.gain.factor());
    for (const auto& output : outputs) make_one(output);
    if (!outputs.empty()) make_stems(outputs[0]);
    if (!outputs.empty() && options_.run_record) make_run_record(run_record_path(outputs[0]));
    return result_;
  }

 private:
  void make_one(const std::filesystem::path& output) {
    AtomicFile file(output, options_.force);
    switch (output_kind(output)) {
      case OutputKind::wav:
      case OutputKind::flac:
        write_sound_file(file.aside(), take_.mix(), sound_options(output, "mix", 0));
        break;
      case OutputKind::mp4:
        make_movie(file.aside(), output, MovieContainer::mp4);
        break;
      case OutputKind::webm:
        make_movie(file.aside(), output, MovieContainer::webm);
        break;
      case OutputKind::spectrogram:
        write_file(file.aside(), plot_sound(take_.mix(), plot_settings()));
        break;
      case OutputKind::report:
        make_report(file.aside(), output);
        break;
    }
    announce(output);
    finish(file);
  }

  void make_movie(const std::filesystem::path& aside, const std::filesystem::path& output, MovieContainer container) {
    const SoundFileOptions sound = sound_options(output, "mix", 0);
    const MovieSound movie{take_.mix(), sound.gain, description_.title, sound_description(sound)};
    if (options_.film)
      write_under_film(aside, container, *options_.film, movie, options_.message);
    else
      write_movie(aside, container, take_.segments(), take_.setup().picture.value_or(PictureFormat{}), movie,
                  options_.message);
  }

  void make_report(const std::filesystem::path& aside, const std::filesystem::path& output) {
    const SoundFileOptions sound = sound_options(output, "mix", 0);
    const MovieSound movie{take_.mix(), sound.gain, description_.title, sound_description(sound)};
    Report report{take_.setup(),
                  description_,
                  result_.levels,
                  sound.gain,
                  take_.mix().duration(),
                  take_.frames(),
                  plot_sound(take_.mix(), plot_for_page()),
                  {},
                  {}};
    const std::filesystem::path media = take_.setup().folder / "report-media";
    if (options_.film || take_.frames() > 0) {
      const bool is_webm = take_.frames() > 0 && take_.setup().picture->codec == VideoCodec::vp9;
      make_movie(media, output, is_webm ? MovieContainer::webm : MovieContainer::mp4);
      report.movie = EmbeddedMedia{media, is_webm ? "video/webm" : "video/mp4"};
    } else {
      const std::string type = write_player_sound(media, movie);
      report.sound = {media, type};
    }
    write_report(aside, report);
    std::filesystem::remove(media);
  }

  // All stems share the gain of the mix, or the lowest that any of them needs, so that they add up to the mix.
  void make_stems(const std::filesystem::path& first_output) {
    const auto& names = take_.setup().stem_names;
    const auto paths = stem_paths(first_output, names);
    std::uint32_t number = 0;
    for (const RawSound& stem : take_.stems()) {
      AtomicFile file(paths[number], options_.force);
      write_sound_file(file.aside(), stem, sound_options(file.target(), "stem " + names[number], number + 1));
      finish(file);
      ++number;
    }
  }

  void make_run_record(const std::filesystem::path& path) {
    const std::string text = run_record(take_.setup(), take_.samples(), take_.frames(), description_, result_);
    require_own_record(path, options_.force);
    write_atomically(path, true, text);
    result_.files.push_back(path);
  }

  SoundFileOptions sound_options(const std::filesystem::path& path, const std::string& part, std::uint32_t number) {
    const bool is_flac = output_kind(path) == OutputKind::flac;
    SoundFileOptions sound;
    sound.container = is_flac ? SoundContainer::flac : SoundContainer::wav;
    sound.format = options_.format;
    sound.gain = gain_for(path);
    sound.metadata = metadata(part);
    sound.dither_stream = number;
    return sound;
  }

  PlotSettings plot_settings() const {
    PlotSettings settings;
    settings.title = description_.title;
    settings.subtitle = fmt::format("{}, seed {}, {} Hz — {}", description_.scene_name, description_.seed,
                                    take_.setup().sample_rate, in_one_line(result_.levels));
    settings.begin = description_.begin;
    return settings;
  }

  PlotSettings plot_for_page() const {  // which has its own title, and is narrower
    PlotSettings settings;
    settings.width = 1360;
    settings.height = 720;
    settings.begin = description_.begin;
    return settings;
  }

  SoundMetadata metadata(const std::string& part) const {
    const double begin = description_.begin * static_cast<double>(take_.setup().sample_rate);
    return {description_.title,      description_.version, description_.scene_name,
            description_.scene_hash, description_.seed,    part,
            std::llround(begin)};
  }

  Gain gain_for(const std::filesystem::path& path) {
    if (!clips(output_kind(path), options_.format)) return {description_.full_scale, 0};
    if (!loudest_) loudest_ = loudest_true_peak();
    return gain_for_unclipped(description_.full_scale, *loudest_);
  }

  double loudest_true_peak() const {
    double loudest = result_.levels.true_peak();
    for (const RawSound& stem : take_.stems())
      loudest = std::max(loudest, measure_levels(stem, Gain{description_.full_scale, 0}.factor()).true_peak());
    return loudest;
  }

  void announce(const std::filesystem::path& path) {
    const Gain gain = gain_for(path);
    const double peak = result_.levels.peak() * gain.factor();
    if (gain.lowered_by > 0)
      say(fmt::format("{}: the gain is {:g} dB lower than the scene says, because it would clip; {}", path.string(),
                      gain.lowered_by, gain.describe()));
    else if (peak > 1 && output_kind(path) == OutputKind::wav)
      say(fmt::format("{}: peaks reach {:.3g} ({:+.1f} dBFS); float samples keep them, players may clip; {}",
                      path.string(), peak, to_decibel(peak),
                      "raise full_scale_db_spl (of a strike: --full-scale) to avoid it"));
  }

  void finish(AtomicFile& file) {
    file.commit();
    result_.files.push_back(file.target());
  }

  void say(const std::string& message) const {
    if (options_.message) options_.message(message);
  }

  const Take& take_;
  const TakeDescription& description_;
  const ExportOptions& options_;
  ExportResult result_;
  std::optional<double> loudest_;  // [Pa]  true peak of the mix and of all stems
};

}  // namespace

void check_outputs(std::span<const std::filesystem::path> outputs, const std::vector<std::string>& stem_names,
                   const ExportOptions& options) {
  std::vector<std::filesystem::path> files(outputs.begin(), outputs.end());
  bool needs_ffmpeg = false;
  for (const auto& output : outputs)
    needs_ffmpeg |= is_movie(output_kind(output)) || output_kind(output) == OutputKind::report;
  if (!outputs.empty()) std::ranges::copy(stem_paths(outputs[0], stem_names), std::back_inserter(files));
  require_distinct(files);  // the run record has a suffix that no output has
  for (const auto& file : files) require_new_file(file, options.force);
  if (!outputs.empty() && options.run_record) require_own_record(run_record_path(outputs[0]), options.force);
  if (options.film) require_film(*options.film);
  if (needs_ffmpeg) run_program({"ffmpeg", "-version"});
}

ExportResult export_take(const Take& take, const TakeDescription& description,
                         std::span<const std::filesystem::path> outputs, const ExportOptions& options) {
  return Exporter(take, description, options).make(outputs);
}

}  // namespace resound
