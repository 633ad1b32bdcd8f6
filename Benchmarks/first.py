"""The first path through everything: a full sync, a page, a start."""
import pathlib
import tempfile
import time

from common import ALMANAC, TOOLS, answered, free_port, load, median, meteorites_csv, process, timed

ROUNDS = 5


def dataset(folder, name, source):
    """A folder with one dataset file that overrides a built-in's source."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.yaml").write_text(f"id: {name}\nextends: {name}\nsource: {source}\n")
    return folder


def meteorites(folder, port):
    return dataset(folder / "meteorites", "meteorites",
                   f"{{ kind: csv, url: 'http://127.0.0.1:{port}/files/meteorites.csv' }}")


def csv_sync(folder, datasets, rows):
    """Full syncs of the CSV over loopback HTTP, beside sqlite-utils reading the file itself."""
    ours, theirs, memory = [], [], []
    for turn in range(ROUNDS):
        seconds, megabytes = timed(ALMANAC, "sync", "meteorites", "--datasets", datasets, "--data",
                                   folder / f"sync{turn}")
        ours.append(seconds)
        memory.append(megabytes)
        theirs.append(timed(TOOLS / "sqlite-utils", "insert", folder / f"peer{turn}.db",
                            "meteorites", rows, "--csv", "--pk", "id")[0])
    yield "first.csv_sync.seconds", median(ours), "s"
    yield "first.csv_sync.sqlite_utils_seconds", median(theirs), "s"
    yield "first.csv_sync.ratio_to_sqlite_utils", median(theirs) / median(ours), "x"
    yield "first.csv_sync.rss_mb", max(memory), "MB"


def page_json(folder, datasets):
    """Pages of 100 of 45,716 rows at 16 connections: ours jump anywhere, Datasette's are first."""
    port, peer = free_port(), free_port()
    with process(ALMANAC, "serve", "--port", port, "--datasets", datasets, "--data",
                 folder / "sync0"), \
            process(TOOLS / "datasette", "serve", folder / "peer0.db", "--port", peer,
                    "--setting", "suggest_facets", "off"):
        answered(f"http://127.0.0.1:{port}/meteorites.json")
        answered(f"http://127.0.0.1:{peer}/peer0/meteorites.json?_sort=name&_size=100")
        ours, theirs = [], []
        for _ in range(3):
            jump = "'/meteorites.json?sort=name&limit=100&offset=' .. math.random(0, 45616)"
            ours.append(load(jump, port))
            theirs.append(load("'/peer0/meteorites.json?_sort=name&_size=100'", peer))
    yield "first.page_json.requests_per_s", median(ours), "requests/s"
    yield "first.page_json.datasette_requests_per_s", median(theirs), "requests/s"
    yield "first.page_json.ratio_to_datasette", median(ours) / median(theirs), "x"


def start(folder):
    """From process start to the first answered page with a million records on disk."""
    upstream, port, data = free_port(), free_port(), folder / "million"
    datasets = dataset(folder / "deals", "deals",
                       f"{{ kind: stream, url: 'http://127.0.0.1:{upstream}/deals/stream' }}")
    serve = (ALMANAC, "serve", "--port", port, "--datasets", datasets, "--data", data)
    with process(ALMANAC, "sandbox", "--port", upstream, "--pause", "0"), process(*serve):
        answered(f"http://127.0.0.1:{port}/health/live")
        wait_for_million(f"http://127.0.0.1:{port}/deals.json?limit=1")
    times = []
    for _ in range(ROUNDS):
        begin = time.perf_counter()
        with process(*serve):
            answered(f"http://127.0.0.1:{port}/deals")
            times.append((time.perf_counter() - begin) * 1000)
    yield "first.start_ms", median(times), "ms"


def wait_for_million(url, seconds=600):
    import json
    import urllib.request
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        with urllib.request.urlopen(url, timeout=30) as answer:
            if json.load(answer)["total"] >= 1_000_000:
                return
        time.sleep(0.5)
    raise SystemExit("a million deals did not come in time")


def run():
    with tempfile.TemporaryDirectory(prefix="almanac-bench.") as name:
        folder, port = pathlib.Path(name), free_port()
        rows = meteorites_csv(folder / "made")
        with process(ALMANAC, "sandbox", "--port", port, "--files", rows.parent):
            answered(f"http://127.0.0.1:{port}/files/meteorites.csv")
            datasets = meteorites(folder, port)
            yield from csv_sync(folder, datasets, rows)
            yield from page_json(folder, datasets)
        yield from start(folder)
