#!/usr/bin/env python3
"""Checks the built-in snapshots, and compares them with reference copies where those are at hand.

Run `python3 Tests/Snapshots/compare.py` from anywhere. The reference copies are looked for in
`../shared/data` beside the repository, or in the folder named by ALMANAC_SHARED_DATA; without them
the comparisons are skipped. A difference names the record and the field, never the reference's own
value: a wrong fact is to be corrected from a source, not from the file it is tested against.
"""

import csv
import json
import math
import os
import re
import sys
import unicodedata
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SHARED = Path(os.environ.get("ALMANAC_SHARED_DATA") or ROOT.parent / "shared" / "data")

tally = {"passed": 0, "failed": 0, "skipped": 0}


def check(sentence, problems, note=""):
    """Prints one line for a check; it holds when there are no problems."""
    problems = list(problems)
    outcome = "failed" if problems else "passed"
    tally[outcome] += 1
    print(f"{outcome}: {sentence}" + (f" ({note})" if note else ""))
    for problem in problems:
        print(f"    {problem}")


def skip(sentence, why):
    tally["skipped"] += 1
    print(f"skipped: {sentence} ({why})")


# Reading


def snapshot(dataset):
    path = ROOT / "Datasets" / dataset / "snapshot.json"
    return json.loads(path.read_text(encoding="utf-8"))


def reference(name):
    """The path of a reference copy, or None where it is absent."""
    path = SHARED / name
    return path if path.is_file() else None


def folded(text):
    """Letters and digits only, without accents or case; ł and its kin count as their base letter."""
    text = text.translate(str.maketrans("łŁøØđĐ", "lLoOdD")).replace("ß", "ss")
    text = unicodedata.normalize("NFD", text.casefold())
    return "".join(c for c in text if c.isalnum() and unicodedata.category(c) != "Lm")


def kilometres(a, b):
    """Haversine: half a percent is near enough for a check of one kilometre."""
    lat1, lon1, lat2, lon2 = map(
        math.radians, (a["latitude"], a["longitude"], b["latitude"], b["longitude"])
    )
    h = (
        math.sin((lat2 - lat1) / 2) ** 2
        + math.cos(lat1) * math.cos(lat2) * math.sin((lon2 - lon1) / 2) ** 2
    )
    return 2 * 6371.0088 * math.asin(min(1, math.sqrt(h)))


# What a value may be


def is_text(value):
    return isinstance(value, str) and value != "" and value == value.strip()


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)


def is_integer(value):
    return isinstance(value, int) and not isinstance(value, bool)


def is_point(value):
    return (
        isinstance(value, dict)
        and list(value) == ["latitude", "longitude"]
        and all(is_number(part) for part in value.values())
        and abs(value["latitude"]) <= 90
        and abs(value["longitude"]) <= 180
        and (value["latitude"], value["longitude"]) != (0, 0)
    )


def is_list(value):
    return (
        isinstance(value, list)
        and value != []
        and all(is_text(item) for item in value)
        and len(set(value)) == len(value)
    )


def is_currencies(value):
    return (
        isinstance(value, list)
        and value != []
        and all(
            list(item) in (["code", "name"], ["code", "name", "symbol"])
            and re.fullmatch("[A-Z]{3}", item["code"])
            and all(is_text(part) for part in item.values())
            for item in value
        )
    )


FIELDS = {
    "countries": {
        "id": is_text,
        "name": is_text,
        "name_pl": is_text,
        "name_sk": is_text,
        "name_ru": is_text,
        "code3": is_text,
        "region": is_text,
        "subregion": is_text,
        "continents": is_list,
        "capitals": is_list,
        "capital_location": is_point,
        "population": is_integer,
        "area": is_number,
        "currencies": is_currencies,
        "timezones": is_list,
        "languages": is_list,
    },
    "meteorites": {
        "id": is_text,
        "name": is_text,
        "nametype": is_text,
        "recclass": is_text,
        "mass": is_number,
        "fall": is_text,
        "year": is_integer,
        "reclat": is_number,
        "reclong": is_number,
        "geolocation": is_point,
    },
    "stations": {
        "id": is_integer,
        "name": is_text,
        "hits": is_integer,
        "city": is_text,
        "region": is_text,
        "country": is_text,
        "location": is_point,
        "keywords": is_list,
    },
}


