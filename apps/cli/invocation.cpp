#include "invocation.h"

#include "base/version.h"
#include "options.h"

namespace resound {
namespace {

constexpr const char* kExamples = R"(Examples:
  resound render bowl                       a scene that ships, as bowl.mp4
  resound render my.toml -o my.wav          your scene, sound only
  resound render rain --quick               a preview in a tenth of the time
  resound render rain --set rain.rate_mm_per_h=60 -o heavy.mp4
  resound strike cup.obj --units cm --material ceramic --at 0.04,0,0.03 -o cup.wav
  resound modes cup.obj --units cm --material ceramic
  resound events hits.csv --objects objects.toml --video shot.mp4 -o dubbed.mp4
  resound collisions beads -o beads.csv -o beads.png
  resound splashes glass-fill -o splashes.csv -o splashes.png
  resound resample beads.csv --window 0.02 --cell 0.01 -o random.csv
  resound new rain                          a commented scene to start from
  resound explain bar                       what you can write into it
Every command tells more with --help. Exit codes: 0 done, 1 our fault, 2 usage, 3 bad input, 4 unstable simulation,
5 over a limit, 6 disk or rights, 7 cancelled and resumable.)";

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

template <class Command>
void add_table_options(CLI::App& app, Command& command) {
  app.add_option("--seconds", command.seconds, "how much of each scene to simulate")
      ->capture_default_str()
      ->check(between(0.01, 10.0));
  app.add_option("--csv", command.csv, "also write the table here")->type_name("FILE");
  app.add_flag("--force", command.force, "replace the file if it exists");
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
  CheckCommand check;
  ExplainCommand explain;
  NewCommand start;
  CompareCommand compare;

  CLI::App* render_app = app.add_subcommand("render", "render a scene: sound, movie, spectrogram or report");
  add_scene_options(*render_app, render.scene);
  add_output_options(*render_app, render);
  render_app->final_callback([&] { chosen = render; });
  CLI::App* report_app =
      app.add_subcommand("report", "render a scene into one HTML page: player, movie, spectrogram, levels");
  add_scene_options(*report_app, report.scene);
  add_output_options(*report_app, report);
  report_app->final_callback([&] { chosen = report; });
  add_body_commands(app, chosen, command_line(argc, argv));
  CLI::App* check_app = app.add_subcommand("check", "read a scene and say what is wrong with it");
  add_scene_options(*check_app, check.scene);
  check_app->final_callback([&] { chosen = check; });

  app.add_subcommand("list", "the scenes that ship")->final_callback([&] { chosen = ListCommand{}; });

  CLI::App* explain_app =
      app.add_subcommand("explain", "what a key of a scene file means: resound explain bar.length_m");
  explain_app->add_option("KEY", explain.key, "a key or a table; without it, all tables");
  explain_app->final_callback([&] { chosen = explain; });

  CLI::App* new_app = app.add_subcommand("new", "write a commented scene to start from");
  new_app->add_option("KIND", start.kind, "what it is about: body, solid, strike, rain, drop, bar, beacon")
      ->default_str("rain");
  new_app->add_option("-o,--output", start.output, "where to write (default: KIND.toml)")->type_name("FILE");
  new_app->add_flag("--force", start.force, "replace the file if it exists");
  new_app->final_callback([&] {
    if (start.kind.empty()) start.kind = "rain";
    chosen = start;
  });
  CLI::App* compare_app = app.add_subcommand("compare",
                                             "compare two sound files: level of each octave, kurtosis, rate of clicks, "
                                             "correlation; spectrograms side by side");
  compare_app->add_option("A", compare.first, "a sound file")->required();
  compare_app->add_option("B", compare.second, "another")->required();
  compare_app->add_option("-o,--output", compare.png, "spectrograms side by side and octave levels (.png)")
      ->type_name("FILE");
  compare_app->add_flag("--force", compare.force, "replace the file if it exists");
  compare_app->final_callback([&] { chosen = compare; });

  CollisionsCommand collisions;
  CLI::App* collisions_app = app.add_subcommand(
      "collisions",
      "the collisions of a scene's grains, or of a list: how many, how fast, where; as a list or a picture");
  collisions_app
      ->add_option("SOURCE", collisions.source, "a scene with grains, or a list (.csv, .collisions, a LAMMPS dump)")
      ->required();
  collisions_app->add_option("--set", collisions.set, "change a key of the scene: --set grains.count=2000")
      ->type_name("KEY=VALUE");
  collisions_app
      ->add_option("-o,--output", collisions.outputs, "write: .csv or .collisions (the list), .png (a picture)")
      ->type_name("FILE");
  collisions_app->add_option("--threads", collisions.threads, "threads to use (default: all cores)")->type_name("N");
  collisions_app->add_flag("--force", collisions.force, "replace files that exist");
  collisions_app->final_callback([&] { chosen = collisions; });

  SplashesCommand splashes;
  CLI::App* splashes_app = app.add_subcommand(
      "splashes",
      "what a scene's liquid does that can be heard: impacts, bubbles, levels; as a list, or above a spectrogram");
  splashes_app
      ->add_option("SOURCE", splashes.source, "a scene with a liquid or particles, or a list of splashes (.csv)")
      ->required();
  splashes_app->add_option("--set", splashes.set, "change a key of the scene: --set particles.unit=\"mm\"")
      ->type_name("KEY=VALUE");
  splashes_app
      ->add_option("-o,--output", splashes.outputs,
                   "write: .csv (the list, to edit and play as [[splashes]]), .png (collisions a frame, and the sound)")
      ->type_name("FILE");
  splashes_app->add_option("--fps", splashes.frames_per_second, "frames a second in which the picture counts")
      ->check(CLI::Range(1.0, 1000.0))
      ->capture_default_str();
  splashes_app->add_option("--threads", splashes.threads, "threads to use (default: all cores)")->type_name("N");
  splashes_app->add_flag("--force", splashes.force, "replace files that exist");
  splashes_app->final_callback([&] { chosen = splashes; });
  ResampleCommand resample;
  CLI::App* resample_app = app.add_subcommand(
      "resample", "make a list of collisions like those of another, by chance: window by window, cell by cell");
  resample_app->add_option("COLLISIONS", resample.list, "a list (.csv, .collisions, a LAMMPS dump)")->required();
  resample_app->add_option("-o,--output", resample.output, "the new list: .csv or .collisions")
      ->required()
      ->type_name("FILE");
  resample_app->add_option("--window", resample.settings.window, "length of a window of time [s]")
      ->capture_default_str()
      ->check(between(1e-4, 10));
  resample_app->add_option("--cell", resample.settings.cell, "edge of a cell of space [m]; a quarter of it on solids")
      ->capture_default_str()
      ->check(between(1e-5, 100));
  add_choice<CountRule>(
      *resample_app, "--counts", resample.settings.counts,
      {{"exact", CountRule::exact}, {"poisson", CountRule::poisson}, {"smooth", CountRule::smooth}},
      "how many a window and cell gets: as it had, a Poisson number of it, or of the rate smoothed over time");
  resample_app->add_option("--seed", resample.settings.seed, "of chance")->capture_default_str()->type_name("N");
  resample_app->add_option("--threads", resample.threads, "threads to use (default: all cores)")->type_name("N");
  resample_app->add_flag("--force", resample.force, "replace the file if it exists");
  resample_app->final_callback([&] { chosen = resample; });

  DatabankCommand databank;
  CLI::App* databank_app =
      app.add_subcommand("databank", "the table of how grains collide in flows, by density, shear and restitution");
  databank_app->require_subcommand(1);
  CLI::App* build_app = databank_app->add_subcommand(
      "build",
      "measure it anew in sheared boxes of grains: a minute of one core, resumable; gives the bytes that ship");
  build_app->add_option("-o,--output", databank.output, "the table (.csv)")->required()->type_name("FILE");
  build_app->add_flag("--force", databank.force, "replace the file if it exists");
  build_app->final_callback([&] { chosen = databank; });

  ImportanceCommand importance;
  CLI::App* importance_app = app.add_subcommand(
      "importance",
      "leave places and normals of a scene's collisions to chance, and compare what is heard of the grains");
  importance_app->add_option("SCENE", importance.scene, "a scene with grains, or with a list of their collisions")
      ->required();
  importance_app->add_option("--set", importance.set, "change a key of the scene: --set grains.count=2000")
      ->type_name("KEY=VALUE");
  importance_app->add_option("--below", importance.limits, "speeds below which normals are left to chance [m/s]")
      ->capture_default_str()
      ->check(plain(CLI::PositiveNumber))
      ->type_name("SPEED");
  importance_app->add_option("--draws", importance.draws, "how often chance is asked")
      ->capture_default_str()
      ->check(between(1, 1000));
  importance_app->add_option("-o,--output", importance.png, "a picture of the sounds, one above the other (.png)")
      ->type_name("FILE");
  importance_app->add_option("--threads", importance.threads, "threads to use (default: all cores)")->type_name("N");
  importance_app->add_flag("--force", importance.force, "replace the file if it exists");
  importance_app->final_callback([&] { chosen = importance; });

  Table1Command table1;
  CLI::App* table1_app =
      app.add_subcommand("table1", "measure the nine examples of the 2001 paper beside its published times");
  table1_app->add_option("EXAMPLE", table1.examples, "only these of the nine, such as bowl")
      ->check(CLI::IsMember({"bowl", "clamped-bar", "plate-on-centre", "plate-off-centre", "vibraphone-bar",
                             "swinging-bar", "rigid-sheet", "compliant-sheet", "bent-sheet"}));
  table1_app->add_flag("--right", table1.right, "with our elements and formulas, not the published ones");
  add_table_options(*table1_app, table1);
  table1_app->final_callback([&] { chosen = table1; });

  Table41Command table41;
  CLI::App* table41_app =
      app.add_subcommand("table41", "time the rods of the 2018 thesis, at its steps and at ours, and some more");
  table41_app->add_option("SYSTEM", table41.examples, "only these, such as rubber-band")
      ->check(CLI::IsMember({"slinky-round", "slinky-flat", "rubber-band", "metal-string", "steel-string", "guitar",
                             "slinky-step", "rod-heap"}));
  table41_app->add_option("--set", table41.set, "change a key of each scene: --set rod.touches=false")
      ->type_name("KEY=VALUE");
  table41_app->add_option("--threads", table41.threads, "threads to use (default: all cores)")->type_name("N");
  add_table_options(*table41_app, table41);
  table41_app->final_callback([&] { chosen = table41; });
  Table6Command table6;
  CLI::App* table6_app = app.add_subcommand(
      "table6", "tables 6.5 to 6.7 of the 2013 thesis: its 15 sounds of pours, from collisions as found and by chance");
  table6_app->add_option("GRAINS", table6.grains, "only these: glass1mm, glass2mm, plastic4mm")
      ->check(CLI::IsMember({"glass1mm", "glass2mm", "plastic4mm"}));
  table6_app->add_option("--seconds", table6.seconds, "length of each pour")
      ->capture_default_str()
      ->check(between(0.3, 10.0));
  table6_app->add_option("--draws", table6.draws, "how often chance is asked; levels are averaged")
      ->capture_default_str()
      ->check(between(1, 100));
  add_choice<CollisionSourceKind>(
      *table6_app, "--collisions", table6.collisions,
      {{"resampled", CollisionSourceKind::resampled}, {"databank", CollisionSourceKind::databank}},
      "by which chance (default: resampled)");
  table6_app->add_option("--csv", table6.csv, "also write the table here")->type_name("FILE");
  table6_app->add_option("--pictures", table6.pictures, "also write the spectrograms of each two side by side there")
      ->type_name("FOLDER");
  table6_app->add_flag("--force", table6.force, "replace files that exist");
  table6_app->final_callback([&] { chosen = table6; });

  FiguresCommand figures;
  CLI::App* figures_app = app.add_subcommand(
      "figures", "figures 5, 7, 8 and 9 of the 2001 paper, with what theory predicts: figure5.png, …");
  figures_app->add_option("FIGURE", figures.figures, "which (default: all four)")->check(CLI::IsMember({5, 7, 8, 9}));
  figures_app->add_option("-o,--output", figures.folder, "where to write (default: here)")->type_name("FOLDER");
  figures_app->add_option("--seconds", figures.seconds, "of sound after the blow; three times that for figure 9")
      ->capture_default_str()
      ->check(between(0.2, 5.0));
  figures_app->add_flag("--as-published", figures.as_published,
                        "with the elements and formulas of 2001 (not figure 9)");
  figures_app->add_flag("--force", figures.force, "replace files that exist");
  figures_app->final_callback([&] {
    if (figures.as_published && figures_app->count("FIGURE") == 0) figures.figures = {5, 7, 8};
    chosen = figures;
  });

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
  } catch (const CLI::ExtrasError&) {
    const std::vector<std::string> extras = app.remaining(true);
    const bool is_option = extras[0].starts_with('-'), is_change = extras[0].find('=') != std::string::npos;
    const bool is_file = std::filesystem::path(extras[0]).has_extension();
    throw UsageError(fmt::format("{} was not expected here; {}", extras[0],
                                 is_option   ? "see resound --help"
                                 : is_change ? "each change has a --set of its own"
                                 : is_file   ? "each file to write has an -o of its own"
                                             : "see resound --help"));
  } catch (const CLI::ParseError& error) {
    throw UsageError(fmt::format("{}; see resound --help", error.what()));
  }
  return chosen;
}

}  // namespace resound
