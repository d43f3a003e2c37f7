import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { asked } from '../lanes/journals'
import { startAppliance, type TestAppliance } from './appliance'
import { describeWithEngineThatHas, type Run, Workspace } from './workspace'

/**
 * Each thing that the host imitates of Terraform's core, tried on both: what is planned, what is asked of the appliance, and what the
 * state keeps. The real engine decides what is right.
 */
describeWithEngineThatHas('imitated')('the host does as the real engine', () => {
  it.each(Object.entries(canaries()))('with %s', async (_, tryOut) => {
    const [byHost, byEngine] = [
      await observed(Workspace.open, tryOut),
      await observed(Workspace.attached, tryOut),
    ]
    expect(byHost).toEqual(byEngine)
  })
})

/** What a canary does with a folder. */
type TryOut = (at: Observed) => Promise<void>

/** A folder in which each command is observed. */
interface Observed {
  readonly appliance: TestAppliance
  readonly workspace: Workspace
  /** Writes a configuration, plans it, and applies it. */
  applied(...blocks: readonly string[]): Promise<void>
  /** Plans a configuration. */
  planned(content: string, ...options: readonly string[]): Promise<void>
  run(...words: readonly string[]): Promise<void>
  /** Changes the state's file. */
  stateChanged(change: (state: StateFile) => void): Promise<void>
}

