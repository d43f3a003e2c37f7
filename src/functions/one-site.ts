import { isIPv4 } from 'node:net'
import { parseSite, registrableDomainOf } from '@webfilter/appliance-names'
import { InvalidArgument, parameter, providerFunction, types } from '@webfilter/terraform-plugin'
import { rejectedNames, siteOfEveryService } from './accepted-sites'

/** The form in which every generation of the appliance stores a site. */
export const normalizeSite = providerFunction('normalize_site', {
  summary: 'Normal form of a site',
  description:
    'Returns a site in the form in which the appliance stores it: a domain in lower case and in ASCII without `www.` in front and ' +
    'without a trailing dot, or an IPv4 address. Two texts name the same site if their normal forms are equal.',
  documentation: { subcategory: 'Categories', meaning: [rejectedNames] },
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

/** The domain under which a site was registered. */
export const registrableDomain = providerFunction('registrable_domain', {
  summary: 'Registered domain above a site',
  description:
    'Returns the part of a site that someone registered: the public suffix and one label more. For `login.example.co.uk`, this is ' +
    '`example.co.uk`. In a category, it matches the site and everything else below the same domain.',
  documentation: {
    subcategory: 'Categories',
    meaning: [
      {
        heading: 'Public suffixes',
        text:
          'A public suffix is a name under which anyone can register a domain, such as `com`, `co.uk` or, from hosting services, ' +
          '`github.io`. The provider contains the list of [publicsuffix.org](https://publicsuffix.org) as of its release. A top-level ' +
          'domain that is not in it, such as `internal`, is a public suffix.',
      },
      {
        heading: 'Which names are rejected',
        text:
          'The function fails for IPv4 addresses and public suffixes, which have no registrable domain, and for texts that are not a ' +
          'site. It also fails for sites whose registrable domain is a name that [`normalize_site`](normalize_site.md) rejects, such as ' +
          '`login.www.gov.uk`. A `try` that returns the site itself would also return a public suffix.',
      },
    ],
  },
  parameters: {
    site: parameter(types.string, { description: 'Domain, in any spelling.' }),
  },
  returns: types.string,
  run({ site }) {
    const read = parseSite(site)
    if (!read.ok) throw new InvalidArgument('site', read.reason)
    const name = JSON.stringify(read.site)
    if (isIPv4(read.site)) {
      throw new InvalidArgument(
        'site',
        `${name} is an IPv4 address, which has no registrable domain; write a domain`,
      )
    }
    const domain = registrableDomainOf(read.site)
    if (domain === undefined) {
      const why = 'is a public suffix, under which anyone can register a domain; write a domain below it'
      throw new InvalidArgument('site', `${name} ${why}`)
    }
    const result = siteOfEveryService(domain)
    if (result.ok && result.site === domain) return domain
    const reason = result.ok ? `which is another site than "${domain}"` : result.reason
    throw new InvalidArgument('site', `the registrable domain of ${name} cannot be a site: ${reason}`)
  },
})
