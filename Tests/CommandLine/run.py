#!/usr/bin/env python3
"""Drives the program as a person does: arguments, output, exit codes, two processes on one folder."""
import argparse
import json
import os
import pathlib
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import traceback
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent

PEAKS = """\
id: peaks
title: Peaks
source: { kind: csv, url: peaks.csv }
credit: { text: Everybody knows these, licence: CC0 }
refresh: { every: 24h, when: opened, floor: 80% }
key: name
fields:
  name: text
  height: { type: integer, unit: m }
list: { sort: [-height], title: name }
"""
ROWS = ["Rysy,2501", "Gerlach,2655", "Narodnaya,1895", "Ben Nevis,1345", "Triglav,2864"]


class Place:
    """A data folder and a folder of dataset files of one's own."""

    def __init__(self, program):
        self.program = program
        self.root = pathlib.Path(tempfile.mkdtemp(prefix="almanac-cli."))
        self.own = self.root / "own"
        self.own.mkdir()
        self.write("peaks.yaml", PEAKS)
        self.rows(ROWS)
        self.environment = {key: value for key, value in os.environ.items()
                            if not key.startswith(("ALMANAC_", "RESTCOUNTRIES"))}
        self.environment |= {"LC_ALL": "", "LC_MESSAGES": "", "LANG": "C"}
        self.environment["ALMANAC_DATA"] = str(self.root / "data")

    def write(self, name, text):
        (self.own / name).write_text(text)

    def rows(self, rows):
        self.write("peaks.csv", "name,height\n" + "\n".join(rows) + "\n")

    def almanac(self, *words, code=0, **environment):
        """Runs a command; returns what it printed and what it said beside that."""
        done = subprocess.run([self.program, *words], capture_output=True, text=True, timeout=60,
                              stdin=subprocess.DEVNULL, env={**self.environment, **environment})
        assert done.returncode == code, (
            f"{words} ended with {done.returncode}, expected {code}\n{done.stdout}\n{done.stderr}")
        return done.stdout, done.stderr

    def mine(self, command, *words, code=0, **environment):
        return self.almanac(command, *words, "--datasets", str(self.own), code=code, **environment)

    def close(self):
        shutil.rmtree(self.root)


def a_first_start_shows_the_snapshots(place):
    lines = json.loads(place.almanac("status", "--json")[0])
    counts = {line["dataset"]: line["count"] for line in lines}
    assert counts["countries"] >= 249 and counts["meteorites"] == 37 and counts["stations"] >= 60, counts
    assert all(line["origin"] == "snapshot" for line in lines if line["dataset"] != "deals"), lines


def rows_come_in_the_order_asked_for(place):
    page = json.loads(place.almanac("list", "meteorites", "--sort", "-mass", "--limit", "3", "--json")[0])
    masses = [row["mass"] for row in page["rows"]]
    assert masses == sorted(masses, reverse=True) and page["total"] == 37 and page["credit"], page
    view = json.loads(place.almanac("list", "meteorites", "--view", "fell_since_2011", "--json")[0])
    assert view["total"] == 7, view["total"]
    past = json.loads(place.almanac("list", "meteorites", "--offset", "5000", "--json")[0])
    assert past["rows"] == [] and past["total"] == 37, past
    filtered = json.loads(place.almanac(
        "list", "countries", "--where", "continents=Antarctica", "--json")[0])
    assert filtered["total"] == 5, filtered["total"]


def search_is_blind_to_diacritics(place):
    text = place.almanac("search", "lodz")[0]
    assert "Łódź Fabryczna" in text and text.index("Łódź") < text.index("Kłodzko"), text
    found = json.loads(place.almanac("search", "krakow", "--in", "stations", "--json")[0])
    assert found["datasets"][0]["rows"][0]["title"] == "Kraków Główny", found
    assert found["datasets"][0]["total"] == found["total"] == 2 and not found["total_at_least"], found


