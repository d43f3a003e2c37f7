import { category, Trial } from './trial'
import { words } from './words'
import { describeWithEngine, describeWithEngineThatHas } from './workspace'

let trial: Trial

afterEach(() => trial.close())

const sites = 'sites = ["a.example", "b.example"]'
const isProtected = 'deletion_protection = true'
const isNot = 'deletion_protection = false'
const moved = (from: string, to: string) => `moved {\n  from = ${from}\n  to   = ${to}\n}\n`
const list = (...attributes: readonly string[]) =>
  `resource "appliance_category_sites" "ads" {\n  category_id = "250"\n  name = "desk"\n  ${attributes.join('\n  ')}\n}\n`
const group = (name: string, ...attributes: readonly string[]) =>
  `resource "appliance_ldap_group" "staff" {\n  name = "${name}"\n  organization = "acme"\n  ${attributes.join('\n  ')}\n}\n`
const member = (uid: string, ...attributes: readonly string[]) =>
  [
    'resource "appliance_ldap_member" "ann" {',
    `  uid = "${uid}"`,
    '  first_name = "Ann"\n  last_name = "Lee"\n  email = "ann@example.org"\n  organization = "acme"\n  password = "a-long-secret"',
    ...attributes,
    '}\n',
  ].join('\n')

/** Runs the engine, which fails because of the protection before it writes anything. */
async function rejects(run: () => Promise<{ readonly exitCode: number; readonly output: string }>) {
  trial.appliance.writes()
  const { exitCode, output } = await run()
  expect(output).toContain('[appliance:deletion-protected]')
  expect(exitCode).toBe(1)
  expect(trial.appliance.writes()).toEqual([])
  return words(output)
}

interface Protected {
  readonly address: string
  readonly block: (...attributes: readonly string[]) => string
  /** Must replace the resource; absent if nothing does. */
  readonly renamed?: (...attributes: readonly string[]) => string
  readonly variable: string
}

const kinds: readonly Protected[] = [
  {
    address: 'appliance_category.ads',
    block: (...attributes) => category('ads', sites, ...attributes),
    renamed: (...attributes) =>
      category('ads', sites, ...attributes).replace('name = "ads"', 'name = "other"'),
    variable: 'APPLIANCE_DELETION_PROTECTION_CATEGORY',
  },
  {
    address: 'appliance_category_sites.ads',
    block: (...attributes) => list(sites, ...attributes),
    renamed: (...attributes) => list(sites, ...attributes).replace('"250"', '"251"'),
    variable: 'APPLIANCE_DELETION_PROTECTION_CATEGORY_SITES',
  },
  {
    address: 'appliance_ldap_group.staff',
    block: (...attributes) => group('staff', ...attributes),
    renamed: (...attributes) => group('others', ...attributes),
    variable: 'APPLIANCE_DELETION_PROTECTION_LDAP_GROUP',
  },
  {
    address: 'appliance_ldap_member.ann',
    block: (...attributes) => member('ann.lee', ...attributes),
    variable: 'APPLIANCE_DELETION_PROTECTION_LDAP_MEMBER',
  },
]

async function open(address: string, variables: Readonly<Record<string, string>> = {}) {
  trial = await Trial.open({ directory: { service: 'running' } }, variables)
  trial.appliance.directory.organizations.toCreateIn('acme')
  if (!address.startsWith('appliance_category_sites')) return
  trial.byHand('ads')
  trial.byHand('other')
}

