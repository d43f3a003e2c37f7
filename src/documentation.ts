import { directoryRelease, olderRelease } from '@webfilter/appliance-client'
import type { Documentation } from '@webfilter/terraform-plugin'

/** What the older category routes need (docs/appliance, "Releases"), as a sentence without its full stop. */
export const olderCategoryRelease = `The older category routes require ${olderRelease}`

/** What either generation of the category routes needs (docs/appliance, "Releases"). */
export const categoryReleases = `${olderCategoryRelease}. The autonomous service requires major version 4 or later.`

/** What a site in a category matches, for every page about sites. */
export const whatASiteMatches =
  'A site matches itself and everything below it: `example.com` also matches `shop.example.com` and `www.example.com`, but not ' +
  '`myexample.com`. One leading `www.` is dropped, so `www.example.com` and `example.com` are the same site.'

/** What the pages of the user directory have in common (docs/appliance, "Releases"). */
export const directoryDocumentation: Documentation = {
  subcategory: 'User directory',
  release:
    `The user directory requires ${directoryRelease}, and \`endpoints.directory.url\`: see [The directory's ` +
    `socket](../guides/directory-socket.md).`,
}

/** Where it is said what plans and destroys of the directory do while its service does not run. */
export const withoutService =
  'While the directory service does not run, plans and destroys fail: see [its resource](ldap_service.md#drift).'
