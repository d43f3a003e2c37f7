import { directoryRelease, olderRelease } from '@webfilter/appliance-client'
import type { Documentation } from '@webfilter/terraform-plugin'

/** What the older category routes need (docs/appliance, "Releases"), as a sentence without its full stop. */
export const olderCategoryRelease = `The older REST routes for categories (paths of the appliance's REST interface) require ${olderRelease}`

/** What either generation of the category routes needs (docs/appliance, "Releases"). */
export const categoryReleases = `${olderCategoryRelease}. The autonomous service requires major version 4 or later.`

/** What a site in a category matches, for every page about sites. */
export const whatASiteMatches =
  'A site matches itself and everything below it: `example.com` also matches `shop.example.com` and `www.example.com`, but not ' +
  '`myexample.com`. One leading `www.` is dropped, so `www.example.com` and `example.com` are the same site.'

/** What the pages of the user directory have in common (docs/appliance, "Releases"). */
export const directoryDocumentation: Documentation = {
  subcategory: 'User directory',
  release: `The user directory requires ${directoryRelease}. The appliance serves the REST interface of the directory on a Unix domain socket: set \`endpoints.directory.url\`, as described in [The directory's socket](../guides/directory-socket.md).`,
}

/** What plans and destroys of the directory do while its service does not run. */
export const withoutService =
  'While the directory service is stopped, switched off or not installed, the provider cannot read the directory, and a plan fails. ' +
  'If the configuration also has `appliance_ldap_service`, and names it in `depends_on`, the plan keeps the state instead, and the ' +
  'apply starts or installs the service first. The next plan then creates again what is missing, for example after the service was ' +
  'uninstalled. A destroy fails while the service does not run: apply first, or use `terraform state rm` for what was deleted with ' +
  'the service.'
