"""A server and its datasets for the identity test: what ships, ten thousand halts, and odd corners.

The server is the real program on a port of its own. Nothing here asks the network: the built-in
datasets serve their snapshots, since their sources point to where nobody listens.
"""

import http.client
import json
import os
import random
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
import unicodedata
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import quote

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SHARED = os.environ.get("ALMANAC_SHARED_DATA") or f"{os.path.dirname(ROOT)}/shared/data"
sys.path.append(f"{ROOT}/Benchmarks")
import made  # noqa: E402
SHIPPED = {"countries": "json", "stations": "json", "meteorites": "csv"}
NOBODY = "http://127.0.0.1:9/none"

HALTS = """
id: halts
title: Halts
source: { kind: json, url: halts.json }
credit: { text: Nobody, licence: CC0 }
refresh: { every: 24h, when: opened }
key: { from: id, type: integer }
fields:
  name: text
  hits: integer
  city: text
  country: text
  location: { type: point, latitude: latitude, longitude: longitude }
  keywords: list
search: [keywords, name]
list: { sort: [-hits, name], title: name, subtitle: [city, country] }
measure: location
"""

CORNERS = """
id: corners
title: Corners
source: { kind: json, url: corners.json }
credit: { text: Nobody, licence: CC0 }
refresh: { every: 24h, when: opened }
key: key
fields:
  name: text
  page: link
  parts: list
  count: integer
  size: number
  is_open: boolean
  since: year
  day: date
  moment: timestamp
  local: datetime
  place: { type: point, latitude: latitude, longitude: longitude }
search: [name, parts]
list: { sort: [size, -name], title: name, sections: parts }
measure: place
"""

LANDINGS = """
id: landings
extends: meteorites
title: Landings
source: { kind: csv, url: "%s" }
"""


def free_port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


# Data


def halts(count):
    """Stations as a country might have them; names and hits repeat, so that much ties."""
    chance = random.Random(1)
    towns = ["Łódź", "Kraków", "Gdańsk", "Świnoujście", "Żary", "Zielona Góra", "Český Těšín",
             "Жёлтое", "Kőszeg", "Öhringen", "Saint-Étienne", "Bielsko-Biała", "Nowy Sącz", "Ełk"]
    syllables = ["bo", "rów", "ka", "wi", "ce", "le", "śni", "ca", "no", "wa", "gó", "ra", "zdrój",
                 "brze", "żno", "to", "ma", "szów", "dą", "bro", "piń", "sk", "wo", "la", "czę"]
    kinds = ["Główna", "Fabryczna", "Wschodnia", "Zachodnia", "Południowa", "Miasto", "Port", "PKP"]
    rows = []
    for number in range(1, count + 1):
        town = chance.choice(towns) if chance.random() < 0.1 else "".join(
            chance.choices(syllables, k=chance.randint(2, 4))).capitalize()
        name = f"{town} {chance.choice(kinds)}" if chance.random() < 0.3 else town
        rows.append({
            "id": number * 7 % 99_991, "name": name, "city": town,
            "hits": None if chance.random() < 0.02 else int(chance.paretovariate(0.6)) % 100_000,
            "country": chance.choice(["Poland", "Czechia", "Slovakia", None]),
            "latitude": chance.uniform(49, 55), "longitude": chance.uniform(14, 24),
            "keywords": [town[:4].lower(), unaccented(town)] if chance.random() < 0.2 else [],
        })
    return rows


ODD = ["---", "!", "  a  b ", ".", "İstanbul", "straße", "STRASSE", "ﬁn", "e\u0301té", "été", "Ǆ", "東京",
       "東京駅", "Łódź", "lodz", "ŁÓDŹ", "\u200bzero", "😀 smile", "\uff21 wide", "a-b", "a b", "ab", "ё", "е", "Ж",
       "\ufeffmark", "ñandú", "O'Brien", "o’brien", "č", "ch", "c", "h", "ä", "ô", "Ångström", "1", "10", "2",
       "x" * 300, "a" * 9, "a" * 8, "\U0001F600", "\uffe0", "$", "§", "½", "ΣΑΣ", "σας", "ﷺ", "ß"]