function canaries(): Readonly<Record<string, TryOut>> {
  return {
    'the life of a category': async ({ applied, appliance, run, workspace }) => {
      await applied(category('ads', ['a.example', 'b.example']))
      await applied(category('ads', ['a.example', 'c.example']))
      appliance.store.removeSites(250, ['a.example'])
      await applied(category('ads', ['a.example', 'c.example']))
      const pulled = await workspace.run('state', 'pull')
      expect(JSON.parse(pulled.output)).toMatchObject({ resources: [{ name: 'ads' }] })
      await applied('')
      await run('state', 'list')
    },
    'the life of a list of sites, a group, a member and a link': async ({ applied, appliance }) => {
      appliance.directory.organizations.create('acme')
      await applied(everyone('Ann'))
      await applied(everyone('Anna'))
      await applied(everyone('Anna').replace(/resource "appliance_ldap_group_membership"[^}]*}/, ''))
      await applied('')
    },
    'the life of a host name, a delisted address and the directory service': async ({ applied }) => {
      await applied(others('proxy.example.org'))
      await applied(others('cache.example.org'))
      await applied('')
    },
    'a data source, and one whose settings another resource says': async ({ applied, planned }) => {
      const both = `${category('ads', ['a.example'])}
data "appliance_site" "known" { domain = "a.example" }
data "appliance_category" "later" { id = appliance_category.ads.id }
data "appliance_categories" "after" { depends_on = [appliance_category.ads] }
output "found" { value = data.appliance_category.later.name }`
      await applied(both)
      await planned(both)
      await applied('')
    },
    'values that become known at apply': async ({ applied }) => {
      const late = (site: string) => `resource "terraform_data" "late" { input = "${site}" }
${category('ads', [], latePart)}`
      await applied(late('one.example'))
      await applied(late('two.example'))
    },
    'settings of the provider that become known at apply': async ({ applied }) => {
      await applied(`resource "terraform_data" "retries" { input = 1 }
provider "appliance" { retries = terraform_data.retries.output }
${category('ads', ['a.example'])}`)
    },
    'count, for_each, locals and variables': async ({ applied }) => {
      const each = (...names: readonly string[]) => `locals { names = ${JSON.stringify(names)} }
variable "suffix" { default = "example" }
resource "appliance_category" "each" {
  for_each = toset(local.names)
  name     = each.key
  sites    = [for part in ["a", "b"] : "\${part}.\${each.value}.\${var.suffix}" if part != "b"]
}
resource "appliance_category" "counted" {
  depends_on = [appliance_category.each]
  count = length(local.names) > 1 ? 1 : 0
  name  = format("counted-%d", count.index)
  sites = concat(["counted-\${count.index}.example"], [])
}`
      await applied(each('one'))
      await applied(each('one', 'two'))
      await applied(each('two'))
    },
    'a replacement, whether it is asked for or tainted': async ({ applied, workspace, run, planned }) => {
      const ads = category('ads', ['a.example'])
      await applied(ads)
      await planned(ads, '-replace=appliance_category.ads')
      await run('apply', '-no-color', '-auto-approve', '-replace=appliance_category.ads')
      await run('taint', 'appliance_category.ads')
      await planned(ads)
      await run('untaint', 'appliance_category.ads')
      await planned(ads)
      await run('taint', 'appliance_category.ads')
      await workspace.write(ads)
      await run('apply', '-no-color', '-auto-approve')
    },
    'a replacement that another attribute forces': async ({ applied }) => {
      const list = (name: string) => `${category('ads', ['a.example'])}
resource "appliance_category_sites" "more" {
  category_id = appliance_category.ads.id
  name        = "${name}"
  sites       = ["b.example"]
}`
      await applied(list('more'))
      await applied(list('others'))
    },
    'create_before_destroy, and what refers to it': async ({ applied, run }) => {
      await applied(createdFirst)
      await run('apply', '-no-color', '-auto-approve', '-replace=terraform_data.first')
    },
    replace_triggered_by: async ({ applied }) => {
      const triggered = (version: number) => `resource "terraform_data" "version" { input = ${version} }
resource "appliance_category" "ads" {
  name  = "ads"
  sites = ["a.example"]
  lifecycle { replace_triggered_by = [terraform_data.version] }
}`
      await applied(triggered(1))
      await applied(triggered(2))
    },
    'prevent_destroy and ignore_changes': async ({ applied, planned, appliance }) => {
      const kept = (...sites: readonly string[]) => `resource "appliance_category" "ads" {
  name  = "ads"
  sites = ${JSON.stringify(sites)}
  lifecycle {
    prevent_destroy = true
    ignore_changes  = [sites]
  }
}`
      await applied(kept('a.example'))
      await planned(kept('b.example'))
      appliance.store.removeSites(250, ['a.example'])
      await planned(kept('a.example'))
      await planned(kept('a.example'), '-replace=appliance_category.ads')
      await planned(kept('a.example'), '-destroy')
    },
    'ignore_changes of a part, of everything, and of what is replaced': async ({ applied, planned }) => {
      const ignoring = (ignored: string, last: string, trigger: string) => `
resource "appliance_ldap_member" "ann" {
  uid          = "ann.lee"
  first_name   = "Ann"
  last_name    = "${last}"
  email        = "ann@example.org"
  organization = "acme"
  password     = "initial-password"
  lifecycle { ignore_changes = ${ignored} }
}
resource "appliance_certificate" "proxy" {
  self_signed = {
    common_name      = "proxy.example.org"
    certificate_name = "${last}"
    extra_fields     = { mark = "${trigger}", more = "x" }
  }
  lifecycle { ignore_changes = [self_signed.certificate_name, self_signed.extra_fields["mark"]] }
}
resource "appliance_operation" "backup" {
  name     = "${trigger === '1' ? 'category_backup' : 'directory_backup'}"
  triggers = { mark = "${trigger}" }
  lifecycle { ignore_changes = [name] }
}`
      await applied(ignoring('[gid]', 'Lee', '1'))
      await planned(ignoring('[gid]', 'Lee', '1'))
      await applied(ignoring('[gid]', 'Ray', '1'))
      await planned(ignoring('all', 'Poe', '1'))
      await applied(ignoring('[last_name]', 'Poe', '2'))
      await planned(ignoring('[last_name]', 'Lee', '2'))
    },
    'blocks moved, of one type and of another': async ({ applied, planned }) => {
      await applied(category('ads', ['a.example']))
      const renamed = `${category('ads', ['a.example']).replace('"ads" {', '"renamed" {')}
moved {
  from = appliance_category.ads
  to   = appliance_category.renamed
}`
      await planned(renamed)
      await applied(renamed)
      await applied(`resource "appliance_category_sites" "list" {
  category_id = "250"
  name        = "list"
  sites       = ["a.example"]
}
moved {
  from = appliance_category.renamed
  to   = appliance_category_sites.list
}`)
    },
    'blocks removed': async ({ applied, planned }) => {
      await applied(category('ads', ['a.example']))
      const removed = `removed {
  from = appliance_category.ads
  lifecycle { destroy = false }
}`
      await planned(removed)
      await applied(removed)
    },
    'imports, by the command and by a block': async ({ applied, planned, run, workspace, appliance }) => {
      for (const name of ['ads', 'games']) appliance.store.create({ name })
      await workspace.write(category('ads', ['a.example']))
      await run('import', '-no-color', '-input=false', 'appliance_category.ads', 'ads')
      await run('import', '-no-color', '-input=false', 'appliance_category.ads', 'ads')
      await run('import', '-no-color', '-input=false', 'appliance_category.nowhere', 'ads')
      const imported = `${category('ads', ['a.example'])}${category('games', ['b.example'])}
import {
  to = appliance_category.games
  id = "games"
}`
      await planned(imported)
      await applied(imported)
    },
    targets: async ({ applied, planned, workspace, run }) => {
      const two = `${category('ads', ['a.example'])}${category('games', ['b.example'])}
resource "appliance_category_sites" "more" {
  category_id = appliance_category.games.id
  name        = "more"
  sites       = ["c.example"]
}`
      await planned(two, '-target=appliance_category_sites.more')
      await run('apply', '-no-color', '-auto-approve', '-target=appliance_category_sites.more')
      await applied(two)
      await planned(two, '-destroy', '-target=appliance_category.games')
      await workspace.write('')
      await run('apply', '-no-color', '-auto-approve', '-target=appliance_category.ads')
    },
    'refresh=false, and a plan that is only a refresh': async ({ applied, planned, run, appliance }) => {
      const ads = category('ads', ['a.example', 'b.example'])
      await applied(ads)
      appliance.store.removeSites(250, ['b.example'])
      await planned(ads, '-refresh=false')
      await run('apply', '-no-color', '-auto-approve', '-refresh-only')
      await planned(ads, '-refresh=false')
      appliance.store.remove(250)
      await run('apply', '-no-color', '-auto-approve', '-refresh-only')
      await planned(ads)
    },
    'a destroy, with and without a refresh': async ({ applied, planned, run, appliance }) => {
      // Their numbers do not depend on which of them is created first.
      for (const name of ['ads', 'games']) appliance.store.create({ name })
      const two = `${category('ads', ['a.example'])}${category('games', ['b.example'])}`
      await applied(two)
      await planned(two, '-destroy')
      await run('destroy', '-no-color', '-auto-approve', '-target=appliance_category.ads')
      await run('destroy', '-no-color', '-auto-approve', '-refresh=false')
    },
    'a creation that fails, and what depends on it': async ({ applied, appliance }) => {
      const two = `${category('ads', ['a.example'])}
resource "appliance_category_sites" "more" {
  category_id = appliance_category.ads.id
  name        = "more"
  sites       = ["c.example"]
}`
      appliance.faults.set([{ operation: 'create', effect: 'refuse', error: 'DISK_FULL' }])
      await applied(two)
      appliance.faults.clear()
      await applied(two)
    },
    'an update that fails halfway': async ({ applied, appliance }) => {
      await applied(category('ads', ['a.example', 'b.example']))
      appliance.faults.set([{ operation: 'quick', effect: 'refuse', error: 'DISK_FULL', skip: 1 }])
      await applied(category('ads', ['a.example', 'c.example']))
      appliance.faults.clear()
      await applied(category('ads', ['a.example', 'c.example']))
    },
    'an object that a failed creation has left': async ({ applied, stateChanged }) => {
      await applied(category('ads', ['a.example']))
      await stateChanged(({ resources: [resource] }) => {
        for (const instance of resource?.instances ?? []) instance.status = 'tainted'
      })
      await applied(category('ads', ['a.example']))
    },
    'an object that is deposed': async ({ applied, stateChanged, planned, run }) => {
      await applied(hostName)
      await stateChanged(({ resources: [resource] }) => {
        const [instance] = resource?.instances ?? []
        if (instance) resource?.instances.push({ ...instance, deposed: '01234567' })
      })
      await planned(hostName)
      await run('state', 'rm', 'appliance_hostname.this')
      await run('state', 'list')
    },
    'a plan that was saved, before a file of it changes': async ({ workspace, run }) => {
      await workspace.writeFile('sites.txt', 'a.example\n')
      await workspace.write(category('ads', []).replace(/sites .*/, 'sites_file = "sites.txt"'))
      await run('plan', '-no-color', '-input=false', '-out=saved')
      await workspace.writeFile('sites.txt', 'b.example\n')
      await run('apply', '-no-color', 'saved')
    },
    'what is not valid': async ({ planned, run }) => {
      await planned('resource "appliance_category" "ads" {\n  sites = ["a.example"]\n}')
      await planned(category('ads', ['not a site']))
      await run('validate', '-no-color')
      await planned(`${category('ads', ['a.example'])}provider "appliance" { retries = -1 }`)
    },
    'several warnings with one summary': async ({ applied, appliance }) => {
      for (const name of ['one', 'two', 'three']) appliance.store.create({ name })
      await applied(['one', 'two', 'three'].map((name) => category(name, [`${name}.example`])).join('\n'))
    },
  }
}

