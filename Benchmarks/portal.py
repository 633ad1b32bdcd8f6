"""An open data portal (SODA 2.1) of a million synthetic rows, fast enough not to be what is measured.

Rows are rendered once; pages are joins of them. It knows only what our requests use: `$select`
(all, or the key alone), `$where` with `:updated_at >= '…'`, `$order`, `$limit`, `$offset`, and
validators. Everything asked is counted: requests, and bytes of bodies. It is a process of its own,
since a child's peak memory begins with that of its parent.
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
    """Rows in the portal's own order, each published a second after the one before.

    Their keys follow another order, as at real portals: who stores them by key meets them at random.
    """

    def __init__(self, count):
        self.rows = [self.row(number, number) for number in range(count)]
        self.clock = count
        self.times = list(range(count))
        self.changed = []
        self.found = (None, [])

    def row(self, number, at):
        price = 60 + (number * 7919 % 1000) / 100 + at % 97
        key = number * 387_420_489 % 1_000_003
        instrument = INSTRUMENTS[number % len(INSTRUMENTS)]
        text = (f'{{":id":"row-{number:09}",":updated_at":"{moment(at)}","id":"{key}",'
                f'"instrument":"{instrument}","price":"{price:.2f}",'
                f'"amount":"{1_000_000 + number * 31 % 49_000_000 + at}",'
                f'"side":"{"buy" if number % 2 else "sell"}"}}')
        return number, text.encode(), b'{"id":"%d"}' % key

    def change(self, numbers):
        """Publishes rows anew."""
        for number in numbers:
            place = bisect.bisect_left(self.rows, (number,))
            if self.rows[place][0] != number:
                raise KeyError(number)
            self.clock += 60
            self.rows[place] = self.row(number, self.clock)
            self.changed.append((self.clock, number))

    def touch(self):
        """Publishes every row anew with the values it has, as a full replacement does."""
        def renewed(row, seconds):
            return re.sub(rb'":updated_at":"[^"]*"', b'":updated_at":"%s"' % seconds, row)
        self.clock += 60
        at = moment(self.clock).encode()
        self.rows = [(number, renewed(row, at), key) for number, row, key in self.rows]
        self.changed = [(self.clock, number) for number, _, _ in self.rows]

    def delete(self, numbers):
        """Takes rows away without a trace."""
        gone = set(numbers)
        self.rows = [row for row in self.rows if row[0] not in gone]
        self.clock += 1

    def since(self, text):
        """Rows published at or after a moment; kept until the next such question."""
        if self.found[0] == (self.clock, text):
            return self.found[1]
        at = datetime.datetime.fromisoformat(text.rstrip("Z"))
        seconds = (at - START).total_seconds()
        fresh = {number for when, number in self.changed if when >= seconds}
        fresh |= set(self.times[bisect.bisect_left(self.times, seconds):])
        known = [bisect.bisect_left(self.rows, (number,)) for number in sorted(fresh)]
        rows = [self.rows[place] for place in known if place < len(self.rows)]
        self.found = ((self.clock, text), rows)
        return rows


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
        rows = self.table.rows
        if path.startswith("/resource/"):
            since = re.search(r":updated_at >=? '([^']+)'", query.get("$where", ""))
            if since:
                rows = self.table.since(since.group(1))
            start = int(query.get("$offset", 0))
            rows = rows[start:start + int(query.get("$limit", 1000))]
        if query.get("$select") == "id":
            return b"[" + b",".join(key for _, _, key in rows) + b"]"
        return b"[" + b",\n".join(text for _, text, _ in rows) + b"]"


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
