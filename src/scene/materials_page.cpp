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
slowly with speed; between two materials the softer one decides (`motion/contact/hertz.h`). It depends on hardness and shape as much as
on the material: the figures are representative choices, good to about 0.1, after the impacts of balls in [Goldsmith 1960].
Where a source gives a range, or is of another piece, the source says so; "chosen" means that no single figure can be cited.

## Your own
A scene may describe further materials; bodies, bars, the `tip` of a strike and the `other_material` of a
[file of hits](hits.md) name them as they name those above.

    [[material]]
    name = "pewter"
    young_modulus_pa = 53e9
    density_kg_m3 = 7280
    poisson_ratio = 0.36
    restitution = 0.4
    [material.damping]
    loss_factor = 0.004             # or stiffness_time_s and mass_rate_per_s, or mode_t60_s = [1.2, 0.8, ...]

    [[material]]
    name = "dead steel"
    based_on = "steel"              # all that is not given is as there; known materials, and own ones further up
    damping.loss_factor = 0.02

    [[body]]
    shape = "cup"
    material = "pewter"

Any key of `damping` takes the place of all the damping that held before. No two materials share a name.

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
