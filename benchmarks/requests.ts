import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Emulator, type EmulatorOptions, startEmulator } from '@webfilter/appliance-emulator'
import type { Benchmark } from './benchmark'
import { categories, type DeclaredCategories } from './configurations'
import type { Comparison } from './report'
import { inTemporaryFolder } from './temporary-folder'
import { Workspace } from './terraform'

/** A change, and the fewest requests that can make it: a `terraform apply`, its refresh and its plan included. */
interface Change {
  readonly label: string
  readonly before?: DeclaredCategories
  /** What an administrator changed before the apply. */
  readonly byHand?: (emulator: Emulator) => void
  readonly after: DeclaredCategories
  /** Requests that write, by the kind of appliance; left out for one that cannot make the change. */
  readonly writes: Counts
  /**
   * Requests that read: one list for each of the two processes that plan and apply, one query for each site that existed,
   * and one list after each write that only a list can confirm.
   */
  readonly reads: Counts
}

/** Both generations with the older or the autonomous list, or the autonomous service alone, which has the categories already. */
type Kind = 'older' | 'autonomous' | 'alone'

type Counts = Readonly<Record<'older' | 'autonomous', number>> & { readonly alone?: number }

const kinds: Readonly<Record<Kind, { readonly label: string; readonly options: EmulatorOptions }>> = {
  older: { label: 'older list', options: { list: 'older' } },
  autonomous: { label: 'autonomous list', options: { list: 'autonomous' } },
  alone: { label: 'autonomous service alone', options: { generation: 'autonomous' } },
}

const three = ['a.example', 'b.example', 'c.example']

const changes: readonly Change[] = [
  {
    label: 'creation of three sites',
    after: { ads: three },
    writes: { older: 2, autonomous: 3, alone: 2 },
    reads: { older: 3, autonomous: 4, alone: 4 },
  },
  {
    label: 'nothing to do',
    before: { ads: three },
    after: { ads: three },
    writes: { older: 0, autonomous: 0, alone: 0 },
    reads: { older: 4, autonomous: 4, alone: 2 },
  },
  {
    label: 'two sites added',
    before: { ads: three },
    after: { ads: [...three, 'd.example', 'e.example'] },
    // The appliance skips a compile if the number of sites is unchanged. One request precedes each change, so that sites
    // that others left uncompiled cannot hide it. Beside the autonomous service, the older routes compile.
    writes: { older: 2, autonomous: 3, alone: 2 },
    reads: { older: 5, autonomous: 6, alone: 4 },
  },
  {
    label: 'two sites removed',
    before: { ads: three },
    after: { ads: ['a.example'] },
    writes: { older: 4, autonomous: 4 },
    reads: { older: 5, autonomous: 6 },
  },
  {
    label: 'one site added, two removed',
    before: { ads: three },
    after: { ads: ['a.example', 'd.example'] },
    // The appliance skips a compile if the number of sites is unchanged, so each half has its own.
    writes: { older: 4, autonomous: 5 },
    reads: { older: 5, autonomous: 6 },
  },
  {
    label: 'one site moves to another category',
    before: { ads: three, trackers: ['d.example'] },
    after: { ads: ['a.example', 'b.example'], trackers: ['d.example', 'c.example'] },
    writes: { older: 5, autonomous: 5 },
    reads: { older: 6, autonomous: 7 },
  },
  {
    label: 'repair of one site',
    before: { ads: three },
    byHand: ({ store }) => store.removeSites(250, ['b.example']),
    after: { ads: three },
    // The older routes compile the existing sites first, because the removal of the site may not have been compiled.
    writes: { older: 2, autonomous: 3, alone: 2 },
    reads: { older: 5, autonomous: 6, alone: 4 },
  },
]

/** The requests of an apply: counted, not timed. */
export const requests: Benchmark = {
  name: 'requests',
  summary: 'requests of an apply, against the fewest that can do it',
  usualRuns: 1,

  async run({ progress }) {
    const comparisons: Comparison[] = []
    for (const kind of ['older', 'autonomous', 'alone'] as const) {
      for (const change of changes) {
        const [writes, reads] = [change.writes[kind], change.reads[kind]]
        if (writes === undefined || reads === undefined) continue
        const label = `${change.label}, ${kinds[kind].label}`
        progress(label)
        const sent = await countRequests(change, kinds[kind].options)
        comparisons.push({
          baseline: { label: `${label}: fewest writes`, samples: [writes] },
          others: [{ label: '… sent', samples: [sent.writes], goal: { timesAtMost: 1 } }],
        })
        comparisons.push({
          baseline: { label: `${label}: fewest reads`, samples: [reads] },
          others: [{ label: '… sent', samples: [sent.reads] }],
        })
      }
    }
    return {
      title: 'requests: one apply',
      explanation:
        'Requests that a `terraform apply` sends, including its refresh and its plan. The baseline is the fewest that ' +
        'can do it: one list for each of the two processes that plan and apply, one query for each site that exists, ' +
        'the writes, one compile for each changed category, and one list after the writes if only a list shows their ' +
        'result. If the autonomous list answers and something is to be created or removed, each process asks once ' +
        'whether the older routes exist; so does each process that would query a site. The autonomous service alone ' +
        'adopts a category instead of creating one.',
      unit: 'requests',
      comparisons,
    }
  },
}

async function countRequests(
  { before, byHand, after }: Change,
  options: EmulatorOptions,
): Promise<{ readonly writes: number; readonly reads: number }> {
  const emulator = await startEmulator(options)
  try {
    // That service cannot create categories, so those to be adopted exist already.
    if (options.generation === 'autonomous')
      for (const name of Object.keys(after)) emulator.store.create({ name })
    return await inTemporaryFolder(async (folder) => {
      const workspace = await Workspace.open(join(folder, 'requests'), categories(before ?? {}), {
        APPLIANCE_CATEGORIES_URL: emulator.urls.categories,
        APPLIANCE_CATEGORIES_LEGACY_URL: emulator.urls.legacy,
      })
      await workspace.apply()
      byHand?.(emulator)
      await writeFile(join(folder, 'requests', 'main.tf'), categories(after))
      emulator.journal.clear()
      await workspace.apply()
      const sent = emulator.journal.entries().map(({ method, path }) => `${method} ${path}`)
      const reads = sent.filter((request) => /^GET \/categories\/(list$|query\/)/.test(request)).length
      return { writes: sent.length - reads, reads }
    })
  } finally {
    await emulator.close()
  }
}
