#!/usr/bin/env python3
"""Runs a live table among many tasks under the thread sanitizer; fails on a report.

usage: run.py [--packets N]

Only what the live table needs is compiled, beside the objects of `swift build --build-tests`. Every
module gets the lock of PlainMutex.swift, which says why.
"""
import argparse
import hashlib
import os
import pathlib
import platform
import re
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
OUT = ROOT / ".build-thread" / "stress"
BUILT = ROOT / ".build" / "debug"
PROGRAM = OUT / "stress"
FEATURES = ["ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility",
            "NonisolatedNonsendingByDefault", "InferIsolatedConformances"]
FLAGS = ["-swift-version", "6", "-Onone", "-gline-tables-only", "-wmo", "-parse-as-library",
         "-enable-testing", "-sanitize=thread", "-package-name", "almanac", "-I", OUT,
         "-I", BUILT / "Modules",
         *(word for name in FEATURES for word in ("-enable-upcoming-feature", name))]
# Reading dataset files needs Yams; the rest of the engine needs HTTP.
READS_YAML = re.compile(r"import Yams|\b(?:NodeReader|MappingReader|ProblemLog)\b")
ENGINE = ["Sections/ListSections", "Sections/SectionIndex", "Sections/SectionsJSON",
          "Sections/LiveTable+Sections", "LiveTable", "LiveTable+Records", "LiveTable+Streams", "OrderCache", "MemorySize", "ClampedNumbers", "TableQuery",
          "TableQuery+Parameters", "FilterSpelling", "WindowJSON", "DatasetStatus", "StreamCounts",
          "Finding/Found", "Finding/FoundMark+Record", "Finding/IndexedTexts",
          "Finding/LiveTable+Finding", "Finding/LiveTable+Indexing", "Finding/SearchLength",
          "Finding/SearchText+String", "LiveTable+Map", "LiveTable+Order",
          "Measuring/IndexedPlaces", "Measuring/SystemMath", "Measuring/MeasuredField"]
STRESS = ["NaiveTable", "ModelDeals", "Mismatch", "SeededRandom", "Timeline", "LiveStress",
          "LiveFollower"]


def modules():
    """Each module in the order of its needs, with its files."""
    def swift(folder):
        return sorted((ROOT / folder).glob("*.swift"))
    declared = [p for p in swift("Sources/Declarations") if not READS_YAML.search(p.read_text())]
    engine = swift("Sources/Engine/Live") + [ROOT / f"Sources/Engine/{n}.swift" for n in ENGINE]
    stress = [ROOT / f"Tests/EngineTests/LiveModel/{name}.swift" for name in STRESS]
    found = [("AlmanacCore", swift("Sources/Core")), ("AlmanacDeclarations", declared),
             ("AlmanacStorage", swift("Sources/Storage")), ("AlmanacEngine", engine),
             ("Stress", stress + swift("Tests/Threads/Stress"))]
    return [(name, with_lock(files)) for name, files in found]


def with_lock(files):
    uses = any(re.search(r"\bMutex\b", path.read_text()) for path in files)
    return files + [HERE / "PlainMutex.swift"] if uses else files


def headers():
    """How the C module of SQLite is found, which Storage imports by way of GRDB."""
    folder = ROOT / ".build/checkouts/GRDB.swift/Sources/GRDBSQLite"
    return ["-Xcc", f"-fmodule-map-file={folder / 'module.modulemap'}"]


def compile_module(name, files, needed):
    """Compiles a module where its files, or a module before it, changed."""
    product, stamp = OUT / f"{name}.o", OUT / f"{name}.stamp"
    digest = hashlib.sha256(repr((FLAGS, needed)).encode())
    for path in files:
        digest.update(str(path).encode() + path.read_bytes())
    if product.exists() and stamp.exists() and stamp.read_text() == digest.hexdigest():
        return digest.hexdigest()
    stamp.unlink(missing_ok=True)
    run(["swiftc", *FLAGS, *headers(), "-module-name", name, "-emit-module",
         "-emit-module-path", OUT / f"{name}.swiftmodule", "-c", *files, "-o", product])
    stamp.write_text(digest.hexdigest())
    return digest.hexdigest()


def run(command):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"The stress cannot be built: {' '.join(map(str, command))[:200]} …\n"
                 + (done.stdout + done.stderr)[-6000:])


def build():
    OUT.mkdir(parents=True, exist_ok=True)
    start, needed = time.monotonic(), ""
    objects = [OUT / f"{name}.o" for name, _ in modules()]
    for name, files in modules():
        needed += compile_module(name, files, needed)
    if not PROGRAM.exists() or any(o.stat().st_mtime > PROGRAM.stat().st_mtime for o in objects):
        run(["swiftc", "-sanitize=thread", *objects, *sorted((BUILT / "GRDB.build").glob("*.o")),
             "-lsqlite3", "-o", PROGRAM])
    print(f"threads.build {time.monotonic() - start:.1f} s", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--packets", type=int, default=120, help="for each of four datasets")
    wanted = parser.parse_args()
    if platform.system() != "Linux":
        print("SKIPPED: the thread sanitizer, whose lock is written for Linux.", file=sys.stderr)
        return 0
    build()
    options = f"suppressions={HERE / 'suppressions.txt'} halt_on_error=0 exitcode=66 history_size=4"
    start = time.monotonic()
    done = subprocess.run([PROGRAM, str(wanted.packets)], capture_output=True, text=True,
                          errors="replace", timeout=1800,
                          env={**os.environ, "SWIFT_BACKTRACE": "enable=no",
                               "TSAN_OPTIONS": options})
    reports = re.findall(r"SUMMARY: ThreadSanitizer: (.*)", done.stderr)
    (OUT / "report.txt").write_text(done.stderr)
    print(f"threads {done.stdout.strip()}  {len(reports)} reports  "
          f"{time.monotonic() - start:.1f} s")
    if reports or done.returncode:
        print("\n".join(sorted(set(reports))) or done.stderr[-3000:], file=sys.stderr)
        return 1
    return 0


sys.exit(main())
