import type { Appliance, Area } from '@webfilter/appliance-client'
import { expectationEmpty } from '@webfilter/appliance-declarations/diagnostics/expectation'
import { told, wordsFor } from '@webfilter/appliance-declarations/diagnostics/incidents'
import { formerAddress } from '@webfilter/appliance-declarations/diagnostics/objects'
import { tlsInsecure, variableMisspelled } from '@webfilter/appliance-declarations/diagnostics/settings'
import {
  expectsNothing,
  providerAttributes,
  resourceSettingsFrom,
  settingsFrom,
  strayVariables,
  variablesOf,
} from '@webfilter/appliance-declarations/provider-settings'
import { ListThreads, SiteFiles } from '@webfilter/site-lists'
import { late, type ProviderDefinition } from '@webfilter/terraform-plugin'
import type { ProviderData } from './provider-data'
import { Run } from './run/run'
import { usualWaits, type Waits } from './run/waits'

/** The provider: how it is configured, and everything it offers. Definitions that a configuration does not name are not loaded. */
export const provider: ProviderDefinition<typeof providerAttributes, ProviderData<Appliance>> = {
  name: 'appliance',
  source: 'webfilter/appliance',
  manages: 'the appliance',
  description:
    'Manages a web-filtering and mail appliance: its categories of websites and the sites in them, its user directory, its ' +
    'certificates, its host name, and the addresses that its record databases must not list. Data sources read the rest: network ' +
    'interfaces, record databases, and how the appliance reaches a website.',
  attributes: providerAttributes,
  resources: [
    late('category', async () => (await import('./resources/category/category')).category),
    late('category_sites', async () => (await import('./resources/category/category-sites')).categorySites),
    late('certificate', async () => (await import('./resources/certificate/certificate')).certificate),
    late('hostname', async () => (await import('./resources/hostname')).hostname),
    late('ldap_group', async () => (await import('./resources/ldap/ldap-group')).ldapGroup),
    late(
      'ldap_group_membership',
      async () => (await import('./resources/ldap/ldap-group-membership')).ldapGroupMembership,
    ),
    late('ldap_member', async () => (await import('./resources/ldap/ldap-member')).ldapMember),
    late('ldap_service', async () => (await import('./resources/ldap/ldap-service')).ldapService),
    late('operation', async () => (await import('./resources/operation')).operation),
    late('rbl_delisting', async () => (await import('./resources/rbl-delisting')).rblDelisting),
  ],
  dataSources: [
    late('categories', async () => (await import('./datasources/categories')).categories),
    late('category', async () => (await import('./datasources/categories')).category),
    late('interfaces', async () => (await import('./datasources/interfaces')).interfaces),
    late('ldap_backup', async () => (await import('./datasources/directory')).ldapBackup),
    late('ldap_groups', async () => (await import('./datasources/directory')).ldapGroups),
    late('ldap_member', async () => (await import('./datasources/directory')).ldapMember),
    late('ldap_organizations', async () => (await import('./datasources/directory')).ldapOrganizations),
    late('ldap_service', async () => (await import('./datasources/directory')).ldapService),
    late('rbl_databases', async () => (await import('./datasources/records')).rblDatabases),
    late('rbl_records', async () => (await import('./datasources/records')).rblRecords),
    late('site', async () => (await import('./datasources/site')).site),
    late('website_analysis', async () => (await import('./datasources/website-analysis')).websiteAnalysis),
  ],
  functions: [
    late('merge_sites', async () => (await import('./functions/site-lists')).mergeSites),
    late('normalize_site', async () => (await import('./functions/one-site')).normalizeSite),
    late('parse_sites', async () => (await import('./functions/site-lists')).parseSites),
    late('registrable_domain', async () => (await import('./functions/one-site')).registrableDomain),
  ],
  actions: [
    late('backup_categories', async () => (await import('./actions/backup-and-restart')).backupCategories),
    late('backup_directory', async () => (await import('./actions/backup-and-restart')).backupDirectory),
    late('compile_category', async () => (await import('./actions/compile-category')).compileCategory),
    late('restart_directory', async () => (await import('./actions/backup-and-restart')).restartDirectory),
  ],

  listResources: [
    late('category', async () => (await import('./resources/category/category')).categoryList),
    late('ldap_group', async () => (await import('./resources/ldap/ldap-group')).ldapGroupList),
    late(
      'ldap_group_membership',
      async () => (await import('./resources/ldap/ldap-group-membership')).ldapGroupMembershipList,
    ),
  ],

  configure: (given) => configure(given, usualWaits),

  told,

  notices({ appliance }) {
    return appliance.takeWarnings().map(wordsFor)
  },

  nextRun({ appliance, run }) {
    run.nextRun()
    appliance.beginAnew()
  },

  readAgain({ appliance }) {
    appliance.beginAnew()
  },

  places: {
    of: (type, { appliance }) => {
      const area = areasOfMissing.get(type)
      return area && appliance.addressMark(area)
    },
    left: (type, { name, uid, id }) =>
      formerAddress({ type, name: String(name ?? (type === 'appliance_ldap_member' ? uid : id)) }),
  },

  async close({ appliance, listThreads }) {
    await listThreads.close()
    await appliance.close()
  },
}

/** The types of objects that a refresh can find to be missing, and where each is. */
const areasOfMissing: ReadonlyMap<string, Area> = new Map([
  ['appliance_category', 'categories'],
  ['appliance_category_sites', 'categories'],
  ['appliance_ldap_group', 'directory'],
  ['appliance_ldap_group_membership', 'directory'],
  ['appliance_ldap_member', 'directory'],
])

/** The same provider, whose resources wait otherwise for each other. */
export function providerWith(waits: Waits): typeof provider {
  return { ...provider, configure: (given) => configure(given, waits) }
}

async function configure(
  { config, variableOf, diagnostics, log, terraformVersion }: Parameters<typeof provider.configure>[0],
  waits: Waits,
): Promise<ProviderData<Appliance>> {
  const isPinned = (config.expect?.certificate_fingerprints ?? []).length > 0
  if (config.tls?.insecure && !isPinned) diagnostics.raise(tlsInsecure(), ['tls', 'insecure'])
  const { cancelled, connect } = await import('@webfilter/appliance-client')
  const settings = settingsFrom(config, variableOf, log, terraformVersion)
  const { removalLimit, ...ofResources } = resourceSettingsFrom(config)
  if (settings.expect && expectsNothing(settings.expect)) diagnostics.raise(expectationEmpty(), ['expect'])
  const stray = strayVariables(process.env)
  if (stray.length > 0) {
    log.warn('Environment variables that look like settings of the provider are none.', {
      variables: stray.join(', '),
    })
    // Other programs may have variables of this prefix, so the user sees only those that are most likely misspelled.
    const { nearCodes } = await import('@webfilter/appliance-declarations/diagnostics/catalogue')
    for (const variable of stray) {
      const [nearest] = nearCodes(variable, variablesOf(providerAttributes))
      if (nearest !== undefined) diagnostics.raise(variableMisspelled({ variable, nearest }))
    }
  }
  const run = new Run(cancelled, waits)
  const listThreads = new ListThreads({
    source: async () => (await import('@webfilter/site-lists/thread-source')).threadSource,
    onFallback: (reason) =>
      log.warn('Reading long lists on the main thread, because a worker thread failed.', { reason }),
  })
  return {
    appliance: connect(settings, run.changes.exchange, ofResources.onUnreachable),
    run,
    ...ofResources,
    removalLimit: { text: removalLimit, variable: variableOf(['removal_limit']) },
    siteFiles: new SiteFiles(listThreads),
    listThreads,
  }
}
