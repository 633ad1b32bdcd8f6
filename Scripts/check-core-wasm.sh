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
printf '%s\n' free posix_memalign memcpy memmove memset arc4random_buf > "$work/host"

"$swiftc" -target wasm32-unknown-none-wasm -enable-experimental-feature Embedded -wmo \
  -parse-as-library -Osize -Xfrontend -disable-stack-protector -swift-version 6 -warnings-as-errors \
  -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault \
  -enable-upcoming-feature MemberImportVisibility \
  -enable-upcoming-feature NonisolatedNonsendingByDefault \
  -enable-upcoming-feature InferIsolatedConformances \
  -module-name AlmanacCore -c Sources/Core/*.swift -o "$work/core.o" \
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
