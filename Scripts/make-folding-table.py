#!/usr/bin/env python3
"""Writes Sources/Core/FoldingTable.swift from Python's Unicode data and a short list by hand.

Run it from anywhere, without arguments. The table says for each scalar of the Basic Multilingual
Plane what it is to someone who searches (TextFolding) and which accents and case were folded away
(Collation).
"""

import pathlib
import unicodedata

PAGE = 32
DROPPED, SPACE, EXPANSIONS = 1, 2, 0xE000
UPPERCASE = 0x80

# Letters that Unicode does not decompose and whose names do not say "... WITH ...".
BY_HAND = {
    "ß": "ss", "æ": "ae", "œ": "oe", "þ": "th", "ð": "d", "ı": "i", "ŋ": "n", "ə": "e", "ǝ": "e",
    "ĸ": "k", "ƿ": "w", "ȝ": "y", "ʒ": "z", "ɛ": "e", "ɔ": "o", "ɩ": "i", "ɪ": "i", "ɣ": "g",
    "ʃ": "s", "ʊ": "u", "ƣ": "gh", "ȣ": "ou", "ꝏ": "oo", "ꜳ": "aa", "ꜵ": "ao", "ꜷ": "au",
    "ꜹ": "av", "ꜽ": "ay", "ƕ": "hv", "ʦ": "ts", "ʣ": "dz", "ꭓ": "x", "№": "no",
}  # fmt: skip

# Modifier letters that people type as an apostrophe.
APOSTROPHES = set(range(0x02B9, 0x02C0)) | {0x02C8}

# Scripts written without these marks keep their meaning; the vowel signs of others are letters.
MARKS = [(0x0300, 0x036F), (0x0483, 0x0489), (0x1AB0, 0x1AFF), (0x1DC0, 0x1DFF),
         (0x20D0, 0x20FF), (0xFE20, 0xFE2F)]  # fmt: skip

FOLDED_SCRIPTS = ("LATIN", "GREEK", "CYRILLIC", "ARMENIAN", "GEORGIAN", "COPTIC", "FULLWIDTH LATIN")
COMPATIBLE = [(0x00AA, 0x00BE), (0x0132, 0x017F), (0x01C4, 0x01F3), (0x2070, 0x209C),
              (0xFB00, 0xFB06), (0xFF10, 0xFF5A)]  # fmt: skip

# The order of accents on one letter, after the Default Unicode Collation Element Table.
ACCENT_ORDER = [
    "VARIANT", "\u0301", "\u0300", "\u0306", "\u0302", "\u030c", "\u030a", "\u0308", "\u030b",
    "\u0303", "\u0307", "STROKE", "\u0327", "\u0328", "\u0304", "HOOK", "DESCENDER", "UPTURN",
]  # fmt: skip


def within(scalar, ranges):
    return any(low <= scalar <= high for low, high in ranges)


def is_mark(character):
    return within(ord(character), MARKS) and unicodedata.category(character)[0] == "M"


def named_base(character):
    """The letter and accent in a name such as LATIN SMALL LETTER L WITH STROKE."""
    name = unicodedata.name(character, "")
    base, _, accent = name.partition(" WITH ")
    if not accent or not base.startswith(("LATIN SMALL LETTER ", "CYRILLIC SMALL LETTER ")):
        return None
    try:
        return unicodedata.lookup(base), accent if accent in ACCENT_ORDER else "VARIANT"
    except KeyError:
        return None


def fold(character):
    """The folded text of one character and the accents that went."""
    if is_space(character):
        return " ", []
    if is_mark(character):
        return "", [character]
    if character in "йЙ":
        return "й", []
    name = unicodedata.name(character, "")
    if character not in BY_HAND and not name.startswith(FOLDED_SCRIPTS):
        if not within(ord(character), COMPATIBLE):
            decomposed = unicodedata.normalize("NFD", character)
            if decomposed == character or not any(map(is_mark, decomposed)):
                return character, []
    decomposed = unicodedata.normalize("NFD", character)
    if decomposed != character:
        return fold_all(decomposed)
    lower = character.casefold() if character.lower() != "ß" else "ß"
    if lower != character:
        text, accents = fold_all(unicodedata.normalize("NFD", lower))
        is_case = character.lower() == lower
        return text, accents if is_case else ["VARIANT"] + accents
    if character in BY_HAND:
        return BY_HAND[character], ["VARIANT"]
    if within(ord(character), COMPATIBLE):
        compatible = unicodedata.normalize("NFKD", character).replace("\u2044", "/")
        if compatible != character:
            text, accents = fold_all(compatible)
            return text, ["VARIANT"] + accents
    named = named_base(character)
    if named:
        text, accents = fold(named[0])
        return text, accents + [named[1]]
    return character, []


def fold_all(text):
    parts = [fold(character) for character in text]
    return "".join(part for part, _ in parts), [mark for _, marks in parts for mark in marks]


def is_space(character):
    if ord(character) in APOSTROPHES:
        return True
    category = unicodedata.category(character)
    return category[0] in "PZ" or category in ("Cc", "Sk")


