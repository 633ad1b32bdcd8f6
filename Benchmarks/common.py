"""What the groups of measurements share: processes, ports, loads."""
import contextlib
import os
import pathlib
import re
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request

import made

ROOT = pathlib.Path(__file__).resolve().parent.parent
ALMANAC = str(ROOT / ".build/release/almanac")
TOOLS = ROOT / ".tools/venv/bin"


def real(name):
    """A real input in the folder ALMANAC_SHARED_DATA or beside the checkout; None where there is none."""
    folder = pathlib.Path(os.environ.get("ALMANAC_SHARED_DATA") or ROOT.parent / "shared/data")
    path = folder / name
    return path.resolve() if path.is_file() else None


def meteorites_csv(folder):
    """The real CSV of meteorites, or one of its shape that is made in a folder and told of."""
    if found := real("meteorites.csv"):
        return found
    path, words = made.meteorites(folder)
    print(f"No real meteorites.csv (ALMANAC_SHARED_DATA): measured with {words}.", file=sys.stderr,
          flush=True)
    return path


def free_port():
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        return server.getsockname()[1]


@contextlib.contextmanager
def process(*command, env=None):
    """A process that ends with the block."""
    running = subprocess.Popen([str(part) for part in command], stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL, env={**os.environ, **(env or {})})
    try:
        yield running
    finally:
        running.terminate()
        try:
            running.wait(20)
        except subprocess.TimeoutExpired:
            running.kill()
            running.wait()


def answered(url, seconds=30):
    """Seconds until a URL answers 200; the first try is at once."""
    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        try:
            with urllib.request.urlopen(url, timeout=10) as answer:
                answer.read()
                return time.perf_counter() - start
        except OSError:
            time.sleep(0.001)
    raise SystemExit(f"{url} did not answer in {seconds} s")


def timed(*command, env=None):
    """Seconds and peak MB of a command, which must succeed."""
    start = time.perf_counter()
    running = subprocess.Popen([str(part) for part in command], stdout=subprocess.DEVNULL,
                               stderr=subprocess.PIPE, env={**os.environ, **(env or {})})
    errors = running.stderr.read()
    _, status, usage = os.wait4(running.pid, 0)
    running.returncode = os.waitstatus_to_exitcode(status)
    if running.returncode != 0:
        raise SystemExit(f"{command} failed: {errors.decode()[-1000:]}")
    return time.perf_counter() - start, usage.ru_maxrss / 1024


def load(url_of_request, port, seconds=6, connections=16):
    """Requests a second of wrk; `url_of_request` is Lua that gives the path of each request."""
    with tempfile.NamedTemporaryFile("w", suffix=".lua") as script:
        script.write(f"request = function() return wrk.format('GET', {url_of_request}) end\n")
        script.flush()
        output = subprocess.run(
            ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "-s", script.name,
             f"http://127.0.0.1:{port}"], capture_output=True, text=True, check=True).stdout
    if "Non-2xx" in output:
        raise SystemExit(f"some answers were no 200:\n{output}")
    return float(re.search(r"Requests/sec:\s+([\d.]+)", output).group(1))


median = statistics.median
