#!/usr/bin/env python3
"""Checks that the documents are true: links lead somewhere, make targets and commands exist."""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


def documents():
    names = subprocess.run(["git", "ls-files", "*.md"], cwd=ROOT, capture_output=True, text=True,
                           check=True).stdout.split()
    return [ROOT / name for name in names]


def broken_links(path, text):
    for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", text):
        if re.match(r"[a-z]+:", target):
            continue
        if not (path.parent / target).exists():
            yield f"link to {target}, which is not there"


def unknown_targets(text):
    known = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.M))
    for target in re.findall(r"`make ([a-z]+)", text):
        if target not in known:
            yield f"`make {target}`, which the Makefile does not have"


def unknown_commands(text):
    sources = "".join(p.read_text() for p in (ROOT / "Sources/CommandLine").glob("*.swift"))
    known = {name.lower() for name in re.findall(r"struct (\w+): (?:Async)?ParsableCommand", sources)}
    known = {name.removesuffix("command") for name in known} | {"help"}
    for command in re.findall(r"^(?:\.build/release/)?almanac ([a-z]+)", text, re.M):
        if command not in known:
            yield f"`almanac {command}`, which is no command"


def undocumented(text):
    sources = "".join(p.read_text() for p in (ROOT / "Sources").rglob("*.swift"))
    for name in sorted(set(re.findall(r'"(ALMANAC_[A-Z_]+)"', sources))):
        if name not in text:
            yield f"the setting {name} is documented nowhere"


def main():
    paths = documents()
    wrong = []
    everything = ""
    for path in paths:
        text = path.read_text(encoding="utf-8")
        everything += text
        for problem in [*broken_links(path, text), *unknown_targets(text), *unknown_commands(text)]:
            wrong.append(f"{path.relative_to(ROOT)}: {problem}")
    wrong += undocumented(everything)
    for line in wrong:
        print(line, file=sys.stderr)
    print(f"Documents: {len(paths)} files, {len(wrong)} problems.")
    return 1 if wrong or not paths else 0


sys.exit(main())
