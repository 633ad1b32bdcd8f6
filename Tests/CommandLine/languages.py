#!/usr/bin/env python3
"""Drives the program in four languages: help, mistakes, answers; nothing is left in English, and JSON is the same."""
import json
import re
import shutil
import sys

from run import ROOT, Place, main

LANGUAGES = {"pl": "pl_PL.UTF-8", "sk": "sk_SK.UTF-8", "ru": "ru_RU.UTF-8"}
COMMANDS = ["serve", "sync", "status", "list", "show", "search", "distance", "near", "watch", "changes", "export",
            "backup", "restore", "check", "sandbox"]
# Words that are the same in every language: what is typed, files, formats, units, names of the data.
PROPER = re.compile(
    r"`[^`]*`|'[^']*'|<[^>]*>|\[[^]]*\]|--?[A-Za-z][\w-]*|https?://\S+|/[\w./-]+|[\w-]+\.(json|sqlite|yaml|md|csv|geojson)\b"
    r"|ALMANAC_\w+|\b(almanac|Almanac|SQLite|JSON|NDJSON|GeoJSON|CSV|CSVW|SHA-256|POST|GET|Retry-After|NAME|FIELD|FILE"
    r"|csv|json|ndjson|geojson|sqlite|metric|imperial|km|mi|loopback|library|inserted|changed|deleted|Home|End|Enter|Esc"
    r"|soda|stream|terminal)\b")


def words(line):
    """The letters of a line that a language could say otherwise."""
    return re.findall(r"[^\W\d_]{2,}", PROPER.sub(" ", line))


def is_example(line):
    return re.match(r"\s*(almanac|OPIS: almanac) ", line) is not None


def left_in_english(english, other):
    """Lines of a text that another language has, too; names and examples apart."""
    mine = {line.strip() for line in english.splitlines()}
    return [line for line in other.splitlines()
            if line.strip() in mine and words(line) and not is_example(line)
            and not re.fullmatch(r"\s*[a-z]+|[a-z0-9_]+(, [a-z0-9_]+)*,?|\s+--?[\w-]+|\s+.*<[^>]*>|--where side=buy --json", line.rstrip())]


def english_words(text):
    """Words that only English has."""
    bare = "\n".join(line for line in text.splitlines() if not is_example(line))
    return re.findall(r"\b(the|of|is|are|was|with|which|found|expected|there|Error|Usage|USAGE|OPTIONS|Show|rows|records|and"
                      r"|Did|you|mean|default|values|invalid|Missing|Unknown|copy|next|since)\b", PROPER.sub(" ", bare))


def every_help_is_in_every_language(place):
    for words_ in [["--help"], *([command, "--help"] for command in COMMANDS), ["help", "list"]]:
        english = place.almanac(*words_)[0]
        assert english.startswith("OVERVIEW: "), english
        for language, locale in LANGUAGES.items():
            text = place.almanac(*words_, LANG=locale)[0]
            left = left_in_english(english, text)
            assert not left, (language, words_, left)
            assert not english_words(text), (language, words_, english_words(text), text)
            assert len(text.splitlines()) > 5 and "[cli" not in text, text
    assert place.almanac("--version", LANG="pl_PL")[0] == place.almanac("--version")[0]


