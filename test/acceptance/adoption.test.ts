import { category, numbered, Trial } from './trial'
import { describeWithEngine } from './workspace'

let trial: Trial

beforeEach(async () => {
  trial = await Trial.open()
})
afterEach(() => trial.close())

const listed = numbered(312, 'ad')
const inline = (sites: readonly string[]) => `sites = ${JSON.stringify(sites)}`

/** A list in category 250, unless its attributes name another. */
function list(name: string, ...attributes: readonly string[]): string {
  const given = attributes.some((line) => line.startsWith('category_id')) ? [] : ['category_id = "250"']
  const lines = [`name = "${name}"`, ...given, ...attributes].map((line) => `  ${line}\n`)
  return `resource "appliance_category_sites" "${name}" {\n${lines.join('')}}\n`
}

/** How often each site was asked for since the last call. */
function questions(): ReadonlyMap<string, number> {
  const asked = new Map<string, number>()
  for (const { path } of trial.appliance.journal.entries()) {
    const site = /\/query\/(ad-\d+\.example)$/.exec(path)?.[1]
    if (site !== undefined) asked.set(site, (asked.get(site) ?? 0) + 1)
  }
  trial.appliance.journal.clear()
  return asked
}

const once = new Map(listed.map((site) => [site, 1]))

describeWithEngine('what comes under management', () => {
  it.each(['keep', 'fail'])(
    'is counted in the plan that adopts a category, which asks for each site once: on_conflict = "%s"',
    async (onConflict) => {
      trial.byHand('ads', ...listed.slice(2), 'theirs.example')
      const said = await trial.planned(category('ads', inline(listed), `on_conflict = "${onConflict}"`))
      expect(said).toContain('the apply adopts it. 310 of 312 sites are there already.')
      expect(said).toContain('[appliance:category-adopted]')
      expect(said).not.toContain('[appliance:sites-adopted]')
      expect(questions()).toEqual(once)
    },
  )

  it('is counted in the first plan of a list for a category of others, and not in the next', async () => {
    trial.byHand('ads', ...listed.slice(2), 'theirs.example')
    const planned = await trial.planned(list('feed', inline(listed), 'on_destroy = "keep"'))
    expect(planned).toContain('are managed from now on, and a later destroy leaves them there. If others')
    const { said } = await trial.applied(list('feed', inline(listed)))
    expect(said).toContain('Category "ads" contains sites of the new list "feed": 310 of 312 sites are there')
    expect(said).toContain('and a later destroy removes them too. If others maintain these sites')
    expect(said).toContain('[appliance:sites-adopted]')
    questions()
    expect(await trial.nothingToDo()).not.toContain('[appliance:sites-adopted]')
    expect(questions()).toEqual(once)
    const more = inline([...listed, 'theirs.example'])
    expect(await trial.planned(list('feed', more))).not.toContain('[appliance:sites-adopted]')
    expect(questions()).toEqual(once)
  })

  it('is counted in the first plan of a list for an imported category, of a long list by a sample', async () => {
    const long = numbered(5_400, 'ad')
    trial.byHand('ads', ...long.slice(0, 5_300))
    await trial.list('ads.txt', ...long)
    await trial.workspace.write(category('ads'))
    await trial.workspace.imported('appliance_category.ads', 'ads')
    const said = await trial.planned(category('ads', 'sites_file = "ads.txt"'))
    expect(said).toMatch(
      /Category "ads" contains sites of its new list: 1,9\d\d of 2,000 sites that were looked up, a sample of 5,400, are there already/,
    )
    expect(said).toContain('[appliance:sites-adopted]')
    expect(said).toContain('5,400 sites will be added if missing')
    expect(questions().size).toBe(2_000)
    await trial.applied(category('ads', 'sites_file = "ads.txt"'))
    // The apply, which plans again, has asked for none of them.
    expect([...questions().values()].filter((times) => times !== 1)).toEqual([])
    expect(await trial.nothingToDo()).not.toContain('[appliance:sites-adopted]')
  }, 120_000)

  it('is not counted if Terraform has put it there, or puts the category there in the same run', async () => {
    const inCategory = 'category_id = appliance_category.ads.id'
    const own = category('ads', inline(listed))
    const first = await trial.applied(own, list('feed', inCategory, inline(['feed.example'])))
    expect(first.said).not.toContain('[appliance:sites-adopted]')
    const split = [
      category('ads', inline(listed.slice(0, 200))),
      list('rest', inCategory, inline(listed.slice(200))),
    ]
    expect(await trial.planned(...split)).not.toContain('[appliance:sites-adopted]')
    const fresh = list('fresh', inCategory, inline(['fresh.example']))
    expect(await trial.planned(own, fresh)).not.toContain('[appliance:sites-adopted]')
  })

  it('is not counted with verify = "none", and a plan succeeds if it cannot be counted', async () => {
    trial.byHand('ads', ...listed)
    const uncounted = await trial.planned(category('ads', inline(listed), 'verify = "none"'))
    expect(uncounted).toContain('the apply adopts it. The other sites of the category stay.')
    expect(questions()).toEqual(new Map())
    trial.appliance.faults.set([{ operation: 'query', skip: 100, effect: 'refuse', error: 'DATABASE_DOWN' }])
    expect(await trial.planned(category('ads', inline(listed)))).toContain(
      'the apply adopts it. The other sites of the category stay.',
    )
  })
})
