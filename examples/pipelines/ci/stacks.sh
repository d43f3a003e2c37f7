#!/bin/sh
# Prints the labels of stacks, one in each line: those that are given, or else the names of the folders in stacks/.
#   sh stacks.sh [LABELS]
set -eu
if [ -n "${1:-}" ]; then
  set -f
  # shellcheck disable=SC2086 # each label is a word
  set -- $1
  if [ "$#" = 0 ]; then
    echo 'The labels of stacks are blank. Name one, or leave them out.' >&2
    exit 1
  fi
else
  set --
  for folder in stacks/*/; do
    if [ ! -d "$folder" ]; then
      echo 'There is no folder in stacks/.' >&2
      exit 1
    fi
    set -- "$@" "$(basename "$folder")"
  done
fi
for name in "$@"; do
  case "$name" in
    # They become parts of environments, artifacts, paths and comments.
    *[!A-Za-z0-9_-]*)
      echo 'The name of a stack contains only letters, digits, - and _. This one has others:' >&2
      printf '%s' "$name" | tr -c 'A-Za-z0-9_-' '?' >&2
      echo >&2
      exit 1
      ;;
  esac
done
printf '%s\n' "$@"
