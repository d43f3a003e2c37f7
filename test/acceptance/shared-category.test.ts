import { atNight } from '../lanes/extent'
import { category, numbered, Trial } from './trial'
import { words } from './words'
import { describeWithEngine } from './workspace'

let trial: Trial

afterEach(() => trial.close())

const inline = (sites: readonly string[]) => `sites = ${JSON.stringify(sites)}`

function list(name: string, ...attributes: readonly string[]): string {
  const lines = ['category_id = "250"', `name = "${name}"`, ...attributes].map((line) => `  ${line}\n`)
  return `resource "appliance_category_sites" "${name}" {\n${lines.join('')}}\n`
}

describeWithEngine('lists that share a category', () => {
  it('are compared with its count together, if single sites cannot be queried', async () => {
    trial = await Trial.open({ generation: 'autonomous' })
    trial.byHand('ads')
    const blocks = [
      category('ads', inline(['a.example', 'b.example'])),
      list('desk', inline(['b.example', 'c.example', 'd.example'])),
    ]
    await trial.applied(...blocks)
    await trial.nothingToDo()
    trial.appliance.store.removeSites(250, ['a.example'])

    const said = await trial.planned()
    expect(said).toContain('[appliance:fewer-sites-than-managed]')
    expect(said).toContain('Category "ads" contains 3 sites, but this list and')
    await trial.applied(...blocks)
    expect(trial.active('ads')).toEqual(['a.example', 'b.example', 'c.example', 'd.example'])
    await trial.nothingToDo()
  })

  it('are reported by the last that is read, and repaired as the warning says, if one waits for another', async () => {
    trial = await Trial.open({ generation: 'autonomous' })
    trial.byHand('ads')
    const desk = list('desk', inline(['c.example', 'd.example'])).replace(
      '"250"',
      'appliance_category.ads.id',
    )
    const blocks = [category('ads', inline(['a.example', 'b.example'])), desk]
    await trial.applied(...blocks)
    await trial.nothingToDo()
    trial.appliance.store.removeSites(250, ['a.example'])

    expect(await trial.planned()).toContain(
      "but this list and the category's own list together manage 4. This appliance cannot report which",
    )
    await trial.applied(...blocks)
    expect(await trial.planned()).toContain('remove its resource from the state (terraform state rm)')
    await trial.workspace.run('state', 'rm', 'appliance_category.ads')
    await trial.workspace.imported('appliance_category.ads', 'ads')
    await trial.applied(...blocks)
    expect(trial.active('ads')).toEqual(['a.example', 'b.example', 'c.example', 'd.example'])
    await trial.nothingToDo()
  })

  atNight(it)(
    'are queried in full if the count falls short, and the last one names those that were not',
    async () => {
      trial = await Trial.open({ list: 'autonomous' })
      trial.byHand('ads')
      const feed = numbered(5_500, 'feed')
      await trial.list('feed.txt', ...feed)
      await trial.list('more.txt', ...numbered(5_200, 'more'))
      const own = (...more: readonly string[]) => category('ads', 'sites_file = "feed.txt"', ...more)
      const more = list('more', 'sites_file = "more.txt"')
      await trial.applied(own('verify = "full"'), more)
      await trial.applied(own(), more)
      await trial.nothingToDo()
      trial.appliance.store.removeSites(250, ['feed-7.example'])

      const { output } = await trial.workspace.run('plan', '-no-color', '-input=false')
      expect(words(output)).toContain('1 site is missing from category "ads": feed-7.example.')
      const { output: inTurn } = await trial.workspace.run(
        'plan',
        '-no-color',
        '-input=false',
        '-parallelism=1',
        '-json',
      )
      // Whichever is read last knows both.
      expect(inTurn).toMatch(/feed-7\.example|\[appliance:sites-of-other-lists-missing\]/)
    },
    120_000,
  )

  it('are reported with the name of a list that was read before the others and not queried', async () => {
    trial = await Trial.open({ list: 'autonomous' })
    trial.byHand('ads')
    await trial.list('feed.txt', ...numbered(300, 'feed'))
    const own = (...more: readonly string[]) => category('ads', 'sites_file = "feed.txt"', ...more)
    const desk = list('desk', inline(['x.example'])).replace('"250"', 'appliance_category.ads.id')
    await trial.applied(own('verify = "none"'), desk)
    trial.appliance.store.removeSites(250, ['feed-7.example'])
    const said = await trial.nothingToDo()
    expect(said).toContain('[appliance:sites-of-other-lists-missing]')
    expect(said).toContain('contains 300 sites, but its lists together manage 301')
    expect(said).toContain(
      "The others must belong to the category's own list, of which not all sites were checked",
    )
    await trial.applied(own('verify = "full"'), desk)
    expect(await trial.planned()).toContain('1 site is missing from category "ads": feed-7.example.')
  }, 120_000)
})

