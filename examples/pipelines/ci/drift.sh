#!/bin/sh
# Checks a stack for drift, and writes a report:
#   sh drift.sh STACK FOLDER
# TOOLS is the folder in which install.sh installed the command: this one, unless given.
# It leaves drift.md in the folder, and the exit code of the check in the file code: 0 no drift, 2 drift, 3 a fatal finding, 1 an error.
set -eu
ci=$(cd "$(dirname "$0")" && pwd)
PATH=$(cd "${TOOLS:-$ci}" && pwd)/node_modules/.bin:$PATH
mkdir -p "$2"
rm -f "$2/drift.txt" "$2/drift.md"
code=0
appliance drift "stacks/$1" --format markdown --output "$2/drift.txt" -- -lock-timeout=10m || code=$?
if [ -e "$2/drift.txt" ]; then
  node "$ci/report.mjs" "$1" "$2/drift.txt" > "$2/drift.md"
  rm "$2/drift.txt"
fi
echo "$code" > "$2/code"
case "$code" in 0 | 2 | 3) ;; *) exit 1 ;; esac
