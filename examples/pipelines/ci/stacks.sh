#!/bin/sh
# Prints the name of each stack: each folder in stacks/ is a configuration with a state of its own.
#   sh stacks.sh          one name in each line
#   sh stacks.sh --json   a JSON array
set -eu
names=
for folder in stacks/*/; do
  name=$(basename "$folder")
  case "$name" in
    '*')
      echo 'There is no folder in stacks/.' >&2
      exit 1
      ;;
    # The names become parts of environments, artifacts and paths.
    *[!A-Za-z0-9_-]*)
      echo "A folder in stacks/ has a name with other characters than letters, digits, - and _:" >&2
      printf '%s' "$name" | tr -c 'A-Za-z0-9_-' '?' >&2
      echo >&2
      exit 1
      ;;
  esac
  names="$names $name"
done
if [ "${1:-}" = --json ]; then
  list=
  for name in $names; do list="$list${list:+,}\"$name\""; done
  echo "[$list]"
else
  for name in $names; do echo "$name"; done
fi
