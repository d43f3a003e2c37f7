#!/bin/sh
# Fetches published lists, and writes a report:
#   sh fetch-lists.sh REPORT
# lists.txt in the folder TOOLS (this one, unless given) declares each list: its file in the repository, and its address. A list that is not
# fetched, or that the command refuses, stays as it is. Exit codes: 0, or 4 if a list stays for such a reason.
set -eu
ci=$(cd "$(dirname "$0")" && pwd)
tools=$(cd -- "${TOOLS:-$ci}" && pwd)
PATH=$tools/node_modules/.bin:$PATH
report=$1
new=
folder=$(mktemp -d)
trap 'rm -rf -- "$folder"; [ -z "$new" ] || rm -f -- "$new"' EXIT
trap 'exit 1' HUP INT TERM

# Writes what an address returns to the file "$new", which has at most 384 MiB. Nothing but https, no settings of the user, and no waiting
# for as long as a server likes.
fetch() (
  ulimit -f 786432
  curl -q --fail --silent --show-error --location --max-redirs 5 --proto =https --proto-redir =https --globoff \
    --connect-timeout 30 --max-time 300 --retry 2 --retry-max-time 600 --max-filesize 402653184 \
    --output "$new" --url "$url"
)

code=0
lists=$(node "$ci/list-files.mjs")
: > "$folder/lists.md"
set --
while read -r file url; do
  [ -n "$file" ] || continue
  path=${file%%//*}
  # Beside the list, so that a list is replaced within one file system.
  case "$path" in
    */*) new=${path%/*}/.${path##*/}.new && mkdir -p -- "${path%/*}" ;;
    *) new=.$path.new ;;
  esac
  rm -f -- "$new"
  if fetch && appliance lint --replaces="$file" -- "$new" > "$folder/list"; then
    sed 's/^/- /' "$folder/list" >> "$folder/lists.md"
  else
    code=4
    echo "The list $file was not replaced." >&2
    echo "- $file was not replaced. The log of the run says why." >> "$folder/lists.md"
  fi
  rm -f -- "$new"
  if [ -e "$path" ]; then set -- "$@" "$file"; fi
done << END
$lists
END

# All lists together, by the settings of the repository. A fatal finding (3) is for the people who review the change.
: > "$folder/lint.md"
if [ $# -gt 0 ]; then
  appliance lint --format markdown --output "$folder/lint.md" -- "$@" > /dev/null || [ $? = 3 ]
fi
{
  cat "$folder/lists.md"
  echo
  cat "$folder/lint.md"
} > "$report"
cat "$report"
exit "$code"
