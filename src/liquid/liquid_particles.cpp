#include "liquid/liquid_particles.h"

#include "liquid/put_in_order.h"

namespace resound {

void LiquidParticles::add(const Vec3& place, const Vec3& moving, double pressed) {
  position.push_back(place);
  velocity.push_back(moving);
  acceleration.emplace_back();
  excess.push_back(pressed);
  rate.push_back(0);
  neighbours.push_back(0);
  number.push_back(ever++);
}

void LiquidParticles::take_order(const std::vector<std::uint32_t>& order) {
  put_in_order(position, order), put_in_order(velocity, order), put_in_order(acceleration, order);
  put_in_order(excess, order), put_in_order(rate, order), put_in_order(neighbours, order);
  put_in_order(number, order);
}

void LiquidParticles::archive(StateArchive& state) {
  state.fields(ever, gone, position, velocity, acceleration, excess, rate, neighbours, number, listed_at);
}

}  // namespace resound
