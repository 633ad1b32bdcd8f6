#!/usr/bin/env bash
# Installs what a target needs, or names what is missing and where to get it.
# usage: prepare.sh run|test|check|bench
set -euo pipefail
cd "$(dirname "$0")/.."
need=${1:-run}

say() { printf '%s\n' "$*" >&2; }

require_swift() {
  if ! command -v swift >/dev/null 2>&1; then
    say "Swift is missing. Almanac needs Swift 6.2 or newer: https://www.swift.org/install"
    exit 1
  fi
  local version
  version=$(swift --version 2>/dev/null | sed -nE 's/.*Swift version ([0-9]+\.[0-9]+).*/\1/p' | head -n 1)
  if [ "$(printf '%s\n6.2\n' "$version" | sort -V | head -n 1)" != 6.2 ]; then
    say "Swift ${version:-of unknown version} is too old. Almanac needs 6.2 or newer: https://www.swift.org/install"
    exit 1
  fi
}

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; elif command -v sudo >/dev/null 2>&1; then sudo "$@"; else return 1; fi
}

is_installed() { dpkg-query -W -f '${Status}' "$1" 2>/dev/null | grep -q 'ok installed'; }

# install_debian required|optional PACKAGE...
install_debian() {
  local weight=$1 missing=()
  shift
  for package in "$@"; do is_installed "$package" || missing+=("$package"); done
  [ ${#missing[@]} -eq 0 ] && return 0
  say "Installing ${missing[*]} …"
  if as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "${missing[@]}" >/dev/null 2>&1; then return 0; fi
  as_root apt-get update -q >/dev/null 2>&1 || true  # an old list may still do
  if as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "${missing[@]}" >/dev/null; then return 0; fi
  if [ "$weight" = optional ]; then
    say "Going on without ${missing[*]} (no network, or no right to install)."
    return 0
  fi
  say "Missing: ${missing[*]}. Install with: apt-get install ${missing[*]}"
  exit 1
}

on_mac() {
  local missing=()
  xcode-select -p >/dev/null 2>&1 || missing+=("the command line tools (xcode-select --install)")
  pkg-config --exists libqrencode 2>/dev/null || missing+=("libqrencode and pkg-config (brew install qrencode pkg-config)")
  if [ "$need" != run ]; then
    command -v python3 >/dev/null 2>&1 || missing+=("Python 3 (https://www.python.org/downloads)")
    [ "$need" = test ] && [ ! -d "/Applications/Google Chrome.app" ] && [ ! -d "/Applications/Chromium.app" ] \
      && missing+=("Chrome (https://www.google.com/chrome) for the browser tests")
    [ "$need" = bench ] && ! command -v wrk >/dev/null 2>&1 && missing+=("wrk (https://github.com/wg/wrk)")
  fi
  [ ${#missing[@]} -eq 0 ] && return 0
  say "Missing on this Mac:"
  for thing in "${missing[@]}"; do say "  $thing"; done
  exit 1
}

on_debian() {
  install_debian required libsqlite3-dev zlib1g-dev libqrencode-dev
  case $need in
    run) install_debian optional iso-flags-png-320x240 ;;
    check) install_debian required python3 ;;
    test)
      install_debian required python3 python3-venv chromium firefox-esr fonts-noto-core nginx openssl curl zbar-tools
      install_debian optional iso-flags-png-320x240 xvfb dbus dunst xdotool caddy systemd iproute2
      ;;
    bench) install_debian required python3 python3-venv wrk sqlite3 g++ libgeographiclib-dev ;;
  esac
}

# Says what is not at hand of the real input beside the checkout, before anything is built.
name_missing_input() {
  local folder=${ALMANAC_SHARED_DATA:-../shared/data} missing=()
  for file in "$@"; do [ -f "$folder/$file" ] || missing+=("$file"); done
  [ ${#missing[@]} -eq 0 ] && return 0
  case $need in
    test) say "Without ${missing[*]} in $folder (ALMANAC_SHARED_DATA) the tests of real input are skipped; all others run." ;;
    bench) say "Without ${missing[*]} in $folder (ALMANAC_SHARED_DATA) made-up input of the same shape is measured." ;;
  esac
}

# venv REQUIREMENTS: a Python environment in .tools/venv with what a list names.
venv() {
  local list=$1
  local stamp=.tools/venv/.installed-${list//[^a-z]/-}
  [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$(cat "$list")" ] && return 0
  say "Making .tools/venv with $list …"
  mkdir -p .tools
  python3 -m venv .tools/venv || return 1
  .tools/venv/bin/python -m pip install --quiet --disable-pip-version-check --requirement "$list" || return 1
  cat "$list" > "$stamp"
}

require_swift
case $(uname -s) in
  Darwin) on_mac ;;
  Linux)
    if command -v apt-get >/dev/null 2>&1; then on_debian; else
      say "This is no Debian: make sure that the headers of SQLite 3, zlib and libqrencode are installed."
    fi
    ;;
  *) say "Almanac runs on Debian Linux and macOS." && exit 1 ;;
esac
case $need in
  test)
    name_missing_input meteorites.csv meteorites-soda.ndjson countries-v3.1.json stations-plrailmap.csv
    venv Scripts/requirements-tools.txt
    ;;
  bench)
    name_missing_input meteorites.csv
    venv Scripts/requirements-tools.txt
    venv Scripts/requirements-peers.txt || say "Going on without the live table's peers."
    ;;
esac