def check_shape(dataset, content, least):
    rows = content["rows"]
    fields = FIELDS[dataset]
    order = list(fields)
    check(
        f"{dataset}: names itself, its day and its rows",
        [f"found {list(content)}"]
        if list(content) != ["dataset", "made", "rows"]
        or content["dataset"] != dataset
        or not re.fullmatch(r"\d{4}-\d\d-\d\d", content["made"])
        else [],
    )
    check(
        f"{dataset}: at least {least} records",
        [] if len(rows) >= least else ["too few"],
        f"{len(rows)} records",
    )
    ids = [row.get("id") for row in rows]
    check(f"{dataset}: ids are unique", {str(i) for i in ids if ids.count(i) > 1})
    problems = []
    for row in rows:
        if list(row) != [key for key in order if key in row]:
            problems.append(f"{row.get('id')}: unknown field or fields out of order: {list(row)}")
        problems += [
            f"{row['id']}: {key} is {value!r}"
            for key, value in row.items()
            if key in fields and not fields[key](value)
        ]
    check(f"{dataset}: every value has its declared type", problems)
    lines = (ROOT / "Datasets" / dataset / "snapshot.json").read_text(encoding="utf-8").splitlines()
    check(
        f"{dataset}: one record per line",
        [] if len(lines) == len(rows) + 2 else [f"{len(lines)} lines for {len(rows)} records"],
    )
    check(
        f"{dataset}: coverage of each field",
        [],
        ", ".join(f"{key} {sum(key in row for row in rows)}" for key in order),
    )


def missing(rows, key, but=()):
    """The records without a field, and those named as exceptions that do have it."""
    return [f"{row['id']} has no {key}" for row in rows if key not in row and row["id"] not in but] + [
        f"{row['id']} was expected to have no {key}"
        for row in rows
        if key in row and row["id"] in but
    ]


# Meteorites


