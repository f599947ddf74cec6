#include "audio/mode_bank.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <numbers>
#include <sstream>
#include <string>
#include <vector>

#include "audio/spectrum.h"
#include "source_folder.h"

using namespace resound;
using namespace resound::test;
using Complex = std::complex<double>;

namespace {

constexpr double kTau = 2 * std::numbers::pi;

BankMode mode_of(double frequency, double t60) { return {kTau * frequency, 3 * std::log(10.0) / t60}; }

Complex pole_of(const BankMode& mode) {
  return {-mode.decay, std::sqrt(mode.omega * mode.omega - mode.decay * mode.decay)};
}

// The factor of a half-sine, once more and by itself.
Complex pulse_factor(Complex pole, double duration) {
  const Complex u = pole * duration / std::numbers::pi;
  return std::cosh(pole * duration / 2.0) / (1.0 + u * u);
}

// Velocity phasors of a bank, sample by sample, with the lag taken out.
struct Voices {
  std::vector<std::vector<Complex>> mode;
};

Voices play(const std::vector<BankMode>& modes, SampleRate rate, const std::vector<BankHit>& hits, int count,
            const std::vector<int>& blocks = {}, double retire_energy = 0) {
  const ModeBank bank(modes, rate, retire_energy);
  ModeBankState state(bank);
  const int total = count + ModeBank::lag();
  Voices voices{std::vector<std::vector<Complex>>(modes.size())};
  for (const BankHit& hit : hits) bank.strike(state, hit);
  std::size_t next = 0;
  for (int done = 0; done < total;) {
    const int length = std::min(total - done, blocks.empty() ? total : blocks[next++ % blocks.size()]);
    std::vector<double> real(modes.size() * 4096), imaginary(modes.size() * 4096);
    const int made = std::min(length, 4096);
    bank.ring(state, made, {real, imaginary, 4096});
    for (std::size_t i = 0; i < modes.size(); ++i)
      for (int n = 0; n < made; ++n) voices.mode[i].emplace_back(real[i * 4096 + n], imaginary[i * 4096 + n]);
    done += made;
  }
  for (auto& voice : voices.mode) voice.erase(voice.begin(), voice.begin() + ModeBank::lag());
  return voices;
}

struct ReferenceRow {
  double n, z, v, z_half_sine;
};

std::vector<ReferenceRow> read_reference() {
  std::ifstream file(RESOUND_TEST_DATA "/modal_impulse.csv");
  std::vector<ReferenceRow> rows;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || std::isdigit(static_cast<unsigned char>(line[0])) == 0) continue;
    std::ranges::replace(line, ',', ' ');
    std::istringstream fields(line);
    ReferenceRow row{};
    fields >> row.n >> row.z >> row.v >> row.z_half_sine;
    rows.push_back(row);
  }
  return rows;
}

}  // namespace

TEST_CASE("a struck mode follows the reference to a billionth of its peak once the band-limited onset is over") {
  const auto rows = read_reference();
  REQUIRE(rows.size() > 100);
  const SampleRate rate{44100};
  const BankMode mode = mode_of(1000, 0.5);
  const Complex pole = pole_of(mode);
  const std::vector<double> impulse{2e-5};
  const double duration = 100e-6;
  const auto ideal = play({mode}, rate, {{0.37, 0, impulse}}, 4000).mode[0];
  const auto pulse = play({mode}, rate, {{0.37 + rate.samples(duration / 2), duration, impulse}}, 4000).mode[0];
  double peak_z = 0, peak_v = 0, error_z = 0, error_v = 0, error_half = 0;
  for (const ReferenceRow& row : rows) {
    peak_z = std::max(peak_z, std::abs(row.z)), peak_v = std::max(peak_v, std::abs(row.v));
    if (row.n < 13) continue;  // the kernel reaches nine samples beyond the pulse's middle
    const auto n = static_cast<std::size_t>(row.n);
    error_z = std::max(error_z, std::abs((ideal[n] / pole).imag() - row.z));
    error_v = std::max(error_v, std::abs(ideal[n].imag() - row.v));
    error_half = std::max(error_half, std::abs((pulse[n] / pole).imag() - row.z_half_sine));
  }
  CHECK(error_z < 1e-9 * peak_z);
  CHECK(error_v < 1e-9 * peak_v);
  CHECK(error_half < 1e-9 * peak_z);
}

