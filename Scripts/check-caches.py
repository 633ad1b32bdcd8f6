#!/usr/bin/env python3
"""Checks that everything that grows while the program runs stands in Notes/caches.md with its bound.

It reads the stored properties of all types (dictionaries, sets, `ByteBoundedCache`, and what lies in
a `Mutex`) outside of test upstreams, the command line and what runs in browsers, and of long-lived
types (classes and actors) the lists as well. A property is named there as `File.property`.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
NOTE = ROOT / "Notes" / "caches.md"
LEFT_OUT = {"Sandbox", "CommandLine", "Browser", "CZlib", "CQREncode"}
# Declarations and decoding make values and end with a run; what of them stays is held by others.
VALUES = {"Core", "Declarations", "Decoding"}
TYPE = re.compile(r"\b(class|actor|struct|enum|extension|protocol)\s+[\w.`]+")
OTHER = re.compile(r"\b(func|init|subscript|deinit|get|set|willSet|didSet)\b")
PROPERTY = re.compile(
    r"^\s*(?:(?:public|package|internal|fileprivate|private|static|nonisolated|final|lazy)(?:\(set\))?\s+)*"
    r"(let|var)\s+(\w+)\s*(?::\s*([^={]+?))?\s*(?:=\s*(.+?))?\s*$")
GROWS = re.compile(r"^\[[^\[\]]*(?:\[[^\]]*\])?[^\[\]]*:|^Set<|^Dictionary<|ByteBoundedCache|^Mutex[<(]")
LISTS = re.compile(r"^\[|^ContiguousArray<|^Array<|^Deque<")


def properties(path):
    """The stored properties of a file's types: (name, keyword, type or value, the kind of the type)."""
    scopes, found = [], []
    for line in path.read_text(encoding="utf-8").splitlines():
        code = re.sub(r'"(?:\\.|[^"\\])*"', '""', line).split("//")[0]
        inside = scopes[-1] if scopes else "file"
        match = PROPERTY.match(code)
        if match and "{" not in code.split("=")[0] and (inside in ("file",) or inside in KINDS):
            found.append((match[2], match[1], (match[3] or match[4] or "").strip(), inside))
        opening = TYPE.search(code)
        for index, letter in enumerate(code):
            if letter == "{":
                isType = opening and index > opening.start() and not OTHER.search(code[:index])
                scopes.append(opening[1] if isType else "other")
                opening = None if isType else opening
            elif letter == "}" and scopes:
                scopes.pop()
    return found


KINDS = ("class", "actor", "struct", "enum", "extension")


def growing():
    for folder in sorted((ROOT / "Sources").iterdir()):
        if not folder.is_dir() or folder.name in LEFT_OUT:
            continue
        for path in sorted(folder.rglob("*.swift")):
            for name, keyword, text, kind in properties(path):
                isLong = kind in ("class", "actor", "file")
                isStatic = keyword == "let" and not text.startswith("Mutex") and "ByteBounded" not in text
                grows = bool(GROWS.search(text)) and not isStatic
                if folder.name in VALUES and not isLong and not text.startswith("Mutex"):
                    continue
                if grows or (isLong and keyword == "var" and LISTS.search(text)):
                    yield f"{path.stem}.{name}"


def main():
    note = NOTE.read_text(encoding="utf-8")
    named = {each for each in re.findall(r"`([\w+]+\.\w+)`", note) if not each.endswith(".md")}
    found = set(growing())
    wrong = [f"{each}: not in Notes/caches.md with its bound" for each in sorted(found - named)]
    wrong += [f"Notes/caches.md: {each} is not there any more" for each in sorted(named - found)]
    for line in wrong:
        print(line)
    print(f"Caches: {len(found)} that may grow, {len(wrong)} problems.")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
