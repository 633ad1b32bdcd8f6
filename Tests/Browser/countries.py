"""The 250 countries of the snapshot with an upstream and an image host of their own: the sandbox."""

import json
import os
import re
import shutil
import socket
import subprocess
import tempfile
import time
import urllib.request

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FIELDS = "cca2,name,flags,continents,capital,capitalInfo,population,area,currencies,timezones"


def free_port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


def upstream_row(row, host):
    """A row of the snapshot in the shape of restcountries v3.1, with a flag on a host.

    Most flags are drawings: the sandbox in its debug build takes a third of a second for pixels.
    """
    place = row.get("capital_location")
    code = row["id"].lower()
    flag = f"w320/{code}.png" if code.startswith("a") else f"{code}.svg"
    return {
        "cca2": row["id"], "name": {"common": row["name"]}, "continents": row["continents"],
        "flags": {"png": f"{host}/flags/{flag}"},
        "capital": row.get("capitals", []), "population": row.get("population"),
        "area": row.get("area"), "timezones": row.get("timezones", []),
        "capitalInfo": {"latlng": [place["latitude"], place["longitude"]] if place else []},
        "currencies": {each["code"]: {"name": each["name"], "symbol": each.get("symbol")}
                       for each in row.get("currencies", [])},
    }


def declaration(source):
    """The countries as they are declared, from another source and with no flags on this machine."""
    with open(f"{ROOT}/Datasets/countries/dataset.yaml", encoding="utf-8") as file:
        text = file.read()
    text = re.sub(r"(?ms)^source:\n.*?(?=^\w)", f'source: {{ kind: json, url: "{source}" }}\n', text)
    text = re.sub(r"(?m)^    file: .*\n", "", text)
    text = re.sub(r"(?ms)^snapshot:\n.*?(?=^\w|\Z)", "", text)
    # Asked once by hand, so that what is counted is pictures.
    return re.sub(r"(?m)^refresh:.*$", "refresh: { every: 24h, when: opened }", text)


class Countries:
    """An image host that counts, and `almanac serve` with a copy of its countries."""

    def __init__(self, program=None):
        self.program = program or os.environ.get("ALMANAC", f"{ROOT}/.build/debug/almanac")
        self.folder = tempfile.mkdtemp(prefix="almanac-countries.")
        self.host_port, self.port = free_port(), free_port()
        self.host, self.base = (f"http://127.0.0.1:{port}" for port in (self.host_port, self.port))
        self.processes = {}
        os.mkdir(f"{self.folder}/own")
        with open(f"{self.folder}/own/countries.yaml", "w", encoding="utf-8") as file:
            file.write(declaration(f"{self.host}/v3.1/all?fields={FIELDS}"))

    def __enter__(self):
        with open(f"{ROOT}/Datasets/countries/snapshot.json", encoding="utf-8") as file:
            self.rows = json.load(file)["rows"]
        self.start_host()
        self.control("countries/replace", [upstream_row(row, self.host) for row in self.rows])
        self.run("sync", "countries")
        self.start()
        return self

    def __exit__(self, *problem):
        for name in list(self.processes):
            self.stop(name)
        shutil.rmtree(self.folder)

    @property
    def settings(self):
        return os.environ | {"ALMANAC_DATA": f"{self.folder}/data",
                             "ALMANAC_ALLOW_PRIVATE_HOSTS": "127.0.0.1"}

    def run(self, *words):
        subprocess.run([self.program, *words, "--datasets", f"{self.folder}/own"],
                       env=self.settings, check=True, capture_output=True)

    def start_host(self):
        self.spawn("host", "sandbox", "--control", "--port", str(self.host_port))
        self.wait(f"{self.host}/control/requests")

    def start(self):
        """Serves; what an earlier start kept is still there."""
        self.spawn("server", "serve", "--port", str(self.port), "--datasets", f"{self.folder}/own")
        self.wait(f"{self.base}/health/ready")

    def spawn(self, name, *words):
        with open(f"{self.folder}/{name}.log", "a", encoding="utf-8") as log:
            self.processes[name] = subprocess.Popen(
                [self.program, *words], env=self.settings, stdout=log, stderr=log)

    def stop(self, name):
        process = self.processes.pop(name)
        process.terminate()
        process.wait(30)

    def wait(self, url, seconds=60):
        end = time.monotonic() + seconds
        while True:
            try:
                with urllib.request.urlopen(url, timeout=60) as answer:
                    return answer.read()
            except OSError:
                assert time.monotonic() < end, f"{url} did not answer in {seconds} s"
                time.sleep(0.05)

    def control(self, path, body=None, method="POST"):
        request = urllib.request.Request(
            f"{self.host}/control/{path}", method=method,
            data=None if body is None else json.dumps(body).encode())
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)

    def take_requests(self):
        """The flags that were asked for since the last look."""
        asked = self.control("requests", method="GET")
        self.control("requests", method="DELETE")
        return [each["path"] for each in asked if each["path"].startswith("/flags/")]
