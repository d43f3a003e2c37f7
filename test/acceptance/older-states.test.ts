import { findEngine } from '../../engine/find-engine'
import { type DirectoryTrial, openDirectory } from './directory-trial'
import { describeWithEngine } from './workspace'

const { product } = findEngine() ?? {}
const registry = product === 'OpenTofu' ? 'registry.opentofu.org' : 'registry.terraform.io'

let trial: DirectoryTrial

/**
 * Everything that a state of 0.1.0 can contain, as that release stored it: without identities and private data, and without the
 * attributes that came later. The appliance has all of it.
 */
async function openWithOlderState(): Promise<void> {
  trial = await openDirectory()
  const { appliance, workspace } = trial
  const old = created('old', 'doubleclick.net', 'adserver.example', 'phishing.example')
  const feed = created('feed', 'a.example', 'b.example')
  const gid = trial.group('editors')
  trial.byHand('ann.lee', { gid })
  const console = { certificate_name: 'Console', common_name: 'proxy.example.org', key_size: 4096 }

  await workspace.writeFile('feed.txt', 'a.example\nb.example\n')
  await workspace.write(`
resource "appliance_category" "old" {
  name  = "old"
  sites = ["doubleclick.net", "adserver.example"]
}
resource "appliance_category" "feed" {
  name       = "feed"
  sites_file = "feed.txt"
}
resource "appliance_category_sites" "desk" {
  category_id = appliance_category.old.id
  name        = "desk"
  sites       = ["phishing.example"]
}
resource "appliance_certificate" "console" {
  self_signed = {
${Object.entries(console)
  .map(([name, value]) => `    ${name} = ${JSON.stringify(value)}`)
  .join('\n')}
  }
}
resource "appliance_hostname" "this" {
  hostname = "proxy.example.org"
}
resource "appliance_ldap_service" "directory" {}
resource "appliance_ldap_group" "editors" {
  name         = "editors"
  organization = "acme"
}
resource "appliance_ldap_member" "ann" {
  uid          = "ann.lee"
  first_name   = "Ann"
  last_name    = "Lee"
  email        = "ann@example.org"
  organization = "acme"
  password     = "by-hand"
}
resource "appliance_ldap_group_membership" "ann" {
  uid = appliance_ldap_member.ann.uid
  gid = appliance_ldap_group.editors.gid
}
resource "appliance_operation" "backup" {
  name = "category_backup"
}
resource "appliance_rbl_delisting" "bulk" {
  database  = "1270002"
  addresses = ["192.0.2.1"]
}
`)
  await workspace.writeFile(
    'terraform.tfstate',
    stateOf([
      [
        'appliance_category',
        'old',
        {
          id: old,
          table: 'category_old',
          name: 'old',
          description: '',
          on_destroy: 'remove',
          ...inline('doubleclick.net', 'adserver.example'),
        },
      ],
      [
        'appliance_category',
        'feed',
        {
          id: feed,
          table: 'category_feed',
          name: 'feed',
          description: '',
          on_destroy: 'remove',
          ...fromFile,
        },
      ],
      [
        'appliance_category_sites',
        'desk',
        {
          id: `${old}/desk`,
          name: 'desk',
          category_id: old,
          category_name: 'old',
          on_destroy: 'remove',
          ...inline('phishing.example'),
        },
        'appliance_category.old',
      ],
      [
        'appliance_certificate',
        'console',
        {
          id: 'self_signed/0/proxy.example.org',
          self_signed: { ...certificateOf, ...console },
          server: null,
          signing_request: null,
        },
      ],
      ['appliance_hostname', 'this', { hostname: 'proxy.example.org' }],
      [
        'appliance_ldap_service',
        'directory',
        {
          id: 'openldap',
          running: true,
          timeouts: null,
          uninstall_on_destroy: false,
          version: '2.6.8',
        },
      ],
      ['appliance_ldap_group', 'editors', { gid, id: `acme/${gid}`, name: 'editors', organization: 'acme' }],
      ['appliance_ldap_member', 'ann', { ...memberOf, gid, uid: 'ann.lee', id: 'ann.lee' }],
      [
        'appliance_ldap_group_membership',
        'ann',
        { gid, id: `ann.lee/${gid}`, uid: 'ann.lee' },
        'appliance_ldap_member.ann',
        'appliance_ldap_group.editors',
      ],
      ['appliance_operation', 'backup', { arguments: null, name: 'category_backup', triggers: null }],
      ['appliance_rbl_delisting', 'bulk', { addresses: ['192.0.2.1'], compiled: true, database: '1270002' }],
    ]),
  )

  function created(name: string, ...sites: readonly string[]): string {
    const { id } = appliance.store.create({ name, description: '' })
    appliance.store.addSites(id, sites)
    appliance.store.compile(id)
    return String(id)
  }
}

