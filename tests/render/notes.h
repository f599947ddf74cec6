#pragma once
#include <vector>

#include "scene/scene.h"

// What tests listen with: the notes of a sound, and a scene that leaves them alone.
namespace resound {

constexpr double kNoteRate = 48000;  // [Hz]

double decibels(double ratio);

// Amplitude of a frequency [Hz] in a stretch [s] of a sound, by a Hann window. [Pa]
double strength(const std::vector<float>& samples, double frequency, double from, double to);

struct Note {
  double frequency = 0;  // [Hz]
  double level = 0;      // [Pa]
};
// The strongest note within a share of a frequency: scanned, then narrowed down.
Note note_near(const std::vector<float>& samples, double frequency, double share, double from, double to);

// One microphone, and air that takes nothing away.
Scene scene_in_free_air(std::vector<Object> objects, const Vec3& ear, double duration);

}  // namespace resound
