#!/usr/bin/env python3
"""Crowds and slow hands before a real server: more connections than it has descriptors, requests that
never end, and clients that keep it from ending.
usage: hands.py [PROGRAM]
"""
import contextlib
import os
import pathlib
import resource
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import traceback

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
HEAD = b"Host: localhost\r\n\r\n"
LANDS = """
id: lands
title: Lands
source: { kind: csv, url: lands.csv }
credit: { text: Nobody, licence: CC0 }
refresh: { every: 24h, when: opened }
key: id
fields: { name: text }
list: { sort: [name], title: name }
"""


def free_port():
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        return server.getsockname()[1]


class Server:
    """A server over one small dataset, and the clients before it."""
    running = []

    def __init__(self, program, files=None):
        self.root = pathlib.Path(tempfile.mkdtemp(prefix="almanac-hands."))
        own = self.root / "own"
        own.mkdir()
        (own / "lands.yaml").write_text(LANDS)
        (own / "lands.csv").write_text("id,name\n" + "".join(f"{n},Land {n}\n" for n in range(20_000)))
        self.program, self.files, self.hands = program, files, []
        Server.running.append(self)
        self.start()

    def start(self):
        self.port = free_port()
        environment = {key: value for key, value in os.environ.items() if not key.startswith("ALMANAC_")}
        environment |= {"ALMANAC_DATA": str(self.root / "data"), "LC_ALL": "C.UTF-8"}

        def narrow():
            if self.files:
                resource.setrlimit(resource.RLIMIT_NOFILE, (self.files, self.files))

        with open(self.root / "log", "a", encoding="utf-8") as log:
            self.process = subprocess.Popen(
                [self.program, "serve", "--port", str(self.port), "--datasets", str(self.root / "own")],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=environment, preexec_fn=narrow)
        end = time.monotonic() + 60
        while b" 200 " not in self.ask("/lands.json?limit=1"):
            assert self.process.poll() is None, (self.root / "log").read_text()
            assert time.monotonic() < end, "the server does not answer"
            time.sleep(0.1)

    def hand(self, request=b""):
        """A connection that sends something and stays."""
        hand = socket.create_connection(("127.0.0.1", self.port), timeout=20)
        self.hands.append(hand)
        if request:
            hand.sendall(request)
        return hand

    def ask(self, path):
        """The answer to a whole request; nothing where there is no connection."""
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=20) as hand:
                hand.sendall(f"GET {path} HTTP/1.1\r\nConnection: close\r\n".encode() + HEAD)
                return read(hand)
        except (ConnectionError, TimeoutError):
            return b""

    def seconds(self):
        """The processor time that the server has used."""
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def end(self, within, *signals):
        """Ends the server by signals, half a second apart; gives its code."""
        began = time.monotonic()
        for number in signals:
            self.process.send_signal(number)
            time.sleep(0.5)
        self.process.wait(within + 5)
        took = time.monotonic() - began
        assert took < within, f"it took {took:.1f} s to end"
        return self.process.returncode

    def close(self):
        for hand in self.hands:
            hand.close()
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        shutil.rmtree(self.root)


def read(hand):
    text = b""
    with contextlib.suppress(ConnectionResetError):
        while part := hand.recv(65_536):
            text += part
    return text


def answers_before_a_crowd_larger_than_its_descriptors(program):
    server = Server(program, files=256)
    for number in range(600):
        server.hand(b"" if number % 2 else b"GET / HTTP/1.1\r\nHo")
    used = server.seconds()
    for _ in range(10):
        assert b" 200 " in server.ask("/lands.json?limit=1"), "a page is not answered"
    time.sleep(3)
    used = server.seconds() - used
    assert used < 2, f"{used:.1f} s of the processor while nothing goes on"
    assert server.process.poll() is None
    # As many live windows as it lets in, and still pages.
    live = [server.hand(b"GET /lands/live HTTP/1.1\r\n" + HEAD) for _ in range(200)]
    assert b" 200 " in server.ask("/lands.json?limit=1"), "live windows leave no room"
    refused = [hand for hand in live if b" 503 " in hand.recv(20)]
    assert 0 < len(refused) < 200, len(refused)
    assert b"Retry-After" in refused[0].recv(4096).replace(b"retry-after", b"Retry-After")
    assert server.end(10, signal.SIGTERM) == 0


SLOW = [
    ("a half-sent body", b"POST /preferences HTTP/1.1\r\nContent-Length: 99\r\n" + HEAD + b"units"),
    ("a half-sent head", b"GET / HTTP/1.1\r\nHo"),
    ("a live window", b"GET /lands/live HTTP/1.1\r\n" + HEAD),
    ("a download that nobody reads", b"GET /lands.csv HTTP/1.1\r\n" + HEAD),
    ("many requests whose answers nobody reads", (b"GET /lands.json?limit=1000 HTTP/1.1\r\n" + HEAD) * 400),
]


def ends_within_ten_seconds_whatever_clients_do(program):
    server = Server(program)
    for _, request in SLOW:
        for _ in range(3):
            server.hand(request)
    time.sleep(1)
    assert server.end(10, signal.SIGTERM) == 0
    server.start()  # which needs the folder's lock
    assert server.end(10, signal.SIGINT) == 0


def ends_at_once_at_a_second_signal(program):
    server = Server(program)
    for number in (signal.SIGTERM, signal.SIGINT):
        server.hand(SLOW[0][1])
        time.sleep(0.3)
        assert server.end(3, signal.SIGTERM, number) == -number
        server.start()


def main():
    program = sys.argv[1] if len(sys.argv) > 1 else str(ROOT / ".build/debug/almanac")
    tests = [answers_before_a_crowd_larger_than_its_descriptors,
             ends_within_ten_seconds_whatever_clients_do, ends_at_once_at_a_second_signal]
    failed = 0
    for test in tests:
        began = time.monotonic()
        try:
            test(program)
        except Exception:  # every test is tried
            failed += 1
            traceback.print_exc()
            print(f"failed: {test.__name__}", flush=True)
        else:
            print(f"ok: {test.__name__} ({time.monotonic() - began:.1f} s)", flush=True)
        for server in Server.running:
            server.close()
        Server.running.clear()
    print(f"Hands: {len(tests)} tests, {failed} failed.")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