def check_meteorites():
    content = snapshot("meteorites")
    rows = content["rows"]
    check_shape("meteorites", content, 37)
    problems = []
    for row in rows:
        if row["fall"] not in ("Fell", "Found") or row["nametype"] not in ("Valid", "Relict"):
            problems.append(f"{row['name']}: fall or nametype")
        if not 860 <= row["year"] <= 2026 or row["mass"] <= 0 or not row["id"].isdigit():
            problems.append(f"{row['name']}: year, mass or id")
        if ("reclat" in row) != ("reclong" in row):
            problems.append(f"{row['name']}: half a place")
        place = {"latitude": row.get("reclat"), "longitude": row.get("reclong")}
        known = place["latitude"] is not None and place != {"latitude": 0, "longitude": 0}
        if row.get("geolocation") != (place if known else None):
            problems.append(f"{row['name']}: geolocation is not reclat and reclong")
    check("meteorites: ranges, and geolocation agrees with reclat and reclong", problems)
    fell = [row for row in rows if row["fall"] == "Fell"]
    found = [row for row in rows if row["fall"] == "Found"]
    check(
        "meteorites: seven falls, then thirty finds by falling mass",
        []
        if (len(fell), len(found)) == (7, 30)
        and rows == fell + sorted(found, key=lambda row: (-row["mass"], int(row["id"])))
        else [f"{len(fell)} falls and {len(found)} finds, or out of order"],
    )

    path = reference("meteorites.csv")
    if not path:
        skip("meteorites: equal to NASA's list", "no reference copy")
        return
    with open(path, encoding="utf-8-sig", newline="") as file:
        listed = {}
        for line in csv.DictReader(file):
            listed[line["id"]] = line
    texts = {"name": "name", "nametype": "nametype", "recclass": "recclass", "fall": "fall"}
    numbers = {"mass": "mass (g)", "year": "year", "reclat": "reclat", "reclong": "reclong"}
    problems = []
    for row in rows:
        line = listed.get(row["id"])
        if line is None or line["name"].strip() != row["name"]:
            problems.append(f"{row['name']}: {row['id']} is not its id")
            line = next((l for l in listed.values() if l["name"].strip() == row["name"]), None)
        if line is None:
            continue
        wrong = [key for key, column in texts.items() if line[column].strip() != row[key]]
        for key, column in numbers.items():
            told = float(line[column]) if line[column].strip() else None
            if told != row.get(key):
                wrong.append(key)
        if wrong:
            problems.append(f"{row['name']}: {', '.join(wrong)} differ")
    check("meteorites: every field equals NASA's list", problems, f"{len(rows)} records compared")

    since = {
        line["id"]
        for line in listed.values()
        if line["fall"] == "Fell" and line["year"].strip() and int(line["year"]) >= 2011
    }
    check(
        "meteorites: the falls are exactly those of 2011 and later",
        sorted(since ^ {row["id"] for row in fell}),
    )
    finds = [line for line in listed.values() if line["fall"] == "Found" and line["mass (g)"].strip()]
    finds.sort(key=lambda line: (-float(line["mass (g)"]), int(line["id"])))
    check(
        "meteorites: the finds are exactly the thirty heaviest",
        sorted({line["name"].strip() for line in finds[:30]} ^ {row["name"] for row in found}),
        "equal masses by ascending id",
    )


# Stations

VOIVODESHIPS = set(
    "dolnośląskie kujawsko-pomorskie lubelskie lubuskie łódzkie małopolskie mazowieckie opolskie "
    "podkarpackie podlaskie pomorskie śląskie świętokrzyskie warmińsko-mazurskie wielkopolskie "
    "zachodniopomorskie".split()
)


def check_stations():
    content = snapshot("stations")
    rows = content["rows"]
    check_shape("stations", content, 60)
    for key in FIELDS["stations"]:
        if key not in ("id", "hits"):
            check(f"stations: every station has {key}", missing(rows, key))
    problems = []
    for row in rows:
        place = row["location"]
        if not (49 <= place["latitude"] <= 54.9 and 14.1 <= place["longitude"] <= 24.2):
            problems.append(f"{row['name']}: not in Poland")
        if any(round(part, 4) != part for part in place.values()):
            problems.append(f"{row['name']}: more than four decimals")
        if row["region"] not in VOIVODESHIPS or row["country"] != "Polska":
            problems.append(f"{row['name']}: region or country")
        if row["hits"] <= 0 or row["id"] <= 0:
            problems.append(f"{row['name']}: id or hits")
        if row["name"] in row["keywords"]:
            problems.append(f"{row['name']}: its own name among its keywords")
    check("stations: places, regions and weights are in range", problems)
    names = [row["name"] for row in rows]
    check("stations: names are unique", {name for name in names if names.count(name) > 1})
    hits = [row["hits"] for row in rows]
    check(
        "stations: in falling order of hits, no two equal",
        [] if hits == sorted(set(hits), reverse=True) else ["out of order"],
    )
    check(
        "stations: every region of Poland is present",
        sorted(VOIVODESHIPS - {row["region"] for row in rows}),
    )

    path = reference("stations-plrailmap.csv")
    if not path:
        skip("stations: within 1 km of an open list", "no reference copy")
        return
    places = {}
    with open(path, encoding="utf-8-sig", newline="") as file:
        for line in csv.DictReader(file):
            place = {"latitude": float(line["lat"]), "longitude": float(line["lon"])}
            places.setdefault(folded(line["name"]), []).append(place)
    problems = []
    furthest = 0
    for row in rows:
        same = places.get(folded(row["name"]), [])
        if not same:
            problems.append(f"{row['name']}: no station of that name")
            continue
        distance = min(kilometres(row["location"], place) for place in same)
        furthest = max(furthest, distance)
        if distance > 1:
            problems.append(f"{row['name']}: {distance:.1f} km away")
    check(
        "stations: each within 1 km of a station of the same name",
        problems,
        f"{len(rows) - len(problems)} of {len(rows)} matched, the furthest {furthest * 1000:.0f} m",
    )


