#!/usr/bin/env python3
"""Checks that what the program says in English has its phrase, and that no phrase is left unsaid.

A sentence stands in Swift as a string with values in it, and in share/words/en.json with names in the
place of the values. Both are compared here; that the other languages have all of en.json is held by the
tests of the website.
"""
import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
KEYS = ("cli.", "error.", "told.", "drift.")
# Modules all of whose sentences are for people, and what in them is no sentence.
SPOKEN = ["CommandLine", "Declarations"]
NO_SENTENCE = re.compile("|".join([
    r"[^\n ]*[^A-Za-z\n ][^\n ]*", r"[a-z]+", r"[A-Z]", r"[A-Z]+",  # names, keys, addresses, escapes
    r"almanac [^\n]*(\nalmanac [^\n]*)*", r"Almanac", r"Datasets", r"none stated", r"Zulu", r"↑↓ PgUp PgDn.*",
    r"HTTP/1\.1 \d+",
    r"(GET|POST) [\s\S]*", r"[\s\S]*\r\n[\s\S]*", r"(Accept|Last-Event-ID): [\s\S]*", r"p50 .*",
    r"(Error|Usage|Help|OVERVIEW|USAGE):\s*",  # of the parser, by which its lines are known
    r"\{id\} or \{id_lower\}",
    r"certificate (not )?renewed",  # of the log, which speaks English
]))
# Words of the interface itself, the same in every language.
PROPER = {"true", "false", "json", "html", "on", "off", "key"}
# Where other modules say something.
CONTEXT = re.compile(
    r"(\bexpected:\s*|\bmessage:\s*|\bMessage\(\s*|\.followed\(by:\s*|\.bad\(part: [^,]+,\s*|hint:\s*|: Message =\s*)$")


def literals(text):
    """The string literals of Swift source: `{}` for each value, pieces that `+` joins as one."""
    found, place = [], 0
    while place < len(text):
        if text.startswith("//", place):
            end = text.find("\n", place)
            place = len(text) if end < 0 else end
        elif text.startswith(('#/', '#"'), place):
            place = text.index("/#" if text[place + 1] == "/" else '"#', place + 2) + 2
        elif text[place] == '"':
            literal, place, nested = read(text, place)
            found += [[*literal, True]] + [[*inner[:3], False] for inner in nested]
        elif text[place] == "/" and re.search(r"(of:|with:|=|\() ?$", text[:place][-8:]):
            place = re.compile(r"(?<!\\)/").search(text, place + 1).end()
        else:
            place += 1
    joined = []
    for words, start, end, is_outer in found:
        last = next((one for one in reversed(joined) if one[3]), None)
        if is_outer and last and re.fullmatch(r"\s*\+\s*", text[last[2]:start]):
            last[0] += words
            last[2] = end
        else:
            joined.append([words, start, end, is_outer])
    return [(words, start) for words, start, _, _ in joined]


def read(text, start):
    """One literal from its quote: its words, where it ends, and the literals in its values."""
    quote = '"""' if text.startswith('"""', start) else '"'
    place, words, nested = start + len(quote), "", []
    while not text.startswith(quote, place):
        if text[place] != "\\":
            words += text[place]
            place += 1
        elif text[place + 1] == "(":
            end = closing(text, place + 1)
            nested += [[inner, start, start, False] for inner, _ in literals(text[place + 2:end - 1])]
            words += "{}"
            place = end
        elif text[place + 1] == "u":
            end = text.index("}", place)
            words += chr(int(text[place + 3:end], 16))
            place = end + 1
        else:
            escape = text[place + 1]
            words += {"n": "\n", "t": "\t", "r": "\r", "0": "\0", "\n": "\\\n"}.get(escape, escape)
            place += 2
    if len(quote) == 3:
        indent = re.search(r"\n( *)$", words)
        lines = words.split("\n")[1:-1]
        words = "\n".join(line.removeprefix(indent.group(1) if indent else "") for line in lines)
        words = words.replace("\\\n", "")
    return (words, start, place + len(quote)), place + len(quote), nested


def closing(text, opening):
    """Behind the bracket that closes the one at a place."""
    depth, place = 0, opening
    while True:
        if text[place] == '"':
            place = read(text, place)[1]
            continue
        depth += {"(": 1, ")": -1}.get(text[place], 0)
        place += 1
        if depth == 0:
            return place


def sentence(phrase):
    text = phrase if isinstance(phrase, str) else phrase["other"]
    return re.sub(r"\{[a-z_]+\}", "{}", text)


def main():
    phrases = json.loads((ROOT / "share/words/en.json").read_text(encoding="utf-8"))
    known = {sentence(phrase): key for key, phrase in phrases.items() if key.startswith(KEYS)}
    wrong, said, count = [], set(), 0
    for path in sorted((ROOT / "Sources").rglob("*.swift")):
        module, text = path.relative_to(ROOT / "Sources").parts[0], path.read_text(encoding="utf-8")
        for words, start in literals(text):
            words = words.strip()
            said.add(words)
            is_said = module in SPOKEN and (words in known or not NO_SENTENCE.fullmatch(words))
            is_said = is_said or (module not in SPOKEN + ["Sandbox", "Core"] and CONTEXT.search(text[:start][-80:])
                                  and words not in PROPER)
            if is_said and re.search("[A-Za-z]", words.replace("{}", "")):
                count += 1
                if words not in known:
                    line = text[:start].count("\n") + 1
                    wrong.append(f"{path.relative_to(ROOT)}:{line}: no phrase in share/words: {json.dumps(words, ensure_ascii=False)}")
    for words, key in sorted(known.items()):
        if not key.startswith("told.") and words.strip() not in said:
            wrong.append(f"share/words/en.json: nobody says {key}: {words!r}")
    for line in wrong:
        print(line, file=sys.stderr)
    print(f"Words: {count} sentences, {len(known)} phrases, {len(wrong)} mistakes.")
    return 1 if wrong or not count else 0


if __name__ == "__main__":
    sys.exit(main())
