#!/usr/bin/env python3
"""Backs up and restores as a person does, beside a server that writes, and with files that are
damaged, altered or a newer Almanac's."""
import contextlib
import hashlib
import http.server
import json
import pathlib
import socket
import sqlite3
import stat
import subprocess
import sys
import threading
import time
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from run import PEAKS, ROWS, main  # noqa: E402

DEALS = """\
id: flow
extends: deals
source: {{ kind: stream, url: "http://127.0.0.1:{port}/deals/stream" }}
"""


def free_port():
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        return server.getsockname()[1]


def get(port, path):
    with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=10) as answer:
        return answer.read().decode()


@contextlib.contextmanager
def running(place, *words):
    process = subprocess.Popen([place.program, *words], env=place.environment,
                               stderr=open(place.root / "log", "ab"))
    try:
        yield process
    finally:
        process.terminate()
        process.wait(20)


@contextlib.contextmanager
def serving(place):
    port = free_port()
    with running(place, "serve", "--port", str(port), "--datasets", str(place.own)):
        wait(lambda: get(port, "/health/ready"))
        yield port


def wait(look):
    """What a look gives, as soon as it gives something."""
    for _ in range(600):
        with contextlib.suppress(OSError, LookupError):
            found = look()
            if found:
                return found
        time.sleep(0.05)
    raise AssertionError("it never came")


def rows(file, sql):
    with contextlib.closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as base:
        return base.execute(sql).fetchall()


def data(place):
    return place.root / "data"


def files(place):
    return sorted(path.name for path in data(place).glob("peaks.sqlite*"))


def total(place):
    return json.loads(place.mine("list", "peaks", "--json")[0])["total"]


def a_backup_comes_back_and_what_it_replaces_is_kept(place):
    place.mine("sync", "peaks")
    folder = place.root / "backup"
    told = json.loads(place.mine("backup", "peaks", "--to", str(folder), "--json")[0])
    entry = told["datasets"][0]
    bytes = (folder / "peaks.sqlite").read_bytes()
    assert entry["sha256"] == hashlib.sha256(bytes).hexdigest() and entry["bytes"] == len(bytes), entry
    assert (entry["count"], told) == (5, json.loads((folder / "manifest.json").read_text())), told
    assert sorted(path.name for path in folder.iterdir()) == ["manifest.json", "peaks.sqlite"]
    before = rows(folder / "peaks.sqlite", "SELECT * FROM record ORDER BY id")

    place.write("others.csv", "name,height\n" + "\n".join(ROWS + ["Moldoveanu,2544"]) + "\n")
    place.write("peaks.yaml", PEAKS.replace("peaks.csv", "others.csv"))
    place.mine("sync", "peaks")
    assert total(place) == 6
    said = place.mine("restore", str(folder))[0]
    assert "5 records restored" in said and "peaks.sqlite.replaced-" in said, said
    assert total(place) == 5
    assert rows(data(place) / "peaks.sqlite", "SELECT * FROM record ORDER BY id") == before
    kept = next(name for name in files(place) if "replaced" in name and name[-1].isdigit())
    assert rows(data(place) / kept, "SELECT count(*) FROM record") == [(6,)]
    report = json.loads(place.mine("sync", "peaks", "--json")[0])[0]
    assert (report["outcome"], report["inserted"]) == ("changed", 1), report


def a_backup_overwrites_nothing(place):
    folder = place.root / "backup"
    place.mine("backup", "--to", str(folder))
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert len(before) == 6, before.keys()
    said = place.mine("backup", "--to", str(folder), code=1)[1]
    assert "no backup is overwritten" in said, said
    assert before == {path.name: path.read_bytes() for path in folder.iterdir()}
    assert not list(place.root.glob(".backup*")), "a failure left something behind"
    said = place.mine("backup", "--to", str(place.root / "own/peaks.yaml/below"), code=1)[1]
    assert "cannot be written" in said, said
    place.mine("backup", "paeks", "--to", str(place.root / "b"), code=2)
    place.mine("backup", code=2)


