#!/usr/bin/python3
"""Ten thousand soft grains at rest in a box: ours and LAMMPS (gran/hertz/history), in turn, on one core and on two.

  soft_grains_peers.py SOFT_GRAINS_RUN [--rounds 7] [--settle 15000] [--timed 2000] [--cores 1,2]

Each side lets the grains fall and settle, and then times further steps by its own clock (wall time). Quote the ratios.
"""
import argparse
import os
import re
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

INPUT = Path(__file__).resolve().parent / "lammps_soft_grains.in"
GRAINS = 10000


def run(command, folder):
    environment = dict(os.environ, OMP_NUM_THREADS="1")
    result = subprocess.run(command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if result.returncode != 0:
        sys.exit(f"{command[0]} failed:\n{result.stdout[-2000:]}")
    return result.stdout


def ours(program, settle, timed, cores, folder):
    words = run([program, str(settle), str(timed), str(cores)], folder).split()
    return {"seconds": float(words[3]), "contacts": float(words[5]), "energy": float(words[7])}


def lammps(settle, timed, cores, folder):
    start = [] if cores == 1 else ["mpirun", "--allow-run-as-root", "--oversubscribe", "-np", str(cores)]
    text = run([*start, "lmp", "-nocite", "-log", "none", "-var", "settle", str(settle), "-var", "timed", str(timed), "-in",
                str(INPUT)], folder)
    loops = re.findall(r"^Loop time of ([0-9.e+-]+) on", text, re.M)
    rows = [line.split() for line in text.splitlines()]
    last = [row for row in rows if len(row) == 5 and row[0] == str(settle + timed)][-1]
    return {"seconds": float(loops[-1]), "contacts": float(last[3]), "energy": float(last[2])}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--settle", type=int, default=15000)
    parser.add_argument("--timed", type=int, default=2000)
    parser.add_argument("--cores", default="1,2")
    arguments = parser.parse_args()
    program = os.path.abspath(arguments.program)
    with tempfile.TemporaryDirectory(prefix="resound-grains-") as folder:
        for cores in map(int, arguments.cores.split(",")):
            pairs = []
            for _ in range(arguments.rounds):
                pairs.append((ours(program, arguments.settle, arguments.timed, cores, folder),
                              lammps(arguments.settle, arguments.timed, cores, folder)))
            work = GRAINS * arguments.timed
            ratios = [theirs["seconds"] / mine["seconds"] for mine, theirs in pairs]
            print(f"{cores} core(s), load {os.getloadavg()[0]:.1f}, particle-steps a second:")
            for name, side in (("ours", 0), ("LAMMPS", 1)):
                seconds = statistics.median(pair[side]["seconds"] for pair in pairs)
                print(f"  {name:<8}{work / seconds:9.3g}   contacts a grain {pairs[0][side]['contacts']:.2f}, "
                      f"kinetic energy {pairs[0][side]['energy']:.3g}")
            print(f"  ratio {statistics.median(ratios):.2f} [{min(ratios):.2f} … {max(ratios):.2f}]", flush=True)


if __name__ == "__main__":
    main()
