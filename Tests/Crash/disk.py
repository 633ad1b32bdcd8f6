#!/usr/bin/env python3
"""Fills the disk under Almanac: a sync, the HTTP cache, a stream and temporary files must fail in
words, leave the copy as it was, and go on when there is room.

The disks are small tmpfs file systems, which only root may mount: elsewhere this is skipped.
"""
import argparse
import contextlib
import json
import os
import pathlib
import shutil
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
import traceback
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SHEET = """\
id: sheet
title: Sheet
source: {{ kind: csv, url: "http://127.0.0.1:{port}/files/sheet.csv" }}
credit: {{ text: Sandbox, licence: CC0 }}
refresh: {{ every: 1s, when: [timer, opened], floor: 0% }}
key: {{ from: id, type: integer }}
fields: {{ name: text, more: text }}
list: {{ sort: [name], title: name }}
"""
FLOW = """\
id: flow
extends: deals
source: {{ kind: stream, url: "http://127.0.0.1:{port}/deals/stream" }}
"""


def free_port():
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        return server.getsockname()[1]


class Place:
    def __init__(self, program):
        self.program, self.mounts = program, []
        self.root = pathlib.Path(tempfile.mkdtemp(prefix="almanac-disk."))
        self.data, self.own, self.files = (self.root / name for name in ("data", "own", "files"))
        for path in (self.data, self.own, self.files):
            path.mkdir(parents=True)
        shutil.copytree(ROOT / "share", self.root / "share")
        (self.root / "share" / "datasets").mkdir()
        self.upstream = free_port()
        (self.own / "sheet.yaml").write_text(SHEET.format(port=self.upstream))
        self.environment = {key: value for key, value in os.environ.items()
                            if not key.startswith(("ALMANAC_", "SQLITE_"))}
        self.environment |= {"ALMANAC_SHARE": str(self.root / "share"), "ALMANAC_DATA": str(self.data),
                             "ALMANAC_DATASETS": str(self.own)}
        self.publish(100)
        self.sandbox = subprocess.Popen(
            [program, "sandbox", "--port", str(self.upstream), "--files", str(self.files), "--pause",
             "0", "--deals", "1000000"], stderr=subprocess.DEVNULL)
        wait(lambda: urllib.request.urlopen(f"http://127.0.0.1:{self.upstream}/files/sheet.csv").read())

    def publish(self, count):
        lines = [f"{number},Name {number},{'more ' * 20}{number}" for number in range(1, count + 1)]
        part = self.files / ".part"
        part.write_text("id,name,more\n" + "\n".join(lines) + "\n")
        part.rename(self.files / "sheet.csv")

    def mount(self, folder, size):
        folder.mkdir(exist_ok=True)
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", folder], check=True)
        self.mounts.append(folder)

    def grow(self, folder, size):
        subprocess.run(["mount", "-o", f"remount,size={size}", folder], check=True)

    def run(self, *words, code=0, **environment):
        done = subprocess.run([self.program, *words], capture_output=True, text=True, timeout=120,
                              env={**self.environment, **environment})
        assert done.returncode == code, (
            f"{words} ended with {done.returncode}, expected {code}\n{done.stdout}\n{done.stderr}")
        return done.stdout + done.stderr

    def rows(self, name="sheet"):
        with contextlib.closing(sqlite3.connect(f"file:{self.data}/{name}.sqlite?mode=ro", uri=True)) as base:
            assert base.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            return base.execute("SELECT * FROM record ORDER BY id").fetchall()

    def forgive(self):
        """Stands for the minutes after a failed check in which nobody is asked."""
        with contextlib.closing(sqlite3.connect(self.data / "sheet.sqlite")) as base, base:
            base.execute("UPDATE sync_state SET state = json_remove(state, '$.notBefore', '$.lastAttempt')")

    def close(self):
        self.sandbox.terminate()
        self.sandbox.wait(20)
        for folder in reversed(self.mounts):
            subprocess.run(["umount", folder], check=True)
        shutil.rmtree(self.root)


def wait(look, seconds=60):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        with contextlib.suppress(OSError):
            found = look()
            if found:
                return found
        time.sleep(0.05)
    raise AssertionError("it never came")


def a_sync_that_does_not_fit_leaves_the_copy(place):
    place.mount(place.data, "2m")
    place.mount(place.data / "cache", "64m")
    place.run("sync")
    before = place.rows()
    place.publish(20_000)
    time.sleep(1.1)
    said = place.run("sync", code=1)
    assert "disk is full" in said and "the copy stays" in said, said
    print("        " + said.strip())
    assert place.rows() == before and len(before) == 100
    assert json.loads(place.run("list", "sheet", "--json"))["total"] == 100
    assert "disk is full" in place.run("status")
    place.grow(place.data, "64m")
    place.forgive()
    assert "19900 new" in place.run("sync")
    assert len(place.rows()) == 20_000


