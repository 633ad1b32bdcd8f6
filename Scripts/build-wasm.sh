#!/bin/sh
# Compiles Core and its shell for browsers in Embedded Swift to WebAssembly: share/wasm/core.wasm.
# usage: build-wasm.sh            where a source is newer than the file
#        build-wasm.sh --force    in any case
#        build-wasm.sh --check    in any case, with all that Core offers, so that nothing creeps into it
#                                 that a browser cannot run; fails when it grows beyond its size
# SWIFTC names the compiler when it is not the first `swiftc` on the path. Prints one line.
set -eu

cd "$(dirname "$0")/.."
swiftc=${SWIFTC:-swiftc}
target=share/wasm/core.wasm
largest=120000  # gzipped
if [ -z "${1:-}" ] && [ -f "$target" ] &&
  [ -z "$(find Sources/Core Sources/Browser Scripts/build-wasm.sh -newer "$target" | head -n 1)" ]; then
  exit 0
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

fail() {
  echo "Core does not $1 in Embedded Swift:" >&2
  cat "$work/log" >&2
  exit 1
}

# compile MODULE SOURCE...
compile() {
  module=$1
  shift
  "$swiftc" -target wasm32-unknown-none-wasm -wmo -parse-as-library -O \
    -enable-experimental-feature Embedded -enable-experimental-feature Extern \
    -Xfrontend -disable-stack-protector -Xcc -mbulk-memory -swift-version 6 -warnings-as-errors \
    -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault \
    -enable-upcoming-feature MemberImportVisibility \
    -enable-upcoming-feature NonisolatedNonsendingByDefault \
    -enable-upcoming-feature InferIsolatedConformances \
    -module-name "$module" -I "$work" -emit-module -emit-module-path "$work/$module.swiftmodule" \
    -c "$@" -o "$work/$module.o" > "$work/log" 2>&1 || fail compile
}

resources=$("$swiftc" -print-target-info | sed -n 's/.*"runtimeResourcePath": "\(.*\)".*/\1/p')
linker=$resources/../../bin/wasm-ld
[ -x "$linker" ] || linker=wasm-ld
tables=$resources/embedded/wasm32-unknown-none-wasm/libswiftUnicodeDataTables.a

# link TARGET OPTION...; nothing may be missing: what Embedded Swift leaves to whoever runs the program
# is in Sources/Browser/WebAssembly. The stack lies first, so that it cannot grow into the data.
link() {
  result=$1
  shift
  "$linker" --no-entry --strip-all --stack-first -z stack-size=262144 \
    --wrap=free --wrap=posix_memalign "$@" "$tables" -o "$result" > "$work/log" 2>&1 || fail link
}

compile AlmanacCore Sources/Core/*.swift
compile AlmanacBrowser Sources/Browser/*.swift Sources/Browser/WebAssembly/*.swift
link "$work/core.wasm" --gc-sections "$work/AlmanacBrowser.o" "$work/AlmanacCore.o"

if [ "${1:-}" = --check ]; then
  # Generic code is compiled only where it is used, so use what the shell does not.
  cat > "$work/Use.swift" <<'SWIFT'
import AlmanacCore

enum NoMath: MathFunctions {
  static func sin(_ angle: Double) -> Double { angle }
  static func cos(_ angle: Double) -> Double { angle }
  static func atan2(_ y: Double, _ x: Double) -> Double { y }
  static func hypot(_ x: Double, _ y: Double) -> Double { x }
  static func cbrt(_ value: Double) -> Double { value }
}

func change(_ index: inout SearchIndex, _ text: [UInt8]) {
  var documents = SearchDocuments()
  documents.add(row: 1, place: 1, texts: [text])
  index.apply(removing: [2], inserting: documents)
  index.place { row in UInt64(row) }
}

func use(_ entries: [RankedEntry], _ place: Coordinate, _ text: [Unicode.Scalar]) -> Int {
  var list = RankedList(unsorted: entries)
  list = RankedList(sorted: list.entries(in: 0..<10))
  let changed = list.apply(removing: entries, inserting: entries)
  let held = list
  held.forEach(in: 0..<3) { entry in list.insert(entry) }
  var index = PlaceIndex([(row: 1, place: place)], using: NoMath.self)
  index.set(place, of: 2, using: NoMath.self)
  let inside = index.count(within: 1, of: place, using: NoMath.self)
  return inside + changed.removed + TextFolding.fold(text).count
}
SWIFT
  compile Use "$work/Use.swift"
  link "$work/all.wasm" --no-gc-sections "$work/Use.o" "$work/AlmanacBrowser.o" "$work/AlmanacCore.o"
fi

packed=$(gzip -9c "$work/core.wasm" | wc -c)
if [ "$packed" -gt "$largest" ]; then
  echo "Core for browsers has $packed bytes gzipped; it may have $largest." >&2
  exit 1
fi
mkdir -p "$(dirname "$target")"
mv "$work/core.wasm" "$target"
echo "Core for browsers: $(wc -c < "$target") bytes of WebAssembly, $packed gzipped."
