import type { EmulatorOptions, Fault } from '@webfilter/appliance-emulator'
import { category, numbered, Trial } from './trial'
import { describeWithEngine } from './workspace'

const cut: Fault = { operation: 'list', effect: 'entries-missing', first: 1 }
const withoutAds: Fault = { operation: 'list', effect: 'entries-missing', without: ['ads'] }

let trial: Trial

afterEach(() => trial.close())

describeWithEngine('a list of categories that lacks a managed one', () => {
  async function open(options: EmulatorOptions = {}): Promise<void> {
    trial = await Trial.open(options)
    trial.byHand('others', 'others.example')
  }

  it.each([
    ['cut off', 'older', cut],
    ['cut off', 'autonomous', cut],
    ['filtered', 'older', withoutAds],
  ] as const)('is not believed if a site shows the category: %s (%s list)', async (_, list, fault) => {
    await open({ list })
    await trial.applied(ads)
    trial.appliance.faults.set([fault])
    const said = await trial.nothingToDo()
    expect(said).toContain('The list of categories lacks category "ads", number 251')
    expect(said).toContain('for the site ads-1.example')
    expect(said).toContain('[appliance:category-unlisted]')
    const more = category('ads', 'sites = ["more.example"]')
    await trial.applied(more)
    expect(trial.stored('ads')).toEqual(['more.example'])
    await trial.workspace.destroyed()
    expect(trial.stored('ads')).toEqual([])
    expect(trial.appliance.store.categories()).toHaveLength(2)
  })

  it('creates nothing under that name if the resource is replaced', async () => {
    await open()
    await trial.applied(ads)
    trial.appliance.faults.set([cut])
    trial.appliance.writes()
    const { exitCode } = await trial.workspace.apply('-replace=appliance_category.ads')
    expect(exitCode).toBe(0)
    expect(trial.appliance.writes().filter((write) => write.includes('/create'))).toEqual([])
    expect(trial.stored('ads')).toHaveLength(12)
  })

  it('is believed if none of its sites shows it', async () => {
    await open()
    await trial.applied(ads)
    trial.appliance.store.remove(251)
    trial.appliance.journal.clear()
    expect(await trial.planned()).toContain('appliance_category.ads will be created')
    const queries = trial.appliance.journal.entries().filter(({ path }) => path.includes('/query/ads'))
    expect(queries.length).toBeLessThanOrEqual(10)
  })

  it.each([
    ['it has no site', {}, 'sites = []'],
    ['the appliance has no route to ask', { generation: 'autonomous' }, 'sites = ["ads.example"]'],
  ] as const)('is asked anew if %s', async (_, options, sites) => {
    await open(options)
    trial.byHand('ads', 'ads.example')
    await trial.applied(category('ads', sites))
    trial.appliance.faults.set([{ ...cut, times: 1 }])
    await trial.nothingToDo()
    trial.appliance.store.remove(251)
    const said = await (sites === 'sites = []' ? trial.planned() : trial.refused())
    expect(said).toContain(sites === 'sites = []' ? 'will be created' : 'cannot create categories')
  })

  it('is refused if a list of sites shows a category that has no site itself', async () => {
    await open()
    const shared = category('ads', '')
    const referring = feed.replace('"251"', 'appliance_category.ads.id')
    await trial.applied(shared, referring)
    trial.appliance.faults.set([withoutAds])
    trial.appliance.writes()
    // Otherwise the list of sites would be replaced, because its category seems to get a new number.
    const said = await trial.refused()
    expect(said).toContain('[appliance:absence-unproven]')
    expect(said).toContain('returns category "ads" for the site feed.example')
    expect(trial.appliance.writes()).toEqual([])
    trial.appliance.faults.clear()
    await trial.nothingToDo()
  })

  it('does not take a list of sites out of the state', async () => {
    await open()
    trial.byHand('ads')
    await trial.applied(feed)
    trial.appliance.faults.set([cut])
    expect(await trial.nothingToDo()).toContain('[appliance:category-unlisted]')
    await trial.workspace.destroyed()
    expect(trial.stored('ads')).toEqual([])
  })
})