TEST_CASE("a hit at any fraction of a sample rings with its own phase and amplitude, up to 20 kHz") {
  const SampleRate rate{48000};
  const std::vector<BankMode> modes{mode_of(60, 2), mode_of(997, 0.3), mode_of(12345, 0.05), mode_of(20000, 0.02)};
  const std::vector<double> impulse{1, -2, 0.5, 3};
  for (const double time : {-0.93, 0.0, 0.001, 0.25, 0.4999, 0.73, 0.9999, 17.31, 100.5}) {
    CAPTURE(time);
    const auto voices = play(modes, rate, {{time, 0, impulse}}, 300);
    for (std::size_t i = 0; i < modes.size(); ++i) {
      CAPTURE(i);
      const Complex pole = pole_of(modes[i]);
      double worst = 0;
      for (int n = 120; n < 300; ++n) {
        const Complex exact = pole * impulse[i] / pole.imag() * std::exp(pole * ((n - time) / rate.hz));
        worst = std::max(worst, std::abs(voices.mode[i][static_cast<std::size_t>(n)] - exact) / std::abs(exact));
      }
      CHECK(decibels(worst) < -200);  // asked for: -72
    }
  }
}

TEST_CASE("the length of a pulse filters each mode, with its sign and through the pole") {
  const SampleRate rate{48000};
  for (const double cycles : {0.01, 0.3, 0.49999, 0.5, 0.50001, 0.52, 1.2, 1.6, 2.7, 11.3}) {  // omega D / 2 pi
    CAPTURE(cycles);
    const BankMode mode = mode_of(8000, 0.1);
    const Complex pole = pole_of(mode);
    const double duration = cycles * kTau / pole.imag();
    const std::vector<double> impulse{1};
    const auto voice = play({mode}, rate, {{3.3, duration, impulse}}, 100).mode[0];
    const Complex unit = pole / pole.imag() * std::exp(pole * ((50 - 3.3) / rate.hz));
    const Complex factor = voice[50] / unit;
    const bool at_pole = std::abs(cycles - 0.5) < 1e-9;
    const Complex exact = at_pole ? Complex(std::numbers::pi / 4) : pulse_factor(pole, duration);
    CHECK(std::abs(factor - exact) < (at_pole ? 1e-3 : 1e-9));
  }
  // from omega D = 3 pi to 5 pi the pulse pushes against the swing it has caused
  CHECK(pulse_factor({-1, kTau * 8000}, 1.4 / 8000).real() > 0);
  CHECK(pulse_factor({-1, kTau * 8000}, 1.6 / 8000).real() < 0);
}

TEST_CASE("a hit gives J^2/2, the energy never grows afterwards, and has fallen by 60 dB after T60") {
  const SampleRate rate{48000};
  const std::vector<BankMode> modes{mode_of(440, 0.5), mode_of(3000, 0.5)};
  const std::vector<double> impulse{2e-3, 1e-3};
  const ModeBank bank(modes, rate, 0);
  ModeBankState state(bank);
  bank.strike(state, {0.5, 0, impulse});
  std::vector<double> out(8);
  const std::vector<Complex> gains(2, 1.0);
  const BankMix mix(bank, gains);
  for (int cell = 0; cell < 4; ++cell) bank.ring(state, mix, out);
  const double start = bank.energy(state);
  CHECK(start == doctest::Approx((4e-6 + 1e-6) / 2).epsilon(0.02));
  CHECK(state.energy_supplied() >= start);
  CHECK(state.energy_supplied() == doctest::Approx(start).epsilon(0.2));
  double last = start;
  bool falls = true;
  for (int n = 0; n < 24000; n += 8) {
    bank.ring(state, mix, out);
    falls = falls && bank.energy(state) <= last;
    last = bank.energy(state);
  }
  CHECK(falls);
  CHECK(10 * std::log10(last / start) == doctest::Approx(-60).epsilon(0.001));
}

