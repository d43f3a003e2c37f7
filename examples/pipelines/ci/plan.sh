#!/bin/sh
# Plans a stack, and reviews the plan with review.sh:
#   sh plan.sh STACK OUTPUT
# FOLDER is that of the configuration: stacks/STACK, unless given. TERRAFORM_BINARY_NAME is the engine: terraform, unless given, or tofu.
# It leaves change.tfplan in the folder OUTPUT, and what review.sh leaves there. The exit codes are those of review.sh.
set -eu
ci=$(cd "$(dirname "$0")" && pwd)
plan=$2/change.tfplan
engine=${TERRAFORM_BINARY_NAME:-terraform}
export MESSAGES="$2/messages.json"
# The plan may contain secrets.
umask 077
mkdir -p "$2"
rm -f "$plan"

# What a plan that failed has left is no plan. Its messages say why it failed.
"$engine" -chdir="${FOLDER:-stacks/$1}" plan -input=false -lock-timeout=10m -json -out="$plan" > "$MESSAGES" || rm -f "$plan"
exec sh "$ci/review.sh" "$1" "$plan" "$2"
