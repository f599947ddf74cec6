#include "options.h"

#include <charconv>

namespace resound {
namespace {

double parse_seconds(const std::string& text, const std::string& whole) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || !(value >= 0))
    throw UsageError(fmt::format("--crop is {}; write it as two times in seconds, such as 1.5:3", whole));
  return value;
}

// "1.5:3", "1.5:" or ":3"
void parse_crop(const std::string& text, RenderCommand& command) {
  const auto colon = text.find(':');
  if (colon == std::string::npos)
    throw UsageError(fmt::format("--crop is {}; write it as two times in seconds, such as 1.5:3", text));
  const std::string begin = text.substr(0, colon), end = text.substr(colon + 1);
  if (!begin.empty()) command.crop_begin = parse_seconds(begin, text);
  if (!end.empty()) command.crop_end = parse_seconds(end, text);
  if (command.crop_end <= command.crop_begin)
    throw UsageError(fmt::format("--crop is {}; its end must come after its beginning", text));
}

}  // namespace

CLI::Validator plain(CLI::Validator check) { return check.description(""); }

CLI::Validator positive() {
  return CLI::Validator(
      [](const std::string& text) {
        double value = 0;
        return CLI::detail::lexical_cast(text, value) && value > 0 ? "" : text + " is not a number above 0";
      },
      "");
}

CLI::Validator whole_number() {
  return CLI::Validator(
      [](const std::string& text) {
        return text.find_first_not_of("0123456789") == std::string::npos ? ""
                                                                         : text + " is not a whole number from 0 up";
      },
      "");
}

CLI::Validator between(double low, double high) {
  return CLI::Validator(
      [=](const std::string& text) {
        double value = 0;
        return CLI::detail::lexical_cast(text, value) && value >= low && value <= high
                   ? ""
                   : fmt::format("{} is not a number from {:g} to {:g}", text, low, high);
      },
      "");
}

void add_scene_options(CLI::App& app, SceneChoice& choice) {
  app.add_option("SCENE", choice.scene, "a scene file, or the name of a scene that ships (resound list)")->required();
  app.add_option("--set", choice.set, "change a key of the scene: --set bar.length_m=0.4")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false)
      ->group("Scene");
  app.add_option("--seed", choice.seed, "other random numbers: other drops")
      ->check(whole_number())
      ->type_name("N")
      ->group("Scene");
}

void add_output_options(CLI::App& app, RenderCommand& command) {
  app.add_option("-o,--output", command.outputs,
                 "where to write; the suffix says what: .wav .flac .mp4 .webm .png (spectrogram) .html (report)")
      ->type_name("FILE")
      ->allow_extra_args(false)
      ->group("Output");
  app.add_flag("--force", command.force, "replace files that exist")->group("Output");
  app.add_flag("--stems", command.stems, "also write each object that sounds alone")->group("Output");
  add_choice<SampleFormat>(app, "--bits", command.sample_format,
                           {{"float", SampleFormat::float32}, {"24", SampleFormat::pcm24}, {"16", SampleFormat::pcm16}},
                           "samples of a .wav: float (default), or 24 or 16 bits with dither")
      ->group("Output");
  app.add_option("--video", command.own_video, "lay the sound under this film of yours instead of a rendered picture")
      ->type_name("FILE")
      ->group("Output");
  app.add_option_function<std::string>(
         "--crop", [&command](const std::string& text) { parse_crop(text, command); },
         "only this part of the file, in seconds; either end may be left out")
      ->type_name("T0:T1")
      ->group("Output");
  app.add_flag("--quick", command.quick, "a preview: small, coarse pictures; the sound as it will be")->group("Work");
  app.add_option("--threads", command.threads, "threads to use; the result does not depend on it (default: all cores)")
      ->check(between(1, 1024))
      ->type_name("N")
      ->group("Work");
  app.add_option("--checkpoint-every", command.checkpoint_interval,
                 "seconds between checkpoints, from which a stopped render goes on (30)")
      ->check(positive())
      ->type_name("S")
      ->group("Work");
  add_choice<ProgressStyle>(app, "--progress", command.progress,
                            {{"bar", ProgressStyle::bar}, {"json", ProgressStyle::json}, {"none", ProgressStyle::none}},
                            "how to show progress (default: a bar on a terminal)")
      ->group("Work");
  app.add_option("--max-duration", command.limits.duration, "longest file, in seconds (3600)")
      ->check(positive())
      ->type_name("S")
      ->group("Limits");
  app.add_option("--max-frames", command.limits.frames, "most pictures (200000)")
      ->check(positive())
      ->type_name("N")
      ->group("Limits");
  app.add_option_function<double>(
         "--max-memory", [&command](double gigabytes) { command.limits.memory = 1e9 * gigabytes; },
         "most memory, in GB (4)")
      ->check(positive())
      ->type_name("GB")
      ->group("Limits");
}

}  // namespace resound
