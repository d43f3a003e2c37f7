import { serve, type TestServer } from '../../packages/client/test/server'
import type { TestAppliance } from './appliance'
import { Trial } from './trial'
import { describeWithEngine } from './workspace'

/** One of each resource and data source. */
const everything = (website: TestServer) => `
resource "appliance_category" "inline" {
  name  = "inline"
  sites = ["B.example.", "a.example", "192.0.2.1"]
}

resource "appliance_category" "file" {
  name       = "file"
  sites_file = "sites.txt"
  verify     = "sample"
}

resource "appliance_category_sites" "desk" {
  category_id = appliance_category.inline.id
  name        = "desk"
  sites       = ["desk.example"]
}

resource "appliance_certificate" "console" {
  self_signed = {
    certificate_name = "Console"
    common_name      = "proxy.example.org"
  }
}

resource "appliance_hostname" "name" {
  hostname = "Proxy.example.org"
}

resource "appliance_ldap_service" "directory" {}

resource "appliance_ldap_member" "ann" {
  uid          = "ann.lee"
  first_name   = "Ann"
  last_name    = "Lee"
  email        = "ann.lee@example.org"
  password     = "Given-once-1"
  organization = "acme"
  depends_on   = [appliance_ldap_service.directory]
}

resource "appliance_ldap_group" "editors" {
  name         = "editors"
  organization = "acme"
  depends_on   = [appliance_ldap_service.directory]
}

resource "appliance_ldap_group_membership" "ann" {
  uid = appliance_ldap_member.ann.uid
  gid = appliance_ldap_group.editors.gid
}

resource "appliance_operation" "backup" {
  name = "category_backup"
}

resource "appliance_rbl_delisting" "mail" {
  database  = "1270002"
  addresses = ["192.0.2.25"]
}

data "appliance_categories" "all" {
  depends_on = [appliance_category_sites.desk, appliance_category.file]
}
data "appliance_category" "file" {
  id = appliance_category.file.id
}
data "appliance_interfaces" "all" {}
data "appliance_ldap_backup" "last" {
  depends_on = [appliance_ldap_service.directory]
}
data "appliance_ldap_groups" "acme" {
  organization = "acme"
  depends_on   = [appliance_ldap_group_membership.ann]
}
data "appliance_ldap_member" "ann" {
  uid        = appliance_ldap_member.ann.uid
  depends_on = [appliance_ldap_group_membership.ann]
}
data "appliance_ldap_organizations" "all" {
  depends_on = [appliance_ldap_group_membership.ann]
}
data "appliance_ldap_service" "directory" {
  depends_on = [appliance_ldap_service.directory]
}
data "appliance_rbl_databases" "all" {}
data "appliance_rbl_records" "mail" {
  database  = "1270002"
  addresses = ["192.0.2.25"]
}
data "appliance_website_analysis" "portal" {
  website = "${new URL(website.url).host}"
}
data "appliance_site" "a" {
  domain     = "a.example"
  depends_on = [appliance_category.inline]
}
`

interface Resource {
  readonly mode: string
  readonly type: string
  readonly instances: readonly { readonly attributes: object; readonly private?: string }[]
}

interface ShownPlan {
  readonly resource_drift?: readonly { readonly address: string }[]
  readonly resource_changes?: readonly {
    readonly address: string
    readonly change: { readonly actions: readonly string[] }
  }[]
}

let trial: Trial
let website: TestServer

/** What the state has of each resource and data source. */
async function stored(): Promise<readonly Pick<Resource, 'mode' | 'type'>[]> {
  const state: { readonly resources: readonly Resource[] } = JSON.parse(
    (await trial.workspace.run('state', 'pull')).output,
  )
  return state.resources.map(({ mode, type, instances }) => ({
    mode,
    type,
    instances: instances.map(({ attributes, private: kept }) => ({ attributes, kept })),
  }))
}

async function shown(...options: readonly string[]): Promise<ShownPlan> {
  const { exitCode, output } = await trial.workspace.plan(...options, '-out=saved.tfplan')
  if (exitCode === 1) throw new Error(output)
  return JSON.parse((await trial.workspace.run('show', '-json', 'saved.tfplan')).output)
}

/** What others do on the appliance beside what is declared. */
function workBesides({ store, directory }: TestAppliance): void {
  for (const name of ['inline', 'file']) {
    const id = store.categoryNamed(name)?.id
    if (id === undefined) throw new Error('the category is gone')
    store.addSites(id, ['of-others.example'])
  }
  store.create({ name: 'of others', description: '' })
  directory.members.create({ uid: 'eve.may', organization: 'acme', password: 'by-hand' })
  directory.groups.create({ name: 'of others', organization: 'acme' })
}

describeWithEngine('a refresh', () => {
  beforeEach(async () => {
    trial = await Trial.attached()
    let answers = 0
    website = await serve((_, response) => {
      answers += 1
      response
        .writeHead(200, { Server: 'portal', 'Set-Cookie': `session=${answers}`, Age: String(answers) })
        .end()
    })
    await trial.list('sites.txt', ...Array.from({ length: 2_100 }, (_, index) => `site-${index}.example`))
  })
  afterEach(async () => {
    await trial.close()
    await website.close()
  })

  it('leaves every state unchanged after an apply, and after others changed what is not declared', async () => {
    await trial.applied(everything(website))
    const before = await stored()
    expect((await shown('-refresh-only')).resource_drift ?? []).toEqual([])
    await trial.workspace.apply('-refresh-only')
    expect(await stored()).toEqual(before)

    workBesides(trial.appliance)
    const { resource_drift = [] } = await shown('-refresh-only')
    expect(resource_drift).toEqual([])
    await trial.workspace.apply('-refresh-only')
    const managed = (resources: Awaited<ReturnType<typeof stored>>) =>
      resources.filter(({ mode }) => mode === 'managed')
    expect(managed(await stored())).toEqual(managed(before))

    const { resource_changes = [] } = await shown()
    expect(resource_changes.filter(({ change }) => change.actions.join() !== 'no-op')).toEqual([])
  })
})
