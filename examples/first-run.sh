#!/bin/sh
# Installs the provider, and plans and applies a first category on an emulated appliance.
#
# In a clone of the project, "npm run first-run" runs it, and it builds the provider first. The npm package contains it as well.
# It requires Node.js, and Terraform or OpenTofu on PATH. The provider stays installed; the script removes everything else.
set -eu

main() {
  started=$(date +%s)
  project=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
  engine=$(command -v terraform || command -v tofu) || {
    echo 'Neither terraform nor tofu is on PATH. Install Terraform or OpenTofu, then run this again.' >&2
    exit 1
  }
  if [ -f "$project/scripts/build.mjs" ]; then
    step 'Build the provider'
    (cd "$project" && npm run --silent build -- --progress)
  fi
  command=$project/dist/cli/appliance.cjs
  folder=$(mktemp -d)
  trap clear_away EXIT
  cd "$folder"

  step 'Install the provider'
  "$command" install > versions.tf
  cat versions.tf

  step 'Start an emulated appliance'
  "$command" emulator --port 0 --legacy-port 0 --base-port 0 --records-port 0 \
    --socket "$folder/directory.sock" > emulator.log &
  emulator=$!
  until grep -q 'Stop with Ctrl-C.' emulator.log; do
    kill -0 "$emulator"
    sleep 0.1
  done
  # These lines give the provider the addresses of the emulator.
  grep '^  export APPLIANCE_' emulator.log
  eval "$(grep '^  export APPLIANCE_' emulator.log)"

  step 'Declare a category'
  cat > main.tf << 'END'
resource "appliance_category" "ads" {
  name  = "ads"
  sites = ["doubleclick.net", "adserver.example"]
}
END
  cat main.tf

  step 'Plan'
  "$engine" init -input=false -no-color
  "$engine" plan -input=false -no-color -out=first.plan

  step 'Apply'
  "$engine" apply -input=false -no-color first.plan

  step 'Plan again'
  "$engine" plan -input=false -no-color -detailed-exitcode

  step "Done in $(($(date +%s) - started)) seconds. The provider stays installed."
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
