import type { EmulatorOptions } from '@webfilter/appliance-emulator'
import { isFull } from '../lanes/extent'
import { onlyReads } from '../lanes/journals'
import { category, Trial } from './trial'
import { describeWithEngine } from './workspace'

/** A way that a list goes: what is there before, and the work whose requests are shown. */
interface Flow {
  readonly name: string
  readonly options?: EmulatorOptions
  before?(trial: Trial): Promise<unknown>
  work(trial: Trial): Promise<unknown>
}

const inline = (...sites: readonly string[]) => `sites = ${JSON.stringify(sites)}`
const ads = (...sites: readonly string[]) => category('ads', inline(...sites))
const desk = (name: string, ...sites: readonly string[]) =>
  `resource "appliance_category_sites" "${name}" {\n  category_id = "250"\n  name = "${name}"\n  ${inline(...sites)}\n}\n`

const growth: Pick<Flow, 'before' | 'work'> = {
  before: ({ workspace }) => workspace.applied(ads('a.example')),
  work: ({ workspace }) => workspace.applied(ads('a.example', 'b.example')),
}
const shrinkage: Pick<Flow, 'before' | 'work'> = {
  before: ({ workspace }) => workspace.applied(ads('a.example', 'b.example', 'c.example')),
  work: ({ workspace }) => workspace.applied(ads('a.example')),
}

const flows: readonly Flow[] = [
  { name: 'a creation', work: ({ workspace }) => workspace.applied(ads('a.example', 'b.example')) },
  {
    name: 'an adoption',
    before: async (trial) => trial.byHand('ads', 'a.example', 'theirs.example'),
    work: ({ workspace }) => workspace.applied(ads('a.example', 'b.example')),
  },
  { name: 'a list that grows', ...growth },
  { name: 'a list that shrinks', ...shrinkage },
  {
    name: 'two categories that swap sites',
    before: ({ workspace }) =>
      workspace.applied(
        category('one', inline('a.example', 'b.example')),
        category('two', inline('c.example')),
      ),
    work: ({ workspace }) =>
      workspace.applied(
        category('one', inline('b.example', 'c.example')),
        category('two', inline('a.example')),
      ),
  },
  {
    name: 'two lists of one category, one of which loses what the other one has',
    async before(trial) {
      trial.byHand('ads', 'theirs.example')
      await trial.workspace.applied(desk('one', 'a.example', 'b.example'), desk('two', 'b.example'))
    },
    work: ({ workspace }) => workspace.applied(desk('one', 'c.example'), desk('two', 'b.example')),
  },
  {
    name: 'a replacement in place',
    before: ({ workspace }) => workspace.applied(ads('a.example', 'b.example')),
    async work({ workspace }) {
      await workspace.run('taint', 'appliance_category.ads')
      await workspace.applied(ads('b.example', 'c.example'))
    },
  },
  {
    name: 'an import',
    before: async (trial) => trial.byHand('ads', 'a.example', 'theirs.example'),
    async work({ workspace }) {
      await workspace.write(ads('a.example', 'b.example'))
      await workspace.imported('appliance_category.ads', 'ads')
      await workspace.applied()
    },
  },
  {
    name: 'a destroy',
    before: ({ workspace }) => workspace.applied(ads('a.example', 'b.example')),
    work: ({ workspace }) => workspace.destroyed(),
  },
  {
    name: 'a list that grows, with the autonomous service alone',
    options: { list: 'autonomous' },
    ...growth,
  },
  {
    name: 'a list that shrinks, with the autonomous service alone',
    options: { list: 'autonomous' },
    ...shrinkage,
  },
]

describeWithEngine('the requests of', () => {
  it.each(flows)('$name', async ({ options, before, work }) => {
    const trial = await Trial.open(options)
    try {
      await before?.(trial)
      trial.appliance.journal.clear()
      await work(trial)
      expect(requestsTo(trial)).toMatchSnapshot()
    } finally {
      await trial.close()
    }
  })

  it('many lists that are created in one category compile it once for each, and once more', async () => {
    const count = isFull ? 300 : 12
    const trial = await Trial.open()
    try {
      trial.byHand('ads', 'theirs.example')
      const lists = Array.from({ length: count }, (_, index) =>
        desk(`list-${index}`, `site-${index}.example`),
      )
      await trial.workspace.applied(...lists)
      const { store, journal } = trial.appliance
      const compiles = journal.entries().filter(({ path }) => path.startsWith('/categories/quick/'))
      expect(compiles).toHaveLength(count + 1)
      expect([...store.sites(250)].filter((site) => !store.compiledSites(250).has(site))).toEqual([])
    } finally {
      await trial.close()
    }
  })
})

/**
 * What was asked, each question once, as how often depends on what runs side by side; and what was written to each category, in the order
 * in which it came there. Names that no appliance has are chosen at random, and the numbers of categories follow from who comes first.
 */
function requestsTo({ appliance }: Trial): string {
  const { store, journal } = appliance
  const named = (path: string) =>
    path.replaceAll(/(?<=\/)2\d\d(?=\/|$)/g, (id) => store.category(Number(id))?.name ?? id)
  const entries = journal.entries().map(({ method, path, body }) => {
    const whole = `${named(path)}${body && ` ${decodeURIComponent(body)}`}`
    const known = whole.replaceAll(/[a-z]{10,16}(?=\.invalid)|(?<=^\/categories\/)[a-z]{10,16}$/g, '*')
    return { request: `${method} ${path}`, shown: `${method} ${known}` }
  })
  const isQuestion = ({ request }: { readonly request: string }) => onlyReads.test(request)
  const asked = entries.filter(isQuestion).map(({ shown }) => shown)
  const written = entries.filter((entry) => !isQuestion(entry)).map(({ shown }) => shown)
  const categories = store.categories().map(({ name }) => name)
  const categoryIn = (request: string) =>
    categories.find((name) => request.split(/[ /]/).includes(name)) ?? 'that is new'
  return [
    'asked:',
    ...[...new Set(asked)].sort(),
    ...[...new Set(written.map(categoryIn))]
      .sort()
      .flatMap((name) => [`category ${name}:`, ...written.filter((each) => categoryIn(each) === name)]),
  ].join('\n')
}
