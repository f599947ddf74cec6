#include <fmt/format.h>

#include <cmath>

#include "scene/materials.h"

namespace resound {

std::string materials_page() {
  std::string page = R"(# Materials
What a thing is made of decides its pitch (by Young's modulus over density), how long it rings (by the loss factor) and how
hard a blow is (by modulus and restitution). These are nominal values at room temperature; woods along the grain, and taken as
if they were alike in all directions.

    resound strike cup.obj --units m --material porcelain -o cup.wav
    resound strike cup.obj --units m --material E=45e9,nu=0.2,density=2300,loss=0.002 -o cup.wav
    resound strike cup.obj --units m --material "steel,loss=0.01" -o cup.wav

| name | Young's modulus [GPa] | density [kg/m^3] | Poisson ratio | loss factor | restitution | c [m/s] | T60 at 1 kHz [s] | source |
|---|---|---|---|---|---|---|---|---|
)";
  for (const KnownMaterial& known : materials()) {
    const Material& m = known.material;
    page += fmt::format("| `{}` | {} | {} | {} | {} | {} | {:.0f} | {:.2g} | {} |\n", m.name, m.young_modulus / 1e9,
                        m.density, m.poisson_ratio, m.damping.loss_factor, m.restitution,
                        std::sqrt(m.young_modulus / m.density),
                        t60_of_decay(m.damping.decay(-1, 2000 * 3.14159265358979)), known.source);
  }
  page += R"(
*c* is the speed of sound along a thin bar, sqrt(E/rho). Restitution is that of two pieces of the material at about 1 m/s, which falls
slowly with speed; between two materials the softer one decides (`motion/contact/hertz.h`).

## Damping
A mode of angular frequency w dies away as exp(-x t) with

    x = (alpha1 w^2 + alpha2) / 2 + eta w / 2,     T60 = 6.908 / x

- **eta**, the loss factor: the share of its energy that a swing loses, over 2 pi. For most solids it hardly depends on the pitch, so T60
  falls as 1/f: 2.2/(eta f).
- **alpha2** [1/s]: the same for every mode. The materials above have 0.5, for the air and the thread: nothing rings longer than 27 s.
- **alpha1** [s]: grows with the square of the pitch (a viscous solid). With alpha2 it makes Rayleigh damping; two frequencies and
  their damping ratios give both (`rayleigh_from_two`).
- **T60 of single modes**, where they were measured, take the place of all this.

Real losses scatter by a factor of two or three from piece to piece, and whatever holds a body adds its own: a hand on a glass costs more
than the glass.
)";
  return page;
}

}  // namespace resound
