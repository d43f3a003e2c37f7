import { categories } from './datasources/categories'
import { category as categoryData } from './datasources/category'
import { site } from './datasources/site'
import type { ProviderContext } from './definitions'
import { providerAttributes, settingsFrom } from './provider-configuration'
import { category } from './resources/category/category'
import { CategoryClaims } from './resources/category/category-claims'
import type { ProviderDefinition } from './terraform/provider/definition'

/** The provider: how it is configured, and everything it offers. */
export const provider: ProviderDefinition<typeof providerAttributes, ProviderContext> = {
  name: 'appliance',
  description: 'Declares a web-filtering and mail appliance: its categories of websites, and what they hold.',
  attributes: providerAttributes,
  resources: [category],
  dataSources: [categories, categoryData, site],

  async configure({ config, diagnostics, log }) {
    if (config.tls?.insecure) {
      diagnostics.warn(
        'Certificates of the appliance are not checked',
        'With tls.insecure anyone on the way can read the token and change the answers. Give tls.ca_certificate instead.',
        ['tls', 'insecure'],
      )
    }
    const { connect } = await import('./appliance/appliance')
    return { appliance: connect(settingsFrom(config, log)), claims: new CategoryClaims() }
  },

  close: ({ appliance }) => appliance.close(),
}