def a_backup_that_is_not_as_it_was_replaces_nothing(place):
    place.mine("sync", "peaks")
    folder = place.root / "backup"
    place.mine("backup", "--to", str(folder))
    assert "no dataset" in place.mine("restore", str(folder), "paeks", code=2)[1]
    assert "holds no backup" in place.mine("restore", str(place.own), code=1)[1]
    before = files(place)
    with open(folder / "peaks.sqlite", "r+b") as file:
        file.seek(9000)
        file.write(b"\0altered\0")
    said = place.mine("restore", str(folder), code=1)[1]
    assert "not as it was" in said, said
    (folder / "peaks.sqlite").unlink()
    assert "not as it was" in place.mine("restore", str(folder), code=1)[1]
    assert files(place) == before and total(place) == 5
    manifest = json.loads((folder / "manifest.json").read_text())
    (folder / "manifest.json").write_text(json.dumps({**manifest, "schema": manifest["schema"] + 1}))
    assert "newer Almanac" in place.mine("restore", str(folder), "countries", code=1)[1]
    (folder / "manifest.json").write_text("{")
    assert "cannot be read" in place.mine("restore", str(folder), code=1)[1]


def a_newer_file_in_a_backup_is_refused(place):
    place.mine("sync", "peaks")
    folder = place.root / "backup"
    place.mine("backup", "peaks", "--to", str(folder))
    with contextlib.closing(sqlite3.connect(folder / "peaks.sqlite")) as base, base:
        base.execute("INSERT INTO grdb_migrations VALUES ('Of tomorrow')")
    manifest = json.loads((folder / "manifest.json").read_text())
    bytes = (folder / "peaks.sqlite").read_bytes()
    manifest["datasets"][0].update(sha256=hashlib.sha256(bytes).hexdigest(), bytes=len(bytes))
    (folder / "manifest.json").write_text(json.dumps(manifest))
    assert "newer Almanac" in place.mine("restore", str(folder), code=1)[1]
    assert total(place) == 5


def a_backup_beside_a_running_stream_holds_a_moment_of_it(place):
    upstream, backups = free_port(), []
    place.write("flow.yaml", DEALS.format(port=upstream))
    with running(place, "sandbox", "--port", str(upstream), "--pause", "0", "--deals", "1000000"):
        with serving(place) as port:
            wait(lambda: json.loads(get(port, "/flow.json?limit=1"))["total"])
            for number in range(4):
                folder = place.root / f"backup{number}"
                told = json.loads(place.mine("backup", "flow", "--to", str(folder), "--json")[0])
                backups.append((folder / "flow.sqlite", told["datasets"][0]))
            said = place.mine("restore", str(folder), code=1)[1]
            assert "owns" in said and "Stop it" in said, said
    counts = []
    for file, entry in backups:
        assert rows(file, "PRAGMA integrity_check") == [("ok",)]
        found = rows(file, "SELECT count(*), min(id), max(id) FROM record")[0]
        assert found == (entry["count"], 1, entry["count"]), f"no prefix of the stream: {found}, {entry}"
        state = rows(file, "SELECT count, generation FROM sync_state")[0]
        assert state == (entry["count"], entry["generation"]), (state, entry)
        counts.append(entry["count"])
    assert counts == sorted(set(counts)), f"the stream did not go on between backups: {counts}"
    last = rows(backups[-1][0], "SELECT * FROM record ORDER BY id")
    for (file, _), count in zip(backups, counts):
        assert rows(file, "SELECT * FROM record ORDER BY id") == last[:count], "a row differs"
    print(f"        backups of {counts} deals while they streamed")


def a_newer_file_leaves_the_others_and_is_left(place):
    place.mine("sync", "peaks")
    with contextlib.closing(sqlite3.connect(data(place) / "peaks.sqlite")) as base, base:
        base.execute("INSERT INTO grdb_migrations VALUES ('Of tomorrow')")
    before = (data(place) / "peaks.sqlite").read_bytes()
    lines, said = place.mine("status", "--json", code=1)
    assert "written by a newer Almanac and is left untouched" in said, said
    assert {line["dataset"] for line in json.loads(lines)} == {
        "countries", "deals", "meteorites", "stations"}, lines
    for words in (("status", "peaks"), ("list", "peaks"), ("sync", "peaks")):
        assert "newer Almanac" in place.mine(*words, code=1)[1], words
    said = place.mine("backup", "--to", str(place.root / "backup"), code=1)[1]
    assert "Not in the backup" in said and "newer Almanac" in said, said
    with serving(place) as port:
        home = get(port, "/")
        assert "written by a newer Almanac" in home
        assert str(data(place)) not in home, "a folder of this machine is told to the world"
        assert json.loads(get(port, "/countries.json?limit=1"))["total"] >= 249
    assert (data(place) / "peaks.sqlite").read_bytes() == before


