import { readRun } from '@webfilter/appliance-command/plan/messages'
import { category, numbered, Trial } from './trial'
import { words } from './words'
import { describeWithEngine } from './workspace'

let trial: Trial

afterEach(() => trial.close())

/** The block of a list in category 250, unless another is given. */
function list(name: string, sites: readonly string[], ...attributes: readonly string[]): string {
  return listWith(name, `sites = ${JSON.stringify(sites)}`, ...attributes)
}

function listWith(name: string, ...attributes: readonly string[]): string {
  const category = attributes.some((line) => line.startsWith('category_id')) ? [] : ['category_id = "250"']
  const given = attributes.some((line) => line.startsWith('name')) ? [] : [`name = "${name}"`]
  const lines = [...category, ...given, ...attributes].map((line) => `  ${line}\n`)
  return `resource "appliance_category_sites" "${name}" {\n${lines.join('')}}\n`
}

const inCategory = 'category_id = appliance_category.malware.id'
const sitesOfCategory = (...sites: readonly string[]) => `sites = ${JSON.stringify(sites)}`

describeWithEngine.each(['older', 'autonomous'] as const)(
  'a list in a category of others, where the %s list answers,',
  (answers) => {
    const older = answers === 'older'
    const compile = 'PUT /categories/quick/250'

    beforeEach(async () => {
      trial = await Trial.open({ list: answers })
    })

    it('is created and changed beside other lists and the sites of others, and leaves those alone when it is destroyed', async () => {
      const { workspace } = trial
      trial.byHand('malware', 'theirs.example')
      await trial.list('feed.txt', 'a.example', 'b.example')
      await trial.applied(
        list('desk', ['x.example', 'y.example']),
        listWith('feed', 'sites_file = "feed.txt"', 'on_destroy = "keep"'),
      )
      const all = ['a.example', 'b.example', 'theirs.example', 'x.example', 'y.example']
      expect(trial.active('malware')).toEqual(all)
      expect(trial.appliance.store.categories()).toHaveLength(1)
      expect(await workspace.state('appliance_category_sites.feed')).toMatchObject({
        id: '250/feed',
        category_name: 'malware',
        file_sites: { count: 2 },
      })
      await trial.nothingToDo()

      await trial.list('feed.txt', 'b.example', 'c.example')
      const changed = await trial.applied(
        list('desk', ['Y.example', 'x.example']),
        listWith('feed', 'sites_file = "feed.txt"', 'on_destroy = "keep"'),
      )
      expect(changed.writes).toEqual([
        ...(older ? [] : ['POST /categories/250/add']),
        compile,
        'GET /categories/delete/250/a.example',
        compile,
      ])
      expect(changed.bodies).toContain('c.example')
      expect(changed.bodies).not.toMatch(/[bxy]\.example|theirs/)
      expect(trial.active('malware')).toEqual([
        'b.example',
        'c.example',
        'theirs.example',
        'x.example',
        'y.example',
      ])
      await trial.nothingToDo()

      const destroyed = await workspace.destroyed()
      expect(destroyed).toContain('The sites of the list "feed" will stay active in category "malware"')
      expect(destroyed).toContain('[appliance:stays]')
      const left = ['b.example', 'c.example', 'theirs.example']
      expect(trial.stored('malware')).toEqual(left)
      const active = trial.active('malware')
      expect(active.filter((site) => !site.endsWith('.invalid'))).toEqual(left)
      // The older generation compiles only by way of a site, and of none it is known that it stays.
      const harmless = active.filter((site) => site.endsWith('.invalid'))
      expect(harmless).toHaveLength(older ? 1 : 0)
      if (older) {
        expect(destroyed).toContain(`The placeholder name ${harmless} was removed from category "malware"`)
        expect(destroyed).toContain('[appliance:harmless-names-left]')
      }
    })

    it('is created in one apply with its category, and takes over sites from it and from another list', async () => {
      const given = category('malware', sitesOfCategory('own.example', 'passed-1.example'))
      await trial.applied(
        given,
        list('one', ['one.example', 'passed-2.example'], inCategory),
        list('two', ['two.example'], inCategory),
      )
      const all = ['one.example', 'own.example', 'passed-1.example', 'passed-2.example', 'two.example']
      expect(trial.active('malware')).toEqual(all)
      await trial.nothingToDo()

      for (const [one, two] of [
        [['one.example'], ['two.example', 'passed-1.example', 'passed-2.example']],
        [['one.example', 'passed-1.example', 'passed-2.example'], ['two.example']],
      ] as const) {
        const { said } = await trial.applied(
          category('malware', sitesOfCategory('own.example')),
          list('one', one, inCategory),
          // So the one that gives is first in the first change, and last in the second.
          list('two', two, inCategory, 'depends_on = [appliance_category_sites.one]'),
        )
        expect(said).not.toContain('[appliance:lists-overlap]')
        expect(trial.active('malware')).toEqual(all)
        await trial.nothingToDo()
      }
    })

    it('that fails halfway is in the state as far as it was confirmed, and the next apply does the rest', async () => {
      trial.byHand('malware', 'theirs.example')
      await trial.list('feed.txt', ...numbered(20, 'old'))
      const feed = listWith('feed', 'sites_file = "feed.txt"')
      await trial.applied(feed)
      await trial.list('feed.txt', 'old-20.example', 'new.example')
      trial.appliance.faults.set([
        { operation: 'delete', skip: 5, times: 1, effect: 'refuse', error: 'DISK_FULL' },
      ])
      expect(await trial.failed(feed)).toContain('DISK_FULL')
      const left = trial.stored('malware').length - 1
      expect(left).toBeGreaterThan(2)
      expect(await trial.workspace.state('appliance_category_sites.feed')).toMatchObject({
        file_sites: { count: left },
        compiled: false,
      })
      const { writes } = await trial.applied(feed)
      const deleted = writes.filter((request) => request.includes('/delete/'))
      expect(deleted.filter((request) => !request.endsWith('.invalid'))).toHaveLength(left - 2)
      expect(trial.active('malware')).toEqual(['new.example', 'old-20.example', 'theirs.example'])
      await trial.nothingToDo()
    })
  },
)