describeWithEngine('names of categories', () => {
  it('with an apostrophe, ß or ø are found as the appliance stores them, and then there is nothing to do', async () => {
    trial = await Trial.open()
    const blocks = ["L'équipe", 'Straße', 'Smørrebrød'].map((name, index) =>
      category('x', inline([`s${index}.example`]))
        .replace('name = "x"', `name = "${name}"`)
        .replace('"x" {', `"x${index}" {`),
    )
    await trial.applied(...blocks)
    expect(
      trial.appliance.store
        .categories()
        .map(({ name }) => name)
        .sort(),
    ).toEqual(['Lequipe', 'Smorrebrod', 'Strabe'])
    await trial.nothingToDo()
    await trial.workspace.run('state', 'rm', 'appliance_category.x0')
    await trial.workspace.imported('appliance_category.x0', "L'équipe")
    await trial.applied(...blocks)
    await trial.nothingToDo()
    await trial.workspace.destroyed()
    expect(trial.stored('Lequipe')).toEqual([])
  })

  it('that map to one table cause a warning, in the run and on the appliance', async () => {
    trial = await Trial.open()
    const named = (label: string, name: string) =>
      category('x', inline([`${label}.example`]))
        .replace('name = "x"', `name = "${name}"`)
        .replace('"x" {', `"${label}" {`)
    const first = named('first', 'Advertising and trackers one')
    const second = named('second', 'Advertising and trackers two')
    const said = await trial.planned(first, second)
    expect(said).toContain('[appliance:table-shared]')
    expect(said).toContain('category_advertisingandtracke')

    expect(await trial.planned(first)).not.toContain('[appliance:table-shared]')
    await trial.applied(first)
    expect(await trial.planned(first, second)).toContain(
      'together with category "Advertising and trackers one"',
    )
    await trial.nothingToDo(first)
    trial.appliance.store.create({ name: 'Advertising and trackers two' })
    expect(await trial.planned(first, second)).toContain(
      'together with category "Advertising and trackers one"',
    )
  })

  it('of which one would be cut within a letter are refused in the plan, and others of that script have a table each', async () => {
    trial = await Trial.open({ list: 'autonomous' })
    expect(await trial.refused(category('広告とゲームと', 'sites = ["a.example"]'))).toContain(
      '[appliance:table-impossible]',
    )
    const both = [category('Реклама', 'sites = ["a.example"]'), category('Казино', 'sites = ["b.example"]')]
    expect(await trial.planned(...both)).not.toContain('[appliance:table-shared]')
    await trial.applied(...both)
    expect([trial.active('Реклама'), trial.active('Казино')]).toEqual([['a.example'], ['b.example']])
    await trial.nothingToDo()
  })

  it('of which one has the table of another that was emptied become active, although the number of sites is unchanged', async () => {
    trial = await Trial.open({ generation: 'older' })
    const named = (name: string, site: string) =>
      category('x', inline([site])).replace('name = "x"', `name = "Advertising and trackers ${name}"`)
    await trial.applied(named('one', 'a.example'))
    await trial.workspace.destroyed()
    await trial.applied(named('two', 'b.example'))
    expect(trial.active('Advertising and trackers two')).toEqual(['b.example'])
    await trial.nothingToDo()
  })

  it('of which nobody looks at the sites become active, although others have taken out as many as come', async () => {
    trial = await Trial.open({ generation: 'older' })
    const ads = (site: string) => category('ads', inline([site]), 'verify = "none"')
    await trial.applied(ads('a.example'))
    // The older delete route never compiles.
    trial.appliance.store.removeSites(250, ['a.example'])
    await trial.applied(ads('b.example'))
    expect(trial.active('ads')).toEqual(['b.example'])
    await trial.nothingToDo()
  })
})
