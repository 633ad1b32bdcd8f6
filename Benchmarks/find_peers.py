#!/usr/bin/env python3
"""Measures a peer at the same prefixes: `find_peers.py fts5|tantivy FOLDER`, prints `group µs` lines.

Both get folded texts in the order of the stations, and give the first twenty of that order and the
total, as Almanac does; they know neither exact spellings, nor insides of words, nor slips.
"""
import pathlib
import sqlite3
import statistics
import sys
import time
import unicodedata

LIMIT = 20
REPEATS = 5


def folded(text):
    text = unicodedata.normalize("NFD", text.lower().replace("ł", "l"))
    plain = "".join(c if c.isalnum() else " " for c in text if not unicodedata.combining(c))
    return " ".join(plain.split())


def fts5(documents):
    base = sqlite3.connect(":memory:")
    base.execute("CREATE VIRTUAL TABLE station USING "
                 "fts5(text, prefix='1 2 3 4 5 6', content='', detail=none, columnsize=0)")
    base.executemany("INSERT INTO station (rowid, text) VALUES (?, ?)", enumerate(documents, 1))
    base.execute("INSERT INTO station (station) VALUES ('optimize')")

    def search(words):
        match = " ".join(f'"{word}"*' for word in words)
        rows = base.execute("SELECT rowid FROM station WHERE station MATCH ? ORDER BY rowid LIMIT ?",
                            (match, LIMIT)).fetchall()
        total, = base.execute("SELECT count(*) FROM station WHERE station MATCH ?", (match,)).fetchone()
        return total, rows
    return search


def tantivy(documents):
    import tantivy as library
    schema = library.SchemaBuilder()
    schema.add_text_field("text", index_option="basic")
    schema.add_unsigned_field("place", stored=True, fast=True)
    schema = schema.build()
    index = library.Index(schema)
    writer = index.writer(num_threads=1)
    for number, text in enumerate(documents):
        document = library.Document(text=text)
        document.add_unsigned("place", number)
        writer.add_document(document)
    writer.commit()
    writer.wait_merging_threads()
    index.reload()
    searcher = index.searcher()

    def search(words):
        parts = [library.Query.regex_query(schema, "text", word + ".*") for word in words]
        query = parts[0] if len(parts) == 1 else library.Query.boolean_query(
            [(library.Occur.Must, part) for part in parts])
        found = searcher.search(query, LIMIT, count=True, order_by_field="place", order=library.Order.Asc)
        return found.count, found.hits
    return search


def main():
    name, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    documents = [folded(line.replace("\t", " ")) for line in (folder / "documents").read_text().splitlines()]
    search = {"fts5": fts5, "tantivy": tantivy}[name](documents)
    times = {}
    for line in (folder / "queries").read_text().splitlines():
        group, text = line.split("\t")
        words = folded(text).split()
        if not group.startswith("prefix") or not words:
            continue
        best = float("inf")
        for _ in range(REPEATS):
            start = time.perf_counter()
            search(words)
            best = min(best, time.perf_counter() - start)
        times.setdefault(group, []).append(best * 1e6)
    for group, each in sorted(times.items()):
        print(group, statistics.median(each))
    print("worst", max(max(each) for each in times.values()))


main()
