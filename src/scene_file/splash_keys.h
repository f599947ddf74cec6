#pragma once
#include <cmath>

#include "scene/splash.h"
#include "scene_file/key_table.h"

// How a liquid sounds: keys that a simulated liquid, somebody else's particles and a list of splashes share.
namespace resound {

// A gain as a number of decibels.
template <class T, class Field>
void add_gain_key(KeyTable<T>& keys, std::string_view name, Field field, std::string_view sentence) {
  keys.number_by(
          name, [field](const T& object) { return 20 * std::log10(field(object)); },
          [field](T& object, double level) { field(object) = std::pow(10, level / 20); })
      .says(sentence)
      .at_least(-120)
      .at_most(60);
}

// What becomes sound once splashes are known: `sound` is a SplashSound T::*, `matter` a LiquidMatter T::*.
template <class T>
void add_splash_sound_keys(KeyTable<T>& keys, SplashSound T::*sound, LiquidMatter T::*matter) {
  keys.choice("sound.rules", in(sound, &SplashSound::rules),
              {{"physical", SplashRules::physical}, {"as_published", SplashRules::as_published}})
      .says(
          "How a splash becomes bubbles and sound: by what is known of drops and bubbles, or as in the paper by Drioli "
          "and Rocchesso.");
  keys.choice("sound.bubbles_heard_as", in(sound, &SplashSound::outlet),
              {{"dipole", BubbleOutlet::dipole}, {"flow", BubbleOutlet::flow}})
      .says(
          "What comes out of the water: the bubble together with its mirror image in the surface, weaker the shallower "
          "it lies, or all of its flow, as for rain.");
  add_gain_key(keys, "sound.bubbles_gain_db", in(sound, &SplashSound::bubbles_gain), "Makes all bubbles louder.");
  add_gain_key(keys, "sound.impacts_gain_db", in(sound, &SplashSound::impacts_gain), "Makes all impacts louder.");
  keys.number("sound.air_column", in(sound, &SplashSound::air_column))
      .says("How much is heard through the column of air above the liquid in a vessel, whose note rises as it fills.")
      .at_least(0)
      .at_most(0.9);
  keys.number("liquid_density_kg_m3", in(matter, &LiquidMatter::density))
      .says("Density of the liquid.")
      .at_least(100)
      .at_most(20'000);
  keys.number("surface_tension_n_per_m", in(matter, &LiquidMatter::surface_tension))
      .says("Tension of its surface: it decides which drops leave a bubble behind.")
      .above(0, "a liquid needs a positive surface tension")
      .at_most(1);
  keys.number("bubble_viscosity_pa_s", in(matter, &LiquidMatter::viscosity))
      .says("Viscosity of the liquid as its bubbles feel it.")
      .at_least(0)
      .at_most(100);
  keys.number("sound_speed_m_per_s", in(matter, &LiquidMatter::sound_speed))
      .says("Speed of sound in the liquid.")
      .at_least(100)
      .at_most(10'000);
  keys.number("pressure_pa", in(matter, &LiquidMatter::pressure))
      .says("Pressure of the air above it: the pitch of every bubble goes with its root.")
      .at_least(1000)
      .at_most(1e7);
}

// How splashes are found, and what becomes of them.
template <class T>
void add_splash_keys(KeyTable<T>& keys, SplashSound T::*sound, LiquidMatter T::*matter) {
  keys.choice("sound.detection", in(sound, &SplashSound::detection),
              {{"substep", SplashDetection::substep}, {"frame", SplashDetection::frame}})
      .says(
          "How splashes are found in the motion: at each small step, at their true times, or once a frame and at a "
          "random time within it, as published.");
  keys.frame_rate("sound.frame_rate", in(sound, &SplashSound::frame_rate))
      .says("Frames a second at which detection = \"frame\" looks.");
  keys.number("sound.most_bubbles_per_s", in(sound, &SplashSound::most_bubbles))
      .says("More bubbles than this are merged; those that remain are louder.")
      .above(0, "some bubbles must be allowed")
      .at_most(1e6);
  keys.integer("sound.most_impacts", in(sound, &SplashSound::most_impacts))
      .says("More impacts than this in a thirtieth of a second are merged into larger ones.")
      .at_least(1)
      .at_most(100'000);
  keys.number("sound.as_published.bubble_share", in(sound, &SplashSound::published_bubble_share))
      .says("As published: radius of a bubble beside that of the liquid that fell.")
      .above(0, "a bubble needs a positive radius")
      .at_most(1);
  add_splash_sound_keys(keys, sound, matter);
}

}  // namespace resound