const listOf01 = {
  compile: true,
  compiled: true,
  item_count: null,
  on_conflict: 'keep',
  on_invalid_line: 'skip',
  on_remove: 'remove',
  verification: null,
  verify: 'auto',
}

function inline(...sites: readonly string[]) {
  const last_change = { added: sites.length, first_added: sites, first_removed: [], removed: 0 }
  const file = {
    file_digest: null,
    site_count: null,
    sites_digest: null,
    sites_file: null,
    sites_packed: null,
  }
  return { ...listOf01, sites, last_change, ...file }
}

const fromFile = {
  ...inline('a.example', 'b.example'),
  sites: null,
  file_digest: '1:uncut:sha256:8fb9a6ebbf9e0b506b9478b431e6e9dcd34fc2153daea407fc818280551cfed5',
  site_count: 2,
  sites_digest: 'sha256:8fb9a6ebbf9e0b506b9478b431e6e9dcd34fc2153daea407fc818280551cfed5',
  sites_file: 'feed.txt',
  sites_packed: '1:Y0jUS61IzC3ISeXiSOICAA==',
}

const certificateOf = {
  alternative_names: null,
  certificate_max_days: 3650,
  country_name: null,
  email_address: null,
  extra_fields: null,
  locality_name: null,
  node_id: 0,
  organization_name: null,
  organizational_unit: null,
  state_or_province_name: null,
}

const memberOf = {
  email: 'ann@example.org',
  first_name: 'Ann',
  last_name: 'Lee',
  mobile: null,
  organization: 'acme',
  password: 'by-hand',
  password_wo: null,
  password_wo_version: null,
  telephone_number: null,
  title: null,
  unverified: [],
}

type StoredResource = readonly [type: string, name: string, attributes: object, ...dependencies: string[]]

/** A state as Terraform stores it, in version 4 of its format. */
function stateOf(resources: readonly StoredResource[]): string {
  const state = {
    version: 4,
    terraform_version: '1.5.0',
    serial: 1,
    lineage: '8d46d0f9-d5eb-0090-f574-3bf05600d3ec',
    outputs: {},
    resources: resources.map(([type, name, attributes, ...dependencies]) => ({
      mode: 'managed',
      type,
      name,
      provider: `provider["${registry}/webfilter/appliance"]`,
      instances: [{ schema_version: 0, attributes, sensitive_attributes: [], dependencies }],
    })),
  }
  return JSON.stringify(state)
}

describeWithEngine('a state of 0.1.0 under an engine of today', () => {
  beforeEach(openWithOlderState)
  afterEach(() => trial.close())

  it('has nothing to do', async () => {
    await trial.workspace.nothingToDo()
    expect(trial.appliance.writes()).toEqual([])
  })

  it.each([
    ['is destroyed', []],
    ['is destroyed without a refresh', ['-refresh=false']],
  ])('%s, with warnings of all that stays', async (_, options) => {
    const { exitCode, output } = await trial.workspace.destroy(...options)
    expect(output).toContain('Destroy complete! Resources: 11 destroyed.')
    expect(exitCode).toBe(0)
    const { store } = trial.appliance
    expect([...store.sites(250), ...store.sites(251)]).toEqual([])
    expect(trial.directory.members.get('ann.lee')).toBeUndefined()
    for (const code of [
      'category-stays',
      'certificate-stays',
      'group-stays',
      'directory-service-stays',
      'member-deleted',
    ])
      expect(output).toContain(`[appliance:${code}]`)
    expect((await trial.workspace.run('state', 'list')).output).toBe('')
  })
})
