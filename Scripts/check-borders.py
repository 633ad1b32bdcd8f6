#!/usr/bin/env python3
"""Checks that every module imports only what the design allows it: a border is an import."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
SYSTEM = {"Foundation", "Synchronization", "Dispatch", "Glibc", "Darwin", "Musl"}
OURS = {
    "CQREncode": set(),
    "CZlib": set(),
    "Core": set(),
    "Browser": {"Core"},
    "Declarations": {"Core"},
    "Fetching": set(),
    "Decoding": {"Core", "Declarations"},
    "Storage": {"Core", "Declarations"},
    "Notifying": {"Fetching"},
    "Engine": {"Core", "Declarations", "Fetching", "Decoding", "Storage", "Notifying"},
    "Website": {"Core", "Declarations", "Engine"},
    "Sandbox": {"Decoding", "Fetching"},
    "CommandLine": {"Core", "Declarations", "Decoding", "Engine", "Website", "Sandbox"},
}
THEIRS = {
    "CQREncode": set(),
    "CZlib": set(),
    "Core": set(),
    "Browser": {"Synchronization"},
    "Declarations": {"Yams"},
    "Fetching": {"CZlib", "AsyncHTTPClient", "Crypto", "Logging", "NIOCore", "NIOFoundationCompat",
                 "NIOHTTP1", "NIOHTTPCompression", "NIOPosix", "NIOSSL"},
    "Decoding": set(),
    "Storage": {"GRDB", "GRDBSQLite"},
    "Notifying": {"Crypto"},
    "Engine": {"Crypto", "Logging", "ServiceLifecycle"},
    "Website": {"Hummingbird", "HummingbirdCore", "HummingbirdTLS", "Mustache", "HTTPTypes", "Logging",
                "NIOCore", "NIOHTTP1", "NIOHTTPTypes", "NIOHTTPTypesHTTP1", "NIOSSL", "ServiceLifecycle",
                "Crypto", "CQREncode", "CZlib"},
    "Sandbox": {"Hummingbird", "HummingbirdCore", "HummingbirdTLS", "HTTPTypes", "Logging", "NIOCore",
                "NIOFoundationCompat", "NIOPosix", "NIOSSL", "Crypto", "ServiceLifecycle"},
    "CommandLine": {"ArgumentParser", "Logging", "ServiceLifecycle", "UnixSignals"},
}
IMPORT = re.compile(
    r"^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|fileprivate|private)\s+)?"
    r"import\s+(?:(?:struct|class|enum|protocol|func|var|let|typealias|actor)\s+)?(\w+)", re.M)


def allowed(module):
    system = set() if module in ("Core", "Browser") else SYSTEM
    return {"Almanac" + name for name in OURS[module]} | THEIRS[module] | system


def main():
    wrong, files = [], 0
    folders = {path.name for path in (ROOT / "Sources").iterdir() if path.is_dir()}
    for stray in sorted(folders - OURS.keys()):
        wrong.append(f"Sources/{stray}: no border is drawn for this module")
    for module in sorted(folders & OURS.keys()):
        for path in sorted((ROOT / "Sources" / module).rglob("*.swift")):
            files += 1
            for name in IMPORT.findall(path.read_text(encoding="utf-8")):
                if name not in allowed(module):
                    wrong.append(f"{path.relative_to(ROOT)}: {module} may not import {name}")
    if not files:
        wrong.append("no Swift files were found, so nothing was checked")
    for line in wrong:
        print(line, file=sys.stderr)
    print(f"Borders: {files} files, {len(wrong)} breaches.")
    return 1 if wrong else 0


sys.exit(main())
