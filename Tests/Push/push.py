#!/usr/bin/env python3
"""Proves notifications from end to end: a push service on loopback takes what the program sends, and
an independent implementation (http-ece) opens it as the browser would."""
import argparse
import base64
import csv
import http.server
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import sqlite3
import stat
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request

import http_ece
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent

PEAKS = """\
id: peaks
title: Peaks
source: { kind: csv, url: peaks.csv }
credit: { text: Everybody knows these, licence: CC0 }
refresh: { every: 1s, when: opened, floor: 20% }
key: name
fields: { name: text, height: { type: integer, unit: m }, land: text }
search: [name, land]
list: { sort: [-height], title: name }
"""


def text64(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def bytes64(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Browser:
    """The keys of one browser's push subscription."""

    def __init__(self, endpoint):
        self.endpoint = endpoint
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.secret = os.urandom(16)

    @property
    def subscription(self):
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {"endpoint": self.endpoint, "expirationTime": None,
                "keys": {"p256dh": text64(point), "auth": text64(self.secret)}}

    def open(self, body):
        """The message, opened by http-ece."""
        plain = http_ece.decrypt(body, private_key=self.key, auth_secret=self.secret,
                                 version="aes128gcm")
        return json.loads(plain)


class PushService:
    """Takes messages at /p/STATUS/NAME and keeps them by name: the first, which confirms a
    subscription, with 201 and apart from the others, the later ones with that status."""

    def __init__(self):
        self.messages = {}
        self.first = {}
        service = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                status, name = self.path.split("/")[2:4]
                body = self.rfile.read(int(self.headers["Content-Length"]))
                if name not in service.first and status != "refused":
                    service.first[name] = (dict(self.headers), body)
                    status = "201"
                else:
                    service.messages.setdefault(name, []).append((dict(self.headers), body))
                if status == "refused":
                    status = "404"
                is_shorter = status == "413" and service.count(name) > 1
                self.send_response(201 if is_shorter else int(status))
                if status == "429":
                    self.send_header("Retry-After", "3600")
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.origin = f"http://127.0.0.1:{self.server.server_address[1]}"

    def browser(self, status, name):
        return Browser(f"{self.origin}/p/{status}/{name}")

    def count(self, name):
        return len(self.messages.get(name, []))

    def wait(self, name, count, seconds=20):
        end = time.monotonic() + seconds
        while self.count(name) < count:
            assert time.monotonic() < end, f"{name}: {self.count(name)} messages, expected {count}"
            time.sleep(0.05)
        return self.messages[name][count - 1]


class Place:
    """A data folder, a dataset of one's own, and the program that serves it."""

    def __init__(self, program):
        self.program = program
        self.root = pathlib.Path(tempfile.mkdtemp(prefix="almanac-push."))
        (self.root / "own").mkdir()
        (self.root / "own/peaks.yaml").write_text(PEAKS)
        self.environment = {key: value for key, value in os.environ.items()
                            if not key.startswith(("ALMANAC_", "RESTCOUNTRIES"))}
        self.environment |= {"ALMANAC_DATA": str(self.root / "data"), "ALMANAC_LOG": "info",
                             "ALMANAC_CONTACT": "keeper@example.org"}
        self.process = None
        self.log = self.root / "log"

    def rows(self, rows):
        with (self.root / "own/peaks.csv").open("w", newline="") as file:
            csv.writer(file).writerows([("name", "height", "land"), *rows])

    def sync(self):
        time.sleep(1.1)  # due again
        done = subprocess.run([self.program, "sync", "peaks", "--datasets", self.root / "own"],
                              capture_output=True, text=True, env=self.environment, timeout=60)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def serve(self, allowed="127.0.0.1"):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        self.origin = f"http://127.0.0.1:{port}"
        self.process = subprocess.Popen(
            [self.program, "serve", "--port", str(port), "--datasets", self.root / "own"],
            env={**self.environment, "ALMANAC_ALLOW_PRIVATE_HOSTS": allowed},
            stderr=self.log.open("a"))
        for _ in range(600):
            try:
                return self.ask("GET", "/health/live")
            except OSError:
                time.sleep(0.1)
        raise AssertionError("it does not answer")

    def stop(self):
        if self.process:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait(60)
            self.process = None

    def ask(self, method, path, body=None, **headers):
        """An answer's status, body (as JSON where it is) and headers."""
        data = body if isinstance(body, bytes) else json.dumps(body).encode() if body else None
        request = urllib.request.Request(self.origin + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                status, text, fields = answer.status, answer.read(), answer.headers
        except urllib.error.HTTPError as error:
            status, text, fields = error.code, error.read(), error.headers
        isJSON = "json" in fields.get("Content-Type", "")
        return status, json.loads(text) if isJSON else text.decode(), fields

    def subscribe(self, browser, **watch):
        body = {"subscription": browser.subscription, "watch": {"dataset": "peaks", **watch}}
        return self.ask("POST", "/subscriptions", body)

    def subscribed(self, browser, **watch):
        status, body, fields = self.subscribe(browser, **watch)
        assert status == 201, (status, body)
        assert fields["Location"] == f"/subscriptions/{body['id']}.json"
        return body["id"]

    def state(self, id):
        status, body, _ = self.ask("GET", f"/subscriptions/{id}.json")
        assert status == 200, (status, body)
        return body

    def wait(self, id, holds, seconds=20):
        end = time.monotonic() + seconds
        while not holds(state := self.state(id)):
            assert time.monotonic() < end, state
            time.sleep(0.05)
        return state


FIRST = [("Rysy", 2501, "Poland"), ("Gerlach", 2655, "Slovakia"), ("Triglav", 2864, "Slovenia")]
SECOND = [("Rysy", 2503, "Poland"), ("Gerlach", 2655, "Slovakia"), ("Lysica", 614, "Poland")]
THIRD = [*SECOND, ("Ben Nevis", 1345, "Scotland")]


def check_signature(headers, origin, key):
    """The token is of the key that browsers get, for this push service, for less than a day."""
    token, own = re.fullmatch(r"vapid t=([^,]+), k=(.+)", headers["Authorization"]).groups()
    assert own == key, "another key than /push/key"
    head, claims, signature = token.split(".")
    point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), bytes64(own))
    raw = bytes64(signature)
    pair = encode_dss_signature(int.from_bytes(raw[:32]), int.from_bytes(raw[32:]))
    point.verify(pair, f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))
    try:
        point.verify(pair, f"{head}.{claims}x".encode(), ec.ECDSA(hashes.SHA256()))
        raise AssertionError("any text checks out")
    except InvalidSignature:
        pass
    claims = json.loads(bytes64(claims))
    assert claims["aud"] == origin and claims["sub"] == "mailto:keeper@example.org", claims
    assert 0 < claims["exp"] - time.time() <= 86_400, claims


