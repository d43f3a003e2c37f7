#!/bin/sh
# Reviews a plan in the job that has made it, in a pipeline of GitLab or another service:
#   sh review-plan.sh PLAN
# PLAN is a saved plan, or a plan as JSON. STACK and FOLDER may name more, as places.mjs says. TOOLS is the folder in which the command was
# installed: the one with the package of this script, unless given. TERRAFORM_BINARY_NAME is the engine: terraform, unless given, or tofu.
# The review is printed, and left in report/STACK.md for a comment. Exit codes: 0 a plan without a fatal finding, 3 a fatal finding, 1 an error.
set -eu
ci=$(cd "$(dirname "$0")" && pwd)
if [ "${CI_MERGE_REQUEST_SOURCE_PROJECT_ID:-}" != "${CI_MERGE_REQUEST_PROJECT_ID:-}" ]; then
  echo 'This script reviews nothing for the merge request of a fork, because its plan could run any program. See the guide Pipelines.' >&2
  exit 1
fi
PLAN=$1
TOOLS=${TOOLS:-$(cd "$ci/../../../../.." && pwd)}
export PLAN TOOLS
. "$ci/places.sh"
COMMIT=${COMMIT:-${CI_COMMIT_SHA:-$(git rev-parse HEAD)}}
RUN_URL=${RUN_URL:-${CI_PIPELINE_URL:-}}
export COMMIT RUN_URL
# A workspace that is kept has the report of another run.
if [ -n "$RUN_URL" ] && grep -qsF "[Run]($RUN_URL)" "report/$STACK.md"; then
  echo "This pipeline has two reviews with the label $STACK. Give each another one with the variable STACK." >&2
  exit 1
fi

# A plan may contain secrets.
umask 077
aside=$(mktemp -d)
trap 'rm -rf "$aside"' EXIT
code=0
sh "$ci/log.sh" sh "$ci/review.sh" "$STACK" "$PLAN" "$aside" || code=$?
if [ -e "$aside/comment.md" ]; then
  mkdir -p report
  cp "$aside/comment.md" "report/$STACK.md"
fi
if [ "$code" = 2 ]; then code=0; fi
exit "$code"
