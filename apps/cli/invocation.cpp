#include "invocation.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>

#include "base/error.h"
#include "base/version.h"

namespace resound {
namespace {

constexpr const char* kExamples = R"(Examples:
  resound render rain                       the scene that ships, as rain.mp4
  resound render my.toml -o my.wav          your scene, sound only
  resound render rain --quick               a preview in a tenth of the time
  resound render rain --set rain.rate_mm_per_h=60 -o heavy.mp4
  resound new rain                          a commented scene to start from
  resound explain bar                       what you can write into it
Every command tells more with --help. Exit codes: 0 done, 1 our fault, 2 usage, 3 bad input, 4 unstable simulation,
5 over a limit, 6 disk or rights, 7 cancelled and resumable.)";

// A check that says nothing in the help text: the type name beside it does.
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

// A word as a shell would need it.
std::string quoted(const std::string& word) {
  if (!word.empty() &&
      word.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:=,+@[]") ==
          std::string::npos)
    return word;
  std::string text = "'";
  for (const char letter : word) text += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
  return text + "'";
}

std::string command_line(int argc, const char* const* argv) {
  std::string line = "resound";
  for (int i = 1; i < argc; ++i) line += " " + quoted(argv[i]);
  return line;
}

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

template <class T>
struct Choice {
  std::string word;
  T value;
};

// One of a few words; anything else is answered with the list of them.
template <class T>
CLI::Option* add_choice(CLI::App& app, const std::string& flag, T& target, std::vector<Choice<T>> choices,
                        const std::string& description) {
  std::string words;
  for (const Choice<T>& choice : choices) words += (words.empty() ? "" : "|") + choice.word;
  const auto choose = [flag, &target, choices, words](const std::string& word) {
    const auto found = std::ranges::find(choices, word, &Choice<T>::word);
    if (found == choices.end()) throw UsageError(fmt::format("{} is {}; it is one of {}", flag, word, words));
    target = found->value;
  };
  return app.add_option_function<std::string>(flag, choose, description)->type_name(words);
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

void add_render_options(CLI::App& app, RenderCommand& command, std::string& crop) {
  add_scene_options(app, command.scene);
  app.add_option("-o,--output", command.outputs,
                 "where to write; the suffix says what: .wav .flac .mp4 .webm .png (spectrogram) .html (report)")
      ->type_name("FILE")
      ->allow_extra_args(false)
      ->group("Output");
  app.add_flag("--force", command.force, "replace files that exist")->group("Output");
  app.add_flag("--stems", command.stems, "also write what each object alone sounds like")->group("Output");
  add_choice<SampleFormat>(app, "--bits", command.sample_format,
                           {{"float", SampleFormat::float32}, {"24", SampleFormat::pcm24}, {"16", SampleFormat::pcm16}},
                           "samples of a .wav: float (default), or 24 or 16 bits with dither")
      ->group("Output");
  app.add_option("--video", command.own_video, "lay the sound under this film of yours instead of a rendered picture")
      ->type_name("FILE")
      ->group("Output");
  app.add_option("--crop", crop, "only this part of the file, in seconds; either end may be left out")
      ->type_name("T0:T1")
      ->group("Output");
  app.add_flag("--quick", command.quick, "a preview: small, coarse pictures; the sound as it will be")->group("Work");
  app.add_option("--threads", command.threads, "threads to use; the result does not depend on it (default: all cores)")
      ->check(plain(CLI::Range(1, 1024)))
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

}  // namespace

Invocation parse_arguments(int argc, const char* const* argv) {
  CLI::App app("Resound renders the sound that a physical scene makes, with a movie in sync.", "resound");
  app.footer(kExamples);
  app.set_version_flag("--version", std::string("resound ") + kVersion);
  app.require_subcommand(1);

  Invocation chosen;
  RenderCommand render, report;
  render.command_line = report.command_line = command_line(argc, argv);
  report.default_suffix = ".html";
  std::string render_crop, report_crop;
  CheckCommand check;
  ExplainCommand explain;
  NewCommand start;
  CompareCommand compare;

  CLI::App* render_app = app.add_subcommand("render", "render a scene: sound, movie, spectrogram or report");
  add_render_options(*render_app, render, render_crop);
  render_app->final_callback([&] {
    if (!render_crop.empty()) parse_crop(render_crop, render);
    chosen = render;
  });
  CLI::App* report_app =
      app.add_subcommand("report", "render a scene into one HTML page: player, movie, spectrogram, levels");
  add_render_options(*report_app, report, report_crop);
  report_app->final_callback([&] {
    if (!report_crop.empty()) parse_crop(report_crop, report);
    chosen = report;
  });
  CLI::App* check_app = app.add_subcommand("check", "read a scene and say what is wrong with it");
  add_scene_options(*check_app, check.scene);
  check_app->final_callback([&] { chosen = check; });

  app.add_subcommand("list", "the scenes that ship")->final_callback([&] { chosen = ListCommand{}; });

  CLI::App* explain_app =
      app.add_subcommand("explain", "what a key of a scene file means: resound explain bar.length_m");
  explain_app->add_option("KEY", explain.key, "a key or a table; without it, all tables");
  explain_app->final_callback([&] { chosen = explain; });

  CLI::App* new_app = app.add_subcommand("new", "write a commented scene to start from");
  new_app->add_option("KIND", start.kind, "what it is about: rain, drop, bar, beacon")->default_str("rain");
  new_app->add_option("-o,--output", start.output, "where to write (default: KIND.toml)")->type_name("FILE");
  new_app->add_flag("--force", start.force, "replace the file if it exists");
  new_app->final_callback([&] {
    if (start.kind.empty()) start.kind = "rain";
    chosen = start;
  });
  CLI::App* compare_app = app.add_subcommand("compare", "compare two sound files: level, spectrum, correlation");
  compare_app->add_option("A", compare.first, "a sound file")->required();
  compare_app->add_option("B", compare.second, "another")->required();
  compare_app->final_callback([&] { chosen = compare; });

  app.add_subcommand("schema", "print the JSON Schema of scene files, for editors")->final_callback([&] {
    chosen = SchemaCommand{};
  });
  app.add_subcommand("reference", "print the reference page of all keys")->final_callback([&] {
    chosen = ReferenceCommand{};
  });

  for (CLI::App* command : app.get_subcommands({})) command->footer("");
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    return ShowText{app.help()};
  } catch (const CLI::CallForVersion& version) {
    return ShowText{std::string(version.what()) + "\n"};
  } catch (const CLI::ParseError& error) {
    throw UsageError(fmt::format("{}; see resound --help", error.what()));
  }
  return chosen;
}

}  // namespace resound
