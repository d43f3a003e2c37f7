#!/bin/sh
# Applies a plan that was encrypted for this job:
#   sh apply.sh STACK FILE OUTPUT
# PLAN_KEY contains the private key. The decrypted plan is written to the folder OUTPUT, and removed at the end.
# FOLDER is that of the configuration: stacks/STACK, unless given.
# TERRAFORM_BINARY_NAME is the engine: terraform, unless given, or tofu.
set -eu
umask 077
mkdir -p "$3"
plan=$3/change.tfplan
errors=$3/errors.txt
trap 'rm -f "$plan" "$errors"' EXIT
printf '%s\n' "$PLAN_KEY" | openssl cms -decrypt -binary -inform DER -in "$2" -inkey /dev/stdin -out "$plan"
# Neither Terraform nor a provider needs it.
unset PLAN_KEY

code=0
"${TERRAFORM_BINARY_NAME:-terraform}" -chdir="${FOLDER:-stacks/$1}" apply -input=false -no-color -lock-timeout=10m "$plan" 2> "$errors" || code=$?
cat "$errors" >&2
if grep -q 'Saved plan is stale' "$errors"; then
  echo 'Nothing was applied, because the state has changed since the plan. Start the whole pipeline again: it plans again, and the new' >&2
  echo 'plan must be approved again. Do not repeat this job alone, because its plan stays stale.' >&2
fi
exit "$code"
