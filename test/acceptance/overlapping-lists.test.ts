import { isFull } from '../lanes/extent'
import { category, numbered, Trial } from './trial'
import { words } from './words'
import { describeWithEngine } from './workspace'

let trial: Trial

afterEach(() => trial.close())

const inline = (...sites: readonly string[]) => `sites = ${JSON.stringify(sites)}`

/** A list in category 250, under an address of its own: Terraform begins with the first by the alphabet. */
const list = (label: string, content: string, id = '"250"') =>
  `resource "appliance_category_sites" "${label}" {\n  category_id = ${id}\n  name = "${label}"\n  ${content}\n}\n`

/** How a change is planned and applied. */
const inOneProcess = { options: [], isSaved: false } as const
const inTurn = { options: ['-parallelism=1'], isSaved: true } as const
const ways = [{ options: [], isSaved: true }, inTurn] as const

/** Plans and applies a configuration, then finds nothing to do. @returns what the plan said */
async function applied(
  { options, isSaved }: { readonly options: readonly string[]; readonly isSaved: boolean },
  ...blocks: readonly string[]
): Promise<string> {
  await trial.workspace.write(blocks.join('\n'))
  const { output } = await trial.workspace.plan(...options, ...(isSaved ? ['-out=saved.plan'] : []))
  const { exitCode, output: said } = await trial.workspace.apply(
    ...options,
    ...(isSaved ? ['saved.plan'] : []),
  )
  expect(`${exitCode} ${said}`).toMatch(/^0 /)
  await trial.nothingToDo()
  return words(output)
}

const sorted = (...sites: readonly string[]) => [...sites].sort()

describeWithEngine('lists of one category that overlap, one of which loses what another one declares', () => {
  const shrunk = ['early', 'late'].flatMap((shrinking) => ways.map((way) => ({ shrinking, ...way })))
  it.each(shrunk)(
    'keep the sites that two feeds share: $shrinking shrinks, with $options, from a saved plan: $isSaved',
    async ({ shrinking, ...way }) => {
      trial = await Trial.open()
      trial.byHand('malware', 'theirs.example')
      const shared = numbered(isFull ? 500 : 100, 'shared')
      const feeds = ['early', 'late'].map((name) => list(name, `sites_file = "${name}.txt"`))
      const own = (name: string) => numbered(isFull ? 600 : 120, name)
      for (const name of ['early', 'late']) await trial.list(`${name}.txt`, ...own(name), ...shared)
      await trial.applied(...feeds)

      await trial.list(`${shrinking}.txt`, ...own(shrinking))
      await applied(way, ...feeds)
      const all = sorted('theirs.example', ...own('early'), ...own('late'), ...shared)
      expect(trial.stored('malware')).toEqual(all)
      expect(trial.active('malware')).toEqual(all)
    },
    60_000,
  )

  it.each(
    ['own', 'list'].flatMap((shrinking) =>
      [
        { id: '"250"', ...inOneProcess },
        { id: '"250"', ...inTurn },
        { id: 'appliance_category.ads.id', ...inTurn },
      ].map((way) => ({ shrinking, ...way })),
    ),
  )(
    'keep what an inline list shares with the category it names by $id: the $shrinking shrinks, with $options, from a saved plan: $isSaved',
    async ({ shrinking, id, ...way }) => {
      trial = await Trial.open({ list: 'autonomous' })
      trial.byHand('ads', 'theirs.example')
      const blocks = (own: readonly string[], listed: readonly string[]) => [
        category('ads', inline('own.example', ...own)),
        list('desk', inline('listed.example', ...listed), id),
      ]
      await trial.applied(...blocks(['shared.example', 'more.example'], ['more.example', 'shared.example']))
      const [own, listed] = [
        shrinking === 'own' ? ['new.example'] : ['shared.example', 'more.example'],
        shrinking === 'list' ? ['new.example'] : ['more.example', 'shared.example'],
      ]
      await applied(way, ...blocks(own, listed))
      const all = sorted(
        'theirs.example',
        'own.example',
        'listed.example',
        'new.example',
        'shared.example',
        'more.example',
      )
      expect(trial.stored('ads')).toEqual(all)
      expect(trial.active('ads')).toEqual(all)
    },
    60_000,
  )

  it.each(ways)(
    'hand sites over among three of them, with $options, from a saved plan: $isSaved',
    async (way) => {
      trial = await Trial.open()
      trial.byHand('ads', 'theirs.example')
      const blocks = (...lists: readonly (readonly string[])[]) =>
        lists.map((sites, index) => list(['a', 'b', 'c'][index] ?? '', inline(...sites)))
      await trial.applied(
        ...blocks(['a.example', 'x.example'], ['b.example', 'x.example', 'y.example'], ['c.example']),
      )
      // x goes from the first to the third and stays in the second, y goes from the second to the first.
      await applied(
        way,
        ...blocks(['a.example', 'y.example'], ['b.example', 'x.example'], ['c.example', 'x.example']),
      )
      const all = ['a.example', 'b.example', 'c.example', 'theirs.example', 'x.example', 'y.example']
      expect(trial.stored('ads')).toEqual(all)
      // Nobody declares it any more.
      await applied(way, ...blocks(['a.example'], ['b.example'], ['c.example']))
      expect(trial.stored('ads')).toEqual(['a.example', 'b.example', 'c.example', 'theirs.example'])
    },
    60_000,
  )

  it.each(ways)(
    'keep what another list declares if the sites are known only in the apply, or move to another category, with $options, from a saved plan: $isSaved',
    async (way) => {
      trial = await Trial.open()
      trial.byHand('ads')
      const late = (site: string) => `resource "terraform_data" "late" {\n  input = "${site}"\n}\n`
      const blocks = (site: string, moved: readonly string[]) => [
        late(site),
        list('feed', 'sites = ["feed.example", terraform_data.late.output]'),
        list('other', inline('other.example', 'shared.example', 'moved.example')),
        list('gives', inline('gives.example', ...(moved.length > 0 ? [] : ['moved.example']))),
        category('games', inline('game.example', ...moved)),
      ]
      await trial.applied(...blocks('shared.example', []))
      await applied(way, ...blocks('next.example', ['moved.example']))
      expect(trial.stored('ads')).toEqual(
        sorted(
          'feed.example',
          'next.example',
          'other.example',
          'shared.example',
          'moved.example',
          'gives.example',
        ),
      )
      expect(trial.stored('games')).toEqual(['game.example', 'moved.example'])
    },
    60_000,
  )

  it('say what they keep, and what a run without the other list cannot know', async () => {
    trial = await Trial.open()
    trial.byHand('ads')
    const other = list('other', inline('other.example', 'shared.example'))
    const one = (...sites: readonly string[]) => list('one', inline('one.example', ...sites))
    const said = await trial.applied(one('shared.example'), other)
    expect(said.said).toContain('unless that one is not in the run (-target, another state)')
    const plan = await trial.planned(one(), other)
    expect(plan).toContain('[appliance:sites-shared]')
    await trial.workspace.apply('-target=appliance_category_sites.one')
    expect(trial.stored('ads')).toEqual(['one.example', 'other.example'])
    await trial.applied(one(), other)
    expect(trial.stored('ads')).toEqual(['one.example', 'other.example', 'shared.example'])
    await trial.nothingToDo()
  })
})
