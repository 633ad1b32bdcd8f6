#!/usr/bin/env python3
"""Ten million live deals beside one million: the same window times within a factor of two, memory in
proportion, and ten thousand readers who are all told.

usage: live_soak.py [--records 10000000] [--subscribers 10000]
"""
import argparse
import pathlib
import shutil
import subprocess
import sys
import tempfile

from live import BENCHMARK, ROOT

TIMES = ["live.window.p50_ms", "live.window.p99_ms", "live.rank.p99_ms"]
MEMORY = "live.rss_mb"


def measured(folder, records, *parts, more=()):
    """The figures of parts by name, printed as they come."""
    options = [option for part in parts for option in ("--part", part)]
    command = [BENCHMARK, *options, "--records", records, "--folder", folder, *more]
    found = {}
    with subprocess.Popen([str(part) for part in command], stdout=subprocess.PIPE, text=True,
                          cwd=ROOT) as running:
        for line in running.stdout:
            name, value, unit = line.split(" ", 2)
            found[name] = float(value)
            print(f"{name}.of_{records} {value} {unit}", end="", flush=True)
    if running.returncode != 0:
        raise SystemExit(f"{command} ended with {running.returncode}")
    return found


def complaints(small, large, growth):
    """What is not as it should be with so many times the records."""
    for name in TIMES:
        if large[name] > 2 * small[name]:
            yield f"{name} grew from {small[name]} to {large[name]}: more than twice"
    if large[MEMORY] > growth * small[MEMORY]:
        yield f"{MEMORY} grew from {small[MEMORY]} to {large[MEMORY]}: more than {growth} times"


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--records", type=int, default=10_000_000)
    options.add_argument("--subscribers", type=int, default=10_000)
    given = options.parse_args()
    with tempfile.TemporaryDirectory(prefix="almanac-soak.") as name:
        folder = pathlib.Path(name)
        (folder / "sparing").mkdir()
        small = measured(folder / "small", given.records // 10, "ingest", "windows")
        large = measured(folder / "large", given.records, "ingest", "windows")
        for figures, size in ((small, given.records // 10), (large, given.records)):
            place = folder / "sparing" / str(size)
            figures |= measured(place, size, "ingest", more=["--sparing"])
            shutil.rmtree(place)
        measured(folder / "small", given.records // 10, "subscribers",
                 more=["--subscribers", given.subscribers])
    wrong = list(complaints(small, large, 10))
    for line in wrong:
        print(line, file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