def search_counts_by_dataset_and_says_why(place):
    text = place.almanac("search", "an", "--limit", "2")[0]
    assert "Countries: " in text and "Railway stations: " in text, text
    slip = json.loads(place.almanac("search", "krakwo", "--json")[0])
    row = slip["datasets"][0]["rows"][0]
    assert (row["title"], row["match"], row["marks"]) == ("Kraków Główny", "typo", [[0, 6]]), row
    assert "Did you mean \"Warszawa\"?" in place.almanac("search", "warszavva")[0]
    assert json.loads(place.almanac("search", "zzzzzzzz", "--json")[0])["datasets"] == []
    assert "at most 500 letters" in place.almanac("search", "x" * 10_000, code=2)[1]
    assert "no search" in place.almanac("search", "eur", "--in", "deals", code=2)[1]
    assert "stations" in place.almanac("search", "a", "--in", "statoins", code=2)[1]


def a_record_is_shown_by_its_key(place):
    record = json.loads(place.almanac("show", "countries", "AQ", "--json")[0])
    assert record["name"] == "Antarctica" and record["currencies"] is None, record
    assert "Poland" in place.almanac("show", "countries", "PL")[0]
    assert re.search(r"Area +\d+\n", place.almanac("show", "countries", "PL")[0])
    assert re.search(r"Area +\d+ mi2\n", place.almanac("show", "countries", "PL", "--units", "imperial")[0])
    assert " lb" in place.almanac("list", "meteorites", "--units", "imperial", "--sort=-mass")[0]
    assert "--units is for text" in place.almanac("show", "countries", "PL", "--units", "metric", "--json", code=2)[1]
    assert "no record" in place.almanac("show", "countries", "nowhere", code=1)[1]


def a_distance_is_told_between_names_or_keys(place):
    far = json.loads(place.almanac("distance", "stations", "krakow glowny", "9", "--json")[0])
    assert (far["from"]["title"], far["to"]["title"]) == ("Kraków Główny", "Gdynia Główna"), far
    assert 500 < far["kilometres"] < 510 and far["metres"] == far["kilometres"] * 1000, far
    assert " km" in place.almanac("distance", "stations", "1", "9", LANG="pl_PL.UTF-8", LC_ALL="")[0]
    assert " mi" in place.almanac("distance", "stations", "1", "9", LANG="en_US.UTF-8", LC_ALL="")[0]
    assert " km" in place.almanac("distance", "stations", "1", "9", "--units", "km", LC_ALL="en_US")[0]
    assert "0.000 km" in place.almanac("distance", "stations", "9", "9", "--units", "km")[0]
    said = place.almanac("distance", "stations", "Warszawa", "9", code=2)[1]
    assert "Several records fit" in said and "Warszawa Centralna" in said, said
    assert "Nothing" in place.almanac("distance", "stations", "9", "nowhere-like-it", code=1)[1]
    assert "No place is known" in place.almanac("distance", "countries", "PL", "AQ", code=1)[1]
    assert "stations" in place.almanac("distance", "deals", "1", "2", code=2)[1]
    assert "km or mi" in place.almanac("distance", "stations", "1", "9", "--units", "ly", code=2)[1]


def what_is_near_comes_nearest_first(place):
    near = json.loads(place.almanac("near", "stations", "--lat", "50.06", "--lon", "19.94", "--limit", "2", "--json")[0])
    titles = [row["record"]["name"] for row in near["rows"]]
    assert titles == ["Kraków Główny", "Kraków Płaszów"] and near["total"] > 2, near
    assert near["rows"][0]["metres"] < near["rows"][1]["metres"] < 5000, near
    text = place.almanac("near", "stations", "--id", "krakow glowny", "--radius", "5000", "--units", "km")[0]
    assert "Płaszów" in text and "1 of 1" in text and "Główny" not in text, text
    south = json.loads(place.almanac("near", "meteorites", "--lat", "-90", "--lon", "-1", "--limit", "1", "--json")[0])
    assert len(south["rows"]) == 1, south
    for words, hint in [
        (("--lat", "91", "--lon", "0"), "90"), (("--lat", "1"), "longitude"), ((), "--lat"),
        (("--lat", "1", "--lon", "1", "--id", "1"), "both"), (("--id", "1", "--limit", "0"), "1000"),
        (("--id", "1", "--radius", "far"), "radius"),
    ]:
        assert hint in place.almanac("near", "stations", *words, code=2)[1], words
    assert "No place is known" in place.almanac("near", "countries", "--id", "AQ", code=1)[1]


