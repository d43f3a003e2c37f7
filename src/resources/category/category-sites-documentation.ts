import { categoryReleases } from '../../documentation'
import type { ResourceDocumentation } from '../../terraform/provider/definition'
import {
  emptiedDocumentation,
  sharedDocumentation,
  sitesDocumentation,
  verificationDocumentation,
} from './category-documentation'

/** What the page of `appliance_category_sites` says besides its schema. */
export const categorySitesDocumentation: ResourceDocumentation = {
  subcategory: 'Categories',
  meaning: sitesDocumentation,

  release:
    `${categoryReleases} With the autonomous service alone sites can be added but not taken out, and ` +
    '`on_conflict` must be `keep`.',

  destroy:
    'With `on_destroy = "remove"` the managed sites are taken out and the category is compiled; the category and the sites of ' +
    `others stay. With \`on_destroy = "keep"\` nothing is sent, and the sites stay active.\n\n${sharedDocumentation}\n\n${emptiedDocumentation}`,

  drift:
    `${verificationDocumentation}\n\nWhere the category is gone, or its number belongs to another one now, the list is planned ` +
    'to be added to whatever has the number by then, and a warning names it.',
}