TEST_CASE("a hit that takes energy out is not booked as supply, and two hits add up") {
  const SampleRate rate{48000};
  const BankMode mode = mode_of(480, 100);
  const ModeBank bank(std::vector<BankMode>{mode}, rate, 0);
  ModeBankState state(bank);
  const std::vector<double> push{1}, pull{-1};
  bank.strike(state, {10, 0, push});
  bank.strike(state, {110, 0, pull});  // one period of 100 samples later: it comes to rest
  std::vector<double> out(256);
  const std::vector<Complex> gains{1.0};
  const BankMix mix(bank, gains);
  bank.ring(state, mix, out);
  CHECK(bank.energy(state) < 1e-5);
  CHECK(state.energy_supplied() == doctest::Approx(0.5).epsilon(0.2));
}

TEST_CASE("blocks of any length give the same bits, hits across their borders included") {
  const SampleRate rate{48000};
  std::vector<BankMode> modes;
  for (int i = 0; i < 37; ++i) modes.push_back(mode_of(100 + 531.7 * i, 0.4 / (1 + i)));
  std::vector<double> soft(modes.size(), 1e-4), hard(modes.size(), 3e-3);
  const double times[] = {0.2, 5.0, 5.7, 31.9, 255.5, 300.01, 300.02, 1023.99, 2000.4};
  const ModeBank bank(modes, rate);
  std::vector<Complex> gains;
  for (std::size_t i = 0; i < modes.size(); ++i) gains.push_back(std::polar(1.0, 0.3 * static_cast<double>(i)));
  const BankMix mix(bank, gains);

  const auto in_blocks = [&](const std::vector<int>& lengths, bool lanes) {
    ModeBankState state(bank);
    std::vector<double> all, real(modes.size() * 4096), imaginary(modes.size() * 4096), block;
    std::size_t next = 0;
    for (int first = 0; first < 4096;) {
      const int length = std::min(4096 - first, lengths[next++ % lengths.size()]);
      for (const double time : times)
        if (time >= first && time < first + length)
          bank.strike(state, {time - first, time > 250 ? 50e-6 : 0, time > 300 ? hard : soft});
      if (lanes) {
        const std::size_t from = static_cast<std::size_t>(first);
        bank.ring(state, length, {std::span(real).subspan(from), std::span(imaginary).subspan(from), 4096});
      } else {
        block.resize(static_cast<std::size_t>(length));
        bank.ring(state, mix, block);
        all.insert(all.end(), block.begin(), block.end());
      }
      first += length;
    }
    all.insert(all.end(), real.begin(), real.end());
    all.insert(all.end(), imaginary.begin(), imaginary.end());
    all.push_back(bank.energy(state));
    return all;
  };
  for (const bool lanes : {false, true}) {
    const auto whole = in_blocks({4096}, lanes);
    CHECK(*std::ranges::max_element(whole) > 0);
    CHECK(in_blocks({32}, lanes) == whole);
    CHECK(in_blocks({1}, lanes) == whole);
    CHECK(in_blocks({5, 300, 7, 1, 64}, lanes) == whole);
  }
}

TEST_CASE("the sum with gains is the sum of the voices with gains") {
  const SampleRate rate{44100};
  std::vector<BankMode> modes;
  std::vector<Complex> gains;
  std::vector<double> impulse;
  for (int i = 0; i < 21; ++i) {
    modes.push_back(mode_of(50 + 900.0 * i, 0.2));
    gains.push_back(std::polar(1.0 + i, 0.7 * i));
    impulse.push_back(1.0 / (1 + i));
  }
  const ModeBank bank(modes, rate, 0);
  ModeBankState state(bank);
  bank.strike(state, {3.7, 20e-6, impulse});
  bank.strike(state, {90.2, 0, impulse});
  std::vector<double> sum(500);
  bank.ring(state, BankMix(bank, gains), sum);
  const auto voices = play(modes, rate, {{3.7, 20e-6, impulse}, {90.2, 0, impulse}}, 492);
  double worst = 0, peak = 0;
  for (std::size_t n = 0; n < 492; ++n) {
    double expected = 0;
    for (std::size_t i = 0; i < modes.size(); ++i) expected += (gains[i] * voices.mode[i][n]).imag();
    worst = std::max(worst, std::abs(sum[n + 8] - expected)), peak = std::max(peak, std::abs(expected));
  }
  CHECK(worst < 1e-13 * peak);
}