describeWithEngine('deletion_protection', () => {
  it.each(kinds)(
    'of $address rejects each destroy and replacement until an apply turns it off',
    async (kind) => {
      const { address, block, renamed } = kind
      await open(address)
      const { workspace } = trial
      await trial.applied(block())
      expect((await trial.applied(block(isProtected))).writes).toEqual([])
      await trial.nothingToDo(block(isProtected))

      const everything = await rejects(() => workspace.plan('-destroy'))
      expect(everything).toContain('deletion_protection is true in the state')
      await rejects(() => workspace.destroy())
      await rejects(() => workspace.plan(`-replace=${address}`))
      await rejects(() => workspace.apply(`-replace=${address}`))
      await trial.refused('\n')
      // Turning it off and replacing at once is too early: the state decides.
      if (renamed) {
        expect(await trial.refused(renamed(isNot))).toContain('[appliance:deletion-protected]')
        const createdFirst = renamed(isProtected, 'lifecycle {\n create_before_destroy = true\n}')
        expect(await trial.refused(createdFirst)).toContain('[appliance:deletion-protected]')
      }

      const off = await trial.applied(block(isNot))
      expect(off.writes).toEqual([])
      await trial.applied(block(isNot))
      expect((await workspace.apply(`-replace=${address}`)).output).toContain(
        '1 added, 0 changed, 1 destroyed',
      )
      await workspace.destroyed()
    },
  )

  it.each(kinds)('of the provider protects $address, unless the resource says otherwise', async (kind) => {
    const { address, block, variable } = kind
    await open(address, { [variable]: 'true' })
    await trial.applied(block())
    await trial.nothingToDo(block())
    const said = await rejects(() => trial.workspace.destroy())
    expect(said).toContain('deletion_protection of the provider protects each')
    await rejects(() => trial.workspace.plan(`-replace=${address}`))
    await trial.refused('\n')
    await trial.applied(block(isNot))
    await trial.workspace.destroyed()
  })

  it('rejects the deletion of a tainted resource in the apply, before anything is sent', async () => {
    await open('appliance_category.ads')
    await trial.applied(category('ads', sites, isProtected))
    await trial.workspace.run('taint', 'appliance_category.ads')
    await rejects(() => trial.workspace.apply())
    await rejects(() => trial.workspace.destroy())
    await trial.workspace.run('untaint', 'appliance_category.ads')
    await trial.nothingToDo()
    expect(trial.active('ads')).toEqual(['a.example', 'b.example'])
  })

  it.each(kinds)(
    'of $address is asked for where no refresh was made, and where an instance is left out',
    async (kind) => {
      const { address, block } = kind
      await open(address)
      const { workspace } = trial
      await trial.applied(block(isProtected, 'count = 1'))
      await rejects(() => workspace.destroy('-refresh=false'))
      await rejects(() => workspace.apply(`-target=${address}[0]`, '-destroy'))
      await trial.refused(block(isProtected, 'count = 0'))
      await trial.refused(block(isNot, 'count = 0'))
    },
  )

  it('is false in a state that has no such attribute, of which there is nothing to do', async () => {
    await open('appliance_category.ads')
    const { workspace } = trial
    trial.appliance.directory.organizations.toCreateIn('acme')
    const all = [
      category('ads', sites),
      list(sites).replace('"250"', 'appliance_category.ads.id'),
      group('staff'),
      member('ann.lee'),
    ]
    await trial.applied(...all)
    const { output } = await workspace.run('state', 'pull')
    const stored = JSON.parse(output)
    for (const { instances } of stored.resources) delete instances[0].attributes.deletion_protection
    await workspace.writeFile('older.tfstate', JSON.stringify({ ...stored, serial: stored.serial + 1 }))
    expect((await workspace.run('state', 'push', 'older.tfstate')).exitCode).toBe(0)
    await trial.nothingToDo()
    await workspace.destroyed()
  })

  it('holds for what was imported, as soon as an apply has turned it on', async () => {
    await open('appliance_category.ads')
    trial.byHand('ads', 'a.example', 'b.example')
    await trial.workspace.write(category('ads', sites, isProtected))
    await trial.workspace.imported('appliance_category.ads', '250')
    await trial.applied(category('ads', sites, isProtected))
    await rejects(() => trial.workspace.destroy())
  })

  it('of the provider protects members and groups from an uninstall of the directory, too', async () => {
    await open('appliance_ldap_member.ann', { APPLIANCE_DELETION_PROTECTION_LDAP_MEMBER: 'true' })
    const service = (uninstall: boolean) =>
      `resource "appliance_ldap_service" "directory" {\n  uninstall_on_destroy = ${uninstall}\n}\n`
    await trial.applied(service(true))
    expect(await rejects(() => trial.workspace.destroy())).toContain(
      'The directory service must not be destroyed',
    )
    await trial.applied(service(false))
    await trial.workspace.destroyed()
  })

  it.each([
    ['a member that depends on it', {}, ['depends_on = [appliance_ldap_service.directory]', isProtected]],
    ['the provider', { APPLIANCE_DELETION_PROTECTION_LDAP_MEMBER: 'true' }, []],
  ])('of %s rejects an uninstall of the directory by a run for the service alone', async (_, set, lines) => {
    await open('appliance_ldap_member.ann', { ...set })
    const service = 'resource "appliance_ldap_service" "directory" {\n  uninstall_on_destroy = true\n}\n'
    await trial.applied(service, member('ann.lee', ...lines))
    await rejects(() => trial.workspace.apply('-destroy', '-target=appliance_ldap_service.directory'))
  })

  it('is kept by a moved block', async () => {
    await open('appliance_category.ads')
    await trial.applied(category('ads', sites, isProtected))
    const block = category('ads', sites, isProtected).replace(
      '"appliance_category" "ads"',
      '"appliance_category" "new"',
    )
    const { writes } = await trial.applied(moved('appliance_category.ads', 'appliance_category.new'), block)
    expect(writes).toEqual([])
    expect(await trial.workspace.state('appliance_category.new')).toMatchObject({ deletion_protection: true })
    await rejects(() => trial.workspace.destroy())
  })

  it('rejects a destroy also where on_destroy keeps the sites', async () => {
    await open('appliance_category.ads')
    await trial.applied(category('ads', sites, isProtected, 'on_destroy = "keep"'))
    await rejects(() => trial.workspace.destroy())
  })
})

describeWithEngineThatHas('movesAcrossTypes')('deletion_protection of a list that changes its type', () => {
  it('is kept in both directions', async () => {
    await open('appliance_category.ads')
    await trial.applied(category('ads', sites, isProtected))
    const toList = moved('appliance_category.ads', 'appliance_category_sites.ads')
    const toCategory = moved('appliance_category_sites.ads', 'appliance_category.ads')
    expect((await trial.applied(toList, list(sites, isProtected))).writes).toEqual([])
    await rejects(() => trial.workspace.destroy())
    expect((await trial.applied(toCategory, category('ads', sites, isProtected))).writes).toEqual([])
    await rejects(() => trial.workspace.destroy())
  })
})

describeWithEngine('a removed block with destroy = false', () => {
  it('is allowed for what is protected', async () => {
    await open('appliance_category.ads')
    await trial.applied(category('ads', sites, isProtected))
    const forget = 'removed {\n  from = appliance_category.ads\n  lifecycle {\n    destroy = false\n  }\n}\n'
    expect((await trial.applied(forget)).writes).toEqual([])
    expect(await trial.workspace.state('appliance_category.ads')).toBeUndefined()
    expect(trial.active('ads')).toEqual(['a.example', 'b.example'])
  })
})
