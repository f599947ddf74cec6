#pragma once
#include <string>
#include <vector>

#include "audio/line_track.h"
#include "output/line_spectrum.h"

// Figures that compare a sound with what theory predicts: PNGs, as bytes.
namespace resound {

struct FigureText {
  std::string title, subtitle;
};

// Where theory says that a line is.
struct PredictedLine {
  double frequency = 0;       // [Hz]
  std::string label;          // above the frame; empty: none
  bool is_secondary = false;  // of another theory, or of a line that should not sound: in a fainter colour
};

struct SpectrumCurve {
  std::string name;  // for the legend; empty: none
  LineSpectrum spectrum;
};

struct SpectrumPanel {
  std::string heading;
  std::vector<SpectrumCurve> curves;
  std::vector<PredictedLine> lines;
};

// One panel above the other, level against frequency up to `highest` [Hz]; `range` [dB] down from the strongest.
std::string plot_spectra(const FigureText& text, const std::vector<SpectrumPanel>& panels, double highest,
                         double range = 90);

// A line that was followed in a sound, and as it should have been.
struct ComparedTrack {
  LineTrack heard, expected;
};

// Spectrogram of a sound up to `highest` [Hz] with all expected tracks; then frequency and level of one of them.
std::string plot_tracks(const FigureText& text, std::span<const float> sound, SampleRate rate, double highest,
                        const std::vector<ComparedTrack>& tracks, std::size_t shown);

}  // namespace resound
