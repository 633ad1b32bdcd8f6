#!/bin/sh
# Compiles Sources/Core in Embedded Swift to WebAssembly and links it, so that nothing creeps into
# Core that a browser cannot run. Prints one line; exits non-zero when it fails.
# SWIFTC names the compiler when it is not the first `swiftc` on the path.
set -eu

cd "$(dirname "$0")/.."
swiftc=${SWIFTC:-swiftc}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

fail() {
  echo "Core does not $1 in Embedded Swift:" >&2
  cat "$work/log" >&2
  exit 1
}

# What Embedded Swift leaves to whoever runs the program; anything else that is missing is an error.
printf '%s\n' free posix_memalign memcpy memmove memset \
  arc4random_buf sin cos atan2 hypot cbrt > "$work/host"

# Generic code is compiled only where it is used, so use it.
cat > "$work/Use.swift" <<'SWIFT'
@_extern(c, "sin") func hostSin(_ x: Double) -> Double
@_extern(c, "cos") func hostCos(_ x: Double) -> Double
@_extern(c, "atan2") func hostAtan2(_ y: Double, _ x: Double) -> Double
@_extern(c, "hypot") func hostHypot(_ x: Double, _ y: Double) -> Double
@_extern(c, "cbrt") func hostCbrt(_ x: Double) -> Double

enum HostMath: MathFunctions {
  static func sin(_ angle: Double) -> Double { hostSin(angle) }
  static func cos(_ angle: Double) -> Double { hostCos(angle) }
  static func atan2(_ y: Double, _ x: Double) -> Double { hostAtan2(y, x) }
  static func hypot(_ x: Double, _ y: Double) -> Double { hostHypot(x, y) }
  static func cbrt(_ value: Double) -> Double { hostCbrt(value) }
}

public func use(_ entries: [RankedEntry], _ place: Coordinate, _ text: [Unicode.Scalar]) -> Double {
  var list = RankedList(unsorted: entries)
  list = RankedList(sorted: list.entries(in: 0..<10))
  let changed = list.apply(removing: entries, inserting: entries)
  let held = list
  held.forEach(in: 0..<3) { entry in list.insert(entry) }
  let line = Geodesic(from: place, to: place, using: HostMath.self)
  let drawn = line.places(from: place, to: place, every: 1, atMost: 9, using: HostMath.self)
  var index = PlaceIndex([(row: 1, place: place)], using: HostMath.self)
  index.set(place, of: 2, using: HostMath.self)
  let near = index.nearest(to: place, limit: drawn.count, using: HostMath.self)
  let inside = index.count(within: 1, of: place, using: HostMath.self) + near.count
  return line.distance + Double(inside + changed.removed + TextFolding.fold(text).count)
}
SWIFT

"$swiftc" -target wasm32-unknown-none-wasm -wmo -parse-as-library -Osize \
  -enable-experimental-feature Embedded -enable-experimental-feature Extern \
  -Xfrontend -disable-stack-protector -swift-version 6 -warnings-as-errors \
  -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault \
  -enable-upcoming-feature MemberImportVisibility \
  -enable-upcoming-feature NonisolatedNonsendingByDefault \
  -enable-upcoming-feature InferIsolatedConformances \
  -module-name AlmanacCore -c Sources/Core/*.swift "$work/Use.swift" -o "$work/core.o" \
  > "$work/log" 2>&1 || fail compile

resources=$("$swiftc" -print-target-info | sed -n 's/.*"runtimeResourcePath": "\(.*\)".*/\1/p')
linker=$resources/../../bin/wasm-ld
[ -x "$linker" ] || linker=wasm-ld
tables=$resources/embedded/wasm32-unknown-none-wasm/libswiftUnicodeDataTables.a

"$linker" --no-entry --no-gc-sections --strip-all --allow-undefined-file="$work/host" \
  "$work/core.o" "$tables" -o "$work/core.wasm" \
  > "$work/log" 2>&1 || fail link

echo "Core compiles in Embedded Swift: $(wc -c < "$work/core.wasm") bytes of WebAssembly," \
  "$(gzip -9c "$work/core.wasm" | wc -c) gzipped."
