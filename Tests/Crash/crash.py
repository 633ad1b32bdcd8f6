#!/usr/bin/env python3
"""Kills Almanac with SIGKILL while a stream runs, and checks that nothing is lost or doubled.

The sandbox streams deals as fast as they are taken; Almanac is killed at random moments and
started again. At the end every deal must be there exactly once, and the file must be whole.
"""
import argparse
import contextlib
import json
import os
import pathlib
import random
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def free_port():
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        return server.getsockname()[1]


def get(port, path):
    with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=10) as answer:
        return json.load(answer)


def total(port):
    """How many deals there are; nothing while the server is not up."""
    try:
        return get(port, "/deals.json?limit=1")["total"]
    except OSError:
        return None


class Run:
    def __init__(self, program, records, folder):
        self.program, self.records, self.folder = program, records, folder
        self.port, self.upstream = free_port(), free_port()
        datasets = folder / "datasets"
        datasets.mkdir()
        (datasets / "deals.yaml").write_text(
            "id: deals\nextends: deals\nsource:\n  kind: stream\n"
            f"  url: http://127.0.0.1:{self.upstream}/deals/stream\n")

    def start_sandbox(self):
        return subprocess.Popen(
            [self.program, "sandbox", "--port", str(self.upstream), "--pause", "0",
             "--deals", str(self.records)], stderr=subprocess.DEVNULL)

    def start(self):
        log = open(self.folder / "log", "ab")
        return subprocess.Popen(
            [self.program, "serve", "--port", str(self.port), "--datasets",
             str(self.folder / "datasets"), "--data", str(self.folder / "data")], stderr=log)

    def wait_for(self, count, deadline):
        seen = -1
        while time.monotonic() < deadline:
            now = total(self.port)
            if now is not None:
                if now < seen:
                    raise SystemExit(f"the total fell from {seen} to {now}")
                seen = now
                if now >= count:
                    return now
            time.sleep(0.02)
        raise SystemExit(f"only {seen} of {count} deals came in time; see the log:\n"
                         + (self.folder / "log").read_text()[-2000:])


def durable(folder):
    """How many deals are in the file, whatever is shown."""
    base = sqlite3.connect(f"file:{folder / 'data' / 'deals.sqlite'}?mode=ro", uri=True, timeout=10)
    with contextlib.closing(base):
        return base.execute("SELECT count FROM sync_state").fetchone()[0]


def check(folder, records):
    base = sqlite3.connect(folder / "data" / "deals.sqlite")
    assert base.execute("PRAGMA integrity_check").fetchone() == ("ok",), "the file is damaged"
    found = base.execute("SELECT count(*), count(DISTINCT id), min(id), max(id) FROM record").fetchone()
    assert found == (records, records, 1, records), f"expected 1...{records} once each, found {found}"
    counted = base.execute("SELECT count FROM sync_state").fetchone()[0]
    assert counted == records, f"the state counts {counted}"
    return found


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--records", type=int, default=20_000)
    options.add_argument("--kills", type=int, default=2)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--release", action="store_true")
    options = options.parse_args()
    chance = random.Random(options.seed)
    program = str(ROOT / ".build" / ("release" if options.release else "debug") / "almanac")
    folder = pathlib.Path(tempfile.mkdtemp(prefix="almanac-crash."))
    run = Run(program, options.records, folder)
    sandbox, server = run.start_sandbox(), run.start()
    deadline = time.monotonic() + 120 + options.records / 1000
    reached = 0
    try:
        for kill in range(options.kills):
            goal = min(options.records, reached + chance.randrange(1, options.records // (options.kills + 1)))
            run.wait_for(goal, deadline)
            time.sleep(chance.random() * 0.05)
            reached, written = max(reached, total(run.port) or 0), durable(folder)
            server.send_signal(signal.SIGKILL)
            server.wait()
            server = run.start()
            kept = run.wait_for(0, deadline)
            assert kept >= written, f"kill {kill}: {written} deals were written, {kept} were kept"
        run.wait_for(options.records, deadline)
        page = get(run.port, "/deals.json?sort=-price&limit=1000")
        prices = [row["price"] for row in page["rows"]]
        assert prices == sorted(prices, reverse=True), "the window is not in order"
    finally:
        for process in (server, sandbox):
            process.terminate()
        for process in (server, sandbox):
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                print("a process had to be killed at the end", file=sys.stderr)
    check(folder, options.records)
    shutil.rmtree(folder)
    print(f"{options.kills} kills, {options.records} deals, each exactly once: ok")


main()
