#!/bin/sh
# Installs the provider from the package that is installed in the folder TOOLS, and initializes a stack, exactly as its .terraform.lock.hcl
# names the providers:
#   sh init.sh STACK
# TOOLS is the folder of this script, unless given.
set -eu
tools=$(cd "${TOOLS:-$(dirname "$0")}" && pwd)
# The initialization needs no token of the appliance, of a forge or of a plan.
unset APPLIANCE_TOKEN APPLIANCE_HEADERS APPLIANCE_CLIENT_KEY GITHUB_TOKEN GITLAB_TOKEN PLAN_KEY PUSH_TOKEN
case "$1" in
  # The name becomes a part of paths and artifacts.
  '' | *[!A-Za-z0-9_-]*)
    echo 'The name of a stack contains only letters, digits, - and _.' >&2
    exit 1
    ;;
esac
"$tools/node_modules/.bin/appliance" install
terraform -chdir="stacks/$1" init -input=false -no-color -lockfile=readonly
