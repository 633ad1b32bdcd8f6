"""Pictures: how many hits a second, and how much a page weighs packed."""
import http.client
import json
import sys

from common import ALMANAC, ROOT, load, median

sys.path.append(str(ROOT / "Tests/Browser"))
import countries  # noqa: E402 -- the browser tests' image host

ROUNDS = 3


def pictures(port):
    """The addresses of all pictures by content, once each was asked for."""
    rows = json.loads(asked(port, "/countries.json?limit=1000")[1])["rows"]
    places = [asked(port, f"/countries/{row['id']}/picture/flag")[0] for row in rows]
    return [place for place in places if place]


def asked(port, path, **headers):
    """Where an answer leads, and its bytes."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request("GET", path, headers=headers)
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return answer.getheader("Location"), body


def hits(port, places):
    """Requests a second for all pictures by chance, at 32 connections."""
    names = ", ".join(f"'{place}'" for place in places)
    # The list is made once: wrk's one thread must not be what is measured.
    path = (f"(function() pictures = pictures or {{{names}}}; "
            f"return pictures[math.random({len(places)})] end)()")
    return median([load(path, port, 4, 32) for _ in range(ROUNDS)])


def run():
    with countries.Countries(ALMANAC) as trial:
        places = pictures(trial.port)
        if len(places) != 250 or len(trial.take_requests()) != 250:
            raise SystemExit(f"{len(places)} pictures came, or the host was not asked 250 times")
        yield "pictures.hits_per_s", hits(trial.port, places), "1/s"
        if trial.take_requests():
            raise SystemExit("the host was asked for what was here already")
        plain = asked(trial.port, "/countries")[1]
        packed = asked(trial.port, "/countries", **{"Accept-Encoding": "gzip"})[1]
        yield "pictures.page_kB", len(plain) / 1000, "kB"
        yield "pictures.page_packed_kB", len(packed) / 1000, "kB"
        yield "pictures.pages_per_s", load("'/countries'", trial.port, 4, 8), "1/s"
        yield "pictures.packed_pages_per_s", load(
            "'/countries', {['Accept-Encoding'] = 'gzip'}", trial.port, 4, 8), "1/s"