def check_round_trip(place, service):
    """A dataset, a record and a search are told of one sync, once each, in words of their language."""
    whole, one, some = (service.browser(201, name) for name in ("whole", "one", "some"))
    ids = [place.subscribed(whole), place.subscribed(one, id="Rysy"),
           place.subscribed(some, query="q=poland&sort=-height")]
    quiet = place.subscribed(service.browser(201, "quiet"), id="Gerlach")
    first = one.open(service.first["one"][1])
    assert first["title"] == "Notifications for Peaks: Rysy are on", first
    assert first["body"] and first["url"] == "/peaks/Rysy", first
    again = place.subscribe(whole)
    assert (again[0], again[1]["id"]) == (200, ids[0]), "a browser that asks twice has two"
    place.rows(SECOND)
    place.sync()
    key = place.ask("GET", "/push/key")[1]
    told = {}
    for browser, name in ((whole, "whole"), (one, "one"), (some, "some")):
        headers, body = service.wait(name, 1)
        told[name] = browser.open(body)
        check_signature(headers, service.origin, key)
        assert len(body) <= 4096 and headers["Content-Encoding"] == "aes128gcm", headers
        assert int(headers["TTL"]) > 0 and re.fullmatch(r"[\w-]{1,32}", headers["Topic"]), headers
    assert told["whole"]["title"] == "Peaks" and told["whole"]["url"] == "/peaks/changes", told
    assert told["whole"]["body"].startswith("1 new, 1 changed, 1 gone"), told
    assert told["one"]["title"] == "Rysy" and told["one"]["url"] == "/peaks/Rysy", told
    assert "height" in told["one"]["body"].lower(), told
    assert told["some"]["url"] == "/peaks?q=poland", told
    assert told["some"]["title"] == "Peaks: poland", told
    assert told["some"]["body"].startswith("1 new, 1 changed"), told
    for id in ids:
        place.wait(id, lambda state: state["state"] == "live" and "last_delivered" in state)
    place.sync()  # nothing new
    assert [service.count(name) for name in ("whole", "one", "some")] == [1, 1, 1]
    assert service.count("quiet") == 0 and "trouble" not in place.state(quiet)
    print("round trip: 3 messages opened by http-ece:", json.dumps(told, ensure_ascii=False))
    return ids


