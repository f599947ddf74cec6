# Glass beads of 2 mm: two that meet head on at 1 m/s, one that falls 5 mm onto a plate of steel, and a cloud that falls on the plate.
# yade -n -x beads.py
import random
from yade import *

glass = O.materials.append(FrictMat(young=1e7, poisson=0.3, density=2500, frictionAngle=0.3, label='glass'))
steel = O.materials.append(FrictMat(young=1e7, poisson=0.3, density=7800, frictionAngle=0.3, label='steel'))
near, far, falling = [
    O.bodies.append(sphere(place, 0.001, material=glass))
    for place in [(-0.004, 0.02, 0.01), (0.004, 0.02, 0.01), (0.02, -0.02, 0.006)]
]
O.bodies[near].state.vel, O.bodies[far].state.vel = (0.5, 0, 0), (-0.5, 0, 0)
O.bodies.append(wall((0, 0, 0), axis=2, material=steel))
draw = random.Random(1)
for i in range(60):
  place = (0.003 * (i % 4) - 0.0045, 0.003 * (i // 4 % 4) - 0.0045, 0.0025 + 0.003 * (i // 16))
  bead = O.bodies.append(sphere(place, 0.001, material=glass))
  O.bodies[bead].state.vel = [draw.uniform(-0.3, 0.3) for axis in range(3)]

contacts = open('beads.csv', 'w')
contacts.write('t,x,y,z,nx,ny,nz,speed,first,second,first_object,second_object\n')
def list_new_contacts():
  for i in O.interactions:
    if not i.isReal or i.iterMadeReal != O.iter: continue
    speed = max(0, -i.geom.incidentVel(i, False).dot(i.geom.normal))
    names = [O.bodies[id].mat.label for id in (i.id1, i.id2)]
    contacts.write(','.join(map(str, [O.time, *i.geom.contactPoint, *i.geom.normal, speed, i.id1, i.id2, *names])) + '\n')

O.engines = [
    ForceResetter(),
    InsertionSortCollider([Bo1_Sphere_Aabb(), Bo1_Wall_Aabb()]),
    InteractionLoop([Ig2_Sphere_Sphere_ScGeom(), Ig2_Wall_Sphere_ScGeom()],
                    [Ip2_FrictMat_FrictMat_FrictPhys()],
                    [Law2_ScGeom_FrictPhys_CundallStrack()]),
    PyRunner(command='list_new_contacts()', iterPeriod=1),
    NewtonIntegrator(gravity=(0, 0, -9.81), damping=0),
]
O.dt = 2e-6
O.run(20000, wait=True)
contacts.close()
