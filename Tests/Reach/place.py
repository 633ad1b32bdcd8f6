"""A server with a folder, certificates and whatever runs beside it, and how it is asked."""
import os
import pathlib
import shutil
import socket
import subprocess
import tempfile
import time

NAME = "almanac.test"
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


class Place:
    """A data folder, a dataset, certificates, and whatever runs beside them."""

    def __init__(self, program):
        self.program = program
        self.root = pathlib.Path(tempfile.mkdtemp(prefix="almanac-reach."))
        self.running = []
        own = self.root / "own"
        own.mkdir()
        (own / "lands.yaml").write_text(LANDS)
        (own / "lands.csv").write_text("id,name\n1,Łąka\n2,Ōkawa\n")
        self.environment = {key: value for key, value in os.environ.items()
                            if not key.startswith("ALMANAC_")}
        self.environment |= {"ALMANAC_DATA": str(self.root / "data"), "LC_ALL": "C.UTF-8"}

    def certificate(self, name="server", names=f"DNS:{NAME},DNS:localhost"):
        """Makes a certificate for two days and its key; gives both paths."""
        chain, key = self.root / f"{name}.pem", self.root / f"{name}.key"
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
             "-nodes", "-days", "2", "-subj", f"/CN={NAME}", "-addext", f"subjectAltName={names}",
             "-out", chain, "-keyout", key], check=True, capture_output=True)
        return chain, key

    def expired(self):
        """Makes a certificate that ended yesterday, and its key."""
        chain, key, wish = (self.root / f"old.{kind}" for kind in ("pem", "key", "csr"))
        subprocess.run(
            ["openssl", "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
             "-subj", f"/CN={NAME}", "-out", wish, "-keyout", key], check=True, capture_output=True)
        subprocess.run(["openssl", "x509", "-req", "-in", wish, "-signkey", key, "-days", "-1", "-out", chain],
                       check=True, capture_output=True)
        return chain, key

    def start(self, *words, stdin=subprocess.DEVNULL, error=None, **environment):
        """Starts a server with a log; gives its process."""
        log = error or open(self.root / "log", "w", encoding="utf-8")
        process = subprocess.Popen(
            [self.program, "serve", "--datasets", str(self.root / "own"), *words], stdin=stdin,
            stdout=subprocess.DEVNULL, stderr=log, env=self.environment | environment)
        self.running.append(process)
        return process

    @property
    def log(self):
        return (self.root / "log").read_text(encoding="utf-8")

    def refused(self, *words, code=2, **environment):
        """Starts a server that must refuse to; gives what it says."""
        done = subprocess.run([self.program, "serve", *words], capture_output=True, text=True,
                              timeout=60, env=self.environment | environment)
        assert done.returncode == code, (words, done.returncode, done.stderr)
        return done.stderr

    def run(self, *words):
        process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        self.running.append(process)
        return process

    def end(self, process):
        if process in self.running:
            self.running.remove(process)
            process.terminate()
            try:
                process.wait(30)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()

    def close(self):
        for process in reversed(self.running[:]):
            self.end(process)
        shutil.rmtree(self.root)


def curl(address, *words, check=True):
    """Asks by curl; gives what it got, the body after the head."""
    done = subprocess.run(["curl", "--silent", "--show-error", "--include", "--max-time", "20", *words,
                           address], capture_output=True)
    assert not check or done.returncode == 0, (address, done.returncode, done.stderr.decode())
    return done.stdout.decode(), done.returncode


def wait(address, *words, says="", seconds=60):
    """Asks until there is an answer that says something."""
    end = time.monotonic() + seconds
    while True:
        answer, code = curl(address, *words, check=False)
        if code == 0 and says in answer:
            return answer
        assert time.monotonic() < end, f"{address} does not answer: {code} {answer[:500]}"
        time.sleep(0.1)


def until(holds, what, seconds=30):
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, f"after {seconds} s still not: {what}"
        time.sleep(0.05)
