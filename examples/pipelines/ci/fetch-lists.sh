#!/bin/sh
# Fetches published lists, and writes a report:
#   sh fetch-lists.sh REPORT
# lists.json in the folder TOOLS (this one, unless given) declares each list: its file in the repository, its addresses, and what to expect.
# A list that fails stays as it is. Exit codes: 0, or 4 if a list was not fetched.
set -eu
ci=$(cd "$(dirname "$0")" && pwd)
folder=$(mktemp -d)
tools=$(cd "${TOOLS:-$ci}" && pwd)
PATH=$tools/node_modules/.bin:$PATH
trap 'rm -r "$folder"' EXIT

code=0
appliance fetch --format markdown --output "$folder/fetch.md" "$tools/lists.json" || code=$?
# 3: a list was not fetched.
case "$code" in 0 | 3) ;; *) exit "$code" ;; esac
# The log shows the whole report, and the sources that failed in it.
cat "$folder/fetch.md"

# All lists together, by the settings of the repository. A fatal finding (3) is for the people who review the change.
node "$ci/list-files.mjs" > "$folder/present"
: > "$folder/lint.md"
if [ -s "$folder/present" ]; then
  xargs -0 sh -c 'appliance lint --format markdown --output "$0" "$@" || [ $? = 3 ]' "$folder/lint.md" < "$folder/present"
fi
{
  cat "$folder/fetch.md"
  echo
  cat "$folder/lint.md"
} > "$1"
if [ "$code" = 3 ]; then exit 4; fi
