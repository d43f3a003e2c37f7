import { InvalidArgument, parameter, providerFunction, types } from '@webfilter/terraform-plugin'

import { aboutForm } from './about-form'
import { siteOfEveryService } from './site-of-every-service'

/** The form in which every generation of the appliance stores a site. */
export const normalizeSite = providerFunction('normalize_site', {
  summary: 'Normal form of a site',
  description:
    'Returns a site in the form in which the appliance stores it: a domain in lower case and in ASCII without `www.` in front and ' +
    'without a trailing dot, or an IPv4 address. Two texts name the same site if their normal forms are equal.',
  documentation: { subcategory: 'Categories', meaning: [aboutForm] },
  parameters: {
    site: parameter(types.string, { description: 'Domain or IPv4 address, in any spelling.' }),
  },
  returns: types.string,
  run({ site }) {
    const read = siteOfEveryService(site)
    if (!read.ok) throw new InvalidArgument('site', read.reason)
    return read.site
  },
})
