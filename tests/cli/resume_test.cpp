#include <doctest/doctest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>
#include <thread>

#include "cli/program.h"

using namespace resound;
using namespace std::chrono_literals;

namespace {

const std::string kScene = "render storm --set duration_s=3 --progress none";

// What the programs started in a folder complained of.
std::string log_of(const TestFolder& folder) { return folder.path().string() + ".log"; }

std::string complaints(const TestFolder& folder) {
  std::ostringstream text;
  text << std::ifstream(log_of(folder)).rdbuf();
  std::filesystem::remove(log_of(folder));
  return text.str();
}

// Starts a render in the background and returns its process.
pid_t start(const TestFolder& folder, const std::vector<std::string>& arguments) {
  const pid_t process = fork();
  if (process != 0) return process;
  if (chdir(folder.path().c_str()) != 0) _exit(126);
  if (freopen(log_of(folder).c_str(), "a", stderr) == nullptr || freopen("/dev/null", "w", stdout) == nullptr)
    _exit(126);
  std::vector<char*> argv{const_cast<char*>(RESOUND_PROGRAM)};
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  execv(RESOUND_PROGRAM, argv.data());
  _exit(127);
}

int wait_for(pid_t process) {
  int status = 0;
  waitpid(process, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace

TEST_CASE("the same scene and seed give the same bytes for 1, 2, 3 and 8 threads") {
  const TestFolder folder;
  for (const char* threads : {"1", "2", "3", "8"})
    REQUIRE(run_program(folder.path(), kScene + " -o t" + threads + ".wav --threads " + threads).code == 0);
  const std::string reference = folder.read("t1.wav");
  CHECK(reference.size() > 100000);
  for (const char* name : {"t2.wav", "t3.wav", "t8.wav"}) CHECK(folder.read(name) == reference);
}

TEST_CASE("another seed gives another rain") {
  const TestFolder folder;
  REQUIRE(run_program(folder.path(), kScene + " -o a.wav").code == 0);
  REQUIRE(run_program(folder.path(), kScene + " -o b.wav --seed 7").code == 0);
  CHECK(folder.read("a.wav") != folder.read("b.wav"));
}

// Kills the render at random moments, then lets it finish; kills that came after the end do not count.
int kill_and_finish(const TestFolder& folder, const std::vector<std::string>& arguments, int attempts) {
  std::random_device dice;
  int kills = 0;
  for (int i = 0; i < attempts; ++i) {
    const pid_t process = start(folder, arguments);
    std::this_thread::sleep_for(std::chrono::milliseconds(20 + dice() % 400));
    kill(process, SIGKILL);
    if (wait_for(process) != 128 + SIGKILL) return kills;
    ++kills;
  }
  wait_for(start(folder, arguments));
  return kills;
}

TEST_CASE("killed at random moments, the same command resumes to the same bytes, also with another number of threads") {
  struct Case {
    std::string scene, duration, also;
  };
  for (const auto& [scene, duration, also] : {Case{"storm", "duration_s=2", "seed=1"},              // exact modes
                                              Case{"rain-as-published", "duration_s=2", "seed=1"},  // differences
                                              Case{"dam-break", "duration_s=0.7", "liquid.particles=500"}}) {
    CAPTURE(scene);
    const TestFolder folder;
    const std::string command = "render " + scene + " --set " + duration + " --set " + also + " --progress none";
    REQUIRE(run_program(folder.path(), command + " -o whole.wav --threads 2").code == 0);
    const int kills = kill_and_finish(folder,
                                      {"render", scene, "--set", duration, "--set", also, "--progress", "none", "-o",
                                       "killed.wav", "--threads", "1", "--checkpoint-every", "0.02"},
                                      4);
    INFO(complaints(folder));
    CHECK(kills >= 1);
    CHECK(folder.read("killed.wav") == folder.read("whole.wav"));
  }
}

TEST_CASE("Ctrl-C stops within two seconds with exit code 7, and the same command finishes the work") {
  const TestFolder folder;
  const std::vector<std::string> arguments{"render", "storm",      "--quick", "-o",    "a.wav",       "-o",
                                           "a.mp4",  "--progress", "none",    "--set", "duration_s=4"};
  const pid_t process = start(folder, arguments);
  for (int i = 0; i < 600 && folder.names().empty(); ++i) std::this_thread::sleep_for(100ms);  // it records
  std::this_thread::sleep_for(300ms);
  const auto asked = std::chrono::steady_clock::now();
  kill(process, SIGINT);
  CHECK(wait_for(process) == 7);
  CHECK(std::chrono::steady_clock::now() - asked < 2s);
  CHECK(folder.names() == std::vector<std::string>{"a.wav.resound"});

  const int finished = wait_for(start(folder, arguments));
  INFO(complaints(folder));
  CHECK(finished == 0);
  CHECK(folder.names() == std::vector<std::string>{"a.mp4", "a.wav", "a.wav.run.json"});
  REQUIRE(run_program(folder.path(), "render storm --set duration_s=4 --progress none -o b.wav").code == 0);
  CHECK(folder.read("a.wav") == folder.read("b.wav"));
}

TEST_CASE("a full-size movie stops within two seconds too") {
  const TestFolder folder;
  const pid_t process = start(folder, {"render", "storm", "-o", "a.mp4", "--progress", "none"});
  std::this_thread::sleep_for(2500ms);
  const auto asked = std::chrono::steady_clock::now();
  kill(process, SIGINT);
  const int code = wait_for(process);
  CHECK(std::chrono::steady_clock::now() - asked < 2s);
  INFO(complaints(folder));
  CHECK(code == 7);
}

TEST_SUITE("slow") {
  TEST_CASE("memory does not grow with the length of the scene") {
    const auto peak_memory = [](const char* duration) {  // [kB]
      const TestFolder folder;
      const pid_t process = start(folder, {"render", "storm", "-o", "a.wav", "--progress", "none", "--set",
                                           std::string("duration_s=") + duration});
      int status = 0;
      rusage usage{};
      wait4(process, &status, 0, &usage);
      INFO(complaints(folder));
      REQUIRE(WIFEXITED(status));
      REQUIRE(WEXITSTATUS(status) == 0);
      return usage.ru_maxrss;
    };
    CHECK(peak_memory("60") - peak_memory("3") < 4000);
  }
}
