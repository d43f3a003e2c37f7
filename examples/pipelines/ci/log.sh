#!/bin/sh
# Runs a command, and prints its output as text that means nothing to the forge:
#   sh log.sh COMMAND [ARGUMENT ...]
# Lists, plans and answers of the appliance contain text of strangers. A line such as ::error::, which a list may contain, must not become
# a command of GitHub, nor a section of the log of GitLab. The exit code is that of the command.
set -eu
ci=$(cd "$(dirname "$0")" && pwd)
stop=
if [ -n "${GITHUB_ACTIONS:-}" ]; then
  # Only who knows this word can end it.
  stop=$(openssl rand -hex 16)
  echo "::stop-commands::$stop"
fi
exec 4>&1
# The exit code leaves the pipe on its own way, because sh knows only that of the last command.
code=$({ { ran=0; "$@" 3>&- 4>&- || ran=$?; echo "$ran" >&3; } 2>&1 | node "$ci/plain.mjs" >&4; } 3>&1)
exec 4>&-
if [ -n "$stop" ]; then echo "::$stop::"; fi
exit "$code"
