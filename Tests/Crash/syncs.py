#!/usr/bin/env python3
"""Kills Almanac with SIGKILL while it syncs, and checks that every copy is one of two legal states.

A table of the portal (incremental, deletions by ids), a CSV and a JSON file (full comparison) move
from state to state; `almanac sync` or `almanac serve` is killed on the way. After each kill the
files must be whole, each copy must be as before or as the upstream is now, row by row and field by
field, with a change log that tells just that; the next start must say what happened, and the next
sync must reach the upstream's state.
"""
import argparse
import collections
import contextlib
import json
import os
import pathlib
import random
import shutil
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PORTAL = "gh4g-9sfh"
FILE = """\
id: {id}
title: {id}
source: {{ kind: {kind}, url: "{base}/files/{id}.{kind}" }}
credit: {{ text: Sandbox, licence: CC0 }}
refresh: {{ every: 1s, when: [timer, opened], floor: 20% }}
history: {{ most: 10000000 }}
key: {{ from: id, type: integer }}
fields: {{ name: text, size: number, kind: text }}
list: {{ sort: [name], title: name }}
"""
STONES = """\
id: stones
title: Stones
source: {{ kind: soda, url: "{base}/resource/{portal}.json" }}
credit: {{ text: Sandbox, licence: CC0 }}
refresh: {{ every: 1s, when: [timer, opened], floor: 20%, cursor: ":updated_at", deletions: ids }}
history: {{ most: 10000000 }}
key: {{ from: id, type: integer }}
fields: {{ name: {{ type: text, trim: true }}, mass: number, fall: text, year: year, recclass: text }}
list: {{ sort: [-mass], title: name }}
"""
COLUMNS = {"sheet": "id, name, size, kind", "things": "id, name, size, kind",
           "stones": "id, name, mass, fall, year, recclass"}


def free_port():
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        return server.getsockname()[1]


def ask(url, body=None):
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(url, data), timeout=60) as answer:
        return json.load(answer)


