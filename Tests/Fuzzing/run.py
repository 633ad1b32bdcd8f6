#!/usr/bin/env python3
"""Builds the fuzzer and runs every target from its committed seeds; fails on a finding.

usage: run.py [--runs N] [--seed N] [--only TARGET] [--keep] [--long KIB] [--build]
"""
import argparse
import concurrent.futures
import hashlib
import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import time

import long

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
OUT = ROOT / ".build-fuzz"
PROGRAM = OUT / "fuzz"
FEATURES = ["ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility",
            "NonisolatedNonsendingByDefault", "InferIsolatedConformances"]
FLAGS = ["-swift-version", "6", "-O", "-g", "-wmo", "-parse-as-library", "-enable-testing",
         "-sanitize=fuzzer,address", "-warnings-as-errors",
         *(word for name in FEATURES for word in ("-enable-upcoming-feature", name))]
ENVIRONMENT = {**os.environ, "SWIFT_BACKTRACE": "enable=no",
               "ASAN_OPTIONS": "quarantine_size_mb=16:allocator_may_return_null=1"}
# Reading dataset files needs Yams, which is not fuzzed.
READS_YAML = re.compile(r"import Yams|\b(?:NodeReader|MappingReader|ProblemLog)\b")
LONGEST = 512


def modules():
    """Each module in the order of its needs, with its files."""
    def swift(folder):
        return sorted((ROOT / folder).glob("*.swift"))
    declared = [p for p in swift("Sources/Declarations") if not READS_YAML.search(p.read_text())]
    headers = [*swift("Sources/Fetching/Protocol"), ROOT / "Sources/Fetching/FetchRequest.swift",
               *(HERE / "Fetching").glob("*.swift")]
    return [("AlmanacCore", swift("Sources/Core")), ("AlmanacDeclarations", declared),
            ("AlmanacDecoding", swift("Sources/Decoding")), ("Crypto", swift("Tests/Fuzzing/Crypto")),
            ("AlmanacFetching", headers), ("Fuzzing", swift("Tests/Fuzzing/Targets"))]


def compile_module(name, files, needed):
    """Compiles a module where its files, or a module before it, changed; says whether it did."""
    product, stamp = OUT / f"{name}.o", OUT / f"{name}.stamp"
    digest = hashlib.sha256(repr((FLAGS, needed)).encode())
    for path in files:
        digest.update(str(path).encode() + path.read_bytes())
    if product.exists() and stamp.exists() and stamp.read_text() == digest.hexdigest():
        return digest.hexdigest()
    stamp.unlink(missing_ok=True)
    run(["swiftc", *FLAGS, "-I", OUT, "-module-name", name, "-emit-module", "-emit-module-path",
         OUT / f"{name}.swiftmodule", "-c", *files, "-o", product])
    stamp.write_text(digest.hexdigest())
    return digest.hexdigest()


def run(command):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"The fuzzer cannot be built: {' '.join(map(str, command))[:200]} …\n"
                 + (done.stdout + done.stderr)[-6000:])


def build():
    OUT.mkdir(exist_ok=True)
    start, needed = time.monotonic(), ""
    for name, files in modules():
        needed += compile_module(name, files, needed)
    if not PROGRAM.exists() or any((OUT / f"{n}.o").stat().st_mtime > PROGRAM.stat().st_mtime
                                   for n, _ in modules()):
        run(["swiftc", "-sanitize=fuzzer,address", "-use-ld=lld", "-g",
             *(OUT / f"{n}.o" for n, _ in modules()), "-o", PROGRAM])
    print(f"fuzz.build {time.monotonic() - start:.1f} s")


def targets():
    done = subprocess.run([PROGRAM], capture_output=True, text=True, env=ENVIRONMENT, check=True)
    return done.stdout.split()


def figure(name, log):
    found = re.findall(rf"{name}:? *(\d+)", log)
    return int(found[-1]) if found else 0


