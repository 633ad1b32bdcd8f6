#!/usr/bin/env bash
# Starts Almanac with an empty data folder and a fast stream of deals, and lets a real browser read it.
# usage: browser-tests.sh [PROGRAM [SUITE…]]: all suites, or only those named among the tests of pages
set -euo pipefail
cd "$(dirname "$0")/.."
program=${1:-.build/debug/almanac}
folder=$(mktemp -d "${TMPDIR:-/tmp}/almanac-browser.XXXXXX")
processes=()
finish() {
  for process in "${processes[@]}"; do kill "$process" 2>/dev/null; done
  for process in "${processes[@]}"; do wait "$process" 2>/dev/null; done
  rm -rf "$folder"
}
trap finish EXIT

free_port() { python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }
total() {
  python3 -c 'import json, sys, urllib.request
print(json.load(urllib.request.urlopen(sys.argv[1], timeout=2))["total"])' \
    "http://127.0.0.1:$port/deals.json?limit=1" 2>/dev/null || echo 0
}

upstream=$(free_port)
"$program" sandbox --port "$upstream" --deals 20000 --pause 0.05 2>/dev/null &
processes+=($!)
mkdir "$folder/own"
printf 'id: deals\nextends: deals\nsource: { kind: stream, url: "http://127.0.0.1:%s/deals/stream" }\n' \
  "$upstream" > "$folder/own/deals.yaml"
# A small dataset with a history: filled once, changed once.
cat > "$folder/own/peaks.yaml" <<'END'
id: peaks
title: Peaks
source: { kind: csv, url: peaks.csv }
credit: { text: Everybody & nobody, licence: CC0 }
refresh: { every: 1s, when: timer, floor: 50% }
key: name
fields: { name: text, height: { type: number, unit: m, decimals: 0 }, land: text }
list: { sort: [-height], title: name, subtitle: [land] }
END
for rows in 'Rysy,2501,Poland\nBen Nevis,1345,Scotland\nGerlach,2655,Slovakia' \
  'Rysy,2503,\nŁysica & Co <i>,614,Poland\nGerlach,2655,Slovakia'; do
  printf 'name,height,land\n%b\n' "$rows" > "$folder/own/peaks.csv"
  sleep 1.1
  ALMANAC_DATA=$folder/data "$program" sync peaks --datasets "$folder/own" >/dev/null
done
# One in sections, longer than a page of the list; two records belong to two sections.
cat > "$folder/own/lands.yaml" <<'END'
id: lands
title: Lands
source: { kind: json, url: lands.json }
credit: { text: Nobody, licence: CC0 }
refresh: { every: 24h, when: opened }
key: id
fields: { name: text, parts: list, population: { type: integer, unit: people }, area: { type: number, unit: km2 } }
search: [name]
list: { sort: [name], title: name, sections: parts, unfold: [population, area] }
END
python3 - "$folder/own/lands.json" <<'END'
import json, sys
parts = ["East", "North & more", "West"]
lands = [{"id": f"L{n:03}", "name": f"Land {n:03}", "parts": [parts[n % 3]], "population": n * 37 % 241,
          "area": n + 0.5} for n in range(240)]
for n in (0, 3):
    lands[n]["parts"].append("West")
json.dump(lands, open(sys.argv[1], "w"))
END
ALMANAC_DATA=$folder/data "$program" sync lands --datasets "$folder/own" >/dev/null
port=$(free_port)
ALMANAC_DATA=$folder/data ALMANAC_ALLOW_PRIVATE_HOSTS=127.0.0.1 "$program" serve --port "$port" --datasets "$folder/own" 2>"$folder/log" &
processes+=($!)
for _ in $(seq 600); do
  [ "$(total)" -ge 20000 ] && break
  sleep 0.1
done
tests_of_pages=(test_website test_patterns test_atlas test_record test_find test_distance test_map test_near test_words test_push test_notify test_install test_preferences test_reach test_axe test_firefox test_core)
[ $# -gt 1 ] && tests_of_pages=("${@:2}")
for tests in "${tests_of_pages[@]}"; do
  BASE_URL="http://127.0.0.1:$port" ALMANAC="$program" .tools/venv/bin/python "Tests/Browser/$tests.py" || {
    cat "$folder/log" >&2
    exit 1
  }
done
[ $# -gt 1 ] && exit 0
# On a desktop with a screen of its own, where the mouse taps what the system shows.
BASE_URL="http://127.0.0.1:$port" .tools/venv/bin/python Tests/Browser/desktop.py || {
  cat "$folder/log" >&2
  exit 1
}
# The live table: with deals that the tests send themselves, then in a torrent of them.
export ALMANAC=$program
.tools/venv/bin/python Tests/Browser/test_live.py
.tools/venv/bin/python Tests/Browser/test_grid.py
.tools/venv/bin/python Tests/Browser/trace.py
# What a device has without its server, which these tests stop and start.
.tools/venv/bin/python Tests/Browser/test_offline.py
# What a device keeps answers as the server does.
.tools/venv/bin/python Tests/Browser/test_kept.py
# The same Swift in the browser: it gives what the server gives, and is fast enough to type by.
.tools/venv/bin/python Tests/Browser/test_identity.py
.tools/venv/bin/python Tests/Browser/core_speed.py
# The countries with an image host of their own: who is asked, and what a phone waits for.
.tools/venv/bin/python Tests/Browser/test_pictures.py
.tools/venv/bin/python Tests/Browser/vitals.py
.tools/venv/bin/python Tests/Browser/interactions.py
