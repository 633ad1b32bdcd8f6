#!/usr/bin/env python3
"""A picture's host whose name leads to the public network when it is checked, and to this machine
when it is connected to (DNS rebinding): nothing may be sent there.

The resolver, the name and port 80 are real, in a network of their own (Linux namespaces, which
root has and most machines give to everybody). The same connection with the host allowed to be
private must come through, which shows that the trap works.
usage: rebinding.py [PROGRAM]
"""

import fcntl
import json
import os
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
HOST = "flags.rebinding.test"
PUBLIC, LOOPBACK = "93.184.215.14", "127.0.0.1"
PICTURE = b'<svg xmlns="http://www.w3.org/2000/svg" width="3" height="2"></svg>'
DATASET = f"""
id: lands
title: Lands
source: {{ kind: json, url: lands.json }}
credit: {{ text: Nobody, licence: CC0 }}
refresh: {{ every: 24h, when: opened }}
key: id
fields: {{ name: text, flag: {{ type: image, hosts: [{HOST}] }} }}
list: {{ sort: [name], title: name, image: flag }}
"""


class Resolver:
    """A name server: one name, whose address is public for so many questions and then is not."""

    def __init__(self):
        self.public, self.asked = 0, []
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.bind((LOOPBACK, 53))
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            question, peer = self.socket.recvfrom(4096)
            self.socket.sendto(self.answer(question), peer)

    def answer(self, question):
        end = question.index(b"\0", 12) + 5
        isForIPv4 = question[end - 4:end - 2] == b"\0\1"
        head = question[:2] + b"\x81\x80" + struct.pack(">4H", 1, int(isForIPv4), 0, 0)
        if not isForIPv4:
            return head + question[12:end]
        address = PUBLIC if len(self.asked) < self.public else LOOPBACK
        self.asked.append(address)
        return (head + question[12:end] + b"\xc0\x0c" + struct.pack(">HHIH", 1, 1, 0, 4)
                + socket.inet_aton(address))


class Trap:
    """What listens on this machine; it keeps every byte that somebody sends."""

    def __init__(self):
        self.connections, self.bytes = 0, b""
        self.socket = socket.create_server((LOOPBACK, 80))
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            line, _ = self.socket.accept()
            self.connections += 1
            line.settimeout(5)
            try:
                self.bytes += line.recv(65536)
                if self.bytes:
                    line.sendall(b"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: %d\r\n\r\n%s"
                                 % (len(PICTURE), PICTURE))
            except OSError:
                pass
            line.close()


def picture(program, folder, allowed):
    """Asks a server of its own for the picture; gives its answer and what it logged."""
    data = tempfile.mkdtemp(dir=folder)
    settings = os.environ | {"ALMANAC_DATA": data, "ALMANAC_ALLOW_PRIVATE_HOSTS": allowed}
    own = f"{folder}/own"
    subprocess.run([program, "sync", "lands", "--datasets", own], env=settings, check=True,
                   capture_output=True)
    with open(f"{data}/log", "w+", encoding="utf-8") as log:
        server = subprocess.Popen([program, "serve", "--port", "8099", "--datasets", own],
                                  env=settings, stdout=log, stderr=log)
        try:
            wait("http://127.0.0.1:8099/health/ready")
            answer = wait("http://127.0.0.1:8099/lands/a/picture/flag")
        finally:
            server.terminate()
            server.wait(30)
        log.seek(0)
        return answer, log.read()


def wait(url, seconds=30):
    end = time.monotonic() + seconds
    while True:
        try:
            with urllib.request.urlopen(url, timeout=30) as answer:
                return answer.read()
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(0.05)


def inside(program):
    """The trial, in a network of its own."""
    line = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    fcntl.ioctl(line, 0x8914, struct.pack("16sH14x", b"lo", 0x41))  # SIOCSIFFLAGS: up, running
    with tempfile.TemporaryDirectory() as folder:
        with open(f"{folder}/resolv.conf", "w", encoding="ascii") as file:
            file.write(f"nameserver {LOOPBACK}\noptions timeout:2 attempts:1\n")
        subprocess.run(["mount", "--bind", f"{folder}/resolv.conf", "/etc/resolv.conf"], check=True)
        os.mkdir(f"{folder}/own")
        with open(f"{folder}/own/lands.yaml", "w", encoding="utf-8") as file:
            file.write(DATASET)
        with open(f"{folder}/own/lands.json", "w", encoding="utf-8") as file:
            json.dump([{"id": "a", "name": "A", "flag": f"http://{HOST}/a.svg"}], file)
        resolver, trap = Resolver(), Trap()

        # One look-up is one question or more, as the machine's resolver likes.
        for resolver.public in range(1, 5):
            resolver.asked = []
            answer, log = picture(program, folder, "")
            print("rebound: resolver said", resolver.asked, "| connections", trap.connections,
                  "| bytes sent to this machine", len(trap.bytes))
            assert resolver.asked[0] == PUBLIC, resolver.asked
            assert trap.bytes == b"", trap.bytes
            assert b">a</text>" in answer, "the page's own drawing stands in for it"
            if trap.connections:
                break
        assert LOOPBACK in resolver.asked, resolver.asked
        assert trap.connections > 0, "nobody connected: the second check was not tried"
        assert "private network" in log, log

        resolver.public, resolver.asked, trap.connections = 0, [], 0
        answer, log = picture(program, folder, "")
        print("private at once: connections", trap.connections)
        assert trap.connections == 0 and b">a</text>" in answer, log

        answer, log = picture(program, folder, HOST)
        print("allowed: bytes sent", len(trap.bytes))
        assert answer == PICTURE and trap.bytes.startswith(b"GET /a.svg HTTP/1.1\r\n"), log
    print("DNS rebinding: nothing was sent.")


def main(words):
    if words[:1] == ["--inside"]:
        return inside(words[1])
    program = os.path.abspath(words[0] if words else f"{ROOT}/.build/debug/almanac")
    user = [] if os.geteuid() == 0 else ["--user", "--map-root-user"]
    space = ["unshare", "--net", "--mount", *user]
    if subprocess.run([*space, "true"], capture_output=True).returncode != 0:
        print("DNS rebinding: not tried, this machine gives no network namespace.")
        return None
    subprocess.run([*space, sys.executable, __file__, "--inside", program], check=True)
    return None


if __name__ == "__main__":
    main(sys.argv[1:])