def wrong_usage_ends_with_2_and_the_nearest_word(place):
    for words, hint in [
        (("list", "meteorits"), "meteorites"),
        (("list", "meteorites", "--sort", "mas"), "mass"),
        (("list", "meteorites", "--offset", "-1"), "offset"),
        (("list", "meteorites", "--limit", "1001"), "1000"),
        (("list", "meteorites", "--where", "yeer=2011"), "year"),
        (("list", "meteorites", "--where", "year.min=old"), "year.min"),
        (("list", "meteorites", "--view", "fell_since_2012"), "fell_since_2011"),
        (("show", "meteorites"), "id"),
        (("fly",), "fly"),
        (("list", "meteorites", "--fast"), "--fast"),
    ]:
        said = place.almanac(*words, code=2)[1]
        assert hint in said, f"{words}: {said}"


def check_names_line_expectation_and_nearest_key(place):
    assert "sound" in place.almanac("check", str(place.own / "peaks.yaml"))[0]
    place.write("bad.yaml", PEAKS.replace("licence", "license").replace("type: integer", "type: intger"))
    said = place.almanac("check", str(place.own / "bad.yaml"), code=2)[1]
    assert "bad.yaml:4" in said and '"licence"' in said, said
    assert "bad.yaml:9" in said and "integer" in said, said


def a_sync_asks_once_a_day(place):
    report = json.loads(place.mine("sync", "peaks", "--json")[0])[0]
    assert (report["outcome"], report["total"]) == ("changed", 5), report
    place.rows(ROWS + ["Kebnekaise,2096"])
    report = json.loads(place.mine("sync", "peaks", "--json")[0])[0]
    assert report["outcome"] == "not_due", report
    said = place.mine("sync", "peaks", "--now", code=1)[0]
    assert "one attempt a minute" in said, said


def a_strict_sync_ends_with_4_for_drift_and_rows_set_aside(place):
    place.write("peaks.yaml", PEAKS.replace("24h", "1s"))
    place.mine("sync", "peaks", "--strict")
    place.rows(ROWS + [ROWS[1], ",7"])
    time.sleep(1.1)
    place.mine("sync", "peaks", "--strict", code=4)
    said = place.mine("status", "peaks")[0]
    assert "1 set aside: key repeats, first" in said and "almanac aside peaks" in said, said
    listed = json.loads(place.mine("aside", "peaks", "--json")[0])
    assert listed["total"] == 2 and [row["reason"] for row in listed["rows"]] == ["key repeats", "no key"], listed
    assert "key repeats" in place.mine("aside", "peaks")[0]
    place.write("peaks.csv", "name,height,colour\n" + "".join(f"{row},red\n" for row in ROWS))
    time.sleep(1.1)
    said = place.mine("sync", "peaks", "--strict", code=4)[0]
    assert "The source sends a new field, colour: declare it" in said and "nothing new" in said, said
    assert "colour" in place.mine("changes", "peaks")[0]
    assert json.loads(place.mine("changes", "peaks", "--json")[0])["drift"][0]["code"] == "added"
    place.mine("sync", "peaks")
    place.rows(ROWS[:2])
    time.sleep(1.1)
    place.mine("sync", "peaks", "--strict", code=3)
    assert "held" in place.mine("changes", "peaks")[0]


