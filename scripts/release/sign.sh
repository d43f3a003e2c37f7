#!/usr/bin/env bash
# Signs the checksums of a release, as registries ask for it: detached and binary.
#
#   GPG_PRIVATE_KEY="$(gpg --armor --export-secret-keys FINGERPRINT)" GPG_FINGERPRINT=FINGERPRINT scripts/release/sign.sh FOLDER
#
# It takes gpg and sha256sum and nothing of the build, so that no tool of the build is ever near the key. The key is in a folder of
# its own, which is removed at the end.
set -euo pipefail

fail() {
  echo "$1" >&2
  exit 1
}

folder=${1:?Name the folder of the release.}
[ -n "${GPG_PRIVATE_KEY:-}" ] || fail 'GPG_PRIVATE_KEY is empty. A release has to be signed: give the key in it.'
[ -n "${GPG_FINGERPRINT:-}" ] || fail 'GPG_FINGERPRINT is empty. Give the fingerprint of the key in it.'

key=$GPG_PRIVATE_KEY
unset GPG_PRIVATE_KEY
GNUPGHOME=$(mktemp -d)
export GNUPGHOME
trap 'gpgconf --kill all; rm -rf "$GNUPGHOME"' EXIT

cd "$folder"
shopt -s nullglob
sums=(*_SHA256SUMS)
[ ${#sums[@]} -eq 1 ] || fail "There are ${#sums[@]} files of checksums in $folder, and a release has one. Make it anew."
for file in *; do
  [ "$file" = "${sums[0]}" ] || cut -c 67- "${sums[0]}" | grep -qxF -- "$file" ||
    fail "$file is not covered by the checksums. Make the release anew, in an empty folder."
done
sha256sum --check --strict "${sums[0]}"

printf '%s\n' "$key" | gpg --batch --quiet --import || fail 'gpg did not take GPG_PRIVATE_KEY. Export the key again.'
gpg --batch --list-secret-keys "$GPG_FINGERPRINT" > /dev/null 2>&1 ||
  fail 'GPG_PRIVATE_KEY holds another key than that of GPG_FINGERPRINT. Correct one of them.'
# Of the primary key or the subkey that signs; 1 is RSA and 17 is DSA (RFC 4880, section 9.1).
algorithm=$(gpg --batch --with-colons --with-subkey-fingerprint --list-secret-keys "$GPG_FINGERPRINT" | awk -F: -v key="$GPG_FINGERPRINT" '
  $1 == "sec" || $1 == "ssb" { algorithm = $4 }
  $1 == "fpr" && toupper(key) == $10 { print algorithm; exit }')
case $algorithm in
  1 | 17) ;;
  '') fail 'GPG_FINGERPRINT is not a whole fingerprint. Give all 40 digits, without spaces.' ;;
  *) fail "The key of GPG_FINGERPRINT is neither RSA nor DSA, and Terraform's registries take no other kind. Sign with an RSA key." ;;
esac
gpg --batch --local-user "$GPG_FINGERPRINT!" --output "${sums[0]}.sig" --detach-sign "${sums[0]}"
gpg --batch --verify "${sums[0]}.sig" "${sums[0]}"
