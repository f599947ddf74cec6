#pragma once
#include "invocation.h"
#include "scene_file/scene_file.h"

// What each command does. All of them throw Error; main() turns it into a message and an exit code.
namespace resound {

void run(const RenderCommand& command);
void run(const StrikeCommand& command);
void run(const EventsCommand& command);
void run(const CollisionsCommand& command);
void run(const SplashesCommand& command);
void run(const ImportanceCommand& command);
void run(const ModesCommand& command);
void run(const Table1Command& command);
void run(const FiguresCommand& command);
void run(const CheckCommand& command);
void run(const ListCommand& command);
void run(const ExplainCommand& command);
void run(const SchemaCommand& command);
void run(const ReferenceCommand& command);
void run(const NewCommand& command);
void run(const CompareCommand& command);
void run(const ShowText& command);

LoadedScene load(const SceneChoice& choice);

// Renders a scene that is at hand. Bodies that are prepared and hits that are surveyed already are taken as they are.
void render_scene(LoadedScene loaded, const RenderCommand& command, std::shared_ptr<const PreparedBodies> bodies = {});

// Asked before a long preparation: may the outputs be written?
void require_outputs(const RenderCommand& command, const std::string& scene_name);

// Where bodies are kept, and progress and messages on the screen.
PreparationSettings preparation(ProgressDisplay& display, ProgressStyle style);

// The bodies of a scene, with progress on the screen while they are computed.
std::shared_ptr<const PreparedBodies> prepare_bodies(const Scene& scene, ProgressStyle style);

void say(const std::string& message);  // to standard error

}  // namespace resound
