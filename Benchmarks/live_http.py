"""The live table over HTTP: windows, packets of JSON, starts with a million deals on disk."""
import contextlib
import http.client
import json
import pathlib
import sqlite3
import subprocess
import sys
import threading
import time

import deals
from common import ALMANAC, answered, free_port, load, median, process

ORDERS = ["-modified", "instrument", "price", "amount", "side"]
HERE = pathlib.Path(__file__).resolve().parent


@contextlib.contextmanager
def upstream(file, rate=0):
    """A port, and what lets its bytes go: it returns the moment when they began."""
    port = free_port()
    running = subprocess.Popen(
        [sys.executable, HERE / "packets.py", str(port), file, "--rate", str(rate)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def go():
        running.stdin.write("\n")
        running.stdin.flush()
        return float(running.stdout.readline())
    try:
        yield port, go
    finally:
        running.kill()
        running.communicate()


@contextlib.contextmanager
def server(folder, data, upstream_port):
    """A server of deals that come from an upstream; gives its port when it answers."""
    datasets, port = folder / "datasets", free_port()
    datasets.mkdir(exist_ok=True)
    url = f"http://127.0.0.1:{upstream_port}/deals/stream"
    (datasets / "deals.yaml").write_text(
        f"id: deals\nextends: deals\nsource: {{ kind: stream, url: '{url}', revision: modified }}\n")
    begin = time.perf_counter()
    with process(ALMANAC, "serve", "--port", port, "--datasets", datasets, "--data", data):
        answered(f"http://127.0.0.1:{port}/deals")
        yield port, (time.perf_counter() - begin) * 1000


def asked(connection, path):
    """The milliseconds that an answer took, and the answer."""
    start = time.perf_counter()
    connection.request("GET", path)
    answer = connection.getresponse()
    body = answer.read()
    if answer.status != 200:
        raise SystemExit(f"{path} answered {answer.status}: {body[:300]}")
    return (time.perf_counter() - start) * 1000, json.loads(body)


def open_orders(port, offset=0):
    """Asks for a window in each order, so that all five are kept; says how long each took."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    times = {}
    for order in ORDERS:
        path = f"/deals.json?sort={order}&limit=100&offset={offset}"
        times[order], window = asked(connection, path)
        if offset < window["total"] and not window["rows"]:
            raise SystemExit(f"{path} is empty")
    connection.close()
    return times


def random_windows(total):
    orders = ", ".join(f"'{order}'" for order in ORDERS)
    return (f"'/deals.json?limit=100&sort=' .. ({{{orders}}})[math.random(5)] .. '&offset=' .. "
            f"math.random(0, {max(total - 100, 0)})")


def events(folder, rows, first=1):
    """A file with packets of deals as events."""
    file = folder / f"events-{first}"
    with open(file, "wb") as out:
        for start in range(0, rows, 100_000):  # little memory
            count = min(100_000, rows - start)
            for number, packet in enumerate(deals.packets(count, first + start)):
                out.write(deals.event((first + start) // deals.PACKET + number + 1, packet))
    return file


def windows(folder, data, total, seconds):
    """Windows a second at 16 connections: alone, and while 5,000 deals a second arrive."""
    arriving = events(folder, 5000 * (seconds * 4 + 10), first=total + 1)
    with upstream(arriving, rate=50) as (source, go), server(folder, data, source) as (port, _):
        open_orders(port, total // 2)
        load(random_windows(total), port, 2)
        rates = [load(random_windows(total), port, seconds) for _ in range(3)]
        yield "live.http.window_requests_per_s", median(rates), "requests/s"
        go()
        rate = load(random_windows(total), port, seconds)
        arrived = stored(data / "deals.sqlite") - total
        if arrived < 2500 * seconds:
            raise SystemExit(f"only {arrived} deals arrived in {seconds} s")
        yield "live.http.window_requests_per_s_while_arriving", rate, "requests/s"


def stored(file):
    """How many deals are on disk."""
    with contextlib.closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True, timeout=10)) as store:
        return store.execute("SELECT count FROM sync_state").fetchone()[0]


def watch(port):
    """Reads a live window until the server ends; gives the list that its first bytes come into."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request("GET", "/deals/live?sort=price&limit=100",
                       headers={"Accept": "text/event-stream"})
    answer, seen = connection.getresponse(), []
    if answer.status != 200:
        raise SystemExit(f"/deals/live answered {answer.status}")

    def read():
        with contextlib.suppress(OSError, http.client.HTTPException):
            while chunk := answer.read1(1 << 18):
                if not seen:
                    seen.append(chunk)
    threading.Thread(target=read, daemon=True).start()
    return seen


def packets(folder, rows):
    """Rows a second from JSON packets over loopback until the last one is on disk, with five orders
    kept and one window read live."""
    data = folder / "from-packets"
    with upstream(events(folder, rows)) as (source, go), server(folder, data, source) as (port, _):
        open_orders(port)
        watched = watch(port)
        begin, file = go(), data / "deals.sqlite"
        while stored(file) < rows:
            if time.time() - begin > 120:
                raise SystemExit(f"only {stored(file)} of {rows} deals came in two minutes")
            time.sleep(0.005)
        yield "live.json_packets.rows_per_s", rows / (time.time() - begin), "rows/s"
        if not watched:
            raise SystemExit("the live window told nothing")


def restarts(folder, data, total, rounds=3):
    """From the start of a process to its first page, and then to windows in each order."""
    page, first, jump, others = [], [], [], []
    nothing = folder / "nothing"
    nothing.write_bytes(b"")
    for _ in range(rounds):
        with upstream(nothing) as (source, _), server(folder, data, source) as (port, began):
            page.append(began)
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
            first.append(asked(connection, "/deals.json?limit=100")[0])
            jump.append(asked(connection, f"/deals.json?limit=100&offset={total // 2}")[0])
            times = open_orders(port, total // 2)
            others.append(max(times[order] for order in ORDERS[1:]))
    yield "live.restart.first_page_ms", median(page), "ms"
    yield "live.restart.first_window_ms", median(first), "ms"
    yield "live.restart.first_jump_ms", median(jump), "ms"
    yield "live.first_use_of_order_ms", median(others), "ms"