def corners():
    """Whatever a rule may trip over: signs for names, ties, absent values, the ends of the Earth."""
    chance = random.Random(2)
    places = [(90, 0), (-90, 0), (90, 77.5), (0, 0), (0, 180), (0, -180), (0, 179.5), (30, 0), (-30, 180),
              (-29.9, 179.8), (52, 21), (52, 21), (-52, -159), (1e-9, 1e-9), (0, 90), (-0.0, 45.0)]
    rows = []
    for number in range(900):
        known = lambda value: value if chance.random() < 0.85 else None
        latitude, longitude = (places[number] if number < len(places) else
                               (chance.uniform(-90, 90), chance.uniform(-180, 180)))
        key = chance.choice(["é", "e", "Z", "z", "\uffe0", "\U0001F600", "10", "9", "ł"]) + f"{number % 300}" \
            + "abc"[number // 300]
        rows.append({
            "key": key,
            "name": known(chance.choice(ODD) + chance.choice(["", "", " ", " " + chance.choice(ODD)])),
            "page": known(f"https://example.org/{chance.choice('aAbBzZ')}{number % 7}"),
            "parts": [chance.choice(["East", "east", "EAST!", "West", "Łeb", "leb", "—"])
                      for _ in range(chance.choice([0, 1, 1, 2]))],
            "count": known(chance.choice([0, -1, 1, 5, -5, 2**53 - 1, -2**53 + 1, number])),
            "size": known(chance.choice([0.0, -0.0, 1e300, -1e300, 5e-324, 0.1, -0.1, 1.5, number / 7])),
            "is_open": known(chance.random() < 0.5),
            "since": known(chance.choice([-44, 0, 1, 1999, 2026, number])),
            "day": known(f"{chance.randint(1, 2100):04}-0{chance.randint(1, 9)}-1{chance.randint(0, 9)}"),
            "moment": known(f"20{number % 30:02}-11-21T14:0{number % 7}:48{chance.choice(['', '.5', '.123'])}Z"),
            "local": known(f"20{number % 30:02}-11-21T1{number % 3}:02"),
            "latitude": latitude, "longitude": longitude,
        })
    return rows


def unaccented(text):
    """A text as somebody types it who has no accents at hand."""
    plain = unicodedata.normalize("NFD", text.replace("ł", "l").replace("Ł", "L"))
    return "".join(letter for letter in plain if not unicodedata.combining(letter))


def queries(texts, count, seed):
    """What people type: parts of texts with and without slips, and what nobody would."""
    chance = random.Random(seed)
    alphabet = "aeioukrstłżéčšя東 -'.!1😀"
    made = []
    while len(made) < count:
        text = chance.choice(texts)
        words = text.split() or [text]
        query = chance.choice([
            lambda: text,
            lambda: text[:chance.randint(1, max(len(text), 1))],
            lambda: chance.choice(words)[:chance.randint(1, 8)],
            lambda: text[chance.randrange(len(text)):][:chance.randint(2, 9)],
            lambda: slipped(chance, chance.choice(words)),
            lambda: slipped(chance, slipped(chance, text)),
            lambda: unaccented(text)[:chance.randint(3, 30)],
            lambda: text.upper() if chance.random() < 0.5 else text.lower(),
            lambda: " ".join(chance.sample(words, len(words))),
            lambda: f"{chance.choice(words)[:4]} {chance.choice(chance.choice(texts).split() or ['x'])[:3]}",
            lambda: "".join(chance.choices(alphabet, k=chance.randint(1, 12))),
            lambda: f"  {chance.choice(words)} ",
        ])()
        if any(ord(letter) > 0x20 for letter in query) and len(query) <= 500:
            made.append(query)
    return made


def slipped(chance, word):
    """A word with a slip of the finger: a letter more, fewer, another, or two swapped."""
    if len(word) < 2:
        return word
    at = chance.randrange(len(word) - 1)
    letter = chance.choice("aeiłkxyzя")
    return chance.choice([
        word[:at] + word[at + 1:], word[:at] + letter + word[at:], word[:at] + letter + word[at + 1:],
        word[:at] + word[at + 1] + word[at] + word[at + 2:]])


# The server


class Library:
    """`almanac serve` with the datasets, asked by several threads over connections that stay open."""

    def __init__(self, program=None, count=10_000, only=None):
        self.program = program or os.environ.get("ALMANAC", f"{ROOT}/.build/debug/almanac")
        self.folder = tempfile.mkdtemp(prefix="almanac-identity.")
        self.port = free_port()
        self.base = f"http://127.0.0.1:{self.port}"
        self.local = threading.local()
        self.process = None
        self.datasets = [*SHIPPED, "corners", "halts"]
        os.mkdir(f"{self.folder}/own")
        for name, kind in SHIPPED.items():
            self.declare(name, f'id: {name}\nextends: {name}\nsource: {{ kind: {kind}, url: "{NOBODY}" }}\n')
        self.declare("halts", HALTS, halts(count))
        self.declare("corners", CORNERS, corners())
        landings = f"{SHARED}/meteorites.csv"
        if not os.path.exists(landings):
            landings, words = made.meteorites(f"{self.folder}/made")
            print(f"No real meteorites.csv (ALMANAC_SHARED_DATA): compared over {words}.", flush=True)
        self.datasets.append("landings")
        self.declare("landings", LANDINGS % landings)
        self.datasets = [name for name in self.datasets if only is None or name in only]

    def declare(self, name, text, rows=None):
        with open(f"{self.folder}/own/{name}.yaml", "w", encoding="utf-8") as file:
            file.write(text)
        if rows is not None:
            with open(f"{self.folder}/own/{name}.json", "w", encoding="utf-8") as file:
                json.dump(rows, file)

    def __enter__(self):
        self.environment = os.environ | {"ALMANAC_DATA": f"{self.folder}/data"}
        try:
            for name in set(self.datasets) - set(SHIPPED):
                subprocess.run(
                    [self.program, "sync", name, "--datasets", f"{self.folder}/own"], check=True, cwd=ROOT,
                    env=self.environment, stdout=subprocess.DEVNULL)
            self.start()
        except BaseException:
            self.__exit__()
            raise
        return self

    def start(self):
        self.log = open(f"{self.folder}/log", "w", encoding="utf-8")
        self.process = subprocess.Popen(
            [self.program, "serve", "--port", str(self.port), "--datasets", f"{self.folder}/own"],
            cwd=ROOT, env=self.environment, stderr=self.log)
        end = time.monotonic() + 120
        while not self.is_ready():
            if time.monotonic() > end or self.process.poll() is not None:
                with open(f"{self.folder}/log", encoding="utf-8") as log:
                    raise AssertionError(f"the server did not start: {log.read()[-2000:]}")
            time.sleep(0.1)

    def __exit__(self, *problem):
        if self.process:
            self.process.terminate()
            self.process.wait()
            self.log.close()
        shutil.rmtree(self.folder)

    def is_ready(self):
        try:
            return all(self.get(f"/{name}.json?limit=1")["total"] > 0 for name in self.datasets)
        except (OSError, http.client.HTTPException, AssertionError):
            return False

    def get(self, path):
        """A JSON answer, over this thread's connection."""
        for attempt in (1, 2):
            if not hasattr(self.local, "connection"):
                self.local.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
            try:
                self.local.connection.request("GET", path)
                answer = self.local.connection.getresponse()
                body = answer.read()
                break
            except (OSError, http.client.HTTPException):
                self.local.connection.close()
                del self.local.connection
                if attempt == 2:
                    raise
        assert answer.status == 200, f"{path}: {answer.status} {body[:300]}"
        return json.loads(body)

    def ids(self, dataset, parameters):
        """All ids of a list in their order, the total, and whether there may be more."""
        ids, offset = [], 0
        while True:
            window = self.get(f"/{dataset}.json?{parameters}&limit=1000&offset={offset}")
            ids += [row["id"] for row in window["rows"]]
            offset += 1000
            if offset >= window["total"]:
                return {"ids": ids, "total": window["total"],
                        "isAtLeast": window.get("total_at_least", False)}

    def every(self, ask, things):
        """The answers to many questions, four at a time, in the questions' order."""
        with ThreadPoolExecutor(4) as pool:
            return list(pool.map(ask, things))


def parameter(text):
    return quote(str(text), safe="")
