#!/usr/bin/env python3
"""An upstream that only writes prepared bytes: events of 100 deals each, over one connection.

usage: packets.py PORT FILE [--rate EVENTS_A_SECOND]

It answers one request at a time, waits for a line on its standard input, and then writes the file,
or its events one by one at a rate, and says on its standard output when it began.
"""
import argparse
import contextlib
import socket
import sys
import time

HEAD = (b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nCache-Control: no-store\r\n"
        b"Connection: close\r\n\r\n: deals\n\n")


def send(peer, body, rate):
    if not rate:
        return peer.sendall(body)
    start = time.monotonic()
    for number, event in enumerate(body.split(b"\n\n")):
        time.sleep(max(start + number / rate - time.monotonic(), 0))
        peer.sendall(event + b"\n\n")


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("port", type=int)
    options.add_argument("file")
    options.add_argument("--rate", type=float, default=0)
    given = options.parse_args()
    with open(given.file, "rb") as file:
        body = file.read()
    with socket.create_server(("127.0.0.1", given.port)) as server:
        peer, _ = server.accept()
        with peer:
            peer.recv(65_536)
            peer.sendall(HEAD)
            sys.stdin.readline()
            print(time.time(), flush=True)
            with contextlib.suppress(ConnectionError):  # who measures ends when it has enough
                send(peer, body, given.rate)
                sys.stdin.readline()  # the connection stays open
    return 0


if __name__ == "__main__":
    sys.exit(main())
