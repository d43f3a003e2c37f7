#!/bin/sh
# Checks a stack for drift, and writes a report:
#   sh drift.sh STACK OUTPUT
# FOLDER is that of the configuration: stacks/STACK, unless given. TOOLS is the folder in which install.sh installed the command: this one,
# unless given. If ANNOTATIONS is github, the findings are written to annotations.txt as annotations of GitHub. OPTIONS contains further options of appliance drift, such as --unmanaged, one in each line.
# TERRAFORM_BINARY_NAME is the engine: terraform, unless given, or tofu.
# It leaves drift.md in the folder OUTPUT, and the exit code of the check in the file code: 0 no drift, 2 drift, 3 a fatal finding, 1 an error.
set -eu
ci=$(cd "$(dirname "$0")" && pwd)
PATH=$(cd -- "${TOOLS:-$ci}" && pwd)/node_modules/.bin:$PATH
mkdir -p "$2"
rm -f "$2/drift.txt" "$2/drift.md" "$2/annotations.txt"
name=$1
output=$2
# Each line becomes an argument, and nothing in it is a pattern.
set -f --
while IFS= read -r option; do
  if [ -n "$option" ]; then set -- "$@" "$option"; fi
done << END
${OPTIONS:-}
END
set -- "$@" --format markdown --output "$output/drift.txt"
if [ "${ANNOTATIONS:-}" = github ]; then set -- "$@" --also "github=$output/annotations.txt"; fi
code=0
appliance drift "${FOLDER:-stacks/$name}" "$@" -- -lock-timeout=10m || code=$?
if [ -e "$output/drift.txt" ]; then
  node "$ci/report.mjs" "$name" "$output/drift.txt" > "$output/drift.md"
  rm "$output/drift.txt"
fi
echo "$code" > "$output/code"
case "$code" in 0 | 2 | 3) ;; *) exit 1 ;; esac
