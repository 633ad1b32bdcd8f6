"""An open data portal (SODA 2.1) of a million synthetic rows, fast enough not to be what is measured.

Rows are rendered once; pages are joins of them. It knows only what our requests use: `$select`
(all, or the key alone), conditions on `:updated_at` and `id` in `$where`, `$limit`, and validators.
Everything asked is counted: requests, and bytes of bodies. It is a process of its own, since a
child's peak memory begins with that of its parent.
"""
import bisect
import contextlib
import datetime
import hashlib
import http.server
import json
import re
import sys
import threading
import urllib.parse
import urllib.request

from common import answered, free_port, process

START = datetime.datetime(2026, 1, 1)
INSTRUMENTS = ["EURUSD", "GBPUSD", "USDJPY", "EURGBP", "USDCHF", "AUDUSD", "NZDUSD"]


def moment(seconds):
    return (START + datetime.timedelta(seconds=seconds)).isoformat(timespec="milliseconds") + "Z"


class Table:
    """Rows, each published a second after the one before, by key and by time.

    Keys are texts to the portal, so their order is not that of the numbers they hold.
    """

    def __init__(self, count):
        self.clock = count
        rows = [self.row(number, number) for number in range(count)]
        self.by_key = sorted(rows, key=lambda row: row[1])
        self.by_time = rows

    @staticmethod
    def key(number):
        return str(number * 387_420_489 % 1_000_003)

    def row(self, number, at):
        """When, under which key, the whole row, the key alone."""
        price = 60 + (number * 7919 % 1000) / 100
        instrument, key = INSTRUMENTS[number % len(INSTRUMENTS)], self.key(number)
        text = (f'{{":id":"row-{number:09}",":updated_at":"{moment(at)}","id":"{key}",'
                f'"instrument":"{instrument}","price":"{price:.2f}",'
                f'"amount":"{1_000_000 + number * 31 % 49_000_000 + at}",'
                f'"side":"{"buy" if number % 2 else "sell"}"}}')
        return moment(at), key, text.encode(), b'{"id":"%s"}' % key.encode()

    def change(self, numbers):
        """Publishes rows anew."""
        for number in numbers:
            self.take(number)
            self.clock += 60
            row = self.row(number, self.clock)
            self.by_time.append(row)
            bisect.insort(self.by_key, row, key=lambda row: row[1])

    def delete(self, numbers):
        """Takes rows away without a trace."""
        for number in numbers:
            self.take(number)
        self.clock += 1

    def take(self, number):
        place = bisect.bisect_left(self.by_key, self.key(number), key=lambda row: row[1])
        row = self.by_key.pop(place)
        if row[1] != self.key(number):
            raise KeyError(number)
        self.by_time.pop(bisect.bisect_left(self.by_time, row[:2], key=lambda row: row[:2]))

    def touch(self):
        """Publishes every row anew with the values it has, as a full replacement does."""
        self.clock += 60
        at = moment(self.clock)
        stamp = b'":updated_at":"%s"' % at.encode()
        self.by_key = [(at, key, re.sub(rb'":updated_at":"[^"]*"', stamp, text), alone)
                       for _, key, text, alone in self.by_key]
        self.by_time = list(self.by_key)

    def since(self, when, key, inclusive):
        """Where the rows after a time and, at that time, a key begin."""
        cut = bisect.bisect_left if inclusive else bisect.bisect_right
        return cut(self.by_time, (when, key), key=lambda row: row[:2])

    def after(self, key):
        return bisect.bisect_right(self.by_key, key, key=lambda row: row[1])


class Server(http.server.ThreadingHTTPServer):
    """`/resource/*.json` is the portal, `/all.json` the same rows as one file."""
    daemon_threads = True

    def __init__(self, port, count):
        super().__init__(("127.0.0.1", port), Handler)
        self.table, self.requests, self.bytes = Table(count), 0, 0
        self.lock = threading.Lock()
        self.pages = {}

    def count(self):
        """Requests and bytes since the last count."""
        with self.lock:
            counted = self.requests, self.bytes
            self.requests = self.bytes = 0
        return counted

    def control(self, path, numbers):
        """Changes the table, or tells what was asked."""
        if path == "/control/change":
            self.table.change(numbers)
        elif path == "/control/delete":
            self.table.delete(numbers)
        elif path == "/control/touch":
            self.table.touch()
        return self.count()

    def body(self, path, query):
        """The answer's bytes; made once for each question and state of the table."""
        question = (self.table.clock, path, tuple(sorted(query.items())))
        with self.lock:
            if question not in self.pages:
                if len(self.pages) > 300:
                    self.pages.clear()
                self.pages[question] = self.made(path, query)
            return self.pages[question]

    def made(self, path, query):
        rows = self.table.by_key
        if path.startswith("/resource/"):
            rows, start = self.found(query.get("$where", ""))
            rows = rows[start:start + int(query.get("$limit", 1000))]
        if query.get("$select") == "id":
            return b"[" + b",".join(key for _, _, _, key in rows) + b"]"
        return b"[" + b",\n".join(text for _, _, text, _ in rows) + b"]"

    def found(self, where):
        """The rows in the order asked for, and where those that a condition names begin."""
        table = self.table
        if tie := re.fullmatch(r"\(:updated_at > '([^']+)' or "
                               r"\(:updated_at = '[^']+' and id (>=?) '([^']+)'\)\)", where):
            return table.by_time, table.since(tie[1], tie[3], tie[2] == ">=")
        if since := re.fullmatch(r":updated_at >= '([^']+)'", where):
            return table.by_time, table.since(since[1], "", True)
        if after := re.fullmatch(r"id > '([^']+)'", where):
            return table.by_key, table.after(after[1])
        if where:
            raise ValueError(where)
        return table.by_key, 0


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        address = urllib.parse.urlsplit(self.path)
        body = self.server.body(address.path, dict(urllib.parse.parse_qsl(address.query)))
        tag = f'"{self.server.table.clock}-{hashlib.md5(address.query.encode()).hexdigest()}"'
        unchanged = self.headers.get("If-None-Match") == tag
        self.send_response(304 if unchanged else 200)
        self.send_header("ETag", tag)
        if not unchanged:
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if not unchanged:
            self.wfile.write(body)
        with self.server.lock:
            self.server.requests += 1
            self.server.bytes += 0 if unchanged else len(body)

    def do_POST(self):
        numbers = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        body = json.dumps(self.server.control(self.path, numbers)).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


class Portal:
    """The portal as the measurements see it."""

    def __init__(self, port):
        self.port = port

    def tell(self, what, numbers=()):
        body = json.dumps(list(numbers)).encode()
        address = f"http://127.0.0.1:{self.port}/control/{what}"
        with urllib.request.urlopen(address, data=body, timeout=60) as answer:
            return json.load(answer)

    def count(self):
        """Requests and bytes since the portal was last told anything."""
        return self.tell("count")


@contextlib.contextmanager
def portal(count):
    port = free_port()
    with process(sys.executable, __file__, port, count):
        answered(f"http://127.0.0.1:{port}/resource/abcd-1234.json?$limit=1", 120)
        yield Portal(port)


if __name__ == "__main__":
    Server(int(sys.argv[1]), int(sys.argv[2])).serve_forever()