function category(name: string, sites: readonly string[], further = ''): string {
  const all = [...sites.map((site) => JSON.stringify(site)), ...(further === '' ? [] : [further])]
  return `resource "appliance_category" "${name}" {\n  name  = "${name}"\n  sites = [${all.join(', ')}]\n}\n`
}

const everyone = (first: string) => `${category('ads', ['a.example'])}
resource "appliance_category_sites" "more" {
  category_id = appliance_category.ads.id
  name        = "more"
  sites       = ["b.example"]
}
resource "appliance_ldap_group" "staff" {
  name         = "staff"
  organization = "acme"
}
resource "appliance_ldap_member" "ann" {
  uid          = "ann.lee"
  first_name   = "${first}"
  last_name    = "Lee"
  email        = "ann@example.org"
  organization = appliance_ldap_group.staff.organization
  password     = "initial-password"
}
resource "appliance_ldap_group_membership" "ann_staff" {
  uid = appliance_ldap_member.ann.uid
  gid = appliance_ldap_group.staff.gid
}`

const hostName = 'resource "appliance_hostname" "this" { hostname = "proxy.example.org" }'

const latePart = `"x.\${terraform_data.late.output}"`

const others = (name: string) => `${hostName.replace('proxy.example.org', name)}
resource "appliance_ldap_service" "directory" {}
resource "appliance_certificate" "proxy" {
  self_signed = { common_name = "${name}", certificate_name = "Proxy" }
}`

