#!/bin/sh
# Pushes changed lists to a branch of their own, which each run replaces:
#   sh push-lists.sh BRANCH
# PUSH_TOKEN may write to the repository. Exit codes: 0 the branch has the changes, 4 no list has changed.
set -eu
lists=$(node "$(dirname "$0")/list-files.mjs")
while read -r file _; do
  if [ -n "$file" ] && [ -e "${file%%//*}" ]; then git --literal-pathspecs add -- "${file%%//*}"; fi
done << END
$lists
END
if git diff --cached --quiet; then exit 4; fi
git -c user.name='Published lists' -c user.email='lists@localhost' commit --quiet --message 'Update published lists'

# The token is in the environment of git, where other processes cannot read it as they can read arguments.
export GIT_CONFIG_COUNT=1
export GIT_CONFIG_KEY_0=http.extraHeader
GIT_CONFIG_VALUE_0="Authorization: Basic $(printf 'token:%s' "$PUSH_TOKEN" | base64 | tr -d '\n')"
export GIT_CONFIG_VALUE_0
# A branch that is the same stays, so that its reviews and approvals stay too.
if git fetch --quiet --depth 1 origin "refs/heads/$1" 2> /dev/null &&
  [ "$(git rev-parse 'FETCH_HEAD^{tree}')" = "$(git rev-parse 'HEAD^{tree}')" ]; then
  exit 0
fi
git push --quiet --force origin "HEAD:refs/heads/$1"
