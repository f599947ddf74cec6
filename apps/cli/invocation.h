#pragma once
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "collision_statistics/resampler.h"
#include "output/sound_file.h"
#include "progress_display.h"
#include "render/render.h"
#include "scene/scene.h"

// What the user typed, as plain values: one struct a command.
namespace resound {

struct SceneChoice {
  std::string scene;             // a path, or the name of a scene that ships
  std::vector<std::string> set;  // "path=value"
  std::optional<std::uint64_t> seed;
};

struct RenderCommand {
  std::string command_line;  // as it was typed, for the record
  SceneChoice scene;
  std::vector<std::string> outputs;  // empty: NAME.mp4 here (NAME.html for `report`)
  std::string own_video;             // a film of the user's, to lay the sound under
  std::string default_suffix = ".mp4";
  bool quick = false;
  bool force = false;
  bool stems = false;
  int threads = 0;
  double checkpoint_interval = 30;  // [s] of wall time
  ProgressStyle progress = ProgressStyle::automatic;
  double crop_begin = 0;                                      // [s]
  double crop_end = std::numeric_limits<double>::infinity();  // [s]
  SampleFormat sample_format = SampleFormat::float32;
  RenderLimits limits;
};

// A body as it is named on the command line: a mesh file, or the name of a shape.
struct BodyChoice {
  std::string shape;  // "cup.obj" or "cup"
  std::string unit;   // of the mesh: "cm"; empty: not said
  Body body;
};

struct StrikeCommand {
  RenderCommand render;  // without a scene
  BodyChoice body;
  Strike strike;
  bool has_place = false;          // else: the side of its upper rim
  std::optional<Vec3> listener;    // [m]  from the body's origin; else one metre away
  std::optional<double> duration;  // [s]  else until it has died away
  double full_scale = 94;          // [dB SPL]  of a sample value of 1
};

struct EventsCommand {
  RenderCommand render;  // without a scene
  std::string hits;      // CSV or JSONL
  std::string objects;   // a scene file with the bodies
};

// The collisions of grains: of a scene that is moved for them, or of a list that was written.
struct CollisionsCommand {
  std::string source;                // a scene, or a list
  std::vector<std::string> set;      // KEY=VALUE, of a scene
  std::vector<std::string> outputs;  // lists and pictures
  int threads = 0;
  ProgressStyle progress = ProgressStyle::automatic;
  bool force = false;
};

// The splashes of a liquid: of a scene that is moved for them, or of a list that was written.
struct SplashesCommand {
  std::string source;                // a scene, or a list
  std::vector<std::string> set;      // KEY=VALUE, of a scene
  std::vector<std::string> outputs;  // lists and pictures
  double frames_per_second = 30;     // in which they are counted
  int threads = 0;
  ProgressStyle progress = ProgressStyle::automatic;
  bool force = false;
};

// What of the collisions of grains matters to the ear: parts of them are left to chance.
struct ImportanceCommand {
  std::string scene;
  std::vector<std::string> set;          // KEY=VALUE
  std::vector<double> limits{0.5, 1.0};  // [m/s]  below which normals are left to chance
  int draws = 8;
  std::string png;  // file to write
  int threads = 0;
  ProgressStyle progress = ProgressStyle::automatic;
  bool force = false;
};

// Collisions like those of a list, made by chance.
struct ResampleCommand {
  std::string list, output;
  ResampleSettings settings;
  int threads = 0;
  bool force = false;
};

// The table of how grains collide in sheared flows, measured anew.
struct DatabankCommand {
  std::string output;
  ProgressStyle progress = ProgressStyle::automatic;
  bool force = false;
};

struct ModesCommand {
  BodyChoice body;
  std::string csv, json, vtk, png;  // files to write
  int render_mode = 0;              // a movie of this one, from 1
  std::string output;               // of the movie
  bool force = false;
};

// The table of the 2001 paper, measured anew.
struct Table1Command {
  std::vector<std::string> examples;  // all of them if empty
  double seconds = 0.05;              // [s]  of each scene
  bool right = false;                 // our elements and formulas in place of the published ones
  std::string csv;                    // file to write
  bool force = false;
};

// The table of systems of Bognat 2018, with the times that it lacks.
struct Table41Command {
  std::vector<std::string> examples;  // all of them if empty
  std::vector<std::string> set;       // changes to each scene
  double seconds = 0.2;               // [s]  of each scene
  int threads = 0;                    // 0: all cores
  std::string csv;                    // file to write
  bool force = false;
};

// The figures of the 2001 paper that have a theory to compare with, made anew.
struct FiguresCommand {
  std::vector<int> figures{5, 7, 8, 9};
  std::string folder = ".";  // figure5.png, …
  double seconds = 0.3;      // [s]  of sound after the blow; twice that for the swing of figure 9
  bool as_published = false;
  bool force = false;
};

struct CheckCommand {
  SceneChoice scene;
};
struct ListCommand {};
struct ExplainCommand {
  std::string key;  // empty: every table
};
struct SchemaCommand {};     // prints the JSON Schema for editors
struct ReferenceCommand {};  // prints the reference page of the docs
struct NewCommand {
  std::string kind;
  std::string output;  // empty: KIND.toml here
  bool force = false;
};
struct CompareCommand {
  std::string first, second;
  std::string png;  // file to write
  bool force = false;
};

// Tables 6.5 to 6.7 of the 2013 thesis, made anew: its fifteen sounds from collisions as they were found and by chance.
struct Table6Command {
  std::vector<std::string> grains;  // glass1mm, glass2mm, plastic4mm; all of them if empty
  double seconds = 1.2;             // [s]  of each pour
  int draws = 1;                    // of chance, of which the levels are averaged
  CollisionSourceKind collisions = CollisionSourceKind::resampled;
  std::string csv;       // file to write
  std::string pictures;  // folder to write spectrograms side by side to
  bool force = false;
};
struct ShowText {  // --help, --version
  std::string text;
};

using Invocation = std::variant<RenderCommand, StrikeCommand, EventsCommand, CollisionsCommand, SplashesCommand,
                                ResampleCommand, DatabankCommand, ImportanceCommand, ModesCommand, Table1Command,
                                Table41Command, Table6Command, FiguresCommand, CheckCommand, ListCommand,
                                ExplainCommand, SchemaCommand, ReferenceCommand, NewCommand, CompareCommand, ShowText>;

Invocation parse_arguments(int argc, const char* const* argv);  // throws UsageError

}  // namespace resound
