#!/bin/sh
# Installs the provider and the command appliance, exactly as the package-lock.json of the folder TOOLS names them, and initializes a stack,
# exactly as its .terraform.lock.hcl names the providers:
#   sh install.sh [STACK]
# TOOLS is the folder of this script, unless given.
set -eu
tools=$(cd "${TOOLS:-$(dirname "$0")}" && pwd)
# Packages and the initialization need no token of the appliance, of a forge or of a plan.
unset APPLIANCE_TOKEN APPLIANCE_HEADERS APPLIANCE_CLIENT_KEY GITHUB_TOKEN GITLAB_TOKEN PLAN_KEY PUSH_TOKEN
case "${1:-}" in
  # The name becomes a part of paths and artifacts.
  *[!A-Za-z0-9_-]*)
    echo 'The name of a stack contains only letters, digits, - and _.' >&2
    exit 1
    ;;
esac
npm ci --prefix "$tools" --ignore-scripts --no-audit --no-fund
if [ -n "${1:-}" ]; then
  "$tools/node_modules/.bin/appliance" install
  terraform -chdir="stacks/$1" init -input=false -no-color -lockfile=readonly
fi
