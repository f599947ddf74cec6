#include "base/atomic_file.h"

#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

#include "base/error.h"
#include "base/file.h"
#include "scratch_folder.h"

using namespace resound;

TEST_CASE("an output that is not committed is absent, and nothing is left of it") {
  const Scratch scratch;
  {
    AtomicFile file(scratch / "rain.wav", false);
    File(file.aside(), File::Mode::rewrite).write(std::as_bytes(std::span("half", 4)));
    CHECK_FALSE(std::filesystem::exists(scratch / "rain.wav"));
  }
  CHECK(std::filesystem::is_empty(scratch.folder()));
}

TEST_CASE("a committed output is whole and replaces an older one only by force") {
  const Scratch scratch;
  write_atomically(scratch / "rain.wav", false, "first");
  CHECK(content_of(scratch / "rain.wav") == "first");
  CHECK_THROWS_WITH_AS(write_atomically(scratch / "rain.wav", false, "second"),
                       ((scratch / "rain.wav").string() + " exists; use --force to replace it").c_str(), UsageError);
  CHECK(content_of(scratch / "rain.wav") == "first");
  write_atomically(scratch / "rain.wav", true, "third");
  CHECK(content_of(scratch / "rain.wav") == "third");
}

TEST_CASE("a file that appears while the output is written is kept") {
  const Scratch scratch;
  AtomicFile file(scratch / "rain.wav", false);
  File(file.aside(), File::Mode::rewrite).write(std::as_bytes(std::span("ours", 4)));
  std::ofstream(scratch / "rain.wav") << "theirs";
  CHECK_THROWS_AS(file.commit(), UsageError);
  CHECK(content_of(scratch / "rain.wav") == "theirs");
}

TEST_CASE("a writer that is killed leaves no output, and the next one succeeds") {
  const Scratch scratch;
  const pid_t writer = ::fork();
  if (writer == 0) {
    AtomicFile file(scratch / "rain.wav", false);
    File(file.aside(), File::Mode::rewrite).write(std::as_bytes(std::span("half", 4)));
    ::raise(SIGKILL);
  }
  ::waitpid(writer, nullptr, 0);
  CHECK_FALSE(std::filesystem::exists(scratch / "rain.wav"));
  write_atomically(scratch / "rain.wav", false, "whole");
  CHECK(content_of(scratch / "rain.wav") == "whole");
  CHECK(std::distance(std::filesystem::directory_iterator(scratch.folder()), {}) == 1);
}

TEST_CASE("a missing folder is told before anything is written, with exit code 6") {
  const Scratch scratch;
  try {
    require_new_file(scratch / "nowhere" / "rain.wav", false);
    FAIL("no error");
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::disk_or_rights);
    CHECK(std::string(error.what()).find("does not exist") != std::string::npos);
  }
}

TEST_CASE("a full disk is noticed at the write that met it") {
  File full("/dev/full", File::Mode::keep);
  CHECK_THROWS_WITH_AS(full.write(std::as_bytes(std::span("x", 1))), "cannot write /dev/full: No space left on device",
                       FileError);
}
