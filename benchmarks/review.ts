import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isSite } from '@webfilter/appliance-names'
import { digestOf, packSites, tableOf } from '@webfilter/site-lists'
import { alternate, Side } from './alternation'
import type { Benchmark } from './benchmark'
import { type Run, runOfNode } from './processes'
import type { Report } from './report'
import { siteList } from './site-lists'
import { inTemporaryFolder } from './temporary-folder'
import { appliance } from './terraform'

const size = 1_000_000
const moving = 100_000

/** Whether a plan with a million sites is reviewed quickly enough to wait for. */
export const review: Benchmark = {
  name: 'review',
  summary: 'review of plans with 1,000,000 sites: time and memory',
  usualRuns: 5,

  run: (options) =>
    inTemporaryFolder(async (folder): Promise<readonly Report[]> => {
      options.progress('making the plans')
      const large = await packed(0, size)
      const creation = await planIn(folder, 'creation', [{ name: 'large', before: null, after: large }])
      const change = await planIn(folder, 'change', [
        { name: 'large', before: large, after: await packed(moving, size) },
        { name: 'small', before: null, after: await packed(0, moving) },
      ])
      await alternate([...creation.sides, ...change.sides], options)
      const comparisons = (figure: (run: Run) => number, atMost: number) =>
        [creation, change].map(({ name, parsing, reviewing }) => ({
          baseline: { label: `${name}: JSON.parse alone`, samples: parsing.samples.map(figure) },
          others: [{ label: `${name}: review`, samples: reviewing.samples.map(figure), goal: { atMost } }],
        }))
      return [
        {
          title: 'review: time',
          explanation:
            'Wall time of `appliance review` with the JSON of a plan that creates a category of 1,000,000 sites from a ' +
            'file, and of a plan that moves 100,000 of them to another category. The baseline is Node parsing the same ' +
            'file as JSON.',
          unit: 'ms',
          comparisons: comparisons(({ milliseconds }) => milliseconds, 5_000),
        },
        {
          title: 'review: memory',
          explanation: 'Peak resident memory of these processes.',
          unit: 'MB',
          comparisons: comparisons(({ megabytes }) => megabytes, 500),
        },
      ]
    }),
}

/** A plan, and the sides that are compared on it. */
async function planIn(folder: string, name: string, lists: readonly PlannedList[]) {
  const plan = join(folder, `${name}.json`)
  await writePlan(plan, lists)
  const parse = 'JSON.parse(require("node:fs").readFileSync(process.argv[1], "utf8"))'
  const parsing = new Side(() => runOfNode(['-e', parse, plan]))
  const reviewing = new Side(() => runOfNode([appliance, 'review', plan], { exitCode: 2 }))
  return { name, parsing, reviewing, sides: [parsing, reviewing] } as const
}

/** A list as a state has it. */
interface PackedList {
  readonly sites_packed: string
  readonly file_sites: { readonly digest: string; readonly count: number }
}

async function packed(from: number, to: number): Promise<PackedList> {
  const table = tableOf(siteList(to - from, from).filter(isSite))
  return { sites_packed: await packSites(table), file_sites: { digest: digestOf(table), count: table.size } }
}

interface PlannedList {
  readonly name: string
  readonly before: PackedList | null
  readonly after: PackedList
}

/** The plan as the engine writes it: it contains the lists once for each side, and again in the values and the prior state. */
async function writePlan(path: string, lists: readonly PlannedList[]): Promise<void> {
  const valuesOf = (name: string, list: PackedList) => ({
    name,
    compile: true,
    sites: null,
    ...list,
  })
  const moduleOf = (side: 'before' | 'after') => ({
    root_module: {
      resources: lists.flatMap(({ name, ...sides }) => {
        const content = sides[side]
        const resource = {
          address: `appliance_category.${name}`,
          mode: 'managed',
          type: 'appliance_category',
          name,
        }
        return content === null ? [] : [{ ...resource, values: valuesOf(name, content) }]
      }),
    },
  })
  const plan = {
    format_version: '1.2',
    planned_values: moduleOf('after'),
    resource_changes: lists.map(({ name, before, after }) => ({
      address: `appliance_category.${name}`,
      mode: 'managed',
      type: 'appliance_category',
      name,
      provider_name: 'registry.terraform.io/webfilter/appliance',
      change: {
        actions: [before === null ? 'create' : 'update'],
        before: before === null ? null : valuesOf(name, before),
        after: valuesOf(name, after),
        after_unknown: {},
        before_sensitive: { sites_packed: true },
        after_sensitive: { sites_packed: true },
      },
    })),
    prior_state: { format_version: '1.0', values: moduleOf('before') },
    errored: false,
  }
  await writeFile(path, JSON.stringify(plan))
}
