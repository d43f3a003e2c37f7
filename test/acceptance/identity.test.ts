import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type DirectoryTrial, openDirectory } from './directory-trial'
import { describeWithEngineThatHas, engineHas } from './workspace'

let trial: DirectoryTrial

beforeEach(async () => {
  trial = await openDirectory({}, 'attached')
  for (const name of ['ads', 'Équipe']) trial.appliance.store.create({ name, description: '' })
  trial.byHand('ann.lee', { gid: trial.group('editors') })
  trial.directory.groups.link(trial.gid('editors'), 'ann.lee')
})
afterEach(() => trial.close())

const category = (name: string, more = '') =>
  `resource "appliance_category" "one" {\n  name = "${name}"\n${more}}\n`
const byIdentity = (identity: string) =>
  `import {\n  to = appliance_category.one\n  identity = { ${identity} }\n}\n`

/** What the state has of identities, by the addresses of resources. */
async function identities(): Promise<Readonly<Record<string, unknown>>> {
  const { output } = await trial.workspace.run('state', 'pull')
  const { resources = [] } = JSON.parse(output)
  return Object.fromEntries(
    resources.map(({ type, name, instances: [one] }: StoredResource) => [`${type}.${name}`, one?.identity]),
  )
}

interface StoredResource {
  readonly type: string
  readonly name: string
  readonly instances: readonly { readonly identity?: unknown }[]
}

describeWithEngineThatHas('identities')('an identity', () => {
  it('is imported in any spelling, kept in that of the state, and leaves nothing to plan', async () => {
    const { workspace } = trial
    const said = await workspace.applied(category('équipe'), byIdentity('name = "ÉQUIPE"'))
    expect(said).toContain('1 imported')
    const { id } = (await workspace.state('appliance_category.one')) ?? {}
    const identity = { 'appliance_category.one': { name: 'Equipe', id } }
    expect(await identities()).toEqual(identity)
    await workspace.nothingToDo()
    await workspace.applied(category('équipe', '  sites = ["a.example"]\n'))
    expect(await identities()).toEqual(identity)
    expect(await workspace.planned(category('ads'))).toContain('must be replaced')
    await workspace.applied()
    expect(await identities()).toMatchObject({ 'appliance_category.one': { name: 'ads' } })
  })

  it('that is not known yet keeps no plan from being shown', async () => {
    const plan = await trial.workspace.planned(category('news'))
    expect(plan).toContain('# appliance_category.one will be created')
    await trial.workspace.applied()
    expect(await identities()).toMatchObject({ 'appliance_category.one': { name: 'news' } })
  })

  it('is refused where name and number do not belong together', async () => {
    const said = await trial.workspace.refused(category('ads'), byIdentity('name = "ads", id = "9999"'))
    expect(said).toContain('[appliance:category-identity-mismatch]')
  })

  it('stays after an apply that fails', async () => {
    const { workspace, appliance } = trial
    await workspace.applied(category('ads'))
    const before = await identities()
    appliance.faults.set([{ operation: 'quick', effect: 'status', status: 500 }])
    await workspace.failed(category('ads', '  sites = ["a.example"]\n'))
    // Terraform 1.12 drops the identity there, and the next run fills it in.
    if (engineHas('identitiesAfterFailures')) expect(await identities()).toEqual(before)
    appliance.faults.set([])
    await workspace.applied()
    expect(await identities()).toEqual(before)
  })
})

const list = (type: string, more = '') =>
  `list "appliance_${type}" "all" {\n  provider = appliance\n${more}}\n`

describeWithEngineThatHas('queries')('a query', () => {
  /** What a query prints, and writes where it finds something. */
  async function queried(...lists: readonly string[]) {
    const { workspace } = trial
    await workspace.write('')
    await workspace.writeFile('all.tfquery.hcl', lists.join('\n'))
    const { exitCode, output } = await workspace.run('query', '-no-color', '-generate-config-out=imported.tf')
    const written = await readFile(join(workspace.folder, 'imported.tf'), 'utf8').catch(() => '')
    return { exitCode, output, written }
  }

  it('writes what a person would have written, whose import changes nothing', async () => {
    const { exitCode, output, written } = await queried(
      list('category'),
      list('ldap_group', '  config {\n    organization = "acme"\n  }\n'),
      list('ldap_group_membership', '  config {\n    uid = "ann.lee"\n  }\n'),
    )
    expect([exitCode, output]).toEqual([0, expect.stringContaining('acme/editors')])
    expect(written).toMatch(
      /resource "appliance_category" "all_1" \{\s+provider += appliance\s+(?:\w+ += (?:null|"Equipe")\s+)+\}/,
    )
    expect(written).toMatch(
      /resource "appliance_ldap_group" "all_\d" \{\s+provider += appliance\s+(?:\w+ += (?:null|"editors"|"acme")\s+)+\}/,
    )
    const { workspace, appliance } = trial
    appliance.writes()
    expect(await workspace.applied()).toMatch(/ 0 added, 0 changed, 0 destroyed/)
    expect(appliance.writes()).toEqual([])
    await workspace.nothingToDo()
  })

  it('reads no more than its limit, and says what it cannot list', async () => {
    const { output, written } = await queried(list('category', '  limit = 1\n'))
    expect(output).toContain('name=ads')
    expect(output).not.toContain('Equipe')
    expect(written.match(/^import/gm)).toHaveLength(1)
  })

  it('finds the rest where a part of it fails, and says so', async () => {
    trial.group('staff')
    trial.directory.groups.create({ name: 'staff', organization: 'other' })
    trial.appliance.faults.set([{ path: '/openldap/groups', effect: 'status', status: 500, times: 1 }])
    const partial = await queried(list('ldap_group'))
    expect(partial.exitCode).toBe(0)
    expect(partial.output).toContain('[appliance:organization-not-listed]')
    expect(partial.output).toContain('other/staff')
  })

  it('that fails says why, and finds nothing', async () => {
    const lists = [list('category'), list('ldap_group_membership', '  config {\n    uid = "nobody"\n  }\n')]
    const { exitCode, output } = await queried(...lists)
    expect([exitCode, output]).toEqual([1, expect.stringContaining('[appliance:not-found]')])
  })

  it('is checked before anything is asked', async () => {
    const { workspace, appliance } = trial
    await workspace.writeFile(
      'all.tfquery.hcl',
      list('ldap_group', '  config {\n    organization = " "\n  }\n'),
    )
    appliance.journal.clear()
    const { exitCode, output } = await workspace.run('validate', '-query', '-no-color')
    expect([exitCode, output]).toEqual([1, expect.stringContaining('[appliance:invalid-value]')])
    expect(appliance.journal.entries()).toEqual([])
  })
})
