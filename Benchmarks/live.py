"""A million live deals: taken in, looked at and served, beside SQLite, Perspective and DuckDB."""
import pathlib
import subprocess
import sys
import tempfile
import time

import live_http
from common import ROOT, median

BENCHMARK = ROOT / ".build/release/AlmanacLiveBenchmark"
PEERS = ROOT / "Benchmarks/live_peers.py"
RECORDS = 1_000_000
FIRST = 100_000
PARTS = ["ingest", "peers", "windows", "subscribers", "restart", "http", "packets"]


def lines(*command, seconds=600):
    """The `name value unit` lines of a command, which must succeed."""
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True,
                          cwd=ROOT, timeout=seconds)
    if done.returncode != 0:
        raise SystemExit(f"{command} failed: {done.stderr[-1000:]}")
    for line in done.stdout.splitlines():
        name, value, unit = line.split(" ", 2)
        yield name, float(value), unit


def ours(*parts, records=RECORDS, folder=None, more=()):
    options = [option for part in parts for option in ("--part", part)]
    if folder:
        options += ["--folder", folder]
    return lines(BENCHMARK, *options, "--records", records, *more)


def peer(name, rows, size):
    """What a peer needs; one that is not installed is told and left out."""
    try:
        return list(lines(sys.executable, PEERS, name, "--rows", rows, "--size", size))
    except SystemExit as error:
        print(f"{name} was not measured: {error}", file=sys.stderr)
        return []


def rate(results, name):
    return next((value for found, value, _ in results if found == name), None)


def first_rows(rounds):
    """The first 100,000 deals in packets of 100, ours and the peers' in turn."""
    mine, theirs, told = [], {"sqlite": [], "perspective": []}, {}
    for turn in range(rounds):
        mine.append(rate(list(ours("ingest", records=FIRST)), "live.ingest.first_rows_per_s"))
        for name, rates in theirs.items():
            if name == "perspective" and turn:
                continue  # it takes a quarter of a minute
            for found, value, _ in peer(name, FIRST, 0):
                told.setdefault(found, []).append(value)
                if not found.endswith("_window_at_top_rows_per_s"):
                    rates.append(value)
    yield "live.ingest.first_rows_per_s", median(mine), "rows/s"
    for name, values in told.items():
        yield name, median(values), "rows/s"
    for name, rates in theirs.items():
        if rates:
            ratio = "sqlite_five_indexes" if name == "sqlite" else name
            yield f"live.ingest.ratio_to_{ratio}", median(mine) / median(rates), "x"


def peers():
    """The peers' other figures: DuckDB's intake, and everybody's windows among a million."""
    yield from peer("duckdb", 20_000, RECORDS)
    for name in ("sqlite", "perspective"):
        yield from peer(name, 0, RECORDS)


def run(parts=None, records=RECORDS):
    wanted = parts or PARTS
    start = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="almanac-bench.") as name:
        folder = pathlib.Path(name)
        data = folder / "data"
        for part in wanted:
            yield from measure(part, folder, data, records)
            print(f"{part}: done after {time.monotonic() - start:.0f} s", file=sys.stderr)


def measure(part, folder, data, records):
    if part == "ingest":
        yield from first_rows(3)
        for name, value, unit in ours("ingest", folder=data, records=records):
            if name != "live.ingest.first_rows_per_s":
                yield name, value, unit
        yield from ours("revise", folder=data)
        yield from ours("ingest", records=records, more=["--sparing"])
        return
    if part == "peers":
        yield from peers()
        return
    if part == "packets":
        yield from live_http.packets(folder, records // 2)
        return
    if not (data / "deals.sqlite").exists():
        list(ours("ingest", folder=data, records=records))
    if part == "http":
        yield from live_http.windows(folder, data, records, 5)
    elif part == "restart":
        yield from live_http.restarts(folder, data, records)
        yield from ours("restart", folder=data)
    else:
        yield from ours(part, folder=data)
