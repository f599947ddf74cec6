#pragma once

// The whole public interface: describe a scene (or load one), render it.
//
//   #include <resound/resound.h>
//   resound::Scene scene = resound::load_scene("rain.toml").scene;
//   resound::Recording recording = resound::render(scene);   // pascals at each ear
#include "render/render.h"
#include "scene_file/scene_file.h"
