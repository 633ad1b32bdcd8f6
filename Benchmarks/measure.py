"""Geodesics beside GeographicLib's C++, and what is near among a million rows."""
import pathlib
import shutil
import subprocess
import tempfile

from common import ROOT, median

BENCHMARK = str(ROOT / ".build/release/AlmanacFindBenchmark")


def lines(*command):
    """The measurements that a command prints, by name."""
    output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return {name: (float(value), unit) for name, value, unit in map(str.split, output.splitlines())}


def geodesics(turns=5):
    """Both programs measure the same pairs in turn; the ratio is of each turn."""
    if not shutil.which("g++"):
        raise SystemExit("g++ and libgeographiclib-dev are missing: GeographicLib is measured beside ours")
    with tempfile.TemporaryDirectory() as folder:
        peer, pairs = f"{folder}/peer", f"{folder}/pairs"
        source = pathlib.Path(__file__).with_name("geodesic.cpp")
        subprocess.run(["g++", "-O3", "-std=c++17", str(source), "-o", peer, "-lGeographicLib"], check=True)
        subprocess.run([peer, "pairs", pairs], check=True)
        ratios, ours, theirs = [], [], []
        for _ in range(turns):
            theirs.append(lines(peer, "rate", pairs)["geographiclib.inverse_per_s"][0])
            found = lines(BENCHMARK, "geodesic", pairs)
            ours.append(found["geodesic.inverse_per_s"][0])
            ratios.append(ours[-1] / theirs[-1])
    yield "geodesic.inverse_per_s", median(ours), "1/s"
    yield "geographiclib.inverse_per_s", median(theirs), "1/s"
    yield "geodesic.ratio_to_geographiclib", median(ratios), "x"
    for name in ["geodesic.max_difference_nm", "geodesic.direct_max_difference_nm", "geodesic.direct_per_s"]:
        yield name, *found[name]


def near():
    for name, (value, unit) in lines(BENCHMARK, "near").items():
        yield name, value, unit


def run():
    yield from geodesics()
    yield from near()


if __name__ == "__main__":
    for measurement in run():
        print(*measurement)
