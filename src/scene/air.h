#pragma once
namespace resound {

// The weather that the sound travels through.
struct Air {
  double temperature = 20.0;   // [degrees C]
  double humidity = 50.0;      // [%]  relative
  double pressure = 101325.0;  // [Pa]
  bool absorption = true;      // lose high notes with distance, ISO 9613-1
};

double speed_of_sound(const Air& air);  // [m/s]
double density(const Air& air);         // [kg/m^3]

}  // namespace resound
