#!/usr/bin/env python3
"""Reads every export with other people's code and compares it, row by row, with the list.

usage: export.py [--program FILE] [--records N]
With --records it also fills a store of N deals and measures the time and memory of exporting it.
"""
import argparse
import csv
import io
import json
import os
import pathlib
import shutil
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent

ODDITIES = """\
id: oddities
title: Oddities
source: { kind: json, url: oddities.json }
credit: { text: "Nobody, \\"in particular\\"", homepage: "https://example.org/odd", licence: CC BY 4.0 }
key: id
fields:
  name: text
  whole: integer
  number: number
  is_odd: boolean
  year: year
  day: date
  moment: timestamp
  local: datetime
  place: point
  home: link
  others: list
  money: currencies
search: [name]
list: { sort: [name], title: name }
"""
ODD_ROWS = [
    {"id": "plain", "name": "Plain", "whole": 1, "number": 1.5, "is_odd": True, "year": 2026,
     "day": "2026-11-21", "moment": "2026-11-21T14:02:48.123Z", "local": "2026-11-21T14:02:48",
     "place": [54.81667, 61.11667], "home": "https://example.org/", "others": ["a", "b"],
     "money": [{"code": "PLN", "name": "złoty", "symbol": "zł"}]},
    {"id": "a/b, \"c\"", "name": "=HYPERLINK(\"x\"), quoted\r\nsecond line\ttab",
     "whole": 9223372036854775807, "number": 0.1, "is_odd": False, "year": -44,
     "place": [-89.123456789, -180], "others": ["comma, quote \" and\nline", "[1]", "back\\slash"]},
    {"id": "none"},
    {"id": "Łódź", "name": "Łódź 日本 😀", "number": 1e-7, "whole": -9223372036854775808, "place": [0, 0]},
]


class Place:
    """A data folder, dataset files of one's own, and a server over them."""

    def __init__(self, program):
        self.program = program
        self.root = pathlib.Path(tempfile.mkdtemp(prefix="almanac-export."))
        self.own = self.root / "own"
        self.own.mkdir()
        (self.own / "oddities.yaml").write_text(ODDITIES)
        (self.own / "oddities.json").write_text(json.dumps(ODD_ROWS))
        self.data = self.root / "data"
        self.environment = {key: value for key, value in os.environ.items()
                            if not key.startswith(("ALMANAC_", "RESTCOUNTRIES"))}
        self.environment["ALMANAC_DATA"] = str(self.data)
        self.server = None

    def run(self, *words, code=0):
        done = subprocess.run([self.program, *words, "--datasets", str(self.own)], timeout=600,
                              capture_output=True, stdin=subprocess.DEVNULL, env=self.environment)
        assert done.returncode == code, f"{words}: {done.returncode}, not {code}: {done.stderr}"
        return done.stdout, done.stderr.decode()

    def serve(self):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.server = subprocess.Popen(
            [self.program, "serve", "--port", str(self.port), "--datasets", str(self.own)],
            env=self.environment, stderr=subprocess.DEVNULL)
        for _ in range(600):
            try:
                return self.get("/health/ready")
            except OSError:
                time.sleep(0.05)
        raise SystemExit("the server does not answer")

    def open(self, path, **headers):
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", headers=headers)
        return urllib.request.urlopen(request, timeout=600)

    def get(self, path):
        with self.open(path) as answer:
            return answer.read()

    def rows(self, dataset, query=""):
        """All rows as the list gives them, by key."""
        rows, total = [], 1
        while len(rows) < total:
            page = json.loads(self.get(f"/{dataset}.json?limit=1000&offset={len(rows)}&sort=id{query}"))
            rows, total = rows + page["rows"], page["total"]
        return rows

    def close(self):
        if self.server:
            self.server.terminate()
            assert self.server.wait(30) == 0, "the server did not end well"
        shutil.rmtree(self.root)


