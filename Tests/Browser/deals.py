"""A source of deals whose every packet the test decides, and the program that keeps a copy of them."""

import json
import os
import random
import shutil
import socket
import subprocess
import tempfile
import threading
import time
import urllib.request
from datetime import datetime, timedelta, timezone
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
INSTRUMENTS = ["EUR/USD_TOD", "EUR/USD_SPOT", "GBP/USD_TOM", "USD/CHF_SPOT", "USD/JPY_TOD"]
START = datetime(2026, 11, 21, 9, 0, tzinfo=timezone.utc)


class Deals:
    """Makes deals, each a millisecond after the one before; their values by chance, from a seed."""

    def __init__(self, seed=1):
        self.random = random.Random(seed)
        self.count = 0

    def next(self, **given):
        """A deal that was never there before."""
        self.count += 1
        moment = (START + timedelta(milliseconds=self.count)).isoformat(timespec="milliseconds")
        deal = {
            "id": self.count,
            "modified": moment.replace("+00:00", "Z"),
            "instrument": self.random.choice(INSTRUMENTS),
            "price": round(self.random.uniform(60, 70), 5),
            "amount": round(self.random.uniform(1e6, 5e7), 2),
            "side": self.random.choice(["buy", "sell"]),
        }
        return deal | given

    def many(self, number):
        return [self.next() for _ in range(number)]


class Upstream:
    """A stream of packets over server-sent events; it resumes after the last id that a reader had."""

    def __init__(self):
        self.packets = []
        self.arrived = threading.Condition()
        upstream = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                self.send_response(200)
                self.send_header("Content-Type", "text/event-stream")
                self.end_headers()
                upstream.stream(self.wfile, int(self.headers.get("Last-Event-ID") or 0))

            def log_message(self, *words):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server.server_port}/deals"

    def push(self, deals):
        """Sends one packet."""
        text = json.dumps(deals, separators=(",", ":"))
        with self.arrived:
            self.packets.append(f"id: {len(self.packets) + 1}\ndata: {text}\n\n".encode())
            self.arrived.notify_all()

    def stream(self, out, sent):
        try:
            out.write(b": deals\n\n")
            while True:
                with self.arrived:
                    self.arrived.wait_for(lambda: len(self.packets) > sent, timeout=5)
                    waiting = self.packets[sent:]
                out.write(b"".join(waiting) or b": still here\n\n")
                sent += len(waiting)
        except OSError:
            pass


class Pace:
    """Packets of 100 deals at a rate, from another thread."""

    def __init__(self, upstream, deals, rate):
        self.upstream, self.deals, self.pause = upstream, deals, 100 / rate
        self.sent = 0
        self.ended = threading.Event()
        self.thread = threading.Thread(target=self.run, daemon=True)

    def run(self):
        due = time.monotonic()
        while not self.ended.wait(max(0, due - time.monotonic())):
            self.upstream.push(self.deals.many(100))
            self.sent += 100
            due += self.pause

    def __enter__(self):
        self.began = time.monotonic()
        self.thread.start()
        return self

    def __exit__(self, *problem):
        self.ended.set()
        self.thread.join()
        self.seconds = time.monotonic() - self.began


class Program:
    """`almanac serve` with the stream as its deals, on a port of its own that survives restarts."""

    def __init__(self, upstream, program=None):
        self.program = program or os.environ.get("ALMANAC", f"{ROOT}/.build/debug/almanac")
        self.folder = tempfile.mkdtemp(prefix="almanac-live.")
        os.mkdir(f"{self.folder}/own")
        with open(f"{self.folder}/own/deals.yaml", "w") as file:
            file.write(f'id: deals\nextends: deals\nsource: {{ kind: stream, url: "{upstream.url}" }}\n')
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.base = f"http://127.0.0.1:{self.port}"

    def start(self):
        with open(f"{self.folder}/log", "a") as log:
            self.process = subprocess.Popen(
                [self.program, "serve", "--port", str(self.port), "--datasets", f"{self.folder}/own"],
                env=os.environ | {"ALMANAC_DATA": f"{self.folder}/data"}, stderr=log, stdout=log)
        self.wait(lambda: self.json("/deals.json?limit=1"))

    def stop(self):
        self.process.terminate()
        self.process.wait(30)

    def close(self):
        self.stop()
        shutil.rmtree(self.folder)

    def json(self, path):
        with urllib.request.urlopen(self.base + path, timeout=60) as answer:
            return json.load(answer)

    def total(self):
        return self.json("/deals.json?limit=1")["total"]

    def wait(self, holds, seconds=60):
        """Waits until something holds; a server that is not there yet does not."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            try:
                found = holds()
                if found:
                    return found
            except OSError:
                pass
            time.sleep(0.05)
        with open(f"{self.folder}/log") as log:
            raise TimeoutError(log.read()[-2000:])

    def fill(self, upstream, deals, number):
        """Lets so many deals arrive, and waits until they are there."""
        for start in range(0, number, 1000):
            upstream.push(deals.many(min(1000, number - start)))
        self.wait(lambda: self.total() >= number)
