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
# A stack that fails does not stop the others: the review names it.
terramate script run --changed --continue-on-error -- appliance plan || true
code=0
# Names of folders contain no spaces, and are not quoted here, so that each is a word.
appliance review $stacks --messages 'stacks/{stack}/plan.messages.json' --format markdown --output "$1" || code=$?
for stack in $stacks; do rm -f "$stack/plan.tfplan" "$stack/plan.messages.json"; done
exit "$code"
