#!/usr/bin/env python3
"""Runs Core's and Engine's tests under the thread sanitizer; fails on a report.

usage: suites.py [--filter REGEX] [--build]

Tests that the sanitizer makes too slow for their time limits are judged by `make test`; here only reports count, and
that the run comes to its end. The table of faults is left out: it is all sockets, and hangs under the sanitizer.

The sources are copied to .build-thread/tree, where every module that uses `Mutex` gets the one of
PlainMutex.swift, which says why.
"""
import argparse
import os
import pathlib
import platform
import re
import shutil
import signal
import subprocess
import sys
import threading
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
OUT = ROOT / ".build-thread"
TREE = OUT / "tree"
LOGS = OUT / "reports"
SWIFT = ["--package-path", TREE, "--scratch-path", OUT / "build", "--sanitize", "thread"]
REPORT = re.compile(r"SUMMARY: ThreadSanitizer: (.*)")


def copy():
    """Makes the tree what the sources are, and touches only what changed."""
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT,
                            capture_output=True, text=True, check=True).stdout.split("\n")
    wanted = {pathlib.Path(name) for name in listed if name and (ROOT / name).is_file()}
    for path in list(wanted):
        if path.suffix == ".swift" and path.parts[0] in ("Sources", "Tests") \
                and path.parts[1] not in ("Fuzzing", "Threads") \
                and re.search(r"\bMutex\b", (ROOT / path).read_text()):
            wanted.add(pathlib.Path(*path.parts[:2]) / "PlainMutex.swift")
    for path in wanted:
        source = ROOT / path if (ROOT / path).exists() else HERE / "PlainMutex.swift"
        target = TREE / path
        if not target.exists() or target.read_bytes() != source.read_bytes():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, target)
    for path in [p for p in TREE.rglob("*") if p.is_file()]:
        if path.relative_to(TREE) not in wanted and ".git" not in path.parts:
            path.unlink()


def borrow():
    """Takes the packages that were fetched for the other builds, so that none is fetched again."""
    for name in ("checkouts", "repositories", "workspace-state.json"):
        source, target = ROOT / ".build" / name, OUT / "build" / name
        if target.exists() or not source.exists():
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        copying = shutil.copytree if source.is_dir() else shutil.copy2
        copying(source, target, **({"symlinks": True} if source.is_dir() else {}))


def swift(verb, *words, **options):
    return subprocess.run(["swift", verb, *map(str, SWIFT), *words], cwd=TREE, **options)


def tested(wanted, environment):
    """Whether the tests came to their end within an hour; their lines are passed on as they come."""
    ended = False
    command = ["swift", "test", *map(str, SWIFT), "--skip-build", "--filter", wanted, "--skip", "FaultTests"]
    with subprocess.Popen(command, cwd=TREE, env=environment, text=True, errors="replace",
                          stdout=subprocess.PIPE, start_new_session=True) as running:
        watch = threading.Timer(3600, lambda: os.killpg(running.pid, signal.SIGKILL))
        watch.start()
        for line in running.stdout:
            print(line, end="", flush=True)
            ended = ended or " Test run with " in line and " started" not in line
        watch.cancel()
    return ended


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--filter", default=r"^(Core|Engine)Tests\.", help="which tests")
    parser.add_argument("--build", action="store_true", help="build and go no further")
    wanted = parser.parse_args()
    if platform.system() != "Linux":
        print("SKIPPED: the thread sanitizer, whose lock is written for Linux.", file=sys.stderr)
        return 0
    start = time.monotonic()
    copy()
    borrow()
    if swift("build", "--build-tests", "-q").returncode:
        return "Almanac cannot be built for the thread sanitizer."
    print(f"threads.suites.build {time.monotonic() - start:.0f} s", flush=True)
    if wanted.build:
        return 0
    shutil.rmtree(LOGS, ignore_errors=True)
    LOGS.mkdir(parents=True)
    environment = {**os.environ, "SWIFT_BACKTRACE": "enable=no",
                   "TSAN_OPTIONS": f"log_path={LOGS}/report suppressions={HERE}/suppressions.txt "
                                   "exitcode=0 history_size=4"}
    start = time.monotonic()
    if not tested(wanted.filter, environment):
        return "The tests did not come to their end under the thread sanitizer; the last lines say where."
    reports = [line for path in sorted(LOGS.iterdir()) for line in REPORT.findall(path.read_text())]
    for line in sorted(set(reports)):
        print(f"{reports.count(line)} × {line}", file=sys.stderr)
    print(f"threads.suites {len(reports)} reports  {time.monotonic() - start:.0f} s  "
          f"(in {LOGS.relative_to(ROOT)})")
    return 1 if reports else 0


sys.exit(main())