def a_damaged_file_is_told_by_readers_and_set_aside_by_the_owner(place):
    place.mine("sync", "peaks")
    file = data(place) / "peaks.sqlite"
    harmed = b"\xA5" * 100 + file.read_bytes()[100:]
    file.write_bytes(harmed)
    before = files(place)
    said = place.mine("list", "peaks", code=1)[1]
    assert "is damaged" in said and "sets the file aside" in said, said
    assert "is damaged" in place.mine("status", code=1)[1]
    assert [name for name in files(place) if not name.endswith("suspect")] == before
    with serving(place) as port:
        status = json.loads(place.mine("status", "peaks", "--json")[0])[0]
        assert status["trouble"]["kind"] == "repaired", status
        kept = next(data(place).glob("peaks.sqlite.damaged-*"))
        assert kept.name in status["trouble"]["what"], status
        assert kept.read_bytes() == harmed
        page = get(port, "/peaks")  # a visit: the second look may find it forgiven
        assert "was repaired" in page and kept.name in page
        assert kept.name in (place.root / "log").read_text()
        report = json.loads(place.mine("sync", "peaks", "--json")[0])[0]
        assert report["outcome"] in ("changed", "not_due"), report  # the visit may have been first
        wait(lambda: "trouble" not in json.loads(place.mine("status", "peaks", "--json")[0])[0])
        assert total(place) == 5


