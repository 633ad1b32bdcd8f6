#!/bin/sh
# Makes the Python environment of the browser tests in .tools/browser; prints its interpreter.
set -eu
cd "$(dirname "$0")/.."
environment=.tools/browser
playwright=1.56.0
if [ ! -f "$environment/playwright-$playwright" ]; then
  python3 -m venv --clear "$environment"
  "$environment/bin/pip" install --quiet --disable-pip-version-check "playwright==$playwright"
  touch "$environment/playwright-$playwright"
fi
echo "$PWD/$environment/bin/python"
