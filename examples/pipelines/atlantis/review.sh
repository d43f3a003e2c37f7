#!/bin/sh
# Reviews the plan of an Atlantis project, in its folder:
#   sh review.sh show    prints the review
#   sh review.sh check   prints whether the plan may be applied
# Atlantis takes a policy check for failed if its output contains "fail", or in newer releases "1 failure": a category such as "failblog" would
# block every plan. So the check prints fixed sentences, and the review stands in the comment of the plan.
set -eu
code=0
case "${1:-}" in
  show)
    appliance review "$PLANFILE" --chdir . || code=$?
    ;;
  check)
    appliance review "$PLANFILE" --chdir . > /dev/null 2>&1 || code=$?
    case "$code" in
      0 | 2) echo 'The review has no fatal finding.' ;;
      3) echo '1 failure: the review has a fatal finding. It stands in the comment of the plan.' ;;
      *) echo '1 failure: the plan could not be reviewed. The comment of the plan says why.' ;;
    esac
    exit 0
    ;;
  *)
    echo 'Usage: sh review.sh show|check' >&2
    exit 1
    ;;
esac
# A fatal finding is the matter of the check.
case "$code" in
  0 | 2 | 3) exit 0 ;;
  *) exit "$code" ;;
esac