class Table:
    def __init__(self):
        self.expansions = []
        self.sequences = [()]
        self.weights = {mark: index + 3 for index, mark in enumerate(ACCENT_ORDER)}

    def entry(self, scalar):
        """The folding and the accents (with the uppercase bit) of one scalar."""
        character = chr(scalar)
        if 0xD800 <= scalar <= 0xF8FF or unicodedata.category(character) == "Cn":
            return 0, 0
        if unicodedata.category(character) == "Cf":
            return DROPPED, 0
        text, accents = fold(character)
        upper = UPPERCASE if unicodedata.category(character) in ("Lu", "Lt") else 0
        return self.folding(character, text), self.accents(accents) | upper

    def folding(self, character, text):
        if text == character != " ":
            return 0
        if text == "":
            return DROPPED
        if text == " ":
            return SPACE
        if len(text) == 1:
            return ord(text)
        assert len(text) <= 3 and all(ord(part) < 0xE000 for part in text), (character, text)
        if text not in self.expansions:
            self.expansions.append(text)
        return EXPANSIONS + self.expansions.index(text)

    def accents(self, marks):
        rest = max(self.weights.values()) + 1
        sequence = tuple(self.weights.get(mark, rest + self.rank(mark)) for mark in marks)
        if sequence not in self.sequences:
            self.sequences.append(sequence)
        assert len(self.sequences) <= UPPERCASE
        return self.sequences.index(sequence)

    @staticmethod
    def rank(mark):
        """Marks that letters decompose to, in code order; all others share the last place."""
        return RARE.index(mark) if mark in RARE else len(RARE)


def rare_marks():
    found = set()
    for scalar in range(0x10000):
        if not 0xD800 <= scalar <= 0xF8FF:
            found.update(mark for mark in fold(chr(scalar))[1] if len(fold(chr(scalar))[0]) > 0)
    return sorted(found - set(ACCENT_ORDER))


def wrapped(numbers):
    lines, line = [], "   "
    for number in numbers:
        item = f" {number},"
        if len(line) + len(item) > 100:
            lines.append(line)
            line = "   "
        line += item
    return "\n".join(lines + [line])


def swift_array(name, type_name, comment, numbers):
    return f"""
  /// {comment}
  static let {name}: [{type_name}] = [
{wrapped(numbers)}
  ]
"""


def check(table, entries):
    """Folding twice is folding once, and composed and decomposed text fold alike."""

    def folded(text):
        result = ""
        for character in unicodedata.normalize("NFC", text) if "\u0306" in text else text:
            value = entries[ord(character)][0]
            if value == 0:
                result += character
            elif value == SPACE:
                result += " "
            elif value >= EXPANSIONS:
                result += table.expansions[value - EXPANSIONS]
            elif value != DROPPED:
                result += chr(value)
        return result

    for scalar in range(0x10000):
        if 0xD800 <= scalar <= 0xF8FF:
            continue
        once = folded(chr(scalar))
        assert folded(once) == once, (chr(scalar), once)
        decomposed = unicodedata.normalize("NFD", chr(scalar))
        if any(map(is_mark, decomposed)):
            assert folded(decomposed) == once, (chr(scalar), decomposed, once)


RARE = []


def main():
    RARE.extend(rare_marks())
    table = Table()
    entries = [table.entry(scalar) for scalar in range(0x10000)]
    check(table, entries)

    unique, pages = [], []
    for start in range(0, 0x10000, PAGE):
        page = tuple(entries[start : start + PAGE])
        if page not in unique:
            unique.append(page)
        pages.append(unique.index(page))
    assert pages[: 128 // PAGE] == list(range(128 // PAGE)) and len(unique) < 256
    flat = [entry for page in unique for entry in page]
    expansions = [ord((text + "\0\0")[index]) for text in table.expansions for index in range(3)]
    longest = max(map(len, table.sequences))
    assert longest <= 3
    sequences = [(list(s) + [0, 0, 0])[index] for s in table.sequences for index in range(3)]

    swift = f"""// swift-format-ignore-file
// Made by Scripts/make-folding-table.py from Unicode {unicodedata.unidata_version}; change it there.

/// What folding does to each scalar of the Basic Multilingual Plane, in pages of {PAGE} scalars.
enum FoldingTable {{
  /// The number of scalars in a page.
  static let pageSize = {PAGE}
  /// The folding of a scalar that is dropped.
  static let dropped: UInt16 = {DROPPED}
  /// The folding of a scalar that becomes a space.
  static let space: UInt16 = {SPACE}
  /// Foldings from here on are places in `expansions`.
  static let firstExpansion: UInt16 = {EXPANSIONS}
  /// The bit in `accents` that says a scalar is uppercase.
  static let uppercase: UInt8 = {UPPERCASE}
"""
    swift += swift_array("pages", "UInt8", "The page of each scalar, by its upper bits.", pages)
    swift += swift_array(
        "foldings", "UInt16", "0 for a scalar that stays, else what becomes of it.",
        [folding for folding, _ in flat])  # fmt: skip
    swift += swift_array(
        "accents", "UInt8", "The place in `accentSequences`, and the uppercase bit.",
        [accents for _, accents in flat])  # fmt: skip
    swift += swift_array(
        "expansions", "UInt16", "Two or three scalars for one, in threes, padded with 0.",
        expansions)  # fmt: skip
    swift += swift_array(
        "accentSequences", "UInt8", "The weights of up to three accents, in threes, padded with 0.",
        sequences)  # fmt: skip
    target = pathlib.Path(__file__).parent.parent / "Sources/Core/FoldingTable.swift"
    target.write_text(swift + "}\n", encoding="utf-8")
    print(f"{len(unique)} pages, {len(table.expansions)} expansions, {len(table.sequences)} accents")


if __name__ == "__main__":
    main()
