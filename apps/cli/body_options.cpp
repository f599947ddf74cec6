#include <charconv>

#include "options.h"
#include "scene/materials.h"

namespace resound {
namespace {

// "0.04,0,0.03"
Vec3 parse_vector(const std::string& flag, const std::string& text) {
  double parts[3] = {};
  const char *at = text.data(), *end = at + text.size();
  for (int i = 0; i < 3; ++i) {
    const auto [next, error] = std::from_chars(at, end, parts[i]);
    const bool separated = i == 2 ? next == end : next != end && *next == ',';
    if (error != std::errc{} || !separated)
      throw UsageError(fmt::format("{} is {}; write three numbers such as 0.04,0,0.03", flag, text));
    at = next + 1;
  }
  return {parts[0], parts[1], parts[2]};
}

// The head of a mallet, or whatever --material takes.
StrikerTip parse_tip(const std::string& text) {
  if (text == "steel") return MalletHead::steel;
  if (text == "wood") return MalletHead::wood;
  if (text == "rubber") return MalletHead::rubber;
  if (text == "felt") return MalletHead::felt;
  return parse_material(text);
}

CLI::Option* add_vector(CLI::App& app, const std::string& flag, const std::function<void(const Vec3&)>& take,
                        const std::string& description) {
  return app
      .add_option_function<std::string>(
          flag, [flag, take](const std::string& text) { take(parse_vector(flag, text)); }, description)
      ->type_name("X,Y,Z");
}

void add_body_options(CLI::App& app, BodyChoice& choice) {
  Body& body = choice.body;
  app.add_option(
         "BODY", choice.shape,
         "a mesh (.obj .ply .stl .gltf .glb .msh .vtk), or a shape: bar, plate, vibraphone, ring, sphere, bowl, "
         "cup, glass, bell, tube")
      ->required();
  add_choice<std::string>(app, "--units", choice.unit,
                          {{"m", "m"}, {"cm", "cm"}, {"mm", "mm"}, {"in", "in"}, {"ft", "ft"}},
                          "what the numbers in the mesh count; glTF knows it by itself")
      ->group("Body");
  app.add_option_function<std::string>(
         "--material", [&body](const std::string& text) { body.material = parse_material(text); },
         "a name (resound explain body.material), or E=45e9,nu=0.2,density=2300 and perhaps loss=0.001")
      ->type_name("MATERIAL")
      ->group("Body");
  const std::vector<Choice<BoxSide>> sides{{"x_min", BoxSide::x_min}, {"x_max", BoxSide::x_max},
                                           {"y_min", BoxSide::y_min}, {"y_max", BoxSide::y_max},
                                           {"z_min", BoxSide::z_min}, {"z_max", BoxSide::z_max}};
  app.add_option_function<std::vector<std::string>>(
         "--clamp",
         [&body, sides](const std::vector<std::string>& words) {
           for (const std::string& word : words) {
             const auto found = std::ranges::find(sides, word, &Choice<BoxSide>::word);
             if (found == sides.end())
               throw UsageError(
                   fmt::format("--clamp is {}; it is one of x_min, x_max, y_min, y_max, z_min, z_max", word));
             body.clamped.push_back(found->value);
           }
         },
         "hold this side of the box around it: x_min, x_max, y_min, y_max, z_min, z_max")
      ->type_name("SIDE")
      ->allow_extra_args(false)
      ->group("Body");
  app.add_option("--max-frequency", body.max_frequency, "modes up to here, in Hz (20000)")
      ->check(positive())
      ->type_name("HZ")
      ->group("Body");
  app.add_option("--edge", body.edge, "size of the finite elements, in m (by wall and wavelength)")
      ->check(positive())
      ->type_name("M")
      ->group("Body");
}

void add_strike_options(CLI::App& app, StrikeCommand& command) {
  add_vector(
      app, "--at",
      [&command](const Vec3& place) {
        command.strike.place = place;
        command.has_place = true;
      },
      "where it is hit, in m along the mesh's axes; the nearest point of the skin is meant (its upper side)")
      ->group("Strike");
  add_vector(
      app, "--direction", [&command](const Vec3& way) { command.strike.direction = way; },
      "the way of the blow (straight into the skin)")
      ->group("Strike");
  app.add_option("--speed", command.strike.speed, "how fast, in m/s (1)")
      ->check(positive())
      ->type_name("M/S")
      ->group("Strike");
  app.add_option("--mass", command.strike.mass, "of what strikes, in kg (0.02)")
      ->check(positive())
      ->type_name("KG")
      ->group("Strike");
  app.add_option("--tip-radius", command.strike.radius, "how round its tip is, in m (0.01)")
      ->check(positive())
      ->type_name("M")
      ->group("Strike");
  app.add_option_function<std::string>(
         "--tip", [&command](const std::string& text) { command.strike.tip = parse_tip(text); },
         "what its tip is made of: steel, wood, rubber, felt or a material (wood)")
      ->type_name("MATERIAL")
      ->group("Strike");
  add_vector(
      app, "--listener", [&command](const Vec3& place) { command.listener = place; },
      "where the microphone is, in m from the body's origin (1 m in front of it)")
      ->group("Strike");
  app.add_option("--duration", command.duration, "in s (until it has died away)")
      ->check(positive())
      ->type_name("S")
      ->group("Strike");
  app.add_option("--full-scale", command.full_scale, "the peak level that a sample value of 1.0 stands for, in dB SPL")
      ->capture_default_str()
      ->check(between(0.0, 200.0))
      ->type_name("DB")
      ->group("Strike");
}

}  // namespace

void add_body_commands(CLI::App& app, Invocation& chosen, const std::string& command_line) {
  auto strike = std::make_shared<StrikeCommand>();
  strike->render.command_line = command_line;
  strike->render.default_suffix = ".wav";
  CLI::App* strike_app = app.add_subcommand("strike", "hit a mesh from any modelling program and hear it");
  add_body_options(*strike_app, strike->body);
  add_strike_options(*strike_app, *strike);
  add_output_options(*strike_app, strike->render);
  strike_app->final_callback([strike, &chosen] { chosen = *strike; });

  auto modes = std::make_shared<ModesCommand>();
  CLI::App* modes_app = app.add_subcommand("modes", "the notes of a mesh: frequencies, decay times, shapes");
  add_body_options(*modes_app, modes->body);
  modes_app->add_option("--csv", modes->csv, "the table as CSV")->type_name("FILE")->group("Output");
  modes_app->add_option("--json", modes->json, "the table as JSON")->type_name("FILE")->group("Output");
  modes_app->add_option("--vtk", modes->vtk, "mode shapes for ParaView")->type_name("FILE")->group("Output");
  modes_app->add_option("--png", modes->png, "a sheet with the first shapes")->type_name("FILE")->group("Output");
  modes_app->add_option("--render", modes->render_mode, "a movie of this mode, counted from 1")
      ->check(between(1, 100000))
      ->type_name("N")
      ->group("Output");
  modes_app->add_option("-o,--output", modes->output, "where the movie goes (BODY-mode-N.mp4)")
      ->type_name("FILE")
      ->group("Output");
  modes_app->add_flag("--force", modes->force, "replace files that exist")->group("Output");
  modes_app->final_callback([modes, &chosen] { chosen = *modes; });

  auto events = std::make_shared<EventsCommand>();
  events->render.command_line = command_line;
  CLI::App* events_app = app.add_subcommand("events", "the sound for hits from your own simulator");
  events_app->add_option("HITS", events->hits, "CSV or JSONL: t, object, x, y, z and speed or impulse")->required();
  events_app->add_option("--objects", events->objects, "a scene file with the bodies that are hit")
      ->required()
      ->type_name("FILE");
  add_output_options(*events_app, events->render);
  events_app->final_callback([events, &chosen] { chosen = *events; });
}

}  // namespace resound
