import { notASite } from '@webfilter/appliance-declarations/diagnostics/sites'
import { parseSite } from '@webfilter/appliance-names'
import { bool, isUnknown, nestedList, ProviderError, string } from '@webfilter/terraform-plugin'
import { dataSource } from '../definitions'
import { olderCategoryRelease, whatASiteMatches } from '../documentation'

/** Which categories hold a site (docs/appliance, "Find the categories of a site"). */
export const site = dataSource('site', {
  description:
    'Reads which categories of the appliance contain a site. Requires the older category routes, because the autonomous service ' +
    'cannot look up a site.',
  documentation: {
    subcategory: 'Categories',
    release: `${olderCategoryRelease}.`,
    meaning: [
      {
        heading: 'What a site matches',
        text: `${whatASiteMatches}\n\nThis data source finds only categories that contain the site itself. A category that contains \`example.com\` also matches \`shop.example.com\`, but is not found for it: look up both.`,
      },
    ],
  },

  attributes: {
    domain: string({ required: true, description: 'Domain or IPv4 address to look up, in any spelling.' }),
    found: bool({ computed: true, description: 'Whether a category contains the site.' }),
    categories: nestedList(
      {
        id: string({ computed: true, description: 'Number of the category.' }),
        name: string({ computed: true, description: 'Name of the category.' }),
      },
      { computed: true, description: 'Categories that contain the site, in the order of the appliance.' },
    ),
  },

  validate({ config: { domain }, diagnostics }) {
    const parsed = isUnknown(domain) ? undefined : parseSite(domain)
    if (parsed?.ok === false) diagnostics.raise(notASite(parsed), ['domain'])
  },

  async read({ config: { domain }, appliance, signal }) {
    const parsed = parseSite(domain)
    if (!parsed.ok) {
      const invalid = { ...notASite(parsed), advice: 'Correct the source of the value.' }
      throw new ProviderError(invalid, { path: ['domain'] })
    }
    const holders = await appliance.categories.query(parsed.site, signal)
    return {
      domain,
      found: holders.length > 0,
      categories: holders.map(({ id, name }) => ({ id: String(id), name })),
    }
  },
})