# Countries

REGIONS = {"Africa", "Americas", "Antarctic", "Asia", "Europe", "Oceania"}
CONTINENTS = {
    "Africa",
    "Antarctica",
    "Asia",
    "Europe",
    "North America",
    "Oceania",
    "South America",
}
ANTARCTIC = {"AQ", "BV", "GS", "HM", "TF"}

# Differences from the reference copy that we know and mean, each with its reason.
KNOWN = {
    "alpha-3 code": {"XK": "ISO has none; XKX is GeoNames' and the common one"},
    "area": {
        "NO": "Svalbard and Jan Mayen are counted on their own",
        "PH": "the official figure",
        "TC": "the land, without the shoals",
    },
    "population": {
        "AQ": "people stay, nobody lives there",
        "IO": "GeoNames counts the people of the base",
        "TK": "GeoNames counts those who live there",
    },
    "first continent": {
        "AZ": "in Asia by the United Nations and GeoNames; Europe is its second",
        "CX": "in Oceania by the United Nations and GeoNames",
        "TL": "in Asia by the United Nations",
        "TR": "in Asia by the United Nations and GeoNames; Europe is its second",
    },
    "capitals": {
        "BO": "Sucre by the constitution, La Paz the seat of government",
        "HK": "the city itself",
        "LK": "Kotte and Colombo share the offices",
        "MN": "Ulaanbaatar is its spelling today",
        "MO": "the city itself",
        "PS": "East Jerusalem as claimed, Ramallah as it is",
        "SM": "San Marino without 'City of'",
        "SZ": "Mbabane governs, Lobamba is royal and legislative",
        "TK": "none: each atoll keeps its own office, and the seat moves every year",
        "UM": "none: administered from the United States",
    },
    "capital place": {
        "EH": "the copy has latitude and longitude swapped",
        "GD": "the copy's is in Bermuda",
        "TF": "the copy's is in France",
        "WF": "Mata-Utu is on Wallis; the copy's is not",
    },
}