def check_answers(place, service):
    """What push services answer: gone twice, too long, too many, out of order."""
    ids = {status: place.subscribed(service.browser(status, f"s{status}"))
           for status in (404, 410, 413, 429, 500)}
    place.rows(THIRD)
    place.sync()
    for status in (404, 410):
        service.wait(f"s{status}", 1)
        place.wait(ids[status], lambda state: state["state"] == "dead" and "ended" in state)
    long, short = (service.wait("s413", count)[1] for count in (1, 2))
    assert len(short) < len(long)
    place.wait(ids[413], lambda state: state["state"] == "live" and "last_delivered" in state)
    waiting = place.wait(ids[429], lambda state: state["state"] == "waiting")
    hour = time.time() + 3600
    ready = time.mktime(time.strptime(waiting["trouble"]["next_attempt"], "%Y-%m-%dT%H:%M:%SZ"))
    assert abs(ready - time.timezone - hour) < 30, waiting
    failed = place.wait(ids[500], lambda state: state["state"] == "waiting")
    assert "500" in failed["trouble"]["what"], failed
    place.rows(SECOND)
    place.sync()
    service.wait("whole", 3)
    service.wait("s413", 3)
    counts = {status: service.count(f"s{status}") for status in ids}
    assert counts == {404: 1, 410: 1, 413: 3, 429: 1, 500: 1}, counts
    with sqlite3.connect(place.root / "data/library.sqlite") as database:
        left = database.execute("SELECT count(endpoint) FROM subscription WHERE id IN (?, ?)",
                                (ids[404], ids[410])).fetchone()
    assert left == (0,), "the address of a browser that is gone is kept"
    print("answers: 404 and 410 dead and asked once, 413 said shorter, 429 waits an hour, 500 waits")


def check_test_button(place, service):
    """A test goes out at once, once a minute."""
    browser = service.browser(201, "button")
    id = place.subscribed(browser, id="Gerlach")
    with sqlite3.connect(place.root / "data/library.sqlite") as database:  # a minute ago
        database.execute("UPDATE subscription SET delivered = delivered - 61 WHERE id = ?", (id,))
    status, body, _ = place.ask("POST", f"/subscriptions/{id}/test")
    assert (status, body["state"]) == (200, "live"), body
    assert "Gerlach" in browser.open(service.wait("button", 1)[1])["body"]
    status, body, fields = place.ask("POST", f"/subscriptions/{id}/test")
    assert status == 429 and 0 < int(fields["Retry-After"]) <= 60, (status, body)
    assert place.ask("DELETE", f"/subscriptions/{id}")[0] == 204
    assert place.ask("DELETE", f"/subscriptions/{id}")[0] == 404
    assert place.ask("GET", f"/subscriptions/{id}.json")[0] == 404
    print("test button: one message a minute; removed is gone")


def check_limits(place, service):
    """Who takes no first message is not kept; beyond what one person may ask for it is 429."""
    status, body, _ = place.subscribe(service.browser("refused", "refused"))
    assert status == 422 and body["detail"] and body["next"], (status, body)
    statuses = {}
    for number in range(60):
        status, body, fields = place.subscribe(service.browser(201, f"many{number}"))
        statuses[status] = statuses.get(status, 0) + 1
        if status == 429:
            assert 0 < int(fields["Retry-After"]) <= 60 and "problem+json" in fields["Content-Type"], body
    assert set(statuses) == {201, 429} and statuses[201] <= 20, statuses
    sent = sum(name.startswith("many") for name in service.first)
    assert sent == statuses[201], (sent, statuses)
    with sqlite3.connect(place.root / "data/library.sqlite") as database:
        database.execute("DELETE FROM subscription WHERE endpoint LIKE '%/many%'")
        kept = database.execute("SELECT count(*) FROM subscription WHERE endpoint LIKE '%/refused'").fetchone()
    assert kept == (0,), "who took no first message is kept"
    print(f"limits: 60 wishes at once, {sent} first messages; none kept that was not taken")


