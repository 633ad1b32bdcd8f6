#!/usr/bin/env bash
# Runs Almanac over the sandbox's synthetic upstreams; both end together.
set -euo pipefail
cd "$(dirname "$0")/.."
host=$1 port=$2
data=$(mktemp -d "${TMPDIR:-/tmp}/almanac-demo.XXXXXX")
processes=()
finish() {
  trap - EXIT INT TERM
  for process in "${processes[@]}"; do kill "$process" 2>/dev/null || true; done  # it may have ended
  wait
  rm -rf "$data"
}
trap finish EXIT INT TERM
.build/release/almanac sandbox --port 8090 --control &
processes+=($!)
ALMANAC_DATA=$data .build/release/almanac serve --host "$host" --port "$port" \
  --datasets Examples/Demo &
processes+=($!)
wait -n
