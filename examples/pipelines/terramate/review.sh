#!/bin/sh
# Plans the stacks that differ from the default branch, in the order of Terramate, and writes one review of all of them:
#   sh review.sh FILE
# Exit codes: 0 nothing to do, 2 changes, 3 a fatal finding, 1 an error, also if only one stack could not be planned.
set -eu
stacks=$(terramate list --changed)
if [ -z "$stacks" ]; then
  echo 'No stack has changed.' > "$1"
  exit 0
fi
# A stack that fails does not stop the others.
terramate script run --changed --continue-on-error -- appliance plan || true
worst=0
: > "$1"
# Names of folders contain no spaces, and are not quoted here, so that each is a word.
for stack in $stacks; do
  code=0
  appliance review "$stack/plan.tfplan" --chdir "$stack" --messages "$stack/plan.messages.json" --format markdown --output "$stack/review.md" || code=$?
  { echo "## \`$stack\`"; echo; cat "$stack/review.md" || echo "**The review failed.**"; echo; } >> "$1"
  rm -f "$stack/plan.tfplan" "$stack/plan.messages.json" "$stack/review.md"
  case "$code" in 0 | 2 | 3) ;; *) code=1 ;; esac
  case "$worst$code" in *1*) worst=1 ;; *3*) worst=3 ;; *2*) worst=2 ;; esac
done
exit "$worst"
