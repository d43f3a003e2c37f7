#!/bin/sh
# Installs the provider and the command appliance, exactly as ci/package-lock.json names them, and initializes a stack, exactly as its
# .terraform.lock.hcl names the providers:
#   sh install.sh [STACK]
set -eu
ci=$(cd "$(dirname "$0")" && pwd)
# Packages and the initialization need no token of the appliance, of a forge or of a plan.
unset APPLIANCE_TOKEN APPLIANCE_HEADERS APPLIANCE_CLIENT_KEY GITHUB_TOKEN GITLAB_TOKEN PLAN_KEY PUSH_TOKEN
npm ci --prefix "$ci" --ignore-scripts --no-audit --no-fund
if [ -n "${1:-}" ]; then
  "$ci/node_modules/.bin/appliance" install
  terraform -chdir="stacks/$1" init -input=false -no-color -lockfile=readonly
fi
