#!/usr/bin/python3
"""The 94 lowest elastic modes of a cup (100 with the rigid ones): ours, CalculiX and SciPy, on the same mesh, in turn.

  modes_peers.py CUP_MODES [--sizes 10k,50k,150k] [--elements linear,quadratic] [--rounds 3]

Each side runs as a program of its own on one thread of BLAS; its CPU seconds and peak memory come from the kernel. SciPy
is given our matrices, and neither starting Python nor assembling them counts for it. Quote the ratios, not the seconds.
"""
import argparse
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
COUNT = 94
EDGES = {  # [m], for about so many unknowns
    "linear": {"10k": 0.0044, "50k": 0.0022, "150k": 0.00138},
    "quadratic": {"10k": 0.0115, "50k": 0.0047, "150k": 0.0027},
}

SCIPY = """
import sys, time, resource, numpy as np, scipy.sparse as sp, scipy.sparse.linalg as sl
def rows(name):
    start, column, value = (np.fromfile(f"{name}.{part}", dtype) for part, dtype in
                            (("start", np.uint64), ("column", np.int32), ("value", float)))
    return sp.csr_matrix((value, column, start.astype(np.int64)))
k, m = rows(sys.argv[1] + ".k"), rows(sys.argv[1] + ".m")
k = (k + sp.tril(k, -1).T).tocsc()
m = sp.kron(m, sp.identity(3)).tocsc()
begin = time.process_time()
values = sl.eigsh(k, int(sys.argv[2]) + 6, m, sigma=-(2 * np.pi * 100) ** 2, which="LM", return_eigenvectors=True)[0]
print("cpu", time.process_time() - begin)
for value in sorted(values)[6:]:
    print(repr(float(np.sqrt(value)) / (2 * np.pi)))
"""


class Run:
    """A finished program: what it printed, its CPU seconds and its peak memory in MB."""

    def __init__(self, command, folder):
        environment = dict(os.environ, OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1")
        with tempfile.TemporaryFile("w+") as printed:
            child = subprocess.Popen(command, cwd=folder, stdout=printed, stderr=subprocess.STDOUT, env=environment)
            _, status, usage = os.wait4(child.pid, 0)
            child.returncode = os.waitstatus_to_exitcode(status)
            printed.seek(0)
            self.text = printed.read()
        if child.returncode != 0:
            sys.exit(f"{command[0]} failed:\n{self.text[-2000:]}")
        self.seconds = usage.ru_utime + usage.ru_stime
        self.megabytes = usage.ru_maxrss / 1024


def ours(program, mesh, folder):
    run = Run([program, mesh, str(COUNT)], folder)
    run.frequencies = [float(line) for line in run.text.split()]
    return run


def calculix(name, folder):
    run = Run(["ccx", name], folder)
    rows = [line.split() for line in (folder / f"{name}.dat").read_text().splitlines()]
    table = [row for row in rows if len(row) == 5 and row[0].isdigit()]
    run.frequencies = [float(row[3]) for row in table[6:COUNT + 6]]
    return run


def scipy(name, folder):
    run = Run([sys.executable, "-c", SCIPY, name, str(COUNT)], folder)
    lines = run.text.split()
    run.seconds = float(lines[1])
    run.frequencies = [float(line) for line in lines[2:]]
    return run


def difference(a, b):
    return max(abs(x / y - 1) for x, y in zip(a, b, strict=True))


def compare(program, elements, size, rounds, folder):
    name = f"{elements}-{size}"
    mesh = folder / f"{name}.msh"
    order = "1" if elements == "linear" else "2"
    Run(["gmsh", "-3", "-order", order, "-format", "msh22", "-v", "1", "-setnumber", "lc", str(EDGES[elements][size]),
         "-o", str(mesh), str(FOLDER / "cup.geo")], folder)
    Run([program, str(mesh), str(COUNT), "--write", name], folder)
    unknowns = 3 * ((folder / f"{name}.m.start").stat().st_size // 8 - 1)
    results = []
    for index in range(rounds):
        print(f"\r{name}: round {index + 1} of {rounds}", end="", file=sys.stderr, flush=True)
        results.append((ours(program, str(mesh), folder), calculix(name, folder), scipy(name, folder)))
    print("\r", end="", file=sys.stderr)
    mine, peers = [r[0] for r in results], {"CalculiX": [r[1] for r in results], "SciPy": [r[2] for r in results]}
    print(f"{elements} tetrahedra, {unknowns} unknowns, load {os.getloadavg()[0]:.1f}")
    print(f"  {'ours':<10}{statistics.median(r.seconds for r in mine):9.2f} s {max(r.megabytes for r in mine):7.0f} MB")
    for peer, runs in peers.items():
        ratios = [theirs.seconds / own.seconds for theirs, own in zip(runs, mine)]
        print(f"  {peer:<10}{statistics.median(r.seconds for r in runs):9.2f} s {max(r.megabytes for r in runs):7.0f} MB"
              f"   {statistics.median(ratios):5.1f}x [{min(ratios):.1f} … {max(ratios):.1f}]"
              f"   frequencies differ by {difference(mine[0].frequencies, runs[0].frequencies):.1e}", flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--sizes", default="10k")
    parser.add_argument("--elements", default="linear,quadratic")
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="resound-modes-") as folder:
        for size in arguments.sizes.split(","):
            for elements in arguments.elements.split(","):
                compare(os.path.abspath(arguments.program), elements, size, arguments.rounds, Path(folder))


if __name__ == "__main__":
    main()
