#!/bin/sh
# Reviews a plan, and prints the review, all other warnings and the plan:
#   sh review.sh STACK PLAN OUTPUT
# PLAN is a saved plan, or a plan as JSON, of the configuration in FOLDER: in stacks/STACK, unless given. A saved plan starts the providers of
# that folder. MESSAGES is the file with the messages of the plan, if there is one. TOOLS is the folder in which install.sh installed the
# command: this one, unless given. ANNOTATIONS is a format of annotations, such as github, in which the findings are written to
# annotations.txt. If SARIF is true, they are also written to review.sarif, unless the plan failed.
# TERRAFORM_BINARY_NAME is the engine: terraform, unless given, or tofu.
# It leaves comment.md in the folder OUTPUT. Exit codes: 0 nothing to do, 2 changes, 3 a fatal finding, 1 an error.
set -eu
ci=$(cd "$(dirname "$0")" && pwd)
stack=$1
plan=$2
output=$3
folder=${FOLDER:-stacks/$1}
messages=${MESSAGES:-}
PATH=$(cd -- "${TOOLS:-$ci}" && pwd)/node_modules/.bin:$PATH
# The plan may contain secrets.
umask 077
mkdir -p "$output"
rm -f "$output/comment.md" "$output/review.md" "$output/plan.txt" "$output/annotations.txt" "$output/review.sarif" "$output/review.txt"

# The review shows only warnings and errors that the provider returned during the plan, so it needs the messages.
set -- "$plan" --chdir "$folder" --output "$output/review.txt" --also "markdown=$output/review.md"
if [ -n "$messages" ]; then set -- "$@" --messages "$messages"; fi
if [ -n "${ANNOTATIONS:-}" ]; then set -- "$@" --also "$ANNOTATIONS=$output/annotations.txt"; fi
if [ "${SARIF:-}" = true ]; then set -- "$@" --also "sarif=$output/review.sarif"; fi
code=0
appliance review "$@" > /dev/null || code=$?
case "$code" in
  0 | 2 | 3) ;;
  *)
    rm -f "$output/review.sarif"
    if [ -n "$messages" ]; then grep '"@level":"error"' "$messages" || true; fi
    # Otherwise, the comment would show the plan of an earlier push.
    if [ ! -s "$output/review.md" ]; then echo '**The plan or its review failed.** The log of the run says why.' > "$output/review.md"; fi
    node "$ci/report.mjs" "$stack" "$output/review.md" > "$output/comment.md"
    exit 1
    ;;
esac
# Of a plan as JSON, an engine prints nothing. A saved plan is an archive.
if [ "$(head -c 2 "$plan" | tr -d '\0')" = PK ]; then
  "${TERRAFORM_BINARY_NAME:-terraform}" -chdir="$folder" show -no-color "$plan" > "$output/plan.raw"
  node "$ci/plain.mjs" < "$output/plan.raw" > "$output/plan.txt"
fi
node "$ci/report.mjs" "$stack" "$output/review.md" "$output/plan.txt" > "$output/comment.md"

cat "$output/review.txt"
# Warnings of Terraform and of other providers, one in each line.
if [ -n "$messages" ]; then grep '"@level":"warn"' "$messages" | grep -v '\[appliance:' || true; fi
if [ -e "$output/plan.txt" ]; then cat "$output/plan.txt"; fi
exit "$code"
