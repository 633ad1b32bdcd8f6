#!/usr/bin/env python3
"""What peers need for the work of the live table; each runs in a process of its own.

usage: live_peers.py sqlite|perspective|duckdb [--rows 100000] [--size 1000000]

Packets of 100 come in, and the 100 rows in the middle of the order by price are read again after
each, as Almanac does ("sorted view open"), over the first `rows`; once more for SQLite with the
window at the top, its easiest place; then windows and ranks among `size` rows loaded at once.
Making the rows is not part of any time.
"""
import argparse
import pathlib
import statistics
import sys
import tempfile
import time

import deals

WINDOW = 100


def clock():
    return time.perf_counter()


def told(name, value, unit):
    print(name, f"{value:.0f}" if value >= 1000 else f"{value:.4g}", unit, flush=True)


def timed(work, repetitions):
    """Milliseconds of the median repetition; the first is a warm-up."""
    times = []
    for _ in range(repetitions + 1):
        start = clock()
        work()
        times.append((clock() - start) * 1000)
    return statistics.median(times[1:])


def offsets(size):
    return {"0": 0, "500k": size // 2, "999.9k": size - WINDOW}


class SQLite:
    """Python's SQLite with one index for each order; packets are durable in the log."""
    name = "sqlite_five_indexes"
    make = ("CREATE TABLE deal (id INTEGER PRIMARY KEY, modified INTEGER, instrument TEXT,"
            " price REAL, amount REAL, side TEXT)")
    page = "SELECT * FROM deal ORDER BY price, id LIMIT ? OFFSET ?"

    def __init__(self, folder):
        import sqlite3
        self.peer = sqlite3.connect(folder / "deals.sqlite", isolation_level=None)
        self.peer.execute("PRAGMA journal_mode = WAL")
        self.peer.execute("PRAGMA synchronous = NORMAL")
        self.peer.execute(self.make)
        self.index()

    def index(self):
        for field in deals.FIELDS:
            self.peer.execute(f"CREATE INDEX deal_{field} ON deal ({field})")

    def add(self, rows):
        self.peer.execute("BEGIN")
        self.peer.executemany("INSERT OR REPLACE INTO deal VALUES (?, ?, ?, ?, ?, ?)", rows)
        self.peer.execute("COMMIT")

    def load(self, rows):
        for field in deals.FIELDS:
            self.peer.execute(f"DROP INDEX deal_{field}")
        self.peer.execute("DELETE FROM deal")
        self.add(rows)
        self.index()

    def window(self, offset):
        return self.peer.execute(self.page, (WINDOW, offset)).fetchall()

    def rank(self, row):
        sql = "SELECT count(*) FROM deal WHERE (price, id) < (?, ?)"
        return self.peer.execute(sql, (row[3], row[0])).fetchone()[0]


class Perspective:
    """A table in memory with a view sorted by price; nothing is durable. It tells no ranks."""
    name = "perspective"

    def __init__(self, folder):
        import perspective
        self.server = perspective.Server()
        self.client = self.server.new_local_client()
        self.fresh()

    def fresh(self):
        schema = {"id": "float", "modified": "datetime", "instrument": "string",
                  "price": "float", "amount": "float", "side": "string"}  # its integers have 32 bits
        self.table = self.client.table(schema, index="id")
        self.view = self.table.view(sort=[["price", "asc"]])

    def add(self, rows):
        self.table.update(dict(zip(["id", *deals.FIELDS], map(list, zip(*rows)))))

    def load(self, rows):
        self.view.delete()
        self.table.delete()
        self.fresh()
        self.add(rows)

    def window(self, offset):
        return self.view.to_columns(start_row=offset, end_row=offset + WINDOW)["id"]

    rank = None


class DuckDB:
    """A database file without indexes, which it does not use for sorting; packets are committed."""
    name = "duckdb"

    def __init__(self, folder):
        import duckdb
        self.peer = duckdb.connect(str(folder / "deals.duckdb"))
        self.fresh()

    def fresh(self):
        self.peer.execute("CREATE OR REPLACE TABLE deal (id BIGINT PRIMARY KEY, modified BIGINT,"
                          " instrument VARCHAR, price DOUBLE, amount DOUBLE, side VARCHAR)")

    def add(self, rows):
        marks = ", ".join(["(?, ?, ?, ?, ?, ?)"] * len(rows))
        self.peer.execute(f"INSERT OR REPLACE INTO deal VALUES {marks}",
                          [value for row in rows for value in row])

    def load(self, rows):
        import csv
        self.fresh()
        with tempfile.NamedTemporaryFile("w", suffix=".csv") as file:
            csv.writer(file).writerows(rows)
            file.flush()
            self.peer.execute(f"INSERT INTO deal SELECT * FROM read_csv('{file.name}', header=false)")

    def window(self, offset):
        sql = f"SELECT * FROM deal ORDER BY price, id LIMIT {WINDOW} OFFSET {offset}"
        return self.peer.execute(sql).fetchall()

    def rank(self, row):
        sql = f"SELECT count(*) FROM deal WHERE (price, id) < ({row[3]!r}, {row[0]})"
        return self.peer.execute(sql).fetchone()[0]


PEERS = {"sqlite": SQLite, "perspective": Perspective, "duckdb": DuckDB}


def ingest(peer, count, where="middle"):
    packets = deals.packets(count)
    start = clock()
    for done, packet in enumerate(packets):
        peer.add(packet)
        if not len(peer.window(done * deals.PACKET // 2 if where == "middle" else 0)):
            raise SystemExit(f"{peer.name} lost its rows")
    place = "" if where == "middle" else "_window_at_top"
    told(f"live.ingest.{peer.name}{place}_rows_per_s", count / (clock() - start), "rows/s")


def windows(peer, size):
    rows = deals.rows(size)
    peer.load(rows)
    for name, offset in offsets(size).items():
        if len(peer.window(offset)) != WINDOW:
            raise SystemExit(f"{peer.name} gave no whole window at {offset}")
        told(f"live.window.{peer.name}_{name}_ms",
             timed(lambda offset=offset: peer.window(offset), 9), "ms")
    if peer.rank:
        told(f"live.rank.{peer.name}_ms", timed(lambda: peer.rank(rows[size // 3]), 9), "ms")
    news = iter(deals.packets(12 * deals.PACKET, size + 1))

    def refresh():
        peer.add(next(news))
        peer.window(0)
    told(f"live.packet_to_window.{peer.name}_ms", timed(refresh, 9), "ms")


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("peer", choices=PEERS)
    options.add_argument("--rows", type=int, default=100_000)
    options.add_argument("--size", type=int, default=1_000_000)
    given = options.parse_args()
    with tempfile.TemporaryDirectory(prefix="almanac-peer.") as folder:
        try:
            peer = PEERS[given.peer](pathlib.Path(folder))
        except ImportError as error:
            raise SystemExit(f"{given.peer} is not installed: {error}")
        if given.rows:
            ingest(peer, given.rows)
        if given.rows and given.peer == "sqlite":
            again = pathlib.Path(folder) / "again"
            again.mkdir()
            ingest(SQLite(again), given.rows, "top")
        if given.size:
            windows(peer, given.size)
    return 0


if __name__ == "__main__":
    sys.exit(main())
