import { categories } from './datasources/categories'
import { category as categoryData } from './datasources/category'
import { interfaces } from './datasources/interfaces'
import { ldapBackup } from './datasources/ldap-backup'
import { ldapGroups } from './datasources/ldap-groups'
import { ldapMember as ldapMemberData } from './datasources/ldap-member'
import { ldapOrganizations } from './datasources/ldap-organizations'
import { ldapService as ldapServiceData } from './datasources/ldap-service'
import { rblDatabases } from './datasources/rbl-databases'
import { rblRecords } from './datasources/rbl-records'
import { site } from './datasources/site'
import { websiteAnalysis } from './datasources/website-analysis'
import type { ProviderContext } from './definitions'
import { tlsInsecure } from './diagnostics/entries/settings'
import { providerAttributes, settingsFrom } from './provider-configuration'
import { category } from './resources/category/category'
import { CategoryClaims } from './resources/category/category-claims'
import { categorySites } from './resources/category/category-sites'
import { certificate } from './resources/certificate/certificate'
import { Claims } from './resources/claims'
import { hostname } from './resources/hostname'
import { DirectoryClaims } from './resources/ldap/directory-claims'
import { ldapGroup } from './resources/ldap/ldap-group'
import { ldapGroupMembership } from './resources/ldap/ldap-group-membership'
import { ldapMember } from './resources/ldap/ldap-member'
import { ldapService } from './resources/ldap/ldap-service'
import { operation } from './resources/operation/operation'
import { rblDelisting } from './resources/rbl-delisting'
import type { ProviderDefinition } from './terraform/provider/definition'

/** The provider: how it is configured, and everything it offers. */
export const provider: ProviderDefinition<typeof providerAttributes, ProviderContext> = {
  name: 'appliance',
  description:
    'Declares a web-filtering and mail appliance: its categories of websites and the sites in them, its user directory, its ' +
    'certificates, its host name, and what its record databases must not list. Data sources tell the rest: network interfaces, ' +
    'record databases, and how the appliance reaches a website.',
  attributes: providerAttributes,
  resources: [
    category,
    categorySites,
    certificate,
    hostname,
    ldapGroup,
    ldapGroupMembership,
    ldapMember,
    ldapService,
    operation,
    rblDelisting,
  ],
  dataSources: [
    categories,
    categoryData,
    interfaces,
    ldapBackup,
    ldapGroups,
    ldapMemberData,
    ldapOrganizations,
    ldapServiceData,
    rblDatabases,
    rblRecords,
    site,
    websiteAnalysis,
  ],

  async configure({ config, variableOf, diagnostics, log }) {
    if (config.tls?.insecure) diagnostics.raise(tlsInsecure(), ['tls', 'insecure'])
    const { connect } = await import('./appliance/appliance')
    return {
      appliance: connect(settingsFrom(config, variableOf, log)),
      categoryClaims: new CategoryClaims(),
      removalLimit: { text: config.removal_limit, variable: variableOf(['removal_limit']) },
      directoryClaims: new DirectoryClaims(),
      hostnameClaims: new Claims(),
    }
  },

  close: ({ appliance }) => appliance.close(),
}