describeWithEngine('a list in a category of others', () => {
  beforeEach(async () => {
    trial = await Trial.open()
  })

  it('is refused if the category does not exist, or another list has its name', async () => {
    const missing = await trial.refused(list('desk', ['a.example'], 'category_id = "777"'))
    expect(missing).toContain('The appliance has no category number 777.')
    expect(missing).toContain('[appliance:not-found]')
    trial.byHand('malware')
    const twice = await trial.refused(
      list('desk', ['a.example']),
      list('again', ['b.example'], 'name = "desk"'),
    )
    expect(twice).toContain('also declares the list "desk" of category "malware"')
    expect(twice).toContain('[appliance:declared-twice]')
    await trial.applied(list('desk', ['a.example']), list('again', ['b.example']))
    const renamed = await trial.refused(
      list('desk', ['a.example']),
      list('again', ['b.example'], 'name = "desk"'),
    )
    expect(renamed).toContain('also declares the list "desk" of category "malware"')
    for (const noNumber of ['malware', '0250']) {
      expect(await trial.refused(list('desk', ['a.example'], `category_id = "${noNumber}"`))).toContain(
        'Must be the number of a category, without leading zeros, such as "250".',
      )
    }
  })

  it('is renamed without a request, even if another list has had that name until then', async () => {
    trial.byHand('malware')
    await trial.applied(list('desk', ['a.example']), list('feed', ['b.example']))
    const swapped = [
      list('desk', ['a.example'], 'name = "feed"'),
      list('feed', ['b.example', 'c.example'], 'name = "desk"'),
    ]
    const { writes, bodies, said } = await trial.applied(...swapped)
    expect(said).toContain('0 added, 2 changed, 0 destroyed')
    expect(writes).toEqual(['PUT /categories/quick/250', 'PUT /categories/quick/250'])
    expect(bodies).not.toMatch(/a\.example/)
    expect(trial.active('malware')).toEqual(['a.example', 'b.example', 'c.example'])
    expect(await trial.workspace.state('appliance_category_sites.desk')).toMatchObject({ id: '250/feed' })
    await trial.nothingToDo()
  })

  it('causes a warning if its category or another list names the same sites', async () => {
    const given = category('malware', sitesOfCategory('own.example', 'shared.example'))
    await trial.applied(given)
    await trial.workspace.write(
      [
        given,
        list('one', ['shared.example', 'one.example'], inCategory),
        list('two', ['two.example', 'WWW.One.example'], inCategory),
      ].join('\n'),
    )
    const { output } = await trial.workspace.plan('-json')
    const { messages } = readRun(output)
    const said = messages.filter(({ code }) => code === 'lists-overlap').map(({ detail }) => detail)
    const called = (name: string) => (name === '' ? "the category's own list" : `the list "${name}"`)
    const warned = (one: string, other: string, site: string) =>
      [`${called(one)} and ${called(other)}`, `${called(other)} and ${called(one)}`].some((pair) =>
        said.some((each) =>
          each.startsWith(`In category "malware", ${pair} contain the same sites: ${site}. `),
        ),
      )
    expect(said).toHaveLength(2)
    expect(warned('', 'one', 'shared.example')).toBe(true)
    expect(warned('one', 'two', 'one.example')).toBe(true)
    expect(words((await trial.workspace.plan()).output)).toContain('[appliance:lists-overlap]')
  })

  it('is repaired if somebody removed sites, and planned again if its category is gone or is another one', async () => {
    const { appliance, workspace } = trial
    trial.byHand('malware', 'theirs.example')
    await trial.list('feed.txt', 'a.example', 'b.example')
    const lists = [list('desk', ['x.example', 'y.example']), listWith('feed', 'sites_file = "feed.txt"')]
    await trial.applied(...lists)
    appliance.store.removeSites(250, ['b.example', 'y.example'])
    const drifted = await trial.planned()
    expect(drifted).toContain('+ "y.example"')
    expect(drifted).toContain('1 site is missing from category "malware": b.example. The next apply adds')
    expect(drifted).toContain('[appliance:sites-missing]')
    await trial.applied(...lists)
    expect(trial.active('malware')).toHaveLength(5)
    await trial.nothingToDo()

    appliance.store.replace(250, { name: 'partners', description: '' })
    await trial.list('feed.txt', 'a.example', 'c.example')
    const withoutRefresh = await workspace.apply('-refresh=false')
    expect(words(withoutRefresh.output)).toContain('Number 250 now belongs to category "partners"')
    expect(withoutRefresh.output).toContain('[appliance:category-gone]')
    expect(trial.stored('partners')).toEqual([])
    const another = await trial.refused()
    expect(another).toContain(
      'in category "malware", and category_id = "250" now refers to category "partners"',
    )
    expect(another).toContain('[appliance:number-refused]')
    expect(another).toContain('[appliance:number-reused]')
    expect(another).toContain('remove the list from the state (terraform state rm)')
    appliance.store.remove(250)
    expect(await trial.refused()).toContain('The appliance has no category number 250.')
    await trial.applied('')
    expect(appliance.store.categories()).toEqual([])
  })

  it('is managed in a category that was only renamed once it is out of the state, as the error says', async () => {
    trial.byHand('malware')
    await trial.applied(list('desk', ['x.example']))
    const { store } = trial.appliance
    store.replace(250, { name: 'harmful', description: '' })
    store.addSites(250, ['x.example'])
    expect(await trial.refused()).toContain('[appliance:number-refused]')
    await trial.workspace.run('state', 'rm', 'appliance_category_sites.desk')
    expect(await trial.planned()).toContain('will be created')
    await trial.applied()
    await trial.nothingToDo()
    await trial.workspace.destroyed()
    expect(trial.stored('harmful')).toEqual([])
  })

  it('takes sites from another category as on_conflict says, and from a list that gives them up', async () => {
    trial.byHand('malware')
    trial.byHand('others', 'taken.example', 'theirs.example')
    const refused = await trial.failed(list('desk', ['taken.example'], 'on_conflict = "fail"'))
    expect(refused).toContain('taken.example is in "others"')
    expect(trial.stored('malware')).toEqual([])
    const { writes } = await trial.applied(
      list('desk', ['taken.example'], 'on_conflict = "move"'),
      list('there', ['passed.example', 'more.example'], 'category_id = "251"'),
    )
    expect(writes).toContain('GET /categories/move/251/taken.example/250')
    expect(trial.active('others')).toEqual(['more.example', 'passed.example', 'theirs.example'])

    const passed = await trial.applied(
      list('desk', ['taken.example', 'passed.example'], 'on_conflict = "fail"'),
      list('there', ['more.example'], 'category_id = "251"'),
    )
    const added = passed.writes.indexOf('PUT /categories/quick/250')
    expect(added).toBeGreaterThan(-1)
    expect(passed.writes.indexOf('GET /categories/delete/251/passed.example')).toBeGreaterThan(added)
    expect(trial.active('malware')).toEqual(['passed.example', 'taken.example'])
    expect(trial.active('others')).toEqual(['more.example', 'theirs.example'])
    await trial.nothingToDo()
  })
})