TEST_CASE("modes that would alias and modes that only creep back stay silent") {
  const SampleRate rate{48000};
  const std::vector<BankMode> modes{mode_of(21590, 1), mode_of(21610, 1), mode_of(30000, 1),
                                    {1000, 1000},      {1000, 4000},      {0, 0}};
  const ModeBank bank(modes, rate);
  CHECK(bank.sounds(0));
  for (int i = 1; i < 6; ++i) CHECK_FALSE(bank.sounds(i));
  const std::vector<double> impulse(modes.size(), 1.0);
  const auto voices = play(modes, rate, {{0.3, 0, impulse}}, 100);
  for (std::size_t i = 1; i < 6; ++i)
    for (const Complex& value : voices.mode[i]) CHECK(value == 0.0);
}

TEST_CASE("a mode that dies within a pulse or within a few samples never rings louder than the blow") {
  const SampleRate rate{48000};
  for (const double share : {0.05, 0.3, 0.7, 0.95}) {  // decay / omega
    for (const double duration : {0.0, 1e-4, 5e-3}) {
      CAPTURE(share);
      CAPTURE(duration);
      const std::vector<BankMode> modes{{kTau * 15000, share * kTau * 15000}, {kTau * 300, share * kTau * 300}};
      const std::vector<double> impulse{1, 1};
      for (const auto& voice : play(modes, rate, {{20.4, duration, impulse}}, 200).mode)
        for (const Complex& v : voice) CHECK(std::abs(v.imag()) < 2);
    }
  }
}

TEST_CASE("modes that cannot be heard any more cost nothing, and nobody hears them go") {
  const SampleRate rate{48000};
  std::vector<BankMode> modes;
  for (int i = 0; i < 64; ++i) modes.push_back(mode_of(200 + 300.0 * i, 1.0 / (1 + i / 4)));
  const std::vector<double> impulse(modes.size(), 1e-4);
  const std::vector<Complex> gains(modes.size(), 1.0);
  const ModeBank bank(modes, rate, 1e-17), forever(modes, rate, 0);
  ModeBankState state(bank), endless(forever);
  bank.strike(state, {0.4, 0, impulse});
  forever.strike(endless, {0.4, 0, impulse});
  std::vector<double> out(480), exact(480);
  const BankMix mix(bank, gains), mix_forever(forever, gains);
  double error = 0, peak = 0;
  int awake = 64;
  for (int block = 0; block < 200; ++block) {
    bank.ring(state, mix, out);
    forever.ring(endless, mix_forever, exact);
    CHECK(state.awake() <= awake);
    awake = state.awake();
    for (std::size_t n = 0; n < 480; ++n)
      error = std::max(error, std::abs(out[n] - exact[n])), peak = std::max(peak, std::abs(exact[n]));
    if (block == 20) CHECK((awake > 0 && awake < 64));
  }
  CHECK(state.is_silent());
  CHECK(bank.energy(state) == 0);
  CHECK(endless.awake() == 64);
  CHECK(error < 8 * std::sqrt(2 * 1e-17));  // one group at its threshold
  CHECK(decibels(error / peak) < -80);
}

TEST_CASE("a bank left alone for an hour holds no subnormal number") {
  const ModeBank bank(std::vector<BankMode>{mode_of(5000, 0.001)}, {48000}, 0);
  ModeBankState state(bank);
  const std::vector<double> impulse{1};
  bank.strike(state, {0, 0, impulse});
  std::vector<double> real(4096), imaginary(4096);
  for (int block = 0; block < 40; ++block) {
    bank.ring(state, 4096, {real, imaginary, 4096});
    for (const double x : real) CHECK((x == 0 || std::isnormal(x)));
  }
  CHECK(state.is_silent());
}