def text_of(value):
    """A value of the list as a CSV cell holds it; numbers stay numbers."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return value
    return value


def same(cell, value):
    expected = text_of(value)
    if isinstance(expected, list):
        return json.loads(cell) == expected
    if isinstance(expected, int):
        return int(cell) == expected
    if isinstance(expected, float):
        return float(cell) == expected
    return cell == expected


def check_csv(body, rows, names):
    assert not body.startswith(b"\xef\xbb\xbf") and body.endswith(b"\r\n")
    table = list(csv.reader(io.StringIO(body.decode("utf-8"), newline=""), strict=True))
    head, cells = table[0], [dict(zip(table[0], line)) for line in table[1:]]
    assert head[0] == "id" and all(len(line) == len(head) for line in table), head
    assert len(cells) == len(rows), (len(cells), len(rows))
    for cell, row in zip(cells, rows):
        for name in names:
            if name + ".latitude" in head:
                place = row[name] or {"latitude": None, "longitude": None}
                parts = [(f"{name}.{axis}", place[axis]) for axis in ("latitude", "longitude")]
            else:
                parts = [(name, row[name])]
            for column, value in parts:
                assert same(cell[column], value), (row["id"], column, cell[column], value)


def check_geojson(document, rows, geometry):
    """RFC 7946, as far as points go."""
    assert document["type"] == "FeatureCollection" and "crs" not in document
    assert not {"coordinates", "geometries", "geometry", "properties"} & document.keys(), "section 7.1"
    assert document["count"] == len(document["features"]) == len(rows)
    for feature, row in zip(document["features"], rows):
        assert feature["type"] == "Feature" and feature["id"] == row["id"]
        assert set(feature) == {"type", "id", "geometry", "properties"}
        assert feature["properties"] == {k: v for k, v in row.items() if k not in ("id", geometry)}
        if row[geometry] is None:
            assert feature["geometry"] is None
            continue
        longitude, latitude = feature["geometry"]["coordinates"]
        assert feature["geometry"]["type"] == "Point"
        assert -180 <= longitude <= 180 and -90 <= latitude <= 90
        assert row[geometry] == {"latitude": latitude, "longitude": longitude}


def milliseconds(text, is_instant):
    import datetime
    moment = datetime.datetime.fromisoformat(text.rstrip("Z") + "+00:00")
    assert text.endswith("Z") == is_instant
    return round((moment - datetime.datetime.fromtimestamp(0, datetime.timezone.utc))
                 / datetime.timedelta(milliseconds=1))


def check_sqlite(body, rows, credit):
    with tempfile.NamedTemporaryFile(suffix=".sqlite") as file:
        file.write(body)
        file.flush()
        base = sqlite3.connect(file.name)
        base.row_factory = sqlite3.Row
        assert base.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
        kept = dict(base.execute("SELECT * FROM credit").fetchone())
        assert (kept["credit"], kept["homepage"], kept["licence"]) == (
            credit["text"], credit.get("homepage"), credit["licence"]), kept
        fields = [tuple(line) for line in base.execute("SELECT name, type, column_name FROM field")]
        records = list(base.execute("SELECT * FROM record ORDER BY id"))
        assert len(records) == len(rows)
        for record, row in zip(records, rows):
            assert record["id"] == row["id"]
            for name, kind, column in fields:
                value = row[name]
                if kind == "point":
                    stored = (record[column + "_latitude"], record[column + "_longitude"])
                    value = (value["latitude"], value["longitude"]) if value else (None, None)
                else:
                    stored = record[column]
                if value is not None and kind in ("list", "currencies"):
                    stored = json.loads(stored)
                if value is not None and kind in ("timestamp", "datetime"):
                    value = milliseconds(value, kind == "timestamp")
                assert stored == value, (row["id"], name, stored, value)
        base.close()


def every_export_agrees_with_the_list(place):
    for dataset, query, geometry in [
        ("meteorites", "", "geolocation"), ("meteorites", "&fall=Fell&year.min=2011", "geolocation"),
        ("stations", "", "location"), ("stations", "&q=lodz", "location"),
        ("countries", "", "capital_location"), ("countries", "&continents=Europe", "capital_location"),
        ("oddities", "", "place"),
    ]:
        rows = place.rows(dataset, query)
        assert rows, dataset
        end = "?" + query[1:] if query else ""
        names = rows[0].keys()
        check_csv(place.get(f"/{dataset}.csv{end}"), rows, names)
        whole = json.loads(place.get(f"/{dataset}.export.json{end}"))
        assert whole["rows"] == rows and whole["count"] == len(rows), dataset
        assert whole["credit"]["licence"] and whole["version"] and whole["exported"]
        lines = place.get(f"/{dataset}.ndjson{end}").decode().splitlines()
        assert [json.loads(line) for line in lines] == rows, dataset
        check_geojson(json.loads(place.get(f"/{dataset}.geojson{end}")), rows, geometry)
        check_sqlite(place.get(f"/{dataset}.sqlite{end}"), rows, whole["credit"])


def what_a_stream_writes_meanwhile_is_not_seen(place):
    for _ in range(5):
        whole = json.loads(place.get("/deals.export.json"))
        keys = [row["id"] for row in whole["rows"]]
        assert len(set(keys)) == len(keys) == whole["count"] and keys == sorted(keys)
    body = place.get("/deals.csv?side=buy&sort=-price,id")
    prices = [float(line["price"]) for line in csv.DictReader(io.StringIO(body.decode()))]
    assert prices == sorted(prices, reverse=True) and prices


def the_metadata_of_a_csv_names_its_columns(place):
    with place.open("/oddities.csv") as answer:
        link, head = answer.headers["Link"], answer.readline().decode().strip().split(",")
    assert '</oddities.csv-metadata.json>; rel="describedby"; type="application/csvm+json"' in link, link
    assert '<https://creativecommons.org/licenses/by/4.0/>; rel="license"' in link, link
    metadata = json.loads(place.get("/oddities.csv-metadata.json"))
    assert metadata["@context"][0] == "http://www.w3.org/ns/csvw"
    assert [column["titles"] for column in metadata["tableSchema"]["columns"]] == head
    assert metadata["dc:rights"] == "CC BY 4.0"


def a_slow_reader_holds_up_nobody(place):
    """Four exports of which nobody reads more than the beginning; the fifth is asked to wait."""
    fill(place, 120_000)
    place.serve()
    slow = [place.open("/deals.ndjson") for _ in range(4)]
    for answer in slow:
        answer.read(1000)
    try:
        place.open("/deals.csv")
        raise AssertionError("a fifth export was made")
    except urllib.error.HTTPError as problem:
        assert problem.code == 503 and problem.headers["Retry-After"] == "10"
        assert json.load(problem)["type"].endswith("#busy")
    assert json.loads(place.get("/deals.json?limit=1"))["total"] >= 120_000
    deadline = time.time() + 60
    while True:  # as soon as all is read, the log can be put away although nobody took it
        with sqlite3.connect(place.data / "deals.sqlite", timeout=0) as base:
            busy = base.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
        base.close()
        if busy[1] == busy[2]:
            break
        assert time.time() < deadline, f"the log cannot be put away: {busy}"
        time.sleep(0.1)
    lines = slow[0].read().decode().splitlines()
    assert len(lines) >= 119_990 and json.loads(lines[-1])["id"] >= 120_000
    for answer in slow:
        answer.close()
    deadline = time.time() + 30
    while True:  # the turns come back when the readers go
        try:
            return place.get("/deals.csv?side=buy&price.min=69.99")
        except urllib.error.HTTPError:
            assert time.time() < deadline
            time.sleep(0.1)


def commands_write_what_the_website_gives(place):
    for form, path in [("csv", "/oddities.csv"), ("ndjson", "/oddities.ndjson")]:
        assert place.run("export", "oddities", "--format", form)[0] == place.get(path), form
    body = place.run("export", "meteorites", "--where", "fall=Fell", "--sort", "-mass", "--q", "l6")[0]
    assert body == place.get("/meteorites.csv?fall=Fell&sort=-mass&q=l6")
    assert place.run("export", "meteorites", "--view", "fell_since_2011")[0].count(b"\r\n") == 8


def files_are_whole_and_never_overwritten_unasked(place):
    out = place.root / "out"
    out.mkdir()
    target = out / "o.csv"
    place.run("export", "oddities", "--output", str(target))
    assert sorted(os.listdir(out)) == ["o.csv", "o.csv-metadata.json"], os.listdir(out)
    assert json.loads((out / "o.csv-metadata.json").read_text())["url"] == "o.csv"
    target.write_text("mine")
    said = place.run("export", "oddities", "--output", str(target), code=1)[1]
    assert "--force" in said and target.read_text() == "mine", said
    place.run("export", "oddities", "--output", str(target), "--force")
    assert target.read_bytes() == place.run("export", "oddities")[0]
    for form in ("json", "geojson", "sqlite"):
        place.run("export", "oddities", "--output", str(out / f"o.{form}"))
    check_geojson(json.loads((out / "o.geojson").read_text()),
                  json.loads((out / "o.json").read_text())["rows"], "place")
    check_sqlite((out / "o.sqlite").read_bytes(), json.loads((out / "o.json").read_text())["rows"],
                 json.loads((out / "o.json").read_text())["credit"])
    (out / "p.csv-metadata.json").write_text("mine")
    place.run("export", "oddities", "--output", str(out / "p.csv"), code=1)
    assert (out / "p.csv-metadata.json").read_text() == "mine"
    (out / "p.csv-metadata.json").unlink()
    left = {"o.csv", "o.csv-metadata.json", "o.json", "o.geojson", "o.sqlite"}
    assert set(os.listdir(out)) == left, os.listdir(out)
    place.run("export", "oddities", "--output", str(out / "nowhere" / "o.csv"), code=1)


def wrong_usage_ends_with_2(place):
    for words, hint in [
        (("deals", "--format", "geojson"), "no places"), (("oddities", "--format", "sqlite"), "--output"),
        (("oddities", "--format", "xlsx"), "xlsx"), (("oditties",), "oddities"),
        (("oddities", "--where", "yeer=1"), "year"), (("oddities", "--limit", "3"), "--limit"),
    ]:
        said = place.run("export", *words, code=2)[1]
        assert hint in said, (words, said)


def a_reader_who_has_seen_enough_is_no_failure(place):
    fill(place, 50_000)
    command = [place.program, "export", "deals", "--datasets", str(place.own)]
    export = subprocess.Popen(command, env=place.environment, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE)
    export.stdout.readline()
    export.stdout.close()
    said = export.stderr.read()
    assert export.wait(60) == 0 and said == b"", said
    export.stderr.close()


def fill(place, count):
    """Puts deals into the store's file, which is a documented format."""
    place.run("status")
    base = sqlite3.connect(place.data / "deals.sqlite")
    names = ["EUR/USD_SPOT", "GBP/USD_TOM", "USD/JPY_TOD"]
    with base:
        base.executemany(
            "INSERT OR REPLACE INTO record (id, modified, instrument, price, amount, side) "
            "VALUES (?, ?, ?, ?, ?, ?)",
            ((number, 1_795_000_000_000 + number, names[number % 3], 60 + number * 7919 % 100_000 / 10_000,
              1_000_000 + number * 31, "buy" if number % 2 else "sell") for number in range(1, count + 1)))
        base.execute("UPDATE sync_state SET generation = generation + 1, count = ?, "
                     "state = json_set(state, '$.origin', 'simulator')", (count,))
    base.close()


