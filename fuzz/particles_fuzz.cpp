// Feeds arbitrary bytes to the readers of particles. They may refuse them, in words; they may not crash, hang or run
// out of memory, and what they accept has as many velocities, ids and radii as places, or none.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "base/error.h"
#include "particle_file/particle_frame.h"

using namespace resound;

namespace {

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "%s\n", what);
  std::abort();
}

void check_accepted(const ParticleFrame& frame) {
  const std::size_t count = frame.positions.size();
  require(frame.velocities.empty() || frame.velocities.size() == count, "velocities that are not one a particle");
  require(frame.ids.empty() || frame.ids.size() == count, "ids that are not one a particle");
  require(frame.radii.empty() || frame.radii.size() == count, "radii that are not one a particle");
}

void check_refused(const std::string& message) {
  require(message.starts_with("fuzz"), "a refusal that does not name the file");
  for (const char c : message) require(static_cast<unsigned char>(c) >= ' ', "a control character in a message");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    check_accepted(parse_particles({reinterpret_cast<const char*>(data), size}, "fuzz"));
  } catch (const InputError& error) {
    check_refused(error.what());
  } catch (const LimitError& error) {
    check_refused(error.what());
  }
  return 0;
}