MISTAKES = [
    (["lsit"], 2), (["list"], 2), (["list", "meteorites", "--sotr", "x"], 2), (["list", "meteorites", "--limit"], 2),
    (["list", "meteorites", "--limit", "x"], 2), (["list", "meteorites", "--limit", "0"], 2),
    (["list", "meteorites", "--json=1"], 2), (["list", "meteorites", "surplus"], 2), (["list", "meteorites", "a", "b"], 2),
    (["list", "meteorits"], 2), (["list", "meteorites", "--sort", "mas"], 2), (["list", "meteorites", "--view", "x"], 2),
    (["list", "meteorites", "--where", "fall"], 2), (["list", "meteorites", "--where", "mass.mni=1"], 2),
    (["list", "meteorites", "--where", "year=x"], 2), (["list", "meteorites", "--units", "ly"], 2),
    (["list", "meteorites", "--units", "km", "--json"], 2), (["list", "deals", "--q", "x"], 2),
    (["show", "meteorites", "0"], 1), (["search", "x", "--limit", "0"], 2), (["search", "a", "--in", "deals"], 2),
    (["search", "x" * 501], 2), (["distance", "stations", "9", "nowhere-like-it"], 1),
    (["distance", "stations", "Warszawa", "9"], 2), (["distance", "deals", "1", "2"], 2),
    (["distance", "countries", "PL", "AQ"], 1), (["near", "stations"], 2), (["near", "stations", "--lat", "91", "--lon", "0"], 2),
    (["near", "stations", "--lat", "1"], 2), (["near", "stations", "--id", "1", "--lat", "1", "--lon", "1"], 2),
    (["changes", "deals"], 1), (["changes", "countries", "--kind", "chagned"], 2), (["changes", "countries", "--sync", "x"], 2),
    (["export", "meteorites", "--format", "xls"], 2), (["export", "deals", "--format", "geojson"], 2),
    (["export", "meteorites", "--format", "sqlite"], 2), (["export", "meteorites", "--output", "a.xyz"], 2),
    (["restore", "/nowhere/at/all"], 1), (["serve", "--port", "0"], 2), (["serve", "--port", "x"], 2),
    (["sync", "nothing"], 2), (["watch", "meteorites", "--updates", "0"], 2),
    (["status", "--datasets", "/nowhere/at/all"], 1), (["sandbox", "--cache-proxy", "--origin", "x"], 2),
]


def every_mistake_is_told_in_every_language(place):
    place.almanac("status")
    for words_, code in MISTAKES:
        english = "".join(place.almanac(*words_, code=code))
        for language, locale in LANGUAGES.items():
            text = "".join(place.almanac(*words_, code=code, LANG=locale))
            assert text != english and not english_words(text), (language, words_, text, english_words(text))


SPOILT = [
    ("kind: csv", "kind: csw"), ("title: Peaks", "titel: Peaks"), ("every: 24h", "every: soon"), ("floor: 80%", "floor: much"),
    ("height: {", "Height: {"), ("type: integer", "type: int"), ("sort: [-height]", "sort: [-hight]"),
    ("title: name }", "title: [] }"), ("source: {", "source: { delimiter: ab,"), ("fields:", "views: { x: { title: X } }\nfields:"),
    ("id: peaks", "id: library"), ("unit: m", "unit: m, hosts: [x]"), ("id: peaks", "id: [peaks"), ("id: peaks", "extends: none\nid: peaks"),
    ("key: name", "key: name\nkey: name"), ("when: opened", "when: opened, deletions: ids"), ("name: text", "q: text"),
]


def mistakes_of_dataset_files_are_told_in_every_language(place):
    whole = (place.own / "peaks.yaml").read_text()
    for number, (sound, spoilt) in enumerate(SPOILT):
        assert sound in whole, sound
        place.write(f"p{number}.yaml", whole.replace(sound, spoilt, 1))
        file = str(place.own / f"p{number}.yaml")
        english = place.almanac("check", file, code=2)[1]
        for language, locale in LANGUAGES.items():
            text = place.almanac("check", file, code=2, LANG=locale)[1]
            places = [re.match(r"\S+?:\d+: |\S+: ", line).group() for line in english.splitlines()]
            assert [line for line in text.splitlines() if not line.startswith(tuple(places))] == [], (english, text)
            bare = re.sub(r"„[^”“]*[”“]|«[^»]*»|\S*/\S+|[\w.]+: ", " ", text.split("YAML: ")[0])
            assert text != english and not english_words(bare), (language, spoilt, text)


