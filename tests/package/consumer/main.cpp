#include <resound/resound.h>

#include <cmath>
#include <cstdio>

// A beacon of 80 dB SPL at one metre, heard from two metres.
int main() {
  resound::Scene scene;
  scene.duration = 0.2;
  resound::Beacon beacon;
  beacon.signal = resound::BeaconSignal::tone;
  scene.objects.push_back({"tone", beacon});
  resound::ListenerSetup microphone;
  microphone.kind = resound::ListenerKind::microphone;
  microphone.path = resound::Path(resound::Vec3{2, 0, 0});
  scene.listeners = {microphone};

  const resound::Recording recording = resound::render(scene);
  double squares = 0;
  const auto& channel = recording.channels.at(0);
  for (std::size_t i = channel.size() / 2; i < channel.size(); ++i) squares += channel[i] * channel[i];
  const double level = 10 * std::log10(squares / static_cast<double>(channel.size() / 2) / 4e-10);
  std::printf("%.2f dB SPL\n", level);
  return std::abs(level - (80 - 6.02)) < 0.3 ? 0 : 1;
}
