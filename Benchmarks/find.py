"""Search while typing, beside FTS5 with a prefix index, tantivy and a sorted array."""
import pathlib
import statistics
import subprocess
import sys
import tempfile

import find_data
from common import ROOT

BENCHMARK = ROOT / ".build/release/AlmanacFindBenchmark"
PEERS = ROOT / "Benchmarks/find_peers.py"
LENGTHS = range(1, 7)
ROUNDS = 3


def output(*command):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, cwd=ROOT,
                          timeout=900)
    if done.returncode != 0:
        raise SystemExit(f"{command} failed: {done.stderr[-1000:]}")
    sys.stderr.write(done.stderr)
    return [line.split(" ") for line in done.stdout.splitlines()]


def ours(folder, name, *more):
    """Our figures, with their units."""
    lines = output(BENCHMARK, "search", folder / "documents", folder / "queries", "--name", name, *more)
    return {found: (float(value), unit) for found, value, unit in lines}


def peer(name, folder):
    """The times of a peer; nothing where it is not installed."""
    try:
        return {group: float(value) for group, value in output(sys.executable, PEERS, name, folder)}
    except SystemExit as error:
        print(f"{name} was not measured: {error}", file=sys.stderr)
        return {}


def stations():
    with tempfile.TemporaryDirectory() as place:
        folder = pathlib.Path(place)
        find_data.write(folder, count=10_000, keywords=30_000, each=300)
        mine, theirs = [], {"fts5": [], "tantivy": []}
        for _ in range(ROUNDS):
            mine.append(ours(folder, "find.stations", "--peer"))
            for name, rounds in theirs.items():
                rounds.append(peer(name, folder))
    for name, (_, unit) in mine[0].items():
        yield name, statistics.median(each[name][0] for each in mine), unit
    for name, rounds in theirs.items():
        yield from told(name, [each for each in rounds if each], mine)


def told(name, rounds, mine):
    """A peer's times, and how many times as long as we it takes, in the middle of the six lengths."""
    if not rounds:
        return
    ratios = []
    for length in LENGTHS:
        theirs = statistics.median(each[f"prefix{length}"] for each in rounds)
        own = statistics.median(each[f"find.stations.prefix{length}_us"][0] for each in mine)
        ratios.append(theirs / own)
        yield f"find.stations.{name}.prefix{length}_us", theirs, "µs"
    yield f"find.stations.{name}.worst_ms", statistics.median(each["worst"] for each in rounds) / 1000, "ms"
    yield f"find.stations.ratio_to_{name}", statistics.median(ratios), "×"


def million():
    """A million records with two million names, asked as the stations are."""
    with tempfile.TemporaryDirectory() as place:
        folder = pathlib.Path(place)
        find_data.write(folder, count=1_000_000, keywords=1_000_000, each=100)
        for name, (value, unit) in ours(folder, "find.million", "--repeats", "3").items():
            if name.endswith((".p50_ms", ".worst_ms", ".build_s_per_million", ".bytes_per_keyword")):
                yield name, value, unit


def run():
    yield from stations()
    yield from million()
