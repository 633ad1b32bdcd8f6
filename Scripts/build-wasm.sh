#!/bin/sh
# Compiles Core and its shell for browsers in Embedded Swift to WebAssembly: share/wasm/core.wasm.
# Builds only when a source is newer; `--force` builds anyway. Prints one line; exits non-zero when it fails.
# SWIFTC names the compiler when it is not the first `swiftc` on the path.
set -eu

cd "$(dirname "$0")/.."
swiftc=${SWIFTC:-swiftc}
target=share/wasm/core.wasm
if [ "${1:-}" != --force ] && [ -f "$target" ] &&
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

compile() { # module, sources
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

compile AlmanacCore Sources/Core/*.swift
compile AlmanacBrowser Sources/Browser/*.swift Sources/Browser/WebAssembly/*.swift

resources=$("$swiftc" -print-target-info | sed -n 's/.*"runtimeResourcePath": "\(.*\)".*/\1/p')
linker=$resources/../../bin/wasm-ld
[ -x "$linker" ] || linker=wasm-ld
tables=$resources/embedded/wasm32-unknown-none-wasm/libswiftUnicodeDataTables.a

# Nothing may be missing: what Embedded Swift leaves to whoever runs the program is in Sources/Browser.
"$linker" --no-entry --gc-sections --strip-all --stack-first -z stack-size=262144 \
  --wrap=free --wrap=posix_memalign \
  "$work/AlmanacBrowser.o" "$work/AlmanacCore.o" "$tables" -o "$work/core.wasm" \
  > "$work/log" 2>&1 || fail link

mkdir -p share/wasm
mv "$work/core.wasm" "$target"
echo "Core for browsers: $(wc -c < "$target") bytes of WebAssembly, $(gzip -9c "$target" | wc -c) gzipped."
