import { category, Trial } from './trial'
import { words } from './words'
import { describeWithEngine } from './workspace'

let trial: Trial

beforeEach(async () => {
  trial = await Trial.open()
})

afterEach(() => trial.close())

const inline = (...sites: readonly string[]) => `sites = ${JSON.stringify(sites)}`

/** The category "ads" under an address of its own. */
const ads = (label: string, ...attributes: readonly string[]) =>
  category(label, ...attributes).replace(`name = "${label}"`, 'name = "ads"')

/** The list "desk" of category 250 under an address of its own. */
const desk = (label: string, ...attributes: readonly string[]) => {
  const lines = ['category_id = "250"', 'name = "desk"', ...attributes].map((line) => `  ${line}\n`)
  return `resource "appliance_category_sites" "${label}" {\n${lines.join('')}}\n`
}

/** Brings the category under a second address of the state, which only -target lets a configuration do. */
async function twice(first: string, second: string, label: string): Promise<void> {
  await trial.applied(first)
  await trial.workspace.write(`${first}\n${second}`)
  await trial.workspace.imported(`appliance_category.${label}`, 'ads')
  const { exitCode, output } = await trial.workspace.apply(`-target=appliance_category.${label}`)
  expect(`${exitCode} ${output}`).toMatch(/^0 /)
}

/** Plans and applies without the first address, and expects that nothing is missing in the end. */
async function withoutTheFirst(rest: string, options: readonly string[], isSaved: boolean): Promise<string> {
  await trial.workspace.write(rest)
  const saved = isSaved ? ['-out=saved.plan'] : []
  const { output } = await trial.workspace.plan(...options, ...saved)
  expect(words(output)).toContain('[appliance:sites-shared]')
  const applied = await trial.workspace.apply(...options, ...(isSaved ? ['saved.plan'] : []))
  expect(`${applied.exitCode} ${applied.output}`).toMatch(/^0 /)
  return words(output)
}

describeWithEngine('a category under two addresses of a state', () => {
  it.each([
    ['a', 'b', [], true],
    ['b', 'a', [], false],
    ['a', 'b', ['-parallelism=1'], false],
    ['b', 'a', ['-parallelism=1'], true],
    ['a', 'b', ['-refresh=false'], true],
  ])(
    'of which %s is destroyed keeps what %s declares, with the options %j, from a saved plan: %j',
    async (gone, stays, options, isSaved) => {
      const rest = ads(stays, inline('shared.example', 'of-the-other.example'))
      await twice(ads(gone, inline('shared.example', 'of-the-first.example')), rest, stays)
      const said = await withoutTheFirst(rest, options, isSaved)
      expect(said).toContain('1 site of category "ads" is in the lists of two resources')
      expect(said).toContain(': shared.example.')
      expect(trial.stored('ads')).toEqual(['of-the-other.example', 'shared.example'])
      expect(trial.active('ads')).toEqual(['of-the-other.example', 'shared.example'])
      await trial.nothingToDo()
    },
  )

  it('keeps all of its sites if both declare the same, and one is spelled differently', async () => {
    const rest = ads('b', inline('one.example', 'two.example')).replace('name = "ads"', 'name = "ADS"')
    await twice(ads('a', inline('one.example', 'two.example')), rest, 'b')
    await withoutTheFirst(rest, [], true)
    expect(trial.active('ads')).toEqual(['one.example', 'two.example'])
    await trial.nothingToDo()
  })

  it('keeps what comes from a file', async () => {
    await trial.list('feed.txt', 'one.example', 'two.example')
    const rest = ads('b', 'sites_file = "feed.txt"', 'on_conflict = "fail"')
    await twice(ads('a', 'sites_file = "feed.txt"'), rest, 'b')
    await withoutTheFirst(rest, ['-parallelism=1'], true)
    expect(trial.active('ads')).toEqual(['one.example', 'two.example'])
    await trial.nothingToDo()
  })

  it('loses all of its sites if both are destroyed', async () => {
    await twice(ads('a', inline('one.example')), ads('b', inline('one.example')), 'b')
    const said = await trial.workspace.applied('')
    expect(said).toContain('2 destroyed')
    expect(said).not.toContain('[appliance:sites-shared]')
    expect(trial.stored('ads')).toEqual([])
  })
})

describeWithEngine('a list under two addresses of a state', () => {
  it('of which one is destroyed keeps what the other declares', async () => {
    trial.byHand('malware', 'theirs.example')
    const [first, rest] = [desk('a', inline('one.example', 'two.example')), desk('b', inline('two.example'))]
    await trial.applied(first)
    await trial.workspace.write(`${first}\n${rest}`)
    const { exitCode } = await trial.workspace.apply('-target=appliance_category_sites.b')
    expect(exitCode).toBe(0)
    await withoutTheFirst(rest, [], true)
    expect(trial.active('malware')).toEqual(['theirs.example', 'two.example'])
    await trial.nothingToDo()
  })

  it('and a list of another name keep shared sites if one of them is destroyed', async () => {
    trial.byHand('malware', 'theirs.example')
    const rest = desk('b', inline('two.example')).replace('"desk"', '"other"')
    await trial.applied(desk('a', inline('one.example', 'two.example')), rest)
    await withoutTheFirst(rest, ['-parallelism=1'], false)
    expect(trial.active('malware')).toEqual(['theirs.example', 'two.example'])
    await trial.nothingToDo()
  })

  it('and a list of another name lose all of their sites if both are destroyed', async () => {
    trial.byHand('malware', 'theirs.example')
    const other = desk('b', inline('two.example')).replace('"desk"', '"other"')
    await trial.applied(desk('a', inline('one.example', 'two.example')), other)
    // Whether the plan warns of the shared site follows from which of them is planned first.
    await trial.workspace.destroyed()
    expect(trial.stored('malware')).toEqual(['theirs.example'])
  })
})

