#!/usr/bin/python3
"""Holds the orders of Sources/Core/Collation.swift against ICU, an implementation that is not ours.

Compiles Core with a filter that prints sort keys, then sorts the names of the built-in datasets, the
words of the pages in four languages, and random texts of each alphabet by both. Every text must stand
in the same place by both, and tie where ICU ties. Needs Debian's python3-icu.

Where the root order is another than ICU's on purpose (Notes/orders.md), texts are made alike for ICU
first: all punctuation is one space, what is invisible is left out. Texts with symbols or with letters
of other alphabets are compared as well; what differs there is counted and shown, and is no failure.

    Scripts/check-collation.py [--seed N] [--random N] [FILE.csv FILE.json ...]
"""

import argparse
import csv
import json
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import unicodedata

try:
    import icu
except ModuleNotFoundError:
    sys.exit("check-collation.py: needs ICU for Python: apt-get install python3-icu")

ROOT = pathlib.Path(__file__).resolve().parent.parent
LANGUAGES = ("root", "pl", "sk", "ru")
ALPHABETS = {
    "pl": "aąbcćdeęfghijklłmnńoópqrsśtuvwxyzźż",
    "sk": "aáäbcčdďeéfghiíjklĺľmnňoóôpqrŕřsštťuúvwxyýzž",
    "ru": "абвгдеёжзийклмнопрстуфхцчшщъыьэюя",
    "en": "abcdefghijklmnopqrstuvwxyz",
}
KNOWN = set("".join(ALPHABETS.values()) + "0123456789 ")

FILTER = """
#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif
let hex = Array("0123456789abcdef".utf8)
var collation = Collation.root
while let line = readLine(strippingNewline: true) {
  if line.utf8.first == 0x40 {
    guard let named = Collation(language: line.utf8.dropFirst()) else { exit(1) }
    collation = named
    continue
  }
  var text: [UInt8] = []
  for byte in collation.sortKey(Array(line.utf8.dropFirst())) {
    text.append(hex[Int(byte >> 4)])
    text.append(hex[Int(byte & 15)])
  }
  print(String(decoding: text, as: UTF8.self))
}
"""


def compiled_filter(folder):
    """Core and a filter around it, as one program."""
    main = folder / "main.swift"
    main.write_text(FILTER)
    sources = sorted(map(str, (ROOT / "Sources/Core").glob("*.swift")))
    program = folder / "keys"
    command = ["swiftc", "-swift-version", "6", "-O", *sources, str(main), "-o", str(program)]
    subprocess.run(command, check=True)
    return program


def keys_of(program, language, texts):
    lines = [f"@{language}"] + ["=" + text for text in texts]
    done = subprocess.run(
        [program], input="\n".join(lines) + "\n", text=True, capture_output=True, check=True)
    keys = done.stdout.split("\n")[:-1]
    assert len(keys) == len(texts), (len(keys), len(texts))
    return keys


def is_space(character):
    category = unicodedata.category(character)
    scalar = ord(character)
    if 0x02B9 <= scalar < 0x02C0 or scalar == 0x02C8:
        return True
    return category[0] in "PZ" or category in ("Cc", "Sk")


def for_icu(text):
    """The text with what our order does not look at made alike."""
    visible = (c for c in text if unicodedata.category(c) != "Cf")
    return " ".join("".join(" " if is_space(c) else c for c in visible).split())


def is_plain(text):
    """Whether a text has nothing but the letters of the four alphabets, digits and spaces."""
    return all(c.lower() in KNOWN for c in unicodedata.normalize("NFC", for_icu(text)))


def strings(value):
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for part in value.values():
            yield from strings(part)
    elif isinstance(value, list):
        for part in value:
            yield from strings(part)


def texts_of(file):
    if file.suffix == ".json":
        return set(strings(json.loads(file.read_text(encoding="utf-8"))))
    with file.open(encoding="utf-8-sig", newline="") as lines:
        return {cell for row in csv.reader(lines) for cell in row if any(map(str.isalpha, cell))}


def real_texts(files):
    texts = set()
    for file in [*(ROOT / "Datasets").glob("*/*.json"), *files]:
        texts.update(texts_of(file))
    for file in (ROOT / "share/words").glob("*.json"):
        for text in texts_of(file):
            texts.add(text)
            texts.update(text.split())
    return {" ".join(text.splitlines()) for text in texts if text}


def random_texts(language, count, source):
    """Short texts, so that letters decide, with every case, digits, spaces and both forms of accents."""
    alphabet = ALPHABETS.get(language, "".join(ALPHABETS.values()))
    pool = list(alphabet * 3 + alphabet.upper() + " -0129") + ["ch", "Ch", "CH", "cH"] * 3
    texts = set()
    while len(texts) < count:
        text = "".join(source.choice(pool) for _ in range(source.randint(1, 6)))
        if source.random() < 0.2:
            text = unicodedata.normalize("NFD", text)
        texts.add(text)
    return texts


def collator(language):
    made = icu.Collator.createInstance(icu.Locale("" if language == "root" else language))
    made.setAttribute(icu.UCollAttribute.NORMALIZATION_MODE, icu.UCollAttributeValue.ON)
    return made


def differences(program, language, texts):
    """The neighbours in ICU's order that ours puts or ties otherwise: none where both are one order."""
    texts = sorted(texts)
    icu_keys = list(map(collator(language).getSortKey, map(for_icu, texts)))
    rows = sorted(zip(icu_keys, keys_of(program, language, texts), texts))
    found = []
    for before, after in zip(rows, rows[1:]):
        theirs, mine = before[0] < after[0], before[1] < after[1]
        if theirs != mine or (not theirs and before[1] != after[1]):
            found.append((before[2], after[2]))
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--random", type=int, default=100_000, help="texts of each alphabet")
    parser.add_argument("--show", type=int, default=8, help="how many differences to show")
    parser.add_argument("files", nargs="*", type=pathlib.Path, help="more texts: CSV or JSON")
    options = parser.parse_args()
    source = random.Random(options.seed)
    real = real_texts(options.files)
    plain = {text for text in real if is_plain(text)}
    folder = pathlib.Path(tempfile.mkdtemp())
    failures = 0
    try:
        program = compiled_filter(folder)
        print(f"ICU {icu.ICU_VERSION}; seed {options.seed}")
        for language in LANGUAGES:
            made = random_texts(language, options.random, source)
            mixed = random_texts("all", options.random, source)
            for what, texts in (
                ("real texts", plain), ("random texts of its alphabet", made),
                ("random texts of all alphabets", mixed)):
                found = differences(program, language, texts)
                failures += len(found)
                print(f"{language:>4}: {len(texts):7,} {what}: {len(found)} stand elsewhere")
                for before, after in found[:options.show]:
                    print(f"      ICU has {before!r} before {after!r}")
            others = real - plain
            found = differences(program, language, others)
            print(f"{language:>4}: {len(others):7,} real texts with symbols or letters of other alphabets:"
                  f" {len(found)} stand elsewhere")
            for before, after in found[:options.show]:
                print(f"      ICU has {before!r} before {after!r}")
    finally:
        shutil.rmtree(folder)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
