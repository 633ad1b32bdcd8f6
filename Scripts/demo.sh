#!/usr/bin/env bash
# Runs Almanac over the sandbox's synthetic upstreams; both end together.
set -euo pipefail
cd "$(dirname "$0")/.."
host=$1 port=$2
data=$(mktemp -d "${TMPDIR:-/tmp}/almanac-demo.XXXXXX")
.build/release/almanac sandbox --port 8090 --control &
sandbox=$!
trap 'kill "$sandbox" 2>/dev/null; wait "$sandbox" 2>/dev/null; rm -rf "$data"' EXIT
ALMANAC_DATA=$data RESTCOUNTRIES_KEY=demo \
  .build/release/almanac serve --host "$host" --port "$port" --datasets Examples/Demo
