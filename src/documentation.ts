import { olderRelease } from './appliance/categories/interface/releases'
import { directoryRelease } from './appliance/directory/interface/release'
import type { Documentation } from './terraform/provider/definition'

/** What the older category routes need (interface document, 9.1), as a sentence without its full stop. */
export const olderCategoryRelease = `The older category routes need ${olderRelease}`

/** What either generation of the category routes needs (interface document, 9.1 and 9.2). */
export const categoryReleases = `${olderCategoryRelease}; the autonomous service exists from major version 4 on.`

/** What a site in a category is about, for every page that takes or tells sites. */
export const whatASiteMatches =
  'A site stands for itself and for everything below it: `example.com` matches `shop.example.com` and `www.example.com` too, but not ' +
  '`myexample.com`. One `www.` in front is dropped, so `www.example.com` and `example.com` are the same site.'

/** What the pages of the user directory have in common (interface document, 4.6). */
export const directoryDocumentation: Documentation = {
  subcategory: 'User directory',
  release: `The user directory needs ${directoryRelease}. Its routes are served on a unix-domain socket of the appliance, which \`endpoints.directory.url\` names.`,
}
