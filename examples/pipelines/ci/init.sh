#!/bin/sh
# Installs the provider from the package that is installed in the folder TOOLS, and initializes a stack, exactly as its .terraform.lock.hcl
# names the providers:
#   sh init.sh STACK
# FOLDER is that of the configuration: stacks/STACK, unless given. TOOLS is the folder of this script, unless given.
# TERRAFORM_BINARY_NAME is the engine: terraform, unless given, or tofu.
set -eu
tools=$(cd -- "${TOOLS:-$(dirname "$0")}" && pwd)
# The initialization needs no secret of the appliance, of a forge or of a plan.
unset GITHUB_TOKEN GITLAB_TOKEN PLAN_KEY PUSH_TOKEN
for name in $(env | sed -nE 's/^(APPLIANCE_[A-Z0-9_]+)=.*/\1/p'); do unset "$name"; done
case "$1" in
  # The name becomes a part of paths and artifacts.
  '' | *[!A-Za-z0-9_-]*)
    echo 'The name of a stack contains only letters, digits, - and _.' >&2
    exit 1
    ;;
esac
"$tools/node_modules/.bin/appliance" install
"${TERRAFORM_BINARY_NAME:-terraform}" -chdir="${FOLDER:-stacks/$1}" init -input=false -no-color -lockfile=readonly