TEST_CASE("the click of a hit has the spectrum of the physical one, at every fraction of a sample") {
  // velocity of one mode struck at time p:  V(omega) = Im part of  (w / omega_d) / (i omega - w) e^{-i omega p}
  const SampleRate rate{48000};
  const BankMode mode = mode_of(3000, 0.02);
  const Complex pole = pole_of(mode);
  const std::vector<double> impulse{1};
  double worst = 0;
  for (const double fraction : {0.0, 0.2, 0.5, 0.77}) {
    const double time = 40 + fraction;
    const auto voice = play({mode}, rate, {{time, 0, impulse}}, 4000).mode[0];
    for (const double frequency : {100.0, 1000.0, 2500.0, 3500.0, 6000.0, 9000.0, 12000.0, 15000.0}) {
      const double omega = kTau * frequency;
      Complex spectrum = 0;
      for (std::size_t n = 0; n < voice.size(); ++n)
        spectrum += voice[n].imag() * std::polar(1.0, -omega * static_cast<double>(n) / rate.hz) / rate.hz;
      const Complex i(0, 1), along = pole / pole.imag() / (i * omega - pole);
      const Complex against = std::conj(pole) / pole.imag() / (i * omega - std::conj(pole));
      const Complex exact = (along - against) / (2.0 * i) * std::polar(1.0, -omega * time / rate.hz);
      worst = std::max(worst, std::abs(spectrum - exact) / std::abs(exact));
    }
  }
  CHECK(decibels(worst) < -72);
}

TEST_CASE("a bank goes on from a checkpoint as if nothing had happened") {
  std::vector<BankMode> modes;
  for (int i = 0; i < 11; ++i) modes.push_back(mode_of(300 + 700.0 * i, 0.3));
  const ModeBank bank(modes, {48000});
  const std::vector<double> impulse(modes.size(), 1e-3);
  const std::vector<Complex> gains(modes.size(), Complex(1, 2));
  const BankMix mix(bank, gains);
  ModeBankState state(bank);
  std::vector<double> out(37), again(37);
  bank.strike(state, {30.2, 1e-5, impulse});  // still to come when the checkpoint is made
  bank.ring(state, mix, out);
  StateArchive saved;
  state.archive(saved);
  ModeBankState loaded(bank);
  StateArchive loading(saved.bytes());
  loaded.archive(loading);
  CHECK(loading.is_exhausted());
  bank.ring(state, mix, out);
  bank.ring(loaded, mix, again);
  CHECK(out == again);
  CHECK(rms(out) > 0);
}

TEST_CASE("a mode whose pitch and decay are changed little by little makes no click") {
  const SampleRate rate{48000};
  const BankMode before = mode_of(1500, 2), after = mode_of(1400, 0.5);
  const auto ring = [&](bool in_one_step) {
    ModeBank bank(std::vector{before}, rate);
    ModeBankState state(bank);
    const std::vector<Complex> gain{1};
    const BankMix mix(bank, gain);
    const double impulse = 1;
    bank.strike(state, {10, 1e-4, {&impulse, 1}});
    std::vector<double> sound;
    for (int block = 0; block < 300; ++block) {
      const double part = in_one_step ? (block < 155 ? 0 : 1) : std::clamp((block - 140) / 37.5, 0.0, 1.0);
      const std::vector<BankMode> now{
          {before.omega + part * (after.omega - before.omega), before.decay + part * (after.decay - before.decay)}};
      bank.retune(now);
      std::vector<double> real(32), imaginary(32);
      bank.ring(state, 32, BankLanes{real, imaginary, 32});
      sound.insert(sound.end(), imaginary.begin(), imaginary.end());
    }
    return sound;
  };
  // what is heard from 6 kHz on while it changes, beside the mode itself
  const auto click = [](const std::vector<double>& sound) {
    double high = 0, all = 0;
    for (double f = 6000; f < 20000; f += 250) {
      Complex sum = 0;
      for (std::size_t i = 0; i < 2048; ++i) {
        const double window = 0.5 - 0.5 * std::cos(kTau * static_cast<double>(i) / 2048);
        sum += window * window * sound[4000 + i] * std::polar(1.0, -kTau * f * static_cast<double>(i) / 48000);
      }
      high += std::norm(sum);
    }
    for (std::size_t i = 0; i < 2048; ++i) all += sound[4000 + i] * sound[4000 + i];
    return 10 * std::log10(high / (all * 2048));
  };
  CHECK(click(ring(false)) < -80);
  CHECK(click(ring(true)) > click(ring(false)) + 15);
}
