#include "plain_liquid.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/parallel.h"

namespace resound::bench {
namespace {

constexpr float kRestDensity = 1000, kStiffSpeed = 30, kSlowing = 0.05F, kWeight = 9.81F;
constexpr float kLength = 3, kHeight = 2, kWidth = 1;
constexpr std::size_t kChunk = 256;

template <class Work>
void in_chunks(std::size_t count, const Work& work) {
  parallel_for((count + kChunk - 1) / kChunk,
               [&](std::size_t chunk) { work(chunk * kChunk, std::min(count, (chunk + 1) * kChunk)); });
}

}  // namespace

PlainLiquid::PlainLiquid(int particles) {
  spacing_ = 1 / std::cbrt(static_cast<float>(particles));
  h_ = 2 * spacing_;
  mass_ = kRestDensity * spacing_ * spacing_ * spacing_;
  step_ = 0.2F * spacing_ / kStiffSpeed;
  const int edge = static_cast<int>(1 / spacing_);
  for (int i = 0; i < edge; ++i)
    for (int j = 0; j < edge; ++j)
      for (int k = 0; k < edge; ++k)
        x_.push_back({(static_cast<float>(i) + 0.5F) * spacing_, (static_cast<float>(j) + 0.5F) * spacing_,
                      (static_cast<float>(k) + 0.5F) * spacing_});
  v_.assign(x_.size(), {});
  a_ = sorted_v_ = v_;
  sorted_x_ = x_;
  density_.resize(x_.size());
  pressure_.resize(x_.size());
  nx_ = static_cast<int>(kLength / h_) + 1;
  ny_ = static_cast<int>(kHeight / h_) + 1;
  nz_ = static_cast<int>(kWidth / h_) + 1;
  key_.resize(x_.size());
}

PlainLiquid::Cell PlainLiquid::cell(const V& p) const {
  return {std::clamp(static_cast<int>(p.x / h_), 0, nx_ - 1), std::clamp(static_cast<int>(p.y / h_), 0, ny_ - 1),
          std::clamp(static_cast<int>(p.z / h_), 0, nz_ - 1)};
}

void PlainLiquid::sort() {
  first_.assign(static_cast<std::size_t>(nx_) * ny_ * nz_ + 1, 0);
  for (std::size_t i = 0; i < x_.size(); ++i) {
    const Cell c = cell(x_[i]);
    key_[i] = (c.z * ny_ + c.y) * nx_ + c.x;
    ++first_[static_cast<std::size_t>(key_[i]) + 1];
  }
  for (std::size_t c = 1; c < first_.size(); ++c) first_[c] += first_[c - 1];
  std::vector<int> next(first_.begin(), first_.end() - 1);
  for (std::size_t i = 0; i < x_.size(); ++i) {
    const int to = next[static_cast<std::size_t>(key_[i])]++;
    sorted_x_[static_cast<std::size_t>(to)] = x_[i];
    sorted_v_[static_cast<std::size_t>(to)] = v_[i];
  }
  std::swap(x_, sorted_x_);
  std::swap(v_, sorted_v_);
}

template <class Visit>
void PlainLiquid::for_candidates(const V& p, const Visit& visit) const {
  const Cell c = cell(p);
  for (int k = std::max(0, c.z - 1); k <= std::min(nz_ - 1, c.z + 1); ++k)
    for (int j = std::max(0, c.y - 1); j <= std::min(ny_ - 1, c.y + 1); ++j) {
      const int row = (k * ny_ + j) * nx_;
      visit(first_[static_cast<std::size_t>(row + std::max(0, c.x - 1))],
            first_[static_cast<std::size_t>(row + std::min(nx_ - 1, c.x + 1) + 1)]);
    }
}

void PlainLiquid::find_densities(std::size_t begin, std::size_t end) {
  const float h2 = h_ * h_, poly = 315 / (64 * std::numbers::pi_v<float> * std::pow(h_, 9.0F));
  for (std::size_t i = begin; i < end; ++i) {
    const V p = x_[i];
    float sum = 0;
    for_candidates(p, [&](int from, int to) {
      for (int n = from; n < to; ++n) {
        const float dx = p.x - x_[n].x, dy = p.y - x_[n].y, dz = p.z - x_[n].z;
        const float d = std::max(0.0F, h2 - (dx * dx + dy * dy + dz * dz));
        sum += d * d * d;
      }
    });
    density_[i] = mass_ * poly * sum;
    pressure_[i] = std::max(0.0F, kStiffSpeed * kStiffSpeed * (density_[i] - kRestDensity));
  }
}

void PlainLiquid::find_forces(std::size_t begin, std::size_t end) {
  const float h2 = h_ * h_, spiky = -45 / (std::numbers::pi_v<float> * std::pow(h_, 6.0F));
  for (std::size_t i = begin; i < end; ++i) {
    const V p = x_[i], v = v_[i];
    const float own = pressure_[i] / (density_[i] * density_[i]);
    V sum{0, 0, 0};
    for_candidates(p, [&](int from, int to) {
      for (int n = from; n < to; ++n) {
        const float dx = p.x - x_[n].x, dy = p.y - x_[n].y, dz = p.z - x_[n].z, d2 = dx * dx + dy * dy + dz * dz;
        if (d2 >= h2 || d2 == 0) continue;
        const float d = std::sqrt(d2), w = h_ - d;
        const float push = -mass_ * (own + pressure_[n] / (density_[n] * density_[n])) * spiky * w * w / d;
        const float drag = -kSlowing * mass_ * spiky * w / (density_[i] * density_[n]);
        sum.x += push * dx + drag * (v_[n].x - v.x);
        sum.y += push * dy + drag * (v_[n].y - v.y);
        sum.z += push * dz + drag * (v_[n].z - v.z);
      }
    });
    a_[i] = {sum.x, sum.y - kWeight, sum.z};
  }
}

void PlainLiquid::move(std::size_t begin, std::size_t end) {
  const auto bounce = [](float& x, float& v, float low, float high) {
    if (x < low) x = low, v = -0.3F * v;
    if (x > high) x = high, v = -0.3F * v;
  };
  const float r = spacing_ / 2;
  for (std::size_t i = begin; i < end; ++i) {
    V &x = x_[i], &v = v_[i];
    v = {v.x + step_ * a_[i].x, v.y + step_ * a_[i].y, v.z + step_ * a_[i].z};
    x = {x.x + step_ * v.x, x.y + step_ * v.y, x.z + step_ * v.z};
    bounce(x.x, v.x, r, kLength - r), bounce(x.y, v.y, r, kHeight - r), bounce(x.z, v.z, r, kWidth - r);
  }
}

void PlainLiquid::step() {
  sort();
  in_chunks(x_.size(), [&](std::size_t begin, std::size_t end) { find_densities(begin, end); });
  in_chunks(x_.size(), [&](std::size_t begin, std::size_t end) { find_forces(begin, end); });
  in_chunks(x_.size(), [&](std::size_t begin, std::size_t end) { move(begin, end); });
}

}  // namespace resound::bench
