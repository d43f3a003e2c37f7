#!/bin/sh
# Fetches published lists, and writes a report:
#   sh fetch-lists.sh REPORT
# lists.txt in this folder has a line for each list: its file in the repository and its address. A list stays as it is if its address does
# not answer, or answers with something that is no list, such as an HTML page. Exit codes: 0, or 4 if a list was not fetched.
set -eu
ci=$(cd "$(dirname "$0")" && pwd)
folder=$(mktemp -d)
PATH=$ci/node_modules/.bin:$PATH
trap 'rm -r "$folder"' EXIT
new=$folder/list.txt
: > "$folder/failed.md"

# An answer has five minutes and 64 MiB, the largest list that the provider reads. ulimit counts blocks of 512 bytes.
fetch() (
  ulimit -f 131072
  curl --fail --silent --show-error --location --proto '=https' --max-redirs 5 --retry 2 \
    --connect-timeout 20 --max-time 300 --max-filesize 67108864 --output "$new" "$1" < /dev/null
)

# What differs if a list has changed. Published lists often have a comment with the date.
entries() {
  grep -v -E '^[[:space:]]*([#!;]|$)' "$1" | sort
}

failed() {
  echo "$1: $2" >&2
  echo "- \`$1\` stays as it is: $2." >> "$folder/failed.md"
}

while read -r file address; do
  case "$file" in '' | '#'*) continue ;; esac
  rm -f "$new"
  if ! fetch "$address"; then
    failed "$file" 'its address did not answer with a list in time'
  # These settings make only a file that is no list fatal.
  elif ! appliance lint --fix --config "$ci/lists-lint.json" "$new" < /dev/null > "$folder/lint.txt"; then
    failed "$file" 'its address answered with something that is no list'
  elif entries "$new" > "$folder/new" && [ ! -s "$folder/new" ]; then
    failed "$file" 'its address answered with an empty list'
  else
    if [ -e "$file" ]; then entries "$file" > "$folder/old"; else : > "$folder/old"; fi
    if ! cmp -s "$folder/old" "$folder/new"; then
      mkdir -p "$(dirname "$file")"
      cp "$new" "$file.fetched"
      mv "$file.fetched" "$file"
    fi
  fi
  echo "$file" >> "$folder/files"
done < "$ci/lists.txt"

# All lists together, by the settings of the repository. A fatal finding (3) is for the people who review the change.
code=0
while read -r file; do
  if [ -e "$file" ]; then printf '%s\0' "$file"; fi
done < "$folder/files" > "$folder/present"
if [ -s "$folder/present" ]; then
  xargs -0 sh -c 'appliance lint --format markdown --output "$0" "$@" || [ $? = 3 ]' "$folder/lint.md" < "$folder/present"
else
  : > "$folder/lint.md"
fi
cat "$folder/failed.md" "$folder/lint.md" > "$1"
if [ -s "$folder/failed.md" ]; then exit 4; fi
