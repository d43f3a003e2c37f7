#!/bin/sh
# Checks lists of sites, and prints the report:
#   sh lint.sh FOLDER
# PATHS names lists, or folders with lists, one in each line. It leaves lint.md and annotations.txt, which are annotations of GitHub, in the
# folder. TOOLS is the folder in which install.sh installed the command: this one, unless given.
# Exit codes: 0 no finding is fatal, 3 a finding is fatal, 1 an error.
set -eu
ci=$(cd "$(dirname "$0")" && pwd)
PATH=$(cd -- "${TOOLS:-$ci}" && pwd)/node_modules/.bin:$PATH
output=$1
mkdir -p "$output"

# Each line becomes an argument, and nothing in it is a pattern or an option.
set -f --
while IFS= read -r path; do
  case "$path" in
    '') ;;
    *) set -- "$@" "$path" ;;
  esac
done << END
$PATHS
END

code=0
appliance lint -- "$@" || code=$?
case "$code" in 0 | 3) ;; *) exit "$code" ;; esac
appliance lint --format markdown --output "$output/lint.md" -- "$@" > /dev/null || true
appliance lint --format github --output "$output/annotations.txt" -- "$@" > /dev/null || true
exit "$code"