def check_bad_input(place, service):
    """What is no wish is refused with a 4xx that names its part, and leaves nothing."""
    good = service.browser(201, "bad")
    keys = good.subscription["keys"]
    watch = {"dataset": "peaks"}
    flat = "A" * 87
    cases = [
        ("keys.p256dh", 400, {"endpoint": good.endpoint, "keys": {**keys, "p256dh": flat}}, watch),
        ("keys.p256dh", 400, {"endpoint": good.endpoint, "keys": {**keys, "p256dh": ""}}, watch),
        ("keys.auth", 400, {"endpoint": good.endpoint, "keys": {**keys, "auth": "AAAA"}}, watch),
        ("subscription.keys.auth", 400,
         {"endpoint": good.endpoint, "keys": {"p256dh": keys["p256dh"]}}, watch),
        ("endpoint", 400, {"endpoint": "http://push.example/1", "keys": keys}, watch),
        ("endpoint", 400, {"endpoint": "https://10.0.0.1/1", "keys": keys}, watch),
        ("endpoint", 400, {"endpoint": "https://[::ffff:192.168.0.1]/1", "keys": keys}, watch),
        ("endpoint", 400, {"endpoint": "https://localhost/1", "keys": keys}, watch),
        ("endpoint", 400, {"endpoint": "ftp://127.0.0.1/1", "keys": keys}, watch),
        ("endpoint", 400, {"endpoint": "https://127.0.0.1/" + "a" * 2048, "keys": keys}, watch),
        ("endpoint", 400, {"endpoint": "", "keys": keys}, watch),
        (None, 404, good.subscription, {"dataset": "nothing"}),
        (None, 404, good.subscription, {"dataset": "deals"}),
        (None, 404, good.subscription, {"dataset": "peaks", "id": "Everest"}),
        ("nothing", 400, good.subscription, {"dataset": "peaks", "query": "nothing=1"}),
        ("watch", 400, good.subscription, {"dataset": "peaks", "id": "Rysy", "query": "q=a"}),
    ]
    for part, expected, subscription, watched in cases:
        status, body, _ = place.ask("POST", "/subscriptions",
                                    {"subscription": subscription, "watch": watched})
        assert (status, body.get("parameter")) == (expected, part), (part, status, body)
        assert body["detail"] and body["still_works"] and body["next"], body
    for raw in (b"", b"{", b"[]", b"\xff\xfe", b'{"subscription":' + b"[" * 4000, b"1" * 20_000):
        status, body, _ = place.ask("POST", "/subscriptions", raw or b" ")
        assert 400 <= status < 500, (raw[:20], status, body)
    status, body, _ = place.ask(
        "POST", "/subscriptions", {"subscription": good.subscription, "watch": watch},
        Origin="https://elsewhere.example")
    assert status == 403, (status, body)
    with sqlite3.connect(place.root / "data/library.sqlite") as database:
        kept = database.execute("SELECT count(*) FROM subscription WHERE endpoint LIKE ?",
                                ("%/bad",)).fetchone()
    assert kept == (0,) and service.count("bad") == 0
    print(f"bad input: {len(cases) + 7} wishes refused, none kept")


def check_private(place, service):
    """Without the setting, a push service on this machine is refused."""
    place.serve(allowed="")
    status, body, _ = place.subscribe(service.browser(201, "private"))
    assert (status, body["parameter"]) == (400, "endpoint"), body
    place.rows(THIRD)
    before = service.count("whole")
    place.sync()
    time.sleep(1)
    assert service.count("whole") == before, "an earlier subscription still reached it"
    place.stop()
    print("private address: refused without ALMANAC_ALLOW_PRIVATE_HOSTS, earlier ones too")


def check_restart(place, service, id):
    """What changed while nobody served is told at the next start, by the same key."""
    key = place.ask("GET", "/push/key")[1]
    place.stop()
    place.rows([("Rysy", 2499, "Poland"), *SECOND[1:]])
    place.sync()
    before = service.count("one")
    place.serve()
    service.wait("one", before + 1)
    assert place.ask("GET", "/push/key")[1] == key
    assert place.wait(id, lambda state: state["state"] == "live")
    data = place.root / "data"
    for name in ("push.key", "library.sqlite"):
        assert stat.S_IMODE((data / name).stat().st_mode) == 0o600, name
    assert "/p/201" not in place.log.read_text(), "the log tells a browser's address"
    print("restart: told what changed meanwhile; same key; files for their owner alone")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", default=ROOT / ".build/debug/almanac")
    program = parser.parse_args().program
    service, place = PushService(), Place(program)
    try:
        place.rows(FIRST)
        place.sync()
        place.serve()
        ids = check_round_trip(place, service)
        check_answers(place, service)
        check_test_button(place, service)
        check_bad_input(place, service)
        check_limits(place, service)
        check_restart(place, service, ids[1])
        place.stop()
        check_private(place, service)
    except Exception:
        print(place.log.read_text()[-4000:] if place.log.exists() else "", file=sys.stderr)
        raise
    finally:
        place.stop()
        shutil.rmtree(place.root, ignore_errors=True)
    print("Push: all well.")


main()
