#!/bin/sh
# Installs the command appliance, exactly as the package-lock.json of the folder TOOLS names it, and initializes a stack with init.sh:
#   sh install.sh [STACK]
# TOOLS is the folder of this script, unless given.
set -eu
ci=$(cd "$(dirname "$0")" && pwd)
# Packages need no token of the appliance, of a forge or of a plan.
unset APPLIANCE_TOKEN APPLIANCE_HEADERS APPLIANCE_CLIENT_KEY GITHUB_TOKEN GITLAB_TOKEN PLAN_KEY PUSH_TOKEN
npm ci --prefix "$(cd "${TOOLS:-$ci}" && pwd)" --ignore-scripts --no-audit --no-fund
if [ -n "${1:-}" ]; then sh "$ci/init.sh" "$1"; fi
