#include <doctest/doctest.h>

#include <filesystem>
#include <string_view>

#include "cli/program.h"

using namespace resound;

namespace {

bool has(const Outcome& outcome, const char* text) { return outcome.output.find(text) != std::string::npos; }

}  // namespace

TEST_CASE("help names every command and shows examples") {
  const TestFolder folder;
  const Outcome help = run_program(folder.path(), "--help");
  CHECK(help.code == 0);
  for (const char* word : {"render", "check", "list", "explain", "new", "compare", "report", "figures", "resample",
                           "table6", "Examples", "Exit codes"})
    CHECK_MESSAGE(has(help, word), word);
  const Outcome render = run_program(folder.path(), "render --help");
  CHECK(render.code == 0);
  for (const char* word :
       {"--set", "--quick", "--seed", "--threads", "--progress", "--crop", "--stems", "--force", "--video", ".webm"})
    CHECK_MESSAGE(has(render, word), word);
}

TEST_CASE("wrong usage exits with 2 and one sentence") {
  const TestFolder folder;
  for (const char* arguments :
       {"", "rendr", "render", "render rain --crop 3", "render rain --crop 3:1", "render rain -o rain.mp3",
        "render rain --threads 0", "render rain --seed -1", "render rain --max-duration -5",
        "render rain -o a.wav -o a.wav", "render rain -o a.wav b.png", "render rain --crop 99:", "figures 6",
        "figures 9 --as-published"}) {
    const Outcome outcome = run_program(folder.path(), arguments);
    CAPTURE(arguments);
    CAPTURE(outcome.output);
    CHECK(outcome.code == 2);
    CHECK(has(outcome, "resound: "));
  }
  CHECK(folder.names().empty());
}

TEST_CASE("table41 times the rods of the thesis at its steps and at ours") {
  const TestFolder folder;
  const Outcome table = run_program(folder.path(), "table41 rubber-band --seconds 0.02 --csv table.csv");
  CHECK(table.code == 0);
  CHECK(has(table, "rubber-band, published with 50 vertices, E 3e+05 Pa"));
  const std::string csv = folder.read("table.csv");
  CHECK(csv.starts_with("system,rods,vertices,step_s,stable_step_s,motion_s_per_s,sound_s_per_s,total_s_per_s\n"));
  CHECK(csv.find("at the published step,1,50,") != std::string::npos);
  CHECK(csv.find("at ours,1,50,") != std::string::npos);
}

TEST_CASE("a rod with too long a step exits with 4, a rod that cannot be with 3, and both say where") {
  const TestFolder folder;
  const std::string rest = "from_m = [0, 0, 1]\nto_m = [0.5, 0, 1]\n[listener]\nposition_m = [0, -1, 1]\n";
  folder.write("hasty.toml", "duration_s = 0.1\n[[rod]]\nname = \"wire\"\nstep_s = 1e-4\n" + rest);
  const Outcome hasty = run_program(folder.path(), "render hasty.toml -o hasty.wav");
  CHECK(hasty.code == 4);
  CHECK(has(hasty, "hasty.toml:2:"));
  CHECK(has(hasty, "wire: step_s is 0.0001 s and the largest stable step is "));
  folder.write("nowhere.toml", "duration_s = 0.1\n[[rod]]\nheld_vertices = [101]\n" + rest);
  const Outcome nowhere = run_program(folder.path(), "render nowhere.toml -o nowhere.wav");
  CHECK(nowhere.code == 3);
  CHECK(has(nowhere, "nowhere.toml:3:"));
  CHECK(has(nowhere, "there is no vertex 101; its vertices are 0 to 100"));
}

TEST_CASE("bad scenes exit with 3 and say where") {
  const TestFolder folder;
  folder.write("wrong.toml", "duration_s = 1\n[[drop]]\nradius_m = -0.002\nsped = 3\n");
  const Outcome outcome = run_program(folder.path(), "check wrong.toml");
  CHECK(outcome.code == 3);
  CHECK(has(outcome, "wrong.toml:3:"));
  CHECK(has(outcome, "drop.radius_m is -0.002; a drop needs a positive radius"));
  CHECK(has(outcome, "wrong.toml:4:"));
  CHECK(run_program(folder.path(), "render nowhere.toml").code == 3);
  CHECK(run_program(folder.path(), "render rian").code == 3);
}

TEST_CASE("a list of collisions that is not there exits with 3 and is named") {
  const TestFolder folder;
  const Outcome outcome = run_program(folder.path(), "collisions nowhere.csv");
  CHECK(outcome.code == 3);
  CHECK(has(outcome, "there is no list nowhere.csv"));
  folder.write("played.toml",
               "duration_s = 1\n[listener]\nposition_m = [0, -1, 0]\n[[grains]]\nname = \"beads\"\n"
               "[[collisions]]\nfile = \"nowhere.csv\"\n");
  const Outcome played = run_program(folder.path(), "render played.toml -o played.wav");
  CAPTURE(played.output);
  CHECK(played.code == 3);
  CHECK(has(played, "nowhere.csv"));
}

