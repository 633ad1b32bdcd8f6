"""A server that goes and comes back, and what stands before it: a gate that spoils single answers."""

import http.client
import json
import os
import shutil
import signal
import subprocess
import tempfile
import threading
import time
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from countries import ROOT, free_port

# A small dataset of entries, and a larger table with places, which takes several parts to keep.
LANDS = """
id: lands
title: Lands
source: {{ kind: json, url: lands.json }}
credit: {{ text: Nobody, licence: CC0 }}
refresh: {{ every: 1s, when: timer }}
key: id
fields: {{ name: text, parts: list, population: {{ type: integer, unit: people }}, area: {{ type: number, unit: km2 }} }}
search: [name]
list: {{ sort: [name], title: name, sections: parts, unfold: [population, area] }}
"""
STOPS = """
id: stops
title: Stops
source: {{ kind: json, url: stops.json }}
credit: {{ text: Nobody, licence: CC0 }}
refresh: {{ every: 1s, when: timer }}
key: id
fields: {{ name: text, visits: integer, location: {{ type: point, latitude: latitude, longitude: longitude }} }}
search: [name]
measure: location
list: {{ sort: [-visits, name], columns: [name, visits], title: name }}
"""
END_OF = {"lands": LANDS, "stops": STOPS}
STOP_COUNT = 1700


def lands(count=60):
    parts = ["East", "North", "West"]
    return [{"id": f"L{n:03}", "name": f"Land {n:03}", "parts": [parts[n % 3]],
             "population": n * 37 % 241, "area": n + 0.5} for n in range(count)]


def stops(count=STOP_COUNT):
    return [{"id": n + 1, "name": f"Stop {n:04}", "visits": n * 7919 % 5003,
             "latitude": 49 + n % 50 / 10, "longitude": 14 + n % 90 / 10} for n in range(count)]


class Server:
    """`almanac serve` on a port of its own that survives restarts, with datasets of its own."""

    def __init__(self, extra=None):
        self.program = os.environ.get("ALMANAC", f"{ROOT}/.build/debug/almanac")
        self.folder = Path(tempfile.mkdtemp(prefix="almanac-offline."))
        self.port = free_port()
        self.base = f"http://127.0.0.1:{self.port}"
        self.share = None
        self.process = None
        own = self.folder / "own"
        own.mkdir()
        for name, text in END_OF.items():
            (own / f"{name}.yaml").write_text(text.format().strip() + "\n")
        for name, text in (extra or {}).items():
            (own / f"{name}.yaml").write_text(text)
        self.isOther = True

    def write(self, name, rows):
        (self.folder / "own" / f"{name}.json").write_text(json.dumps(rows))

    @property
    def settings(self):
        settings = os.environ | {"ALMANAC_DATA": str(self.folder / "data")}
        return settings | ({"ALMANAC_SHARE": str(self.share)} if self.share else {})

    def run(self, *words):
        ended = subprocess.run([self.program, *words, "--datasets", str(self.folder / "own")],
                               env=self.settings, capture_output=True, text=True, check=False)
        assert ended.returncode == 0, ended.stdout + ended.stderr

    def start(self):
        with open(self.folder / "log", "a", encoding="utf-8") as log:
            self.process = subprocess.Popen(
                [self.program, "serve", "--port", str(self.port), "--datasets",
                 str(self.folder / "own")], env=self.settings, stdout=log, stderr=log)
        self.wait("/health/ready")
        return self

    def wait(self, path, seconds=60):
        end = time.monotonic() + seconds
        while True:
            try:
                with urllib.request.urlopen(self.base + path, timeout=30) as answer:
                    return answer.read()
            except OSError:
                assert time.monotonic() < end, (self.folder / "log").read_text()[-2000:]
                time.sleep(0.05)

    def stop(self):
        if not self.process:
            return
        self.thaw()
        self.process.terminate()
        self.process.wait(30)
        self.process = None

    def freeze(self):
        """The server takes connections and never answers."""
        self.process.send_signal(signal.SIGSTOP)

    def thaw(self):
        self.process.send_signal(signal.SIGCONT)

    def restore(self):
        """Answers with the files and rows of this release, whatever a test has left."""
        if self.share or self.isOther:
            self.stop()
        self.share = None
        if self.isOther:
            self.change("lands", lands())
            self.change("stops", stops())
            self.isOther = False
        if self.process:
            self.thaw()
        else:
            self.start()

    def change(self, name, rows):
        """Takes over other rows, while the server answers or does not."""
        self.isOther = True
        self.write(name, rows)
        time.sleep(1.1)  # a check is due by then; --now is taken once a minute
        self.run("sync", name)

    def close(self):
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


class Gate:
    """Stands before a server; `spoil(path)` says what becomes of an answer, else it passes.

    "drop" closes the line, "cut" sends half of the body, a number answers with that status, "busy"
    with 503 for a second.
    """

    def __init__(self, server):
        self.server, self.spoil, self.asked = server, lambda path: None, []
        gate = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                gate.asked.append(self.path)
                gate.pass_on(self, gate.spoil(self.path))

            do_POST = do_GET

            def log_message(self, *words):
                pass

        self.listener = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.listener.daemon_threads = True
        self.base = f"http://127.0.0.1:{self.listener.server_port}"
        threading.Thread(target=self.listener.serve_forever, daemon=True).start()

    def pass_on(self, handler, fate):
        if fate == "drop":
            handler.close_connection = True
            return handler.connection.close()
        line = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=60)
        length = int(handler.headers.get("Content-Length") or 0)
        headers = {name: value for name, value in handler.headers.items()
                   if name.lower() not in ("connection", "accept-encoding")}
        try:
            line.request(handler.command, handler.path, handler.rfile.read(length), headers)
            answer = line.getresponse()
            body = answer.read()
        except OSError:
            handler.close_connection = True
            return handler.connection.close()
        finally:
            line.close()
        self.answer(handler, answer, body, fate)

    def answer(self, handler, answer, body, fate):
        try:
            status = 503 if fate == "busy" else fate
            handler.send_response(status if isinstance(status, int) else answer.status)
            if fate == "busy":
                handler.send_header("Retry-After", "1")
            for name, value in answer.getheaders():
                if name.lower() not in ("transfer-encoding", "connection", "content-length"):
                    handler.send_header(name, value)
            handler.send_header("Content-Length", str(len(body)))
            handler.end_headers()
            handler.wfile.write(body[:len(body) // 2] if fate == "cut" else body)
            if fate == "cut":
                handler.close_connection = True
                handler.wfile.flush()
                handler.connection.close()
        except OSError:
            pass

    def close(self):
        self.listener.shutdown()
        self.listener.server_close()
