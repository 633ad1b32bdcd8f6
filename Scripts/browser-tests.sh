#!/usr/bin/env bash
# Starts Almanac with an empty data folder on a free port and lets a real browser read it.
set -euo pipefail
cd "$(dirname "$0")/.."
program=${1:-.build/debug/almanac}
data=$(mktemp -d "${TMPDIR:-/tmp}/almanac-browser.XXXXXX")
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
ALMANAC_DATA=$data "$program" serve --port "$port" 2>"$data/log" &
server=$!
trap 'kill "$server" 2>/dev/null; wait "$server" 2>/dev/null; rm -rf "$data"' EXIT
for _ in $(seq 100); do
  python3 - "$port" <<'P' && break || sleep 0.1
import sys, urllib.request
urllib.request.urlopen(f"http://127.0.0.1:{sys.argv[1]}/health/ready", timeout=1)
P
done 2>/dev/null
BASE_URL="http://127.0.0.1:$port" .tools/venv/bin/python Tests/Browser/test_website.py
