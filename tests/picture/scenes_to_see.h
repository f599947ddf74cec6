#pragma once
#include <string>
#include <vector>

#include "emission/source_signals.h"
#include "motion/motion_events.h"
#include "picture/film.h"
#include "scene/scene.h"

// Small sets for the tests of the picture, and for people who want to look at them.
namespace resound::to_see {

struct Set {
  Scene scene;
  MotionEvents events;  // one snapshot
  SourceSignals sources;
};

Set finishes();                       // the nine finishes as balls and bars, with drops, a spring and lines
Set close_up();                       // a wet bar from near by, with drops and splashes
Set rain(int drops = 400);            // a bar in the rain, seen from two metres
Set balls(int count);                 // steel balls in a heap of layers
Set vibrating_bar(double amplitude);  // [m] of a bending bar of half a metre

Image expose(const Set& set, PictureQuality quality = PictureQuality::full);

// Writes NAME.png into the folder that the environment variable RESOUND_PICTURES names, if it is set.
void keep(const Image& image, const std::string& name);

}  // namespace resound::to_see