const createdFirst = `resource "terraform_data" "first" { input = "ads" }
resource "appliance_category" "ads" {
  name  = terraform_data.first.output
  sites = ["a.example"]
}
resource "terraform_data" "last" {
  input            = appliance_category.ads.id
  triggers_replace = terraform_data.first.id
  lifecycle { create_before_destroy = true }
}`

/** A state's file, as far as it is changed here. */
interface StateFile {
  serial: number
  readonly resources: { readonly instances: Record<string, unknown>[] }[]
}

/** What comes of a canary on one host, in what both have to say and do. */
async function observed(
  open: (variables: Readonly<Record<string, string>>) => Promise<Workspace>,
  tryOut: TryOut,
): Promise<readonly unknown[]> {
  const appliance = await startAppliance()
  const workspace = await open({ ...appliance.environment, APPLIANCE_RETRIES: '0' })
  const seen: unknown[] = []
  const run = async (...words: readonly string[]) => {
    const ended = await workspace.run(...words)
    const requests = appliance.journal.entries().map(({ method, path }) => `${method} ${path}`)
    appliance.journal.clear()
    seen.push({ words, ...saidBy(ended), ...asked(requests), state: await stateOf(workspace) })
  }
  const planned = async (content: string, ...options: readonly string[]) => {
    await workspace.write(content)
    await run('plan', '-no-color', '-input=false', '-detailed-exitcode', ...options)
  }
  const applied = async (...blocks: readonly string[]) => {
    await workspace.write(blocks.join('\n'))
    await run('apply', '-no-color', '-input=false', '-auto-approve')
  }
  const stateChanged = async (change: (state: StateFile) => void) => {
    const file = join(workspace.folder, 'terraform.tfstate')
    const state: StateFile = JSON.parse(await readFile(file, 'utf8'))
    change(state)
    state.serial += 1
    await writeFile(file, JSON.stringify(state))
  }
  try {
    await tryOut({ appliance, workspace, applied, planned, run, stateChanged })
    return seen
  } finally {
    await workspace.close()
    await appliance.close()
  }
}

/** The parts of an output that the tests read: what is done with which address, the counts, and what is said. */
function saidBy({ exitCode, output }: Run) {
  const lines = output.split('\n').map((line) => line.replace(/^[│╵╷]? */, '').trim())
  return {
    exitCode,
    actions: lines.filter((line) => /^# \S+ (will|must|is tainted|has moved)/.test(line)).sort(),
    counts: lines.filter((line) => /^(Plan:|Apply complete|Destroy complete|No changes\.)/.test(line)),
    said: [
      ...new Set(
        lines.filter((line) => /^(Error|Warning): |^\[appliance:|^\(and .* similar warning/.test(line)),
      ),
    ].sort(),
  }
}

/** What the state has of each object, without what differs from run to run. */
async function stateOf(workspace: Workspace) {
  const text = await readFile(join(workspace.folder, 'terraform.tfstate'), 'utf8').catch(() => '{}')
  const { resources = [] } = JSON.parse(text)
  const objects = resources.flatMap(
    ({
      mode,
      type,
      name,
      instances,
    }: Readonly<Record<string, unknown>> & { instances: Record<string, unknown>[] }) =>
      instances.map(({ index_key, attributes, status, deposed, schema_version }) => ({
        ...{ mode, type, name, index_key, status, schema_version, isDeposed: deposed !== undefined },
        attributes: type === 'terraform_data' ? undefined : attributes,
      })),
  )
  return objects.sort(byText)
}

function byText(one: unknown, other: unknown): number {
  return JSON.stringify(one, ['type', 'name', 'index_key', 'isDeposed']) <
    JSON.stringify(other, ['type', 'name', 'index_key', 'isDeposed'])
    ? -1
    : 1
}
