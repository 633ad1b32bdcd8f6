"""Deals for the peers and the wire: the distribution of Datasets/deals, the same in every run."""
import datetime
import json
import random
import time

INSTRUMENTS = ["EUR/USD_TOD", "EUR/USD_TOM", "EUR/USD_SPOT", "GBP/USD_TOD", "GBP/USD_TOM",
               "GBP/USD_SPOT", "USD/CHF_TOM", "USD/CHF_SPOT", "USD/CAD_TOM", "USD/CAD_SPOT",
               "USD/JPY_TOD", "USD/JPY_SPOT", "EUR/RUB_TOD", "EUR/RUB_SPOT"]
FIELDS = ["modified", "instrument", "price", "amount", "side"]
PACKET = 100


def rows(count, first=1, seed=1):
    """Tuples of id, modified in milliseconds, instrument, price, amount and side."""
    draw = random.Random(seed * 1_000_003 + first)
    start = int(time.time() * 1000)
    return [(key, start + key // 300, draw.choice(INSTRUMENTS),
             draw.randint(6_000_000, 7_000_000) / 100_000,
             draw.randint(100_000_000, 5_000_000_000) / 100, draw.choice(("buy", "sell")))
            for key in range(first, first + count)]


def packets(count, first=1):
    """The same in packets of 100."""
    all_rows = rows(count, first)
    return [all_rows[start:start + PACKET] for start in range(0, count, PACKET)]


def event(cursor, packet):
    """A packet as the server-sent event that the sandbox would write."""
    records = [dict(zip(["id", *FIELDS], (key, instant(modified), *rest)))
               for key, modified, *rest in packet]
    return b"id: %d\ndata: %s\n\n" % (
        cursor, json.dumps(records, separators=(",", ":")).encode())


def instant(milliseconds):
    moment = datetime.datetime.fromtimestamp(milliseconds / 1000, datetime.timezone.utc)
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")
