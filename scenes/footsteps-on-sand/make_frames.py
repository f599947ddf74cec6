#!/usr/bin/env python3
"""Frames of two steps on sand, as an animation would have them: a sole presses into a bed of coarse particles, which give
way below it and rise around it. No grain and no collision is simulated.

    ./make_frames.py [FOLDER]

Numbers are hundredths of a millimetre in 16 bits.
"""
import math
import random
import struct
import sys
import zipfile
from pathlib import Path

COUNT, RADIUS = 3000, 0.0035          # particles, [m]
LENGTH, WIDTH, DEPTH = 0.36, 0.2, 0.05  # [m] of the bed
FPS, SECONDS = 30, 1.6
STEPS = ((0.15, -0.06), (0.9, 0.06))  # [s] when the heel comes down, [m] where along the bed
PRESS, SINK = 0.22, 0.018             # [s] from heel to toe, [m]


def sole(t, at):
    """How deep the sole has pressed at a place along the bed: the heel first, then the ball of the foot. [m]"""
    depth = 0.0
    for start, middle in STEPS:
        along = (at - middle) / 0.14  # -1 heel, 1 toe
        if abs(along) > 1:
            continue
        begin = start + PRESS * (along + 1) / 2
        part = min(1.0, max(0.0, (t - begin) / 0.06))
        depth = max(depth, SINK * part * part * (3 - 2 * part) * (1 - abs(along) ** 6))
    return depth


def place(home, t):
    x, y, z = home
    depth = sole(t, x)
    beside = abs(y) / 0.045  # 1 at the edge of the sole
    below = math.exp(-((DEPTH - z) / 0.03) ** 2)
    if beside < 1:
        return x, y * (1 + 0.25 * depth / SINK * below), z - depth * below * (1 - 0.3 * beside**2)
    ring = math.exp(-((beside - 1.35) / 0.4) ** 2)
    return x, y + math.copysign(0.35 * depth * ring * below, y), z + 0.6 * depth * ring * below


def npy(rows):
    header = "{'descr': '<i2', 'fortran_order': False, 'shape': (%d, 3), }" % len(rows)
    header += " " * (63 - (10 + len(header)) % 64) + "\n"
    data = b"".join(struct.pack("<3h", *(round(100000 * c) for c in row)) for row in rows)
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + data


def main():
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent
    rng = random.Random(3)
    homes = [(rng.uniform(-LENGTH / 2, LENGTH / 2), rng.uniform(-WIDTH / 2, WIDTH / 2), rng.uniform(RADIUS, DEPTH))
             for _ in range(COUNT)]
    for frame in range(int(SECONDS * FPS) + 1):
        rows = [place(home, frame / FPS) for home in homes]
        with zipfile.ZipFile(folder / ("frame_%04d.npz" % frame), "w") as file:
            file.writestr(zipfile.ZipInfo("positions.npy"), npy(rows), zipfile.ZIP_DEFLATED, 9)


main()
