#include "scene/particles.h"

namespace resound {

double metres_in(LengthUnit unit) {
  switch (unit) {
    case LengthUnit::metre:
      return 1;
    case LengthUnit::centimetre:
      return 0.01;
    case LengthUnit::millimetre:
      return 0.001;
    case LengthUnit::inch:
      return 0.0254;
    case LengthUnit::foot:
      return 0.3048;
  }
  return 1;
}

}  // namespace resound