def a_shrunken_source_is_held_until_accepted(place):
    place.write("peaks.yaml", PEAKS.replace("24h", "1s"))
    place.mine("sync", "peaks")
    place.rows(ROWS[:2])
    time.sleep(1.1)
    said = place.mine("sync", "peaks", code=3)[0]
    assert "held" in said and "--accept" in said, said
    assert json.loads(place.mine("list", "peaks", "--json")[0])["total"] == 5
    assert "held" in place.mine("status", "peaks", code=3)[0]
    status = json.loads(place.mine("status", "peaks", "--json", code=3)[0])[0]
    assert status["trouble"]["next"] == "almanac sync peaks --accept", status
    assert "held" in place.mine("sync", "peaks", code=3)[0]
    report = json.loads(place.mine("sync", "peaks", "--accept", "--json")[0])[0]
    assert (report["outcome"], report["deleted"], report["total"]) == ("changed", 3, 2), report
    place.mine("status", "peaks")


def what_syncs_changed_is_told(place):
    place.write("peaks.yaml", PEAKS.replace("24h", "1s"))
    place.mine("sync", "peaks")
    place.rows(["Rysy,2503", "Gerlach,2655", "Ben Nevis,1345", "Triglav,2864", "Łysica & Co,614"])
    time.sleep(1.1)
    place.mine("sync", "peaks")
    text, said = place.mine("changes", "peaks")
    lines = text.splitlines()
    assert "1 new, 1 changed, 1 gone, 5 in all" in lines[0] and said == "", (text, said)
    assert lines[1:4] == ["  new      Łysica & Co", "  changed  Rysy", "          height  2501  →  2503"], text
    assert "filled the copy: 5 records" in lines[-1], text
    body = json.loads(place.mine("changes", "peaks", "--json")[0])
    assert [change["kind"] for change in body["changes"]] == ["inserted", "changed", "deleted"], body
    assert body["changes"][1]["fields"] == {"height": {"old": 2501, "new": 2503}}, body
    page = json.loads(place.mine("changes", "peaks", "--limit", "1", "--json")[0])
    rest = json.loads(place.mine("changes", "peaks", "--before", str(page["before"]), "--json")[0])
    assert page["changes"] + rest["changes"] == body["changes"], (page, rest)
    one = json.loads(place.mine("changes", "peaks", "--id", "Rysy", "--kind", "changed", "--json")[0])
    assert [change["id"] for change in one["changes"]] == ["Rysy"], one
    for words, hint in [(("--kind", "gone"), "inserted"), (("--limit", "0"), "limit"), (("--sync", "x"), "sync")]:
        assert hint in place.mine("changes", "peaks", *words, code=2)[1], words
    assert "stream" in place.mine("changes", "deals", code=1)[1]


def a_record_that_is_gone_is_shown_as_it_was(place):
    place.write("peaks.yaml", PEAKS.replace("24h", "1s"))
    place.mine("sync", "peaks")
    place.rows([row for row in ROWS if "Narodnaya" not in row])
    time.sleep(1.1)
    place.mine("sync", "peaks")
    text, said = place.mine("show", "peaks", "Narodnaya", code=1)
    assert "1895" in text and "is gone from peaks since" in said, (text, said)
    body = json.loads(place.mine("show", "peaks", "Narodnaya", "--json", code=1)[0])
    assert body["last_known"]["height"] == 1895 and body["deleted"].endswith("Z"), body
    place.rows(ROWS)
    time.sleep(1.1)
    place.mine("sync", "peaks")
    assert "1895" in place.mine("show", "peaks", "Narodnaya")[0]


def a_missing_source_leaves_the_copy(place):
    place.write("peaks.yaml", PEAKS.replace("24h", "1s"))
    place.mine("sync", "peaks")
    (place.own / "peaks.csv").unlink()
    time.sleep(1.1)
    assert "the copy stays" in place.mine("sync", "peaks", code=1)[0]
    assert json.loads(place.mine("list", "peaks", "--json")[0])["total"] == 5


