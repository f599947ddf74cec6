#pragma once
#include "invocation.h"
#include "scene_file/scene_file.h"

// What each command does. All of them throw Error; main() turns it into a message and an exit code.
namespace resound {

void run(const RenderCommand& command);
void run(const CheckCommand& command);
void run(const ListCommand& command);
void run(const ExplainCommand& command);
void run(const SchemaCommand& command);
void run(const ReferenceCommand& command);
void run(const NewCommand& command);
void run(const CompareCommand& command);
void run(const ShowText& command);

LoadedScene load(const SceneChoice& choice);

}  // namespace resound
