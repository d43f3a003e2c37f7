#!/bin/sh
# Installs the command appliance, exactly as the package-lock.json of the folder TOOLS names it, and initializes a stack with init.sh:
#   sh install.sh [STACK]
# TOOLS is the folder of this script, unless given.
set -eu
ci=$(cd "$(dirname "$0")" && pwd)
tools=$(cd -- "${TOOLS:-$ci}" && pwd)
if [ ! -f "$tools/package-lock.json" ]; then
  echo "There is no package-lock.json in $tools. The guide Pipelines says how to make it." >&2
  exit 1
fi
# Packages need no secret of the appliance, of the configuration, of a forge or of a plan.
unset GITHUB_TOKEN GITLAB_TOKEN PLAN_KEY PUSH_TOKEN
# shellcheck disable=SC2046 # each option is a word of its own
env $(env | sed -nE 's/^((APPLIANCE|TF_VAR)_[A-Za-z0-9_-]+)=.*/-u \1/p') \
  npm ci --prefix "$tools" --ignore-scripts --no-audit --no-fund
if [ -n "${1:-}" ]; then sh "$ci/init.sh" "$1"; fi