describeWithEngine('a list of categories that is muddled', () => {
  it.each(['older', 'autonomous'] as const)('may have each entry twice (%s list)', async (list) => {
    trial = await Trial.open({ list })
    trial.appliance.faults.set([{ operation: 'list', effect: 'entries-repeated' }])
    await trial.applied(ads)
    await trial.nothingToDo()
    await trial.workspace.destroyed()
    expect(trial.stored('ads')).toEqual([])
  })

  it('is an error for what has a number with two names, and for nothing else', async () => {
    trial = await Trial.open({ list: 'older' })
    await trial.applied(ads)
    trial.byHand('others')
    trial.appliance.faults.set([{ operation: 'list', effect: 'second-name', name: 'spare' }])
    const said = await trial.refused()
    expect(said).toContain('[appliance:category-ambiguous]')
    expect(said).toContain('"ads" and "spare"')
    await trial.workspace.run('state', 'rm', 'appliance_category.ads')
    expect(await trial.planned(category('others', 'sites = []'))).toContain('[appliance:category-adopted]')
  })

  it.each(['number', 'name', 'small-number'] as const)(
    'may have an entry without a readable %s, which one warning quotes',
    async (lacks) => {
      trial = await Trial.open({ list: 'older' })
      trial.byHand('spare')
      await trial.applied(ads, category('empty', 'sites = []'))
      trial.appliance.faults.set([{ operation: 'list', effect: 'entry-unreadable', lacks }])
      const said = await trial.nothingToDo()
      expect(said.match(/\[appliance:entries-unreadable\]/g)).toHaveLength(1)
      expect(said).toContain(lacks === 'small-number' ? '9007199254740993' : 'null')
      const { store } = trial.appliance
      store.remove(store.categoryNamed('ads')?.id ?? 0)
      expect(await trial.planned()).toContain('appliance_category.ads will be created')
      store.remove(store.categoryNamed('empty')?.id ?? 0)
      const refused = await trial.refused()
      expect(refused).toContain('[appliance:absence-unproven]')
      expect(refused).toContain('category "empty"')
    },
  )
})

describeWithEngine('a list of groups that lacks a managed one', () => {
  const filtered: Fault = { operation: 'group-list', effect: 'entries-missing', without: ['staff'] }

  async function open(): Promise<void> {
    trial = await Trial.open({ directory: { service: 'running' } })
    trial.appliance.directory.groups.create({ name: 'others', organization: 'acme' })
    await trial.applied(staff, ann, linked)
  }

  const linksOfStaff = () => trial.appliance.directory.groups.membersOf(5002)

  it('deletes no link, and creates nothing under that name', async () => {
    await open()
    trial.appliance.faults.set([filtered])
    trial.appliance.writes()
    // Whether a login is known when the group is read depends on the order in which the host walks.
    const { exitCode, output } = await trial.workspace.plan()
    expect(output).not.toContain('will be')
    expect(output).toMatch(exitCode === 0 ? /group-unlisted/ : /absence-unproven/)
    const applied = await trial.workspace.apply()
    expect(applied.output).toMatch(/group-unlisted|absence-unproven/)
    expect(linksOfStaff()).toEqual(['ann.lee'])
    expect(trial.appliance.writes()).toEqual([])
    expect(await trial.workspace.state('appliance_ldap_group.staff')).toBeDefined()
    trial.appliance.faults.clear()
    await trial.nothingToDo()
  })

  it('is not believed if a member shows the group', async () => {
    trial = await Trial.open({ directory: { service: 'running' } })
    trial.appliance.directory.groups.create({ name: 'others', organization: 'acme' })
    // The member is read before the group.
    await trial.applied(ann, staff.replace('"acme"', 'appliance_ldap_member.ann.organization'))
    trial.appliance.directory.groups.link(5002, 'ann.lee')
    trial.appliance.faults.set([filtered])
    const said = await trial.nothingToDo()
    expect(said).toContain(
      'lacks group "staff", number 5002, but the appliance returns it for member "ann.lee"',
    )
    expect(said).toContain('[appliance:group-unlisted]')
  })

  it('is asked anew', async () => {
    await open()
    await trial.applied(staff)
    trial.appliance.faults.set([{ ...filtered, times: 1 }])
    await trial.nothingToDo()
  })

  it.each(['keyed', 'array'] as const)('may have each entry twice, and one unreadable: %s', async (lists) => {
    trial = await Trial.open({ directory: { service: 'running', spelling: { lists } } })
    trial.appliance.directory.groups.create({ name: 'others', organization: 'acme' })
    trial.appliance.faults.set([{ operation: 'group-list', effect: 'entries-repeated' }])
    await trial.applied(staff)
    trial.appliance.faults.set([{ operation: 'group-list', effect: 'entry-unreadable', lacks: 'number' }])
    if (lists === 'array') expect(await trial.nothingToDo()).toContain('[appliance:entries-unreadable]')
    trial.appliance.faults.set([
      { operation: 'group-list', effect: 'entry-unreadable', lacks: 'small-number' },
    ])
    expect(await trial.nothingToDo()).toContain('9007199254740993')
    trial.appliance.directory.groups.remove(5002)
    expect(await trial.refused()).toContain('[appliance:absence-unproven]')
  })
})

const ads = category('ads', `sites = ${JSON.stringify(numbered(12, 'ads'))}`)

const feed = `
resource "appliance_category_sites" "feed" {
  category_id = "251"
  name        = "feed"
  sites       = ["feed.example"]
}`

const staff = `
resource "appliance_ldap_group" "staff" {
  name         = "staff"
  organization = "acme"
}`

const ann = `
resource "appliance_ldap_member" "ann" {
  uid          = "ann.lee"
  first_name   = "Ann"
  last_name    = "Lee"
  email        = "ann@example.org"
  organization = "acme"
  password     = "a-long-secret"
}`

const linked = `
resource "appliance_ldap_group_membership" "ann" {
  uid = appliance_ldap_member.ann.uid
  gid = appliance_ldap_group.staff.gid
}`
