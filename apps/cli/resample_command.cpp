#include <fmt/format.h>

#include <filesystem>

#include "base/atomic_file.h"
#include "base/error.h"
#include "base/parallel.h"
#include "collision_file/collision_reader.h"
#include "collision_file/collision_writer.h"
#include "commands.h"

namespace resound {
namespace {

// Who is in the list, from a first reading.
ListedObjects objects_of(const std::string& list) {
  CollisionReader reader(list);
  SolidFinder finder;
  for (auto rows = reader.some(); !rows.empty(); rows = reader.some())
    for (const ListedCollision& collision : rows) finder.add(collision);
  return finder.found(reader.names());
}

}  // namespace

void run(const ResampleCommand& command) {
  if (!CollisionWriter::can_write(command.output))
    throw UsageError(fmt::format("{}: collisions are written as .csv or {}", command.output, kBinaryListSuffix));
  require_new_file(command.output, command.force);
  const ThreadLimit threads(command.threads);
  const ListedObjects objects = objects_of(command.list);
  CollisionWriter writer(command.output, command.force, objects.names);
  std::int64_t had = 0, made = 0;
  Resampler resampler(command.settings, objects, [&](std::span<const ListedCollision> window) {
    made += static_cast<std::int64_t>(window.size());
    for (const ListedCollision& collision : window) writer.add(collision);
  });
  CollisionReader reader(command.list);
  for (auto rows = reader.some(); !rows.empty(); rows = reader.some()) {
    for (const ListedCollision& collision : rows) resampler.add(collision);
    had += static_cast<std::int64_t>(rows.size());
  }
  resampler.finish();
  writer.commit();
  fmt::print("{} collisions of {} became {} in {}: windows of {:g} s, cells of {:g} m, seed {}\n", had, command.list,
             made, command.output, command.settings.window, command.settings.cell, command.settings.seed);
  std::string solids;
  for (std::size_t i = 0; i < objects.names.size(); ++i)
    if (objects.is_solid[i]) solids += (solids.empty() ? "" : ", ") + objects.names[i];
  if (!solids.empty()) fmt::print("solid, so that collisions on it stay on its surface: {}\n", solids);
}

}  // namespace resound
