#include "scene/particles.h"

namespace resound {

double metres_in(ParticleUnit unit) {
  switch (unit) {
    case ParticleUnit::metre:
      return 1;
    case ParticleUnit::centimetre:
      return 0.01;
    case ParticleUnit::millimetre:
      return 0.001;
    case ParticleUnit::inch:
      return 0.0254;
    case ParticleUnit::foot:
      return 0.3048;
  }
  return 1;
}

}  // namespace resound
