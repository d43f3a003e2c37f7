#!/bin/sh
# Plans, reviews the plan, and prints the review and all other warnings to the log:
#   sh plan.sh FOLDER
# It leaves change.tfplan, messages.json and review.md in the folder. Exit codes: 0 nothing to do, 2 changes, 3 a fatal finding, 1 an error.
set -eu
# The plan may contain secrets.
umask 077
plan=$1/change.tfplan
messages=$1/messages.json
rm -f "$plan"

terraform plan -input=false -lock-timeout=10m -json -out="$plan" > "$messages" || {
  grep '"@level":"error"' "$messages" || true
  exit 1
}

# The review shows only warnings that the provider returned during the plan, so it needs the messages.
code=0
appliance review "$plan" --messages "$messages" --format markdown --output "$1/review.md" || code=$?
case "$code" in 0 | 2 | 3) ;; *) exit 1 ;; esac

# Lists may be written by strangers. GitHub must not take a line of the report for a command.
if [ -n "${GITHUB_ACTIONS:-}" ]; then
  stop=$(openssl rand -hex 16)
  echo "::stop-commands::$stop"
fi
appliance review "$plan" --messages "$messages" || true
# Warnings of Terraform and of other providers, one in each line.
grep '"@level":"warn"' "$messages" | grep -v '\[appliance:' || true
if [ -n "${GITHUB_ACTIONS:-}" ]; then echo "::$stop::"; fi
exit "$code"