def measure(place, count):
    """Prints `name value unit` lines of exports of so many deals, peak memory by the system."""
    fill(place, count)
    for form, further in [("csv", []), ("json", []), ("ndjson", []), ("sqlite", []),
                          ("csv", ["--sort", "-price"]), ("csv", ["--where", "side=buy"])]:
        out = place.root / f"out.{form}"
        command = [place.program, "export", "deals", "--datasets", str(place.own), "--output", str(out),
                   "--force", *further]
        seconds, peak = timed(command, place.environment)
        name = f"export.{form}" + ("." + further[0].strip("-") if further else "")
        print(f"{name}.seconds {seconds:.2f} s\n{name}.peak {peak / 1e6:.0f} MB\n"
              f"{name}.size {out.stat().st_size / 1e6:.0f} MB")
        if form == "csv" and not further:
            assert sum(1 for _ in out.open("rb")) == count + 1
    place.serve()
    before = resident(place.server.pid)
    started = time.time()
    lines = []
    readers = [threading.Thread(target=lambda: lines.append(sum(1 for _ in place.open("/deals.csv"))))
               for _ in range(4)]
    for reader in readers:
        reader.start()
    for reader in readers:
        reader.join()
    after = resident(place.server.pid, "VmHWM")
    print(f"export.web.four_at_once.seconds {time.time() - started:.2f} s\n"
          f"export.web.memory_before {before:.0f} MB\nexport.web.peak {after:.0f} MB")
    assert len(lines) == 4 and min(lines) > count