def a_new_source_is_asked_at_once(place):
    place.mine("sync", "peaks")
    (place.own / "others.csv").write_text("name,height\n" + "\n".join(ROWS + ["Moldoveanu,2544"]) + "\n")
    place.write("peaks.yaml", PEAKS.replace("peaks.csv", "others.csv"))
    report = json.loads(place.mine("sync", "peaks", "--json")[0])[0]
    assert (report["outcome"], report["inserted"], report["total"]) == ("changed", 1, 6), report
    assert json.loads(place.mine("sync", "peaks", "--json")[0])[0]["outcome"] == "not_due"


def a_broken_file_leaves_the_others(place):
    place.write("broken.yaml", "id: broken\ntitle: [")
    text, said = place.mine("list", "peaks", "--json")
    assert json.loads(text)["dataset"] == "peaks"
    assert "broken.yaml" in place.mine("status")[1]


def settings_come_from_flags_then_environment_then_file(place):
    other = place.root / "other"
    settings = place.root / "settings"
    settings.write_text(f"# mine\nALMANAC_DATASETS={place.own}\nALMANAC_DATA={place.root}/unused\n")
    text = place.almanac("list", "peaks", "--json", "--data", str(other),
                         ALMANAC_SETTINGS=str(settings))[0]
    assert json.loads(text)["dataset"] == "peaks" and (other / "peaks.sqlite").exists()
    assert not (place.root / "unused").exists()


def one_process_owns_the_folder_and_serves_the_others(place):
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        port = server.getsockname()[1]
    command = [place.program, "serve", "--port", str(port), "--datasets", str(place.own)]
    owner = subprocess.Popen(command, env=place.environment, stderr=subprocess.DEVNULL)
    try:
        for _ in range(200):
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{port}/health/ready", timeout=2).read()
                break
            except OSError:
                time.sleep(0.05)
        said = place.mine("serve", "--port", str(port + 1), code=1)[1]
        assert str(owner.pid) in said, said
        said = place.mine("serve", "--port", str(port), "--data", str(place.root / "b"), code=1)[1]
        assert "is taken" in said and len(said.splitlines()) == 1, said
        report = json.loads(place.mine("sync", "peaks", "--json")[0])[0]
        assert (report["outcome"], report["total"]) == ("changed", 5), report
        assert json.loads(place.mine("list", "peaks", "--json")[0])["total"] == 5
    finally:
        owner.terminate()
        assert owner.wait(20) == 0, "serve did not end well on SIGTERM"


TESTS = [
    a_first_start_shows_the_snapshots, rows_come_in_the_order_asked_for, search_is_blind_to_diacritics,
    search_counts_by_dataset_and_says_why,
    a_record_is_shown_by_its_key,
    a_distance_is_told_between_names_or_keys, what_is_near_comes_nearest_first,
    wrong_usage_ends_with_2_and_the_nearest_word,
    check_names_line_expectation_and_nearest_key, a_sync_asks_once_a_day,
    a_strict_sync_ends_with_4_for_drift_and_rows_set_aside,
    a_shrunken_source_is_held_until_accepted, what_syncs_changed_is_told,
    a_record_that_is_gone_is_shown_as_it_was, a_missing_source_leaves_the_copy,
    a_new_source_is_asked_at_once, a_broken_file_leaves_the_others, settings_come_from_flags_then_environment_then_file,
    one_process_owns_the_folder_and_serves_the_others,
]


def main(tests=TESTS):
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--program", default=str(ROOT / ".build/debug/almanac"))
    program = options.parse_args().program
    failed = 0
    for test in tests:
        place = Place(program)
        try:
            test(place)
            print(f"ok      {test.__name__.replace('_', ' ')}")
        except Exception:
            failed += 1
            print(f"FAILED  {test.__name__.replace('_', ' ')}\n{traceback.format_exc()}")
        finally:
            place.close()
    print(f"{len(tests) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