def fuzz(target, wanted, seed, corpus):
    """Runs one target; gives what is wrong, or nothing, and a line of figures."""
    seeds, words = HERE / "Seeds" / target, HERE / "Dictionaries" / f"{target}.dict"
    count = len([p for p in seeds.iterdir() if p.is_file()]) if seeds.is_dir() else 0
    if not count:
        return f"{target}: there are no seeds in {seeds.relative_to(ROOT)}.", ""
    findings = OUT / "findings" / target
    findings.mkdir(parents=True, exist_ok=True)
    corpus.mkdir(parents=True, exist_ok=True)
    command = [PROGRAM, f"-runs={wanted}", f"-seed={seed}", f"-max_len={LONGEST}", "-timeout=5",
               "-rss_limit_mb=768", "-print_final_stats=1", "-reload=0",
               f"-artifact_prefix={findings}/", *([f"-dict={words}"] if words.exists() else []),
               corpus, seeds]
    start = time.monotonic()
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True,
                          errors="replace", env={**ENVIRONMENT, "FUZZ_TARGET": target})
    log, took = done.stdout + done.stderr, time.monotonic() - start
    (OUT / f"{target}.log").write_text(log)
    runs = figure("stat::number_of_executed_units", log)
    line = (f"fuzz.{target} {runs} runs  {count} seeds  {figure('cov', log)} edges  "
            f"{figure('ft', log)} features  {took:.1f} s")
    if done.returncode:
        return f"{target}: a finding.\n{explain(log)}", line
    if runs < wanted:
        return f"{target}: only {runs} of {wanted} inputs were run.", line
    return None, line


def stretch(target, folder, kibibytes):
    """Runs the long inputs of a target, each once; gives what is wrong with them."""
    wrong = []
    for name, data in long.inputs(kibibytes << 10).get(target, {}).items():
        path = folder / f"{target} {name}"
        path.write_bytes(data)
        start = time.monotonic()
        done = subprocess.run([str(PROGRAM), "-timeout=20", "-rss_limit_mb=2048", str(path)],
                              capture_output=True, text=True, errors="replace",
                              env={**ENVIRONMENT, "FUZZ_TARGET": target})
        took = time.monotonic() - start
        if took > 5:
            print(f"fuzz.{target} took {took:.1f} s for {name} ({len(data)} bytes)", flush=True)
        if done.returncode:
            wrong.append(f"{target}: a finding in {name}.\n{explain(done.stdout + done.stderr)}")
    return wrong


def explain(log):
    words = [w for w in log.splitlines() if re.match(
        r"Broken|Fatal error|SUMMARY|==\d+== ?ERROR|.*Test unit written|    #.* in \$s\d+Almanac", w)]
    return "\n".join("  " + word[:400] for word in words[:14]) or "  " + log[-1500:]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=10_000, help="inputs for each target")
    parser.add_argument("--seed", type=int, default=1, help="0 for another one each time")
    parser.add_argument("--only", help="one target, or several joined by commas")
    parser.add_argument("--keep", action="store_true", help="keep what is found interesting")
    parser.add_argument("--long", type=int, default=0, metavar="KIB",
                        help="long inputs of so many kibibytes too")
    parser.add_argument("--build", action="store_true", help="build and go no further")
    wanted = parser.parse_args()
    if platform.system() != "Linux":
        print("SKIPPED: fuzzing. The Swift toolchain of this system has no libFuzzer; run it on "
              "Linux.", file=sys.stderr)
        return 0
    build()
    if wanted.build:
        return 0
    names = targets()
    stray = {p.name for p in (HERE / "Seeds").iterdir()} - set(names)
    wrong = [f"Seeds/{name}: there is no such target." for name in sorted(stray)]
    if wanted.only:
        names = [name for name in names if name in wanted.only.split(",")]
    if not names:
        wrong.append("no target was run.")
    seed = wanted.seed or int(time.time())
    scratch = pathlib.Path(tempfile.mkdtemp(prefix="fuzz-"))
    corpora = OUT / "corpus" if wanted.keep else scratch
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        waiting = [pool.submit(fuzz, name, wanted.runs, seed, corpora / name) for name in names]
        stretching = [pool.submit(stretch, name, scratch, wanted.long) for name in names
                      if wanted.long]
        for result in concurrent.futures.as_completed(waiting):
            problem, line = result.result()
            print(line or problem, flush=True)
            if problem:
                wrong.append(problem)
    wrong += [problem for result in stretching for problem in result.result()]
    shutil.rmtree(scratch)
    for problem in wrong:
        print(problem, file=sys.stderr)
    print(f"Fuzzing: {len(names)} targets, seed {seed}, {len(wrong)} findings.")
    return 1 if wrong else 0


sys.exit(main())
