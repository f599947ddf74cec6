#!/usr/bin/env python3
"""Frames of a coarse fall of sand, as an animation would have them: a stream leaves a hole, falls, lands on a heap that
grows on a tray, and slides down it. No grain and no collision is simulated.

    ./make_frames.py [PARTICLES [FOLDER]]      5000 particles, the frames beside this script

All sizes stand for the same 5 million grains of one millimetre: particles are as large as their share of them. Numbers are tenths of a millimetre
in 16 bits, which keeps a frame at a few ten kilobytes.
"""
import math
import random
import struct
import sys
import zipfile
from pathlib import Path

GRAINS, GRAIN_RADIUS = 5_000_000, 0.0005  # [m]
FPS, SECONDS, POUR = 24, 1.6, 1.1         # [1/s], [s], [s]
HOLE, HEIGHT, SPEED = 0.035, 0.62, 1.1    # [m], [m] above the tray, [m/s] downward
SLOPE = math.tan(math.radians(28))
PACKING, GRAVITY = 0.6, 9.81
TRAY = 0.15                               # [m] height of its upper side


def heap_base(landed_volume):
    """Radius of a cone of this solid volume."""
    return (3 * landed_volume / PACKING / (math.pi * SLOPE)) ** (1 / 3)


def life(rng, radius, share, total):
    """The way of one particle: when it leaves, falls, lands and comes to rest."""
    t0 = POUR * (share + 0.5 / total * rng.uniform(-1, 1))
    angle, r = rng.uniform(0, 2 * math.pi), HOLE * math.sqrt(rng.random())
    x, y = r * math.cos(angle), r * math.sin(angle)
    vx, vy, vz = rng.gauss(0, 0.06), rng.gauss(0, 0.06), -SPEED + rng.gauss(0, 0.05)
    base = heap_base(max(share, 1e-6) * GRAINS * 4 / 3 * math.pi * GRAIN_RADIUS**3)
    fall = 0.3
    for _ in range(20):  # where it meets the heap
        floor = TRAY + radius + SLOPE * max(0.0, base - math.hypot(x + vx * fall, y + vy * fall))
        drop = HEIGHT - (floor - TRAY) + 0.0
        fall = (vz + math.sqrt(vz * vz + 2 * GRAVITY * drop)) / GRAVITY
    lx, ly = x + vx * fall, y + vy * fall
    rest_r = max(math.hypot(lx, ly), base * math.sqrt(rng.random()))
    rest_a = math.atan2(ly, lx) + rng.gauss(0, 0.3)
    slide = 0.12 + rng.uniform(0, 0.25)
    return t0, (x, y), (vx, vy, vz), fall, (lx, ly), (rest_r * math.cos(rest_a), rest_r * math.sin(rest_a)), slide, base


def place(one, radius, t):
    t0, start, v, fall, land, rest, slide, base = one
    s = t - t0
    if s < 0:  # waits above the hole
        return start[0], start[1], TRAY + HEIGHT - s * SPEED
    if s < fall:
        return start[0] + v[0] * s, start[1] + v[1] * s, TRAY + HEIGHT + v[2] * s - GRAVITY * s * s / 2
    part = min(1.0, (s - fall) / slide)
    part = 1 - (1 - part) ** 2
    x, y = land[0] + part * (rest[0] - land[0]), land[1] + part * (rest[1] - land[1])
    return x, y, TRAY + radius + SLOPE * max(0.0, base - math.hypot(x, y))


def npy(rows):
    header = "{'descr': '<i2', 'fortran_order': False, 'shape': (%d, 3), }" % len(rows)
    header += " " * (63 - (10 + len(header)) % 64) + "\n"
    data = b"".join(struct.pack("<3h", *(max(-32768, min(32767, round(10000 * c))) for c in row)) for row in rows)
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + data


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 5000
    folder = Path(sys.argv[2]) if len(sys.argv) > 2 else Path(__file__).parent
    folder.mkdir(parents=True, exist_ok=True)
    radius = GRAIN_RADIUS * (GRAINS / count) ** (1 / 3)
    rng = random.Random(7)
    lives = [life(rng, radius, (i + 0.5) / count, count) for i in range(count)]
    for frame in range(int(SECONDS * FPS) + 1):
        rows = [place(one, radius, frame / FPS) for one in lives]
        with zipfile.ZipFile(folder / ("frame_%04d.npz" % frame), "w", zipfile.ZIP_DEFLATED, compresslevel=9) as file:
            file.writestr(zipfile.ZipInfo("positions.npy"), npy(rows), zipfile.ZIP_DEFLATED, 9)
    print("%d particles of %.2f mm radius, %d frames" % (count, 1000 * radius, int(SECONDS * FPS) + 1))


main()
