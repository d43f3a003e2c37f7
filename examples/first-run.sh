#!/bin/sh
# From an empty folder to a first applied category, on the emulated appliance: docs/guides/getting-started.md as a script.
# It needs Node.js, npm, and Terraform or OpenTofu on PATH. The provider stays installed; everything else is removed afterwards.
#
#   first-run.sh [PACKAGE]    PACKAGE is what npm installs: terraform-provider-appliance, unless given
set -eu

main() {
  started=$(date +%s)
  engine=$(command -v terraform || command -v tofu)
  folder=$(mktemp -d)
  trap clear_away EXIT
  cd "$folder"

  step 'Install the package and the provider'
  npm install --silent --no-audit --no-fund "${1:-terraform-provider-appliance}"
  npx appliance install > versions.tf

  step 'Start an appliance to try it on'
  # Not with npx, which does not pass on the signal that ends it.
  node_modules/.bin/appliance emulator --port 0 --legacy-port 0 --base-port 0 --records-port 0 \
    --socket "$folder/directory.sock" > emulator.log &
  emulator=$!
  until grep -q 'Stop with Ctrl-C.' emulator.log; do
    kill -0 "$emulator"
    sleep 0.1
  done
  # The lines with the addresses of the emulator for the provider.
  eval "$(grep '^  export APPLIANCE_' emulator.log)"

  step 'Declare a category'
  cat > main.tf << 'END'
resource "appliance_category" "ads" {
  name  = "ads"
  sites = ["doubleclick.net", "adserver.example"]
}
END
  "$engine" init -input=false -no-color
  "$engine" apply -input=false -no-color -auto-approve

  step 'Plan again: there is nothing to do'
  "$engine" plan -input=false -no-color -detailed-exitcode

  step "Done, in $(($(date +%s) - started)) seconds"
}

step() {
  printf '\n== %s\n' "$*"
}

clear_away() {
  if [ -n "${emulator:-}" ]; then
    kill "$emulator" 2> /dev/null || true
    wait "$emulator" || true
  fi
  rm -rf "$folder"
}

main "$@"