TEST_CASE("a render over a limit exits with 5 and names the flag") {
  const TestFolder folder;
  const Outcome outcome = run_program(folder.path(), "render rain -o rain.wav --set duration_s=4000");
  CHECK(outcome.code == 5);
  CHECK(has(outcome, "--max-duration"));
  for (const char* huge : {"rain.size_x_m=1000 --set rain.size_y_m=1000 --set rain.rate_mm_per_h=2000",
                           "bar.length_m=100 --set bar.thickness_m=1e-5 --set bar.width_m=1e-4"}) {
    const Outcome refused = run_program(folder.path(), std::string("render rain -o rain.wav --set ") + huge);
    CAPTURE(refused.output);
    CHECK((refused.code == 5 || refused.code == 3));
    CHECK((has(refused, "--max-memory") || has(refused, "--set")));
  }
  CHECK(folder.names().empty());
}

TEST_CASE("a step that is not stable exits with 4 and names the stable one, and leaves nothing behind") {
  const TestFolder folder;
  const Outcome outcome =
      run_program(folder.path(), "render clamped-bar -o bar.wav --set solid.step_s=1e-5 --set duration_s=0.1");
  CHECK(outcome.code == 4);
  CHECK(has(outcome, "largest stable step is"));
  CHECK(folder.names().empty());
}

TEST_CASE("a liquid that runs away exits with 4 and tells its name and the time and both steps, and leaves nothing") {
  const TestFolder folder;
  const std::string command = "render dam-break -o a.wav --set duration_s=0.6 --set liquid.particles=300 --set liquid.";
  const Outcome burst = run_program(folder.path(), command + "fastest_m_per_s=0.1");  // it gets thirty times as fast
  CAPTURE(burst.output);
  CHECK(burst.code == 4);
  for (const char* word :
       {"water became unstable at t = 0.3", "The step is ", "the stable step ", "raise fastest_m_per_s"})
    CHECK_MESSAGE(has(burst, word), word);
  const Outcome hasty = run_program(folder.path(), command + "step_s=0.01");
  CHECK(hasty.code == 4);
  CHECK(has(hasty, "water: step_s is 0.01 s and the largest stable step is "));
  CHECK(folder.names().empty());
}

TEST_CASE("an output is never overwritten without --force, and a missing folder exits with 6") {
  const TestFolder folder;
  folder.write("a.wav", "precious");
  const Outcome refused = run_program(folder.path(), "render click-flash -o a.wav --set duration_s=0.1");
  CHECK(refused.code != 0);
  CHECK(has(refused, "--force"));
  CHECK(folder.read("a.wav") == "precious");
  CHECK(run_program(folder.path(), "render click-flash -o a.wav --set duration_s=0.1 --force").code == 0);
  CHECK(folder.read("a.wav").starts_with("RIFF"));
  CHECK(run_program(folder.path(), "render click-flash -o nowhere/a.wav --set duration_s=0.1").code == 6);
}

TEST_CASE("a sound render leaves the file and its record, and nothing else") {
  const TestFolder folder;
  const Outcome outcome = run_program(folder.path(), "render click-flash -o a.wav --set duration_s=1.1");
  CAPTURE(outcome.output);
  CHECK(outcome.code == 0);
  CHECK(folder.names() == std::vector<std::string>{"a.wav", "a.wav.run.json"});
  CHECK(has(outcome, "dB SPL"));
}

TEST_CASE("every scene that ships passes check") {
  const TestFolder folder;
  const Outcome list = run_program(folder.path(), "list");
  CHECK(list.code == 0);
  CHECK(has(list, "NAME-as-published"));
  for (const char* scene : {"rain", "storm", "drop", "rain-as-published", "click-flash", "passing-tone"}) {
    CHECK((has(list, scene) || std::string_view(scene).ends_with("-as-published")));
    CHECK(run_program(folder.path(), std::string("check ") + scene).code == 0);
  }
}

TEST_CASE("a new scene can be rendered as it is, after which its sound compares equal to itself") {
  const TestFolder folder;
  CHECK(run_program(folder.path(), "new rain -o mine.toml").code == 0);
  const Outcome render = run_program(folder.path(), "render mine.toml -o mine.wav --set duration_s=1");
  CAPTURE(render.output);
  CHECK(render.code == 0);
  const Outcome compare = run_program(folder.path(), "compare mine.wav mine.wav");
  CHECK(compare.code == 0);
  CHECK(has(compare, "identical"));
}

TEST_CASE("progress for scripts is one JSON object a line") {
  const TestFolder folder;
  const Outcome outcome =
      run_program(folder.path(), "render click-flash -o a.wav --set duration_s=0.2 --progress json");
  CHECK(outcome.code == 0);
  CHECK(has(outcome, "{\"scene_time_s\": 0.200000, \"duration_s\": 0.200000, \"share\": 1.000000"));
}

TEST_CASE("a picture render makes a movie with both streams, and a report page of one file") {
  const TestFolder folder;
  const Outcome outcome =
      run_program(folder.path(), "render rain --quick -o a.mp4 -o a.html -o a.png --set duration_s=0.5");
  CAPTURE(outcome.output);
  REQUIRE(outcome.code == 0);
  CHECK(folder.names() == std::vector<std::string>{"a.html", "a.mp4", "a.mp4.run.json", "a.png"});
  CHECK(folder.read("a.html").find("<video") != std::string::npos);
  CHECK(folder.read("a.png").starts_with("\x89PNG"));
}