def a_disk_without_a_free_byte_is_told_and_little_room_is_enough_to_read(place):
    place.mount(place.data, "2m")
    place.run("sync")
    with contextlib.suppress(OSError), open(place.data / "ballast", "wb", buffering=0) as file:
        while True:
            file.write(bytes(512))
    assert os.statvfs(place.data).f_bavail == 0
    time.sleep(1.1)
    said = place.run("sync", code=1)
    print("        " + said.strip())
    assert "disk is full" in said, said
    said = place.run("list", "sheet", code=1)  # even a reader needs 32 KB that it shares with others
    assert "disk is full" in said, said
    os.truncate(place.data / "ballast", os.stat(place.data / "ballast").st_size - 64 * 1024)
    said = place.run("list", "sheet", "--json")
    assert json.loads(said)["total"] == 100, said
    (place.data / "ballast").unlink()
    place.publish(200)
    place.forgive()
    assert "100 new" in place.run("sync")


def a_full_cache_leaves_the_copy_or_does_without(place):
    place.mount(place.data / "cache", "100k")
    place.run("sync")
    before = place.rows()
    place.publish(5000)
    time.sleep(1.1)
    done = subprocess.run([place.program, "sync"], capture_output=True, text=True, timeout=120,
                          env=place.environment)
    print(f"        exit {done.returncode}: {done.stdout.strip()}")
    if done.returncode == 0:
        assert len(place.rows()) == 5000
    else:
        assert place.rows() == before and "the copy stays" in done.stdout, done.stdout
    place.grow(place.data / "cache", "64m")
    place.forgive()
    place.run("sync")
    assert len(place.rows()) == 5000


def temporary_files_lie_beside_the_copy(place):
    narrow = place.root / "tmp"
    place.mount(narrow, "100k")
    place.run("sync")
    place.publish(40_000)
    time.sleep(1.1)
    assert "39900 new" in place.run("sync", TMPDIR=str(narrow))
    assert list(place.data.glob("etilqs*")) == [], "a temporary file was left"


def a_stream_stops_in_words_and_goes_on(place):
    place.mount(place.data, "12m")
    (place.own / "flow.yaml").write_text(FLOW.format(port=place.upstream))
    shutil.copytree(ROOT / "Datasets" / "deals", place.root / "share" / "datasets" / "deals")
    (place.own / "deals.yaml").write_text(FLOW.format(port=9).replace("flow", "deals"))
    (place.own / "sheet.yaml").unlink()
    port = free_port()
    server = subprocess.Popen([place.program, "serve", "--port", str(port)], env=place.environment,
                              stderr=open(place.root / "log", "wb"))

    def total():
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/flow.json?limit=1", timeout=10) as answer:
            return json.load(answer)["total"]

    def trouble():
        lines = json.loads(urllib.request.urlopen(f"http://127.0.0.1:{port}/index.json", timeout=10).read())
        return next(line for line in lines["datasets"] if line["id"] == "flow")

    try:
        full = wait(lambda: "disk is full" in json.dumps(trouble()) and total(), 120)
        time.sleep(3)
        assert total() <= full + 2000, "the stream grows on a full disk"
        print(f"        {full} deals, then: {json.dumps(trouble().get('trouble'))[:220]}")
        page = f"http://127.0.0.1:{port}/flow"
        wait(lambda: b"disk is full" in urllib.request.urlopen(page, timeout=10).read())
        place.grow(place.data, "96m")
        wait(lambda: total() > full + 5000, 120)
    finally:
        server.terminate()
        server.wait(20)
    ids = [row[0] for row in place.rows("flow")]
    assert ids == list(range(1, len(ids) + 1)), "a deal is missing or doubled"


TESTS = [
    a_sync_that_does_not_fit_leaves_the_copy,
    a_disk_without_a_free_byte_is_told_and_little_room_is_enough_to_read,
    a_full_cache_leaves_the_copy_or_does_without, temporary_files_lie_beside_the_copy,
    a_stream_stops_in_words_and_goes_on,
]


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--program", default=str(ROOT / ".build/debug/almanac"))
    options.add_argument("--only", default="")
    options = options.parse_args()
    if os.geteuid() != 0 or not sys.platform.startswith("linux"):
        print("SKIPPED: the tests of a full disk mount small file systems, which takes root on Linux.")
        return 0
    failed = 0
    tests = [test for test in TESTS if options.only in test.__name__]
    for test in tests:
        place = Place(options.program)
        try:
            test(place)
            print(f"ok      {test.__name__.replace('_', ' ')}")
        except Exception:
            failed += 1
            print(f"FAILED  {test.__name__.replace('_', ' ')}\n{traceback.format_exc()}")
        finally:
            place.close()
    print(f"{len(tests) - failed} passed, {failed} failed")
    return 1 if failed else 0


sys.exit(main())