class File:
    """A file of the upstream, whose rows are made up here."""

    def __init__(self, name, kind, folder, size, chance):
        self.name, self.kind, self.folder, self.chance = name, kind, folder, chance
        self.rows = {number: self.row(number) for number in range(1, size + 1)}
        self.next = size + 1
        self.publish()

    def row(self, number):
        chance = self.chance
        return (number, f"Żółw “{number}”, {chance.randrange(10**9)}", chance.randrange(10**6) / 8,
                chance.choice([None, "a", "b", "ß", "x" * chance.randrange(1, 200)]))

    def move(self):
        size = len(self.rows)
        for number in self.chance.sample(sorted(self.rows), size // 3):
            self.rows[number] = self.row(number)
        for number in self.chance.sample(sorted(self.rows), size // 20):
            del self.rows[number]
        for _ in range(size // 20):
            self.rows[self.next] = self.row(self.next)
            self.next += 1
        self.publish()

    def publish(self):
        rows = sorted(self.rows.values(), key=lambda row: row[1])
        if self.kind == "json":
            names = ("id", "name", "size", "kind")
            text = json.dumps([{k: v for k, v in zip(names, row) if v is not None} for row in rows])
        else:
            quoted = ["{},\"{}\",{},{}".format(*row[:3], row[3] or "") for row in rows]
            text = "id,name,size,kind\n" + "\n".join(quoted) + "\n"
        part = self.folder / f".{self.name}"
        part.write_text(text)
        part.rename(self.folder / f"{self.name}.{self.kind}")

    def state(self):
        return dict(self.rows)


class Stones:
    """The portal's table, moved by the sandbox's levers."""
    name = "stones"

    def __init__(self, base, chance):
        self.base, self.chance, self.next = base, chance, 10_000_000

    def state(self):
        rows = ask(f"{self.base}/resource/{PORTAL}.json?$limit=50000")
        return {int(row["id"]): (
            int(row["id"]), row.get("name", "").strip() or None, float(row["mass"]) if "mass" in row else None,
            row.get("fall"), int(row["year"][:4]) if "year" in row else None,
            row.get("recclass")) for row in rows}

    def move(self):
        known = sorted(self.state())
        chosen = self.chance.sample(known, min(120, len(known) // 2))
        self.control("change", {str(number): {"mass": f"{self.chance.randrange(10**6) / 4}"}
                                for number in chosen[20:]})
        self.control("delete", [str(number) for number in chosen[:20]])
        fresh = range(self.next, self.next + 20)
        self.next += 20
        self.control("insert", [{
            "id": str(number), "name": f"Łódź {number}", "mass": f"{number % 997}", "fall": "Fell",
            "year": "2011-01-01T00:00:00.000", "recclass": "L5"} for number in fresh])

    def control(self, lever, body):
        ask(f"{self.base}/control/{PORTAL}/{lever}", body)


class Copy:
    """What stands in a dataset's files, read from a copy of them, so that nothing is recovered."""

    def __init__(self, data, name):
        with tempfile.TemporaryDirectory() as folder:
            for suffix in ("", "-wal"):
                source = data / f"{name}.sqlite{suffix}"
                if source.exists():
                    shutil.copy(source, folder)
            with contextlib.closing(sqlite3.connect(pathlib.Path(folder) / f"{name}.sqlite")) as base:
                self.read(base, name)

    def read(self, base, name):
        self.integrity = base.execute("PRAGMA integrity_check").fetchall()
        self.orphans = base.execute("PRAGMA foreign_key_check").fetchall()
        self.rows = {row[0]: row for row in base.execute(f"SELECT {COLUMNS[name]} FROM record")}
        self.generation, self.count = base.execute("SELECT generation, count FROM sync_state").fetchone()
        self.syncs = base.execute(
            "SELECT number, inserted, changed, deleted FROM sync ORDER BY number").fetchall()
        self.log = collections.defaultdict(dict)
        for sync, key, kind in base.execute("SELECT sync, id, kind FROM change"):
            self.log[sync][int(key)] = kind

    def check(self, before, old, new):
        """Checks a copy against the copy before the kill, and the upstream's two states."""
        assert self.integrity == [("ok",)] and not self.orphans, (self.integrity, self.orphans[:3])
        assert self.count == len(self.rows), f"{self.count} counted, {len(self.rows)} there"
        for number, *counts in self.syncs[1:]:
            kinds = collections.Counter(self.log[number].values())
            found = [kinds[kind] for kind in ("inserted", "changed", "deleted")]
            assert found == counts, f"sync {number} tells {counts}, its log {found}"
        if self.rows == old:
            assert (self.generation, self.syncs) == (before.generation, before.syncs), "half logged"
            return False
        assert self.rows == new, f"neither state: {self.difference(old)} and {self.difference(new)}"
        assert self.generation == before.generation + 1 and len(self.syncs) == len(before.syncs) + 1
        kinds = {key: "inserted" for key in new.keys() - old.keys()}
        kinds |= {key: "deleted" for key in old.keys() - new.keys()}
        kinds |= {key: "changed" for key in old.keys() & new.keys() if old[key] != new[key]}
        assert self.log[self.syncs[-1][0]] == kinds, "the log tells something else"
        return True

    def difference(self, state):
        keys = [key for key in self.rows.keys() | state.keys() if self.rows.get(key) != state.get(key)]
        return f"{len(keys)} rows differ, such as {self.rows.get(keys[0])} and {state.get(keys[0])}"


class Run:
    def __init__(self, program, folder, size, seed):
        self.program, self.folder, self.chance = program, folder, random.Random(seed)
        self.data, own, files = folder / "data", folder / "own", folder / "files"
        for path in (own, files, folder / "share" / "datasets"):
            path.mkdir(parents=True)
        for path in (ROOT / "share").iterdir():
            (folder / "share" / path.name).symlink_to(path)
        self.base = f"http://127.0.0.1:{free_port()}"
        self.sandbox = subprocess.Popen(
            [program, "sandbox", "--port", self.base.rsplit(":")[-1], "--control", "--files", str(files),
             "--meteorites", str(size)], stderr=subprocess.DEVNULL)
        for kind, name in (("csv", "sheet"), ("json", "things")):
            (own / f"{name}.yaml").write_text(FILE.format(id=name, kind=kind, base=self.base))
        (own / "stones.yaml").write_text(STONES.format(base=self.base, portal=PORTAL))
        self.environment = {key: value for key, value in os.environ.items()
                            if not key.startswith("ALMANAC_")}
        self.environment |= {"ALMANAC_SHARE": str(folder / "share"), "ALMANAC_LOG": "debug",
                             "ALMANAC_DATASETS": str(own), "ALMANAC_DATA": str(self.data)}
        self.wait_for_sandbox()
        self.upstreams = [File("sheet", "csv", files, size, self.chance),
                          File("things", "json", files, size, self.chance), Stones(self.base, self.chance)]

    def wait_for_sandbox(self):
        for _ in range(300):
            with contextlib.suppress(OSError):
                return ask(f"{self.base}/control/requests")
            time.sleep(0.05)
        raise SystemExit("the sandbox does not answer")

    def start(self, *words):
        return subprocess.Popen([self.program, *words], env=self.environment, text=True,
                                stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)

    def copies(self):
        return {upstream.name: Copy(self.data, upstream.name) for upstream in self.upstreams}

    def states(self):
        return {upstream.name: upstream.state() for upstream in self.upstreams}

    def sync(self):
        """Syncs what is due; gives each outcome."""
        done = subprocess.run([self.program, "sync", "--json"], env=self.environment,
                              capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, f"{done.stdout}\n{done.stderr[-2000:]}"
        self.synced = time.time()
        return {report["dataset"]: report["outcome"] for report in json.loads(done.stdout)}

    def troubles(self):
        done = subprocess.run([self.program, "status", "--json"], env=self.environment,
                              capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, done.stderr[-2000:]
        return {line["dataset"]: line.get("trouble", {}).get("what", "") for line in json.loads(done.stdout)}


class Watch:
    """Follows a process's log: which datasets are being applied, and which are done."""

    def __init__(self, process):
        self.began, self.ended, self.process = [], [], process
        self.changed = threading.Condition()
        self.thread = threading.Thread(target=self.follow)
        self.thread.start()

    def follow(self):
        for line in self.process.stderr:
            with self.changed:
                if line.rstrip().endswith("applying"):
                    self.began.append(time.monotonic())
                if line.rstrip().endswith("] sync"):
                    self.ended.append(time.monotonic())
                self.changed.notify()

    def wait_for_apply(self, number):
        with self.changed:
            return self.changed.wait_for(lambda: len(self.began) >= number, 5)

    def applies(self):
        """How long the applies of a whole `almanac sync` took, one after the other."""
        self.thread.join()
        return [end - begin for begin, end in zip(self.began, self.ended)]

    def phase(self, count):
        """When the process was killed, by the last words it wrote."""
        self.thread.join()
        began, done = len(self.began), len(self.ended)
        if began > done:
            return "during an apply"
        return "after all" if done >= count else "between applies" if done else "before any apply"


def kill_once(run, took, count, phases, landed):
    old, before = run.states(), run.copies()
    for upstream in run.upstreams:
        upstream.move()
    new = run.states()
    time.sleep(max(0, 1.05 - (time.time() - run.synced)))  # each is due again after a second
    serves = run.chance.random() < 0.4
    words = ["serve", "--port", str(free_port())] if serves else ["sync"]
    process = run.start(*words)
    watch = Watch(process)
    if run.chance.random() < 0.5:  # somewhere in the run, or somewhere in an apply
        time.sleep(run.chance.random() * took)
    else:
        watch.wait_for_apply(run.chance.randint(1, count))
        time.sleep(run.chance.random() * 1.2 * max(run.applies))
    process.kill()
    process.wait()
    phase = watch.phase(count)
    phases[("serve" if serves else "sync", phase)] += 1
    interrupted = []
    for name, copy in run.copies().items():
        is_new = copy.check(before[name], old[name], new[name])
        landed["at the new state" if is_new else "at the old state"] += 1
        state = "started" in state_of(run.data, name)
        if state and not is_new:
            interrupted.append(name)
    if run.chance.random() < 0.25 or phase == "during an apply":
        troubles = run.troubles()
        for name in interrupted:
            assert "ended in the middle" in troubles[name], f"{name}: {troubles[name]!r}"
        landed["told as interrupted"] += len(interrupted)
    outcomes = run.sync()
    for name, copy in run.copies().items():
        copy.check(before[name], old[name], new[name])
        assert copy.rows == new[name], f"{name} did not reach the upstream: {outcomes}"
    assert not list(run.data.glob("*.damaged*")), "a healthy file was set aside"


def state_of(data, name):
    with tempfile.TemporaryDirectory() as folder:
        for suffix in ("", "-wal"):
            if (data / f"{name}.sqlite{suffix}").exists():
                shutil.copy(data / f"{name}.sqlite{suffix}", folder)
        with contextlib.closing(sqlite3.connect(pathlib.Path(folder) / f"{name}.sqlite")) as base:
            return json.loads(base.execute("SELECT state FROM sync_state").fetchone()[0])


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--kills", type=int, default=20)
    options.add_argument("--records", type=int, default=1500)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--release", action="store_true")
    options = options.parse_args()
    program = str(ROOT / ".build" / ("release" if options.release else "debug") / "almanac")
    folder = pathlib.Path(tempfile.mkdtemp(prefix="almanac-syncs."))
    run = Run(program, folder, options.records, options.seed)
    phases, landed = collections.Counter(), collections.Counter()
    try:
        run.sync()
        for upstream in run.upstreams:
            upstream.move()
        time.sleep(1.1)
        began = time.monotonic()
        whole = run.start("sync")
        watch = Watch(whole)
        assert whole.wait(120) == 0, "the first sync failed"
        took, run.applies = time.monotonic() - began, watch.applies()
        assert len(run.applies) == len(run.upstreams), "not every dataset was applied"
        run.synced = time.time()
        for number in range(options.kills):
            try:
                kill_once(run, took, len(run.upstreams), phases, landed)
            except AssertionError:
                print(f"kill {number + 1} with --seed {options.seed}; files in {folder}", file=sys.stderr)
                raise
    finally:
        run.sandbox.terminate()
        run.sandbox.wait(20)
    shutil.rmtree(folder)
    for (kind, phase), count in sorted(phases.items()):
        print(f"  {count:4} kills of {kind} {phase}")
    for what, count in sorted(landed.items()):
        print(f"  {count:4} copies {what}")
    applies = ", ".join(f"{1000 * seconds:.0f}" for seconds in run.applies)
    print(f"  a whole sync takes {1000 * took:.0f} ms, its applies {applies} ms")
    print(f"{options.kills} kills of syncs of 3 × {options.records} records, seed {options.seed}: ok")


main()
