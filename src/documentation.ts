import type { Documentation } from '@webfilter/terraform-plugin'

/** Where the releases are that each part needs (docs/appliance, "Releases"). */
const releases = '../index.md#releases-of-the-appliance'

/** What the older category routes need, as a sentence without its full stop. */
export const olderCategoryRelease = `The older category routes require [one of these releases](${releases})`

/** What either generation of the category routes needs. */
export const categoryReleases = `Each of the two category services requires [a release](${releases}).`

/** What a site in a category matches, for every page about sites. */
export const whatASiteMatches =
  'A site matches itself and everything below it: `example.com` also matches `shop.example.com` and `www.example.com`, but not ' +
  '`myexample.com`. One leading `www.` is dropped, so `www.example.com` and `example.com` are the same site, and so are ' +
  'names in other letter case.'

/** What the pages of the user directory have in common. */
export const directoryDocumentation: Documentation = {
  subcategory: 'User directory',
  release: `Requires [a release](${releases}), and the address of [the directory's socket](../guides/directory-socket.md).`,
}

/** Where it is said what plans and destroys of the directory do while its service does not run. */
export const withoutService =
  'While the directory service does not run, plans and destroys fail: see [its resource](ldap_service.md#drift).'