def answers_are_in_the_language_and_json_is_not(place):
    place.mine("sync", "peaks")
    for words_ in (["status"], ["status", "peaks"], ["sync", "peaks"], ["list", "peaks"], ["search", "rysy"], ["changes", "peaks"],
                   ["show", "countries", "PL"], ["distance", "stations", "1", "9"], ["near", "stations", "--id", "1"]):
        english = place.mine(*words_)[0]
        for language, locale in LANGUAGES.items():
            text = place.mine(*words_, LANG=locale)[0]
            assert text != english and not re.search(r"\b(records|copy|next|rows|found|gone|since|towards)\b", text), (language, words_, text)
            json_words = [*words_, "--json"]
            mine, theirs = (re.sub(r'"(version|nextCheck)" ?: ?"[^"]*"', '"of": "this run"', place.mine(*json_words, **given)[0])
                            for given in ({}, {"LANG": locale}))
            assert json.loads(mine) and mine == theirs, (language, json_words)
    assert "peaks: 5 záznamov" in place.mine("status", "peaks", LANG="sk_SK")[0]
    assert "peaks: 5 rekordów" in place.mine("status", "peaks", LANG="pl")[0]
    assert "peaks: 5 записей" in place.mine("status", "peaks", LANG="ru_RU.KOI8-R")[0]
    assert re.search(r"\d,\d{3} km", place.almanac("distance", "stations", "1", "9", "--units", "km", LANG="pl_PL")[0])


def the_language_is_found_as_posix_says(place):
    def told(**environment):
        return place.almanac("list", code=2, **environment)[1].split(":")[0]
    assert told() == "Error" and told(LANG="pl_PL.UTF-8") == "Błąd"
    assert told(LANG="pl_PL.UTF-8", LC_MESSAGES="sk_SK") == "Chyba"
    assert told(LANG="pl_PL.UTF-8", LC_MESSAGES="sk_SK", LC_ALL="ru_RU.UTF-8") == "Ошибка"
    assert told(LANG="pl_PL.UTF-8", LC_ALL="C") == told(LANG="pl_PL.UTF-8", LC_ALL="C.UTF-8") == "Error"
    assert told(LANG="de_DE.UTF-8") == told(LANG="../pl") == told(LANG="POSIX") == "Error"
    assert told(LANG="pl_PL.UTF-8", LC_ALL="", LC_MESSAGES="") == "Błąd"
    assert told(ALMANAC_LANGUAGE="ru", LC_ALL="pl_PL") == "Ошибка"
    assert told(ALMANAC_LANGUAGE="xx", LC_ALL="pl_PL") == told(ALMANAC_LANGUAGE="", LANG="pl") == "Błąd"
    settings = place.root / "settings"
    settings.write_text("ALMANAC_LANGUAGE=sk\n")
    assert told(ALMANAC_SETTINGS=str(settings)) == "Chyba"


def without_its_files_it_speaks_english(place):
    bare = place.root / "share"
    bare.mkdir()
    environment = {"ALMANAC_SHARE": str(bare), "LANG": "pl_PL.UTF-8"}
    assert place.almanac("--help", **environment)[0] == place.almanac("--help")[0]
    assert place.almanac("list", code=2, **environment)[1].startswith("Error: Missing expected argument")
    shutil.copytree(ROOT / "share/words", bare / "words")
    assert place.almanac("list", code=2, **environment)[1].startswith("Błąd: ")
    (bare / "words/pl.json").write_text("{ broken")
    assert place.almanac("list", code=2, **environment)[1].startswith("Error: ")


if __name__ == "__main__":
    sys.exit(main([
        every_help_is_in_every_language, every_mistake_is_told_in_every_language,
        mistakes_of_dataset_files_are_told_in_every_language, answers_are_in_the_language_and_json_is_not,
        the_language_is_found_as_posix_says, without_its_files_it_speaks_english,
    ]))