def check_countries():
    content = snapshot("countries")
    rows = content["rows"]
    check_shape("countries", content, 249)
    for key in ("name", "name_pl", "name_sk", "name_ru", "code3", "region", "continents"):
        check(f"countries: every country has {key}", missing(rows, key))
    for key in ("population", "area"):
        check(f"countries: every country has {key}", missing(rows, key))
    check(
        "countries: a capital and its place, but for five",
        missing(rows, "capitals", {"AQ", "BV", "HM", "TK", "UM"})
        + missing(rows, "capital_location", {"AQ", "BV", "HM", "TK", "UM"}),
    )
    check("countries: a subregion, but for the Antarctic", missing(rows, "subregion", ANTARCTIC))
    check("countries: a currency, but for Antarctica", missing(rows, "currencies", {"AQ"}))
    check("countries: a time zone, but for two empty islands", missing(rows, "timezones", {"BV", "HM"}))
    check(
        "countries: a language, but for the uninhabited",
        missing(rows, "languages", {"AQ", "BV", "HM"}),
    )
    problems = []
    for row in rows:
        if not re.fullmatch("[A-Z]{2}", row["id"]) or not re.fullmatch("[A-Z]{3}", row["code3"]):
            problems.append(f"{row['id']}: codes")
        if row["region"] not in REGIONS or not set(row["continents"]) <= CONTINENTS:
            problems.append(f"{row['id']}: region or continents")
        if (row["region"] == "Antarctic") != (row["id"] in ANTARCTIC):
            problems.append(f"{row['id']}: Antarctic or not")
        if not 0 <= row["population"] < 2e9 or not 0 < row["area"] < 2e7:
            problems.append(f"{row['id']}: population or area")
        for zone in row.get("timezones", []):
            if not re.fullmatch(r"UTC[+-](0\d|1[0-4]):(00|30|45)", zone) or zone == "UTC-00:00":
                problems.append(f"{row['id']}: {zone}")
    check("countries: codes, regions, numbers and time zones are in range", problems)
    for key in ("name", "name_pl", "name_sk", "name_ru", "code3"):
        values = [row[key] for row in rows]
        check(f"countries: {key} is unique", {v for v in values if values.count(v) > 1})
    check(
        "countries: in the order of their ids",
        [] if [row["id"] for row in rows] == sorted(row["id"] for row in rows) else ["out of order"],
    )

    path = reference("countries-v3.1.json")
    if not path:
        skip("countries: equal, or near, to the restcountries copy", "no reference copy")
        return
    ours = {row["id"]: row for row in rows}
    theirs = {item["cca2"]: item for item in json.loads(path.read_text(encoding="utf-8"))}
    check("countries: the same ids", sorted(set(ours) ^ set(theirs)), f"{len(theirs)} compared")
    pairs = [(ours[code], theirs[code]) for code in sorted(set(ours) & set(theirs))]
    compare_or_explain(
        "alpha-3 code",
        "the same",
        [row for row, item in pairs if row["code3"] != item["cca3"]],
        lambda row: row["code3"],
    )

    def near(a, b, share, least):
        return abs(a - b) <= max(share * max(a, b), least)

    compare_or_explain(
        "area",
        "within 10 % or 5 km²",
        [row for row, item in pairs if not near(row["area"], item["area"], 0.1, 5)],
        lambda row: row["area"],
    )
    compare_or_explain(
        "population",
        "within 30 % or 1,000 people",
        [row for row, item in pairs if not near(row["population"], item["population"], 0.3, 1000)],
        lambda row: row["population"],
    )
    compare_or_explain(
        "first continent",
        "the same",
        [row for row, item in pairs if row["continents"][0] != item["continents"][0]],
        lambda row: row["continents"],
    )
    compare_or_explain(
        "capitals",
        "the same after folding",
        [
            row
            for row, item in pairs
            if {folded(name) for name in row.get("capitals", [])}
            != {folded(name) for name in item.get("capital") or []}
        ],
        lambda row: row.get("capitals"),
    )

    def apart(row, item):
        place = (item.get("capitalInfo") or {}).get("latlng")
        if not place or "capital_location" not in row:
            return 0
        there = {"latitude": place[0], "longitude": place[1]}
        return kilometres(row["capital_location"], there)

    compare_or_explain(
        "capital place",
        "within 50 km",
        [row for row, item in pairs if apart(row, item) > 50],
        lambda row: row["capital_location"],
    )


def compare_or_explain(what, sentence, different, value):
    """A difference must have a reason in KNOWN, and a reason its difference."""
    reasons = KNOWN[what]
    ids = {row["id"] for row in different}
    check(
        f"countries: {what} {sentence}, or a reason why not",
        [f"{row['id']}: ours is {value(row)}" for row in different if row["id"] not in reasons]
        + [f"{code}: has a reason but no difference" for code in sorted(set(reasons) - ids)],
        f"{len(ids & set(reasons))} with a reason",
    )
    for code in sorted(ids & set(reasons)):
        print(f"    {code}: {reasons[code]}")


if __name__ == "__main__":
    check_countries()
    check_meteorites()
    check_stations()
    print("{passed} passed, {failed} failed, {skipped} skipped".format(**tally))
    sys.exit(1 if tally["failed"] else 0)