/** One category for each name, at the index of the name. */
const counted = (...names: readonly string[]) => `
locals {
  names = ${JSON.stringify(names)}
}

resource "appliance_category" "office" {
  count = ${names.length}
  name  = local.names[count.index]
  sites = ["common.example", "\${local.names[count.index]}.example"]
}
`

/** The same at the names themselves. */
const named = (...names: readonly string[]) => `
resource "appliance_category" "office" {
  for_each = toset(${JSON.stringify(names)})
  name     = each.key
  sites    = ["common.example", "\${each.key}.example"]
}
`

describeWithEngine('categories that get other addresses without moved blocks', () => {
  const deleted = (writes: readonly string[]) =>
    writes.flatMap((request) => /\/delete\/\d+\/(.*\.example)$/.exec(request)?.[1] ?? []).sort()

  const changes = [
    ['the index of each changes by one', counted],
    ['their indexes become names', named],
  ] as const
  const engines = [
    ['the host of the tests', 'open'],
    ['an engine', 'attached'],
  ] as const
  const ways = changes.flatMap(([what, after]) =>
    engines.flatMap(([engine, how]) =>
      [true, false].map((isSaved) => ({ what, after, engine, how, isSaved })),
    ),
  )
  it.each(ways)('keep their sites: $what, by $engine, from a saved plan: $isSaved', async (way) => {
    await trial.close()
    trial = await Trial[way.how]()
    await trial.workspace.applied(counted('art', 'bar', 'car', 'dam'))
    await trial.workspace.write(way.after('bar', 'car', 'dam'))
    const saved = way.isSaved ? ['saved.plan'] : []
    const planned = await trial.workspace.plan(...saved.map((file) => `-out=${file}`))
    // An engine on a busy machine may begin with some objects only when others are planned.
    if (way.how === 'open') expect(words(planned.output)).toContain('[appliance:sites-shared]')
    expect(words(planned.output)).not.toContain('[appliance:list-twice-in-state]')
    trial.appliance.writes()
    const applied = await trial.workspace.apply(...saved)
    expect(`${applied.exitCode} ${applied.output}`).toMatch(/^0 /)
    if (way.how === 'open')
      expect(deleted(trial.appliance.writes())).toEqual(['art.example', 'common.example'])
    expectOffices()
    await trial.nothingToDo()
  })

  it.each(changes)('have them in the end, whichever is planned and applied first: %s', async (_, after) => {
    await trial.workspace.applied(counted('art', 'bar', 'car', 'dam'))
    await trial.workspace.write(after('bar', 'car', 'dam'))
    const applied = await trial.workspace.apply('-parallelism=1')
    expect(`${applied.exitCode} ${applied.output}`).toMatch(/^0 /)
    expectOffices()
    await trial.nothingToDo()
  })

  function expectOffices(): void {
    expect(trial.stored('art')).toEqual([])
    for (const name of ['bar', 'car', 'dam']) {
      expect(trial.stored(name)).toEqual([`${name}.example`, 'common.example'].sort())
      expect(trial.active(name)).toEqual(trial.stored(name))
    }
  }
})

describeWithEngine('lists in a category that are declared by numbers', () => {
  /** One list for each name, at the index of the name. */
  const feeds = (...names: readonly string[]) => `
locals {
  feeds = ${JSON.stringify(names)}
}

${ads('ads', inline('ads.example'))}

resource "appliance_category_sites" "feed" {
  count       = ${names.length}
  category_id = appliance_category.ads.id
  name        = local.feeds[count.index]
  sites       = ["\${local.feeds[count.index]}.example"]
}
`

  // An engine may plan the destroy of an instance before it reads it, so that the plan of its neighbor is all that is known of the name.
  it.each(['open', 'attached'] as const)(
    'are in the state once if one goes from the middle: %s',
    async (how) => {
      await trial.close()
      trial = await Trial[how]()
      await trial.workspace.applied(feeds('one', 'two', 'three'))
      await trial.workspace.write(feeds('one', 'three'))
      const { output } = await trial.workspace.plan()
      expect(words(output)).not.toContain('[appliance:list-twice-in-state]')
      const applied = await trial.workspace.apply()
      expect(`${applied.exitCode} ${applied.output}`).toMatch(/^0 /)
      expect(trial.active('ads')).toEqual(['ads.example', 'one.example', 'three.example'])
      await trial.nothingToDo()
    },
  )
})