def timed(command, environment):
    """Seconds of a command, and its peak memory in bytes."""
    started = time.time()
    process = os.posix_spawn(command[0], command, environment)
    _, status, usage = os.wait4(process, 0)
    assert status == 0, command
    return time.time() - started, usage.ru_maxrss * 1024


def resident(process, what="VmRSS"):
    for line in pathlib.Path(f"/proc/{process}/status").read_text().splitlines():
        if line.startswith(what):
            return int(line.split()[1]) / 1024
    return 0


SERVED = [every_export_agrees_with_the_list, what_a_stream_writes_meanwhile_is_not_seen,
          the_metadata_of_a_csv_names_its_columns, commands_write_what_the_website_gives]
ALONE = [files_are_whole_and_never_overwritten_unasked, wrong_usage_ends_with_2,
         a_reader_who_has_seen_enough_is_no_failure, a_slow_reader_holds_up_nobody]


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--program", default=str(ROOT / ".build/debug/almanac"))
    options.add_argument("--records", type=int, default=0)
    options = options.parse_args()
    for group, is_served in ((SERVED, True), *(([test], False) for test in ALONE)):
        place = Place(options.program)
        try:
            place.run("sync", "oddities")
            if is_served:
                place.serve()
            for test in group:
                test(place)
                print(f"ok      {test.__name__.replace('_', ' ')}")
        finally:
            place.close()
    if options.records:
        place = Place(options.program)
        try:
            measure(place, options.records)
        finally:
            place.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
