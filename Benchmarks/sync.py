"""What a sync costs: nothing new, ten changed, ten deleted, everything replaced, of a million."""
import contextlib
import http.client
import json
import pathlib
import socket
import sqlite3
import tempfile
import time

import cache
from common import ALMANAC, answered, free_port, median, process, timed
from portal import portal

RECORDS = 1_000_000
ROUNDS = 3
DATASET = """\
id: trades
title: {{ en: Trades }}
source: {source}
credit: {{ text: Nobody, licence: CC0 }}
refresh: {{ every: 1s, when: [opened], floor: 80%{refresh} }}
key: {{ from: id, type: integer }}
fields:
  instrument: text
  price: number
  amount: integer
  side: text
search: []
list: {{ sort: [-price], title: instrument, columns: [instrument, price, amount, side] }}
"""


class Copy:
    """A data folder of its own, synced from the portal by the command line."""

    def __init__(self, folder, portal, source, refresh=""):
        folder.mkdir()
        self.portal, self.folder, self.datasets = portal, folder / "data", folder / "datasets"
        self.runtime = folder / "run"
        self.datasets.mkdir()
        self.runtime.mkdir(mode=0o700)
        (self.datasets / "trades.yaml").write_text(DATASET.format(source=source, refresh=refresh))

    def sync(self):
        """Seconds, peak MB, requests and bytes of one sync."""
        time.sleep(1.05)
        self.portal.count()
        seconds, megabytes = timed(ALMANAC, "sync", "trades", "--datasets", self.datasets,
                                   "--data", self.folder)
        return seconds, megabytes, *self.portal.count()

    @contextlib.contextmanager
    def served(self):
        """The running server that owns the copy; what it gives is one sync's seconds, as a command
        that hands over its request would see them without its own start."""
        port = free_port()
        with process(ALMANAC, "serve", "--port", port, "--datasets", self.datasets, "--data",
                     self.folder, env={"XDG_RUNTIME_DIR": str(self.runtime)}):
            answered(f"http://127.0.0.1:{port}/health/live")
            yield self.asked

    def asked(self):
        time.sleep(1.05)
        self.portal.count()
        begin = time.perf_counter()
        connection = Connection(self.runtime)
        connection.request("POST", "/sync/trades?request=due", headers={"Content-Length": "0"})
        report = json.load(connection.getresponse())
        seconds = time.perf_counter() - begin
        connection.close()
        if report["outcome"] not in ("changed", "unchanged"):
            raise SystemExit(f"the sync ended so: {report}")
        return seconds, report, *self.portal.count()

    @contextlib.contextmanager
    def writes(self):
        """Counts the rows written to the record and change tables within the block."""
        file = next(self.folder.rglob("trades.sqlite"))
        database = sqlite3.connect(file)
        database.execute("CREATE TABLE written (what TEXT)")
        names = [f"{table}_{event}" for table in ("record", "change")
                 for event in ("INSERT", "UPDATE", "DELETE")]
        for name in names:
            table, event = name.split("_")
            database.execute(f"CREATE TRIGGER written_{name} AFTER {event} ON {table} "
                             f"BEGIN INSERT INTO written VALUES ('{name}'); END")
        database.commit()
        counts = {}
        yield counts
        rows = database.execute("SELECT what, count(*) FROM written GROUP BY what")
        counts.update(rows.fetchall())
        for name in names:
            database.execute(f"DROP TRIGGER written_{name}")
        database.execute("DROP TABLE written")
        database.commit()
        database.close()


class Connection(http.client.HTTPConnection):
    """HTTP over the one socket in a folder, of the process that owns a data folder."""

    def __init__(self, runtime):
        super().__init__("localhost", timeout=120)
        self.runtime = runtime

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.settimeout(120)
        self.sock.connect(str(next(self.runtime.rglob("*.sock"))))


def records(counts):
    return sum(number for name, number in counts.items() if name.startswith("record"))


def soda(portal):
    return f"{{ kind: soda, url: 'http://127.0.0.1:{portal.port}/resource/abcd-1234.json' }}"