def damage_inside_is_never_backed_up_nor_exported(place):
    many = "name,height\n" + "".join(f"Peak {n},{n}\n" for n in range(9000))
    (place.own / "peaks.csv").write_text(many)
    place.mine("sync", "peaks")
    file = data(place) / "peaks.sqlite"
    harmed = bytearray(file.read_bytes())
    for page in range(20, len(harmed) // 4096, 10):
        harmed[page * 4096:(page + 1) * 4096] = b"\xA5" * 4096
    file.write_bytes(harmed)
    (data(place) / "deals.sqlite").unlink()  # a command that reads makes it, and repairs nothing
    for words in (("peaks",), ()):
        said = place.mine("backup", *words, "--to", str(place.root / "backup"), code=1)[1]
        assert "is damaged" in said, said
        assert not (place.root / "backup").exists(), "a damaged backup"
    assert not list(data(place).glob("*.damaged-*")), "a reader repaired"
    status = json.loads(place.mine("status", "peaks", "--json")[0])[0]
    assert "found damaged" in status["trouble"]["what"], status
    assert (data(place) / "deals.sqlite").exists(), "what was missing was not made"
    for kind in ("sqlite", "csv", "json"):
        copy = place.root / f"peaks.{kind}"
        said = place.mine("export", "peaks", "--output", str(copy), code=1)[1]
        assert "is damaged" in said and not copy.exists(), said
    assert not [name for name in place.root.iterdir() if name.name.startswith(".peaks")]
    with serving(place) as port:
        wait(lambda: json.loads(get(port, "/peaks.json?limit=1")))
        assert list(data(place).glob("peaks.sqlite.damaged-*")), "the owner did not repair"


WISH = {
    "subscription": {
        "endpoint": "http://127.0.0.1:{port}/push/secret",
        "keys": {
            "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
            "auth": "BTBZMqHH6r4Tts7J_aSIgg"}},
    "watch": {"dataset": "peaks"},
}


@contextlib.contextmanager
def push_service():
    """A push service on loopback that takes what it is sent; gives a wish that names it."""
    class Service(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            self.rfile.read(int(self.headers["Content-Length"]))
            self.send_response(201)
            self.end_headers()

        def log_message(self, *_):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Service) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        wish = json.loads(json.dumps(WISH).replace("{port}", str(server.server_address[1])))
        yield wish
        server.shutdown()


def post(port, path, body):
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", json.dumps(body).encode())
    with urllib.request.urlopen(request, timeout=10) as answer:
        return json.load(answer)


def subscriptions_and_their_key_go_along_and_damage_is_told(place):
    place.mine("sync", "peaks")
    folder = place.root / "backup"
    place.environment["ALMANAC_ALLOW_PRIVATE_HOSTS"] = "127.0.0.1"
    with push_service() as wish, serving(place) as port:
        id = post(port, "/subscriptions", wish)["id"]
        said = place.mine("backup", "--to", str(folder))[0]
        assert "library.sqlite: " in said and "push.key: " in said, said
        key = get(port, "/push/key")
    assert "sound, with 1 subscription" in place.mine("check")[0]
    for name in ("library.sqlite", "push.key"):
        assert stat.S_IMODE((folder / name).stat().st_mode) == 0o600, name

    harmed = b"no database, though it is long enough to be one"
    (data(place) / "library.sqlite").write_bytes(harmed)
    said = place.mine("check", code=1)[1]
    assert "library.sqlite" in said and "is damaged" in said, said
    with serving(place) as port:
        page = get(port, "/notifications")
        assert "list of who is told was damaged" in page
        kept = next(data(place).glob("library.sqlite.damaged-*"))
        assert kept.name in (place.root / "log").read_text()
        assert kept.read_bytes() == harmed
        assert get(port, "/push/key") == key
    assert kept.name in place.mine("check")[0]

    said = place.mine("restore", str(folder), "library")[0]
    assert "1 subscription restored" in said and "library.sqlite.replaced-" in said, said
    with serving(place) as port:
        assert json.loads(get(port, f"/subscriptions/{id}.json"))["state"] == "live"
        assert get(port, "/push/key") == key

    (data(place) / "push.key").write_text("no key")
    said = place.mine("check", code=1)[1]
    assert "holds no key" in said and "Put it back from a backup" in said, said
    with serving(place) as port:
        assert "No notifications go out now" in get(port, "/notifications")
        assert json.loads(get(port, "/peaks.json?limit=1"))["total"] == 5
    assert (data(place) / "push.key").read_text() == "no key", "it was overwritten"
    assert "the key of notifications restored" in place.mine("restore", str(folder), "library")[0]
    assert list(data(place).glob("push.key.replaced-*"))
    with serving(place) as port:
        assert get(port, "/push/key") == key


def a_reader_beside_a_server_reads_what_is_there(place):
    place.mine("sync", "peaks")
    with serving(place):
        (place.own / "hills.yaml").write_text(
            (place.own / "peaks.yaml").read_text().replace("id: peaks", "id: hills"))
        assert "5 records" in place.mine("status", "peaks", code=1)[0]
        assert "Rysy" in place.mine("list", "peaks")[0]


def what_a_killed_owner_leaves_behind_is_no_obstacle(place):
    place.mine("sync", "peaks")
    port = free_port()
    owner = subprocess.Popen([place.program, "serve", "--port", str(port), "--datasets",
                              str(place.own)], env=place.environment, stderr=subprocess.DEVNULL)
    wait(lambda: get(port, "/health/ready"))
    owner.kill()
    owner.wait()
    assert (data(place) / "owner.lock").read_text().strip() == str(owner.pid)
    place.mine("sync", "peaks")  # its socket is left, but nobody listens there
    (data(place) / "owner.lock").write_bytes(b"\xff\xfe no number")
    place.mine("sync", "peaks")
    (data(place) / "owner.lock").unlink()
    with serving(place):
        place.mine("sync", "peaks")
    assert total(place) == 5


if __name__ == "__main__":
    sys.exit(main([
        a_backup_comes_back_and_what_it_replaces_is_kept, a_backup_overwrites_nothing,
        a_backup_that_is_not_as_it_was_replaces_nothing, a_newer_file_in_a_backup_is_refused,
        a_backup_beside_a_running_stream_holds_a_moment_of_it,
        a_newer_file_leaves_the_others_and_is_left,
        a_damaged_file_is_told_by_readers_and_set_aside_by_the_owner,
        damage_inside_is_never_backed_up_nor_exported,
        subscriptions_and_their_key_go_along_and_damage_is_told, a_reader_beside_a_server_reads_what_is_there,
        what_a_killed_owner_leaves_behind_is_no_obstacle,
    ]))
