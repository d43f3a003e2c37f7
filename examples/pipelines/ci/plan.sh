#!/bin/sh
# Plans a stack, reviews the plan, and prints the review, all other warnings and the plan:
#   sh plan.sh STACK FOLDER
# TOOLS is the folder in which install.sh installed the command: this one, unless given. ANNOTATIONS is a format of annotations, such as
# github, in which the findings are written to annotations.txt. If SARIF is true, they are also written to review.sarif, unless the plan failed.
# TERRAFORM_BINARY_NAME is the engine: terraform, unless given, or tofu.
# It leaves change.tfplan and comment.md in the folder. Exit codes: 0 nothing to do, 2 changes, 3 a fatal finding, 1 an error.
set -eu
ci=$(cd "$(dirname "$0")" && pwd)
stack=stacks/$1
plan=$2/change.tfplan
messages=$2/messages.json
engine=${TERRAFORM_BINARY_NAME:-terraform}
PATH=$(cd "${TOOLS:-$ci}" && pwd)/node_modules/.bin:$PATH
# The plan may contain secrets.
umask 077
mkdir -p "$2"
rm -f "$plan" "$2/review.md" "$2/plan.txt" "$2/annotations.txt" "$2/review.sarif"

planned=0
"$engine" -chdir="$stack" plan -input=false -lock-timeout=10m -json -out="$plan" > "$messages" || planned=1

# The review shows only warnings and errors that the provider returned during the plan, so it needs the messages.
code=0
appliance review "$plan" --chdir "$stack" --messages "$messages" --format markdown --output "$2/review.md" || code=$?
if [ -n "${ANNOTATIONS:-}" ]; then
  appliance review "$plan" --chdir "$stack" --messages "$messages" --format "$ANNOTATIONS" --output "$2/annotations.txt" > /dev/null || true
fi
case "$planned $code" in
  '0 0' | '0 2' | '0 3') ;;
  *)
    grep '"@level":"error"' "$messages" || true
    # Otherwise, the comment would show the plan of an earlier push.
    if [ ! -s "$2/review.md" ]; then echo '**The plan or its review failed.** The log of the run says why.' > "$2/review.md"; fi
    node "$ci/report.mjs" "$1" "$2/review.md" > "$2/comment.md"
    exit 1
    ;;
esac
if [ "${SARIF:-}" = true ]; then
  appliance review "$plan" --chdir "$stack" --messages "$messages" --format sarif --output "$2/review.sarif" > /dev/null || true
fi
"$engine" -chdir="$stack" show -no-color "$plan" > "$2/plan.raw"
node "$ci/plain.mjs" < "$2/plan.raw" > "$2/plan.txt"
node "$ci/report.mjs" "$1" "$2/review.md" "$2/plan.txt" > "$2/comment.md"

appliance review "$plan" --chdir "$stack" --messages "$messages" || true
# Warnings of Terraform and of other providers, one in each line.
grep '"@level":"warn"' "$messages" | grep -v '\[appliance:' || true
cat "$2/plan.txt"
exit "$code"