def whole_file(folder, portal):
    """One resource with an ETag: nothing new costs a conditional request and no row."""
    source = f"{{ kind: json, url: 'http://127.0.0.1:{portal.port}/all.json' }}"
    copy = Copy(folder / "file", portal, source)
    seconds, megabytes, requests, received = copy.sync()
    yield "sync.first.seconds", seconds, "s"
    yield "sync.first.rss_mb", megabytes, "MB"
    yield "sync.first.requests", requests, "requests"
    yield "sync.first.bytes", received, "B"
    with copy.writes() as counts:
        seconds, megabytes, requests, received = copy.sync()
    yield "sync.unchanged.requests", requests, "requests"
    yield "sync.unchanged.bytes", received, "B"
    yield "sync.unchanged.rows_written", sum(counts.values()), "rows"
    yield "sync.unchanged.seconds", seconds, "s"
    portal.tell("change", range(0, RECORDS, RECORDS // 10))
    portal.tell("delete", range(900_005, 900_015))
    seconds, megabytes, requests, _ = copy.sync()
    yield "sync.compared_whole.seconds", seconds, "s"
    yield "sync.compared_whole.rss_mb", megabytes, "MB"


def ten_changed(folder, portal):
    """A cursor: ten changed rows of a million, beside the full sync of the same portal."""
    refresh = ', cursor: ":updated_at", deletions: never'
    copy = Copy(folder / "cursor", portal, soda(portal), refresh)
    _, megabytes, requests, full_bytes = copy.sync()
    yield "sync.full.rss_mb", megabytes, "MB"
    yield "sync.full.requests", requests, "requests"
    yield "sync.full.bytes", full_bytes, "B"
    with copy.writes() as counts:
        _, _, requests, received = copy.sync()
    yield "sync.unchanged_cursor.requests", requests, "requests"
    yield "sync.unchanged_cursor.bytes", received, "B"
    yield "sync.unchanged_cursor.rows_written", sum(counts.values()), "rows"
    with copy.writes() as counts:
        portal.tell("change", range(7, 17))
        copy.sync()
    yield "sync.ten_changed.rows_ratio", records(counts) / RECORDS, "x"
    full, times, sizes = [], [], []
    for turn in range(ROUNDS):
        fresh = Copy(folder / f"cursor{turn}", portal, soda(portal), refresh)
        with fresh.served() as sync:
            full.append(sync()[0])
            for again in range(ROUNDS):
                start = 1000 * turn + 100 * again
                portal.tell("change", range(start, start + 10))
                seconds, report, requests, received = sync()
                if report["changed"] != 10:
                    raise SystemExit(f"not ten changed: {report}")
                times.append(seconds)
                sizes.append(received)
    yield "sync.ten_changed.requests", requests, "requests"
    yield "sync.ten_changed.bytes", max(sizes), "B"
    yield "sync.ten_changed.bytes_ratio", max(sizes) / full_bytes, "x"
    yield "sync.full.seconds", median(full), "s"
    yield "sync.ten_changed.seconds", median(times), "s"
    yield "sync.ten_changed.time_ratio", median(times) / median(full), "x"


def deletions(folder, portal):
    """A cursor and the keys alone: ten deleted rows of a million, by a command of its own."""
    copy = Copy(folder / "ids", portal, soda(portal), ', cursor: ":updated_at", deletions: ids')
    copy.sync()
    times, sizes = [], []
    for turn in range(ROUNDS):
        portal.tell("delete", range(500_000 + 100 * turn, 500_010 + 100 * turn))
        seconds, megabytes, requests, received = copy.sync()
        times.append(seconds)
        sizes.append(megabytes)
    yield "sync.deletions_by_ids.seconds", median(times), "s"
    yield "sync.deletions_by_ids.rss_mb", max(sizes), "MB"
    yield "sync.deletions_by_ids.requests", requests, "requests"
    yield "sync.deletions_by_ids.bytes", received, "B"


def replaced(folder, portal):
    """Every row published anew with the values it had: a cursor brings all, nothing is written."""
    copy = Copy(folder / "replaced", portal, soda(portal),
                ', cursor: ":updated_at", deletions: ids')
    copy.sync()
    with copy.writes() as counts:
        portal.tell("touch")
        seconds, megabytes, requests, received = copy.sync()
    yield "sync.replaced_upstream.seconds", seconds, "s"
    yield "sync.replaced_upstream.rss_mb", megabytes, "MB"
    yield "sync.replaced_upstream.requests", requests, "requests"
    yield "sync.replaced_upstream.bytes", received, "B"
    yield "sync.replaced_upstream.rows_written", sum(counts.values()), "rows"


def run():
    with tempfile.TemporaryDirectory(prefix="almanac-bench.") as name:
        folder = pathlib.Path(name)
        with portal(RECORDS) as upstream:
            yield from whole_file(folder, upstream)
            yield from ten_changed(folder, upstream)
            yield from deletions(folder, upstream)
            yield from replaced(folder, upstream)
    yield from cache.run()
