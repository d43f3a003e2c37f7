import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { request } from 'undici'
import type { Benchmark, RunOptions } from './benchmark'
import { type EmulatorProcess, withEmulator } from './emulator-process'
import { type Run, runOfNode } from './processes'
import { peakMemory } from './provider-memory'
import { forms, type ListForm, writePublishedList } from './published-lists'
import type { Comparison, Goal, Measured, Report } from './report'
import { fileCategory, siteList, writeSites } from './site-lists'
import { inTemporaryFolder } from './temporary-folder'
import { appliance, Workspace } from './terraform'

/** The lengths and the forms of the two longest published lists, between shorter ones and one that nearly fills a state (`longestPackedList`). */
const lists: readonly { readonly sites: number; readonly form: ListForm }[] = [
  { sites: 1_000_000, form: forms.hosts },
  { sites: 2_500_000, form: forms.hosts },
  { sites: 4_661_149, form: forms.domains },
  { sites: 5_282_084, form: forms.hosts },
  { sites: 11_000_000, form: forms.hosts },
]

/** The one that is destroyed: each site is a request of its own, and of five millions they take a quarter of an hour. */
const shortest = 1_000_000

/** The longest published list, and the megabytes of memory that it must stay below. */
const longest = 5_282_084
const mostMemory = 1_000

/** Lists with the length and the form of the longest ones that are published. */
export const longLists: Benchmark = {
  name: 'long',
  summary: 'generated lists like the longest published ones, up to 11,000,000 sites: times, memory, growth',
  usualRuns: 1,

  run: (options) =>
    inTemporaryFolder(async (folder) => {
      options.progress('10 sites')
      const few = await measureFew(join(folder, 'few'), options)
      const measured: LongMeasured[] = []
      for (const { sites, form } of lists) {
        const progress = (message: string) =>
          options.progress(`${sites.toLocaleString('en-US')} sites: ${message}`)
        measured.push(await measureLong(join(folder, String(sites)), sites, form, { ...options, progress }))
      }
      return [
        times(few, measured),
        floors(measured),
        growth(measured),
        memory(measured),
        memoryOfCommands(measured),
        sizes(measured),
      ]
    }),
}

/** The measurements of one list; times in milliseconds, memory in megabytes. */
interface LongMeasured {
  readonly sites: number
  readonly creations: readonly number[]
  readonly bareCreations: readonly number[]
  readonly plans: readonly number[]
  readonly changes: readonly number[]
  readonly destructions: readonly number[]
  /** Of the plan of a change, and of the file, by the command. */
  readonly reviews: readonly Run[]
  readonly lints: readonly Run[]
  readonly memory: Readonly<Record<Watched, readonly number[]>>
  readonly bytesOfFile: number
  readonly bytesOfState: number
  /** Of reading the file and hashing its text, with nothing else. */
  readonly hashings: readonly number[]
  /** Of a plan with nothing to do, without a provider process, with a state of as many bytes. */
  readonly plansAlone: readonly number[]
}

/** What is done while the memory of the provider is watched. */
const watchedWork = ['plan', 'creation', 'change', 'destruction'] as const
type Watched = (typeof watchedWork)[number]

async function measureFew(folder: string, { runs }: RunOptions): Promise<readonly number[]> {
  await mkdir(folder)
  const file = join(folder, 'sites.txt')
  await writeSites(file, siteList(10))
  return await withEmulator(async ({ environment }) => {
    const workspace = await Workspace.open(join(folder, 'stack'), fileCategory(file), environment)
    await workspace.apply()
    return await repeated(runs, () => workspace.timeOfEmptyPlan())
  }, listed)
}

async function measureLong(
  folder: string,
  sites: number,
  form: ListForm,
  { runs, progress }: RunOptions,
): Promise<LongMeasured> {
  await mkdir(folder)
  const file = join(folder, 'sites.txt')
  await writePublishedList(file, sites, form)
  const bytesOfFile = (await stat(file)).size
  const memory: Record<Watched, number[]> = { plan: [], creation: [], change: [], destruction: [] }
  const watched = async (what: Watched, work: () => Promise<number>) => {
    progress(what)
    let time = 0
    memory[what].push(
      await peakMemory(async () => {
        time = await work()
      }),
    )
    return time
  }
  const [creations, bareCreations]: [number[], number[]] = [[], []]
  for (let run = 1; run <= runs; run += 1) {
    progress('requests of a creation alone')
    bareCreations.push(await withEmulator((emulator) => timeToCreate(file, emulator), listed))
  }
  const hashings = await repeated(runs, () => timeToHash(file))
  for (let run = 1; run < runs; run += 1) {
    await withEmulator(async ({ environment }) => {
      const workspace = await Workspace.open(join(folder, `stack-${run}`), fileCategory(file), environment)
      creations.push(await watched('creation', () => workspace.apply()))
    }, listed)
  }
  return await withEmulator(async ({ environment }) => {
    const workspace = await Workspace.open(join(folder, 'stack'), fileCategory(file), environment)
    creations.push(await watched('creation', () => workspace.apply()))
    const bytesOfState = await workspace.bytesOfState()
    const plans = await repeated(runs, () => watched('plan', () => workspace.timeOfEmptyPlan()))
    progress('the engine alone')
    const alone = await Workspace.open(join(folder, 'alone'), await builtInText(folder, bytesOfState))
    await alone.apply()
    const plansAlone = await repeated(runs, () => alone.timeOfEmptyPlan())
    const changes: number[] = []
    const [reviews, lints]: [Run[], Run[]] = [[], []]
    for (let run = 1; run <= runs; run += 1) {
      // The same list ten numbers further on: it loses the first ten sites and gets ten at its end.
      await writePublishedList(file, sites, form, 10 * run)
      progress('review')
      reviews.push(await workspace.review())
      changes.push(await watched('change', () => workspace.apply()))
      progress('lint')
      lints.push(await runOfNode([appliance, 'lint', file]))
    }
    const destructions = sites === shortest ? [await watched('destruction', () => workspace.destroy())] : []
    return {
      sites,
      creations,
      bareCreations,
      plans,
      changes,
      destructions,
      reviews,
      lints,
      memory,
      bytesOfFile,
      bytesOfState,
      hashings,
      plansAlone,
    }
  }, listed)
}

async function timeToHash(file: string): Promise<number> {
  const started = performance.now()
  createHash('sha256')
    .update(await readFile(file))
    .digest('hex')
  return performance.now() - started
}

/** A resource of the engine itself with a state of about so many bytes, as it has its text twice. */
async function builtInText(folder: string, bytesOfState: number): Promise<string> {
  const file = join(folder, 'text')
  await writeFile(file, randomBytes(Math.ceil((bytesOfState * 3) / 8)).toString('base64'))
  return `resource "terraform_data" "text" {\n  input = file(${JSON.stringify(file)})\n}\n`
}

const listed = ['--list', 'autonomous']

async function repeated(runs: number, work: () => Promise<number>): Promise<readonly number[]> {
  const samples: number[] = []
  for (let run = 1; run <= runs; run += 1) samples.push(await work())
  return samples
}

/** Sends what a creation sends, with a client that does nothing else; milliseconds. */
async function timeToCreate(file: string, { url }: EmulatorProcess): Promise<number> {
  const started = performance.now()
  await send(url, 'PUT', '/categories/create', { name: 'list', description: '' })
  let rest = ''
  let site = ''
  for await (const piece of createReadStream(file, { encoding: 'latin1', highWaterMark: bytesOfPiece })) {
    const text = `${rest}${piece}`
    const end = text.lastIndexOf('\n')
    rest = text.slice(end + 1)
    if (end === -1) continue
    site ||= text.slice(0, text.indexOf('\n'))
    await send(url, 'POST', '/categories/250/add', { sites: text.slice(0, end) })
  }
  await send(url, 'PUT', '/categories/quick/250', { items: site })
  return performance.now() - started
}

/** As many sites as fill half a megabyte when their line feeds are encoded. */
const bytesOfPiece = 478 * 1024

async function send(
  url: string,
  method: 'PUT' | 'POST',
  path: string,
  fields: Readonly<Record<string, string>>,
): Promise<void> {
  const body = Object.entries(fields)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const text = await (await request(`${url}${path}`, { method, headers, body })).body.text()
  if (!/"status":\s*true/i.test(text)) throw new Error(`The emulator refuses ${method} ${path}: ${text}`)
}

function times(few: readonly number[], measured: readonly LongMeasured[]): Report {
  const goalAt = (sites: number, goal: Goal) => sites === longest && goal
  return {
    title: 'long: times of lists like the longest published ones',
    explanation:
      'Wall time of Terraform with one category whose sites come from a file, with the autonomous list; the emulator is a separate ' +
      'process. The lists are generated, with 26 bytes a line, and compress about as well as published ones. A creation is ' +
      'compared with a client that sends the same requests and does nothing else. A change removes ten sites and adds ten. A destroy ' +
      'sends a request for each site, so only the shortest list is destroyed.',
    unit: 'ms',
    comparisons: [
      {
        baseline: { label: 'plan, nothing to do, 10 sites', samples: few },
        others: measured.map((each) =>
          at('plan, nothing to do', each, each.plans, goalAt(each.sites, { timesAtMost: 6 })),
        ),
      },
      ...measured.flatMap((each): Comparison[] => [
        {
          baseline: at('requests of a creation alone', each, each.bareCreations),
          others: [at('apply, creation', each, each.creations, goalAt(each.sites, { timesAtMost: 2.2 }))],
        },
        {
          baseline: at('plan, nothing to do', each, each.plans),
          others: [
            at('apply, 10 added and 10 removed', each, each.changes, goalAt(each.sites, { timesAtMost: 6 })),
            at('review of that change', each, each.reviews.map(milliseconds)),
            at('lint of the file', each, each.lints.map(milliseconds)),
            ...(each.destructions.length > 0 ? [at('destroy', each, each.destructions)] : []),
          ],
        },
      ]),
    ],
  }
}

function floors(measured: readonly LongMeasured[]): Report {
  return {
    title: 'long: what a plan cannot do without',
    explanation:
      'A plan with nothing to do, beside what Terraform does alone with a state of as many bytes, of a resource that needs no provider ' +
      'process, and beside reading the file and hashing it.',
    unit: 'ms',
    comparisons: measured.map((each) => ({
      baseline: at('Terraform alone, a state as large', each, each.plansAlone),
      others: [
        at('reading and hashing the file', each, each.hashings),
        at('plan, nothing to do', each, each.plans),
      ],
    })),
  }
}

/** Twice the sites may take 2.3 times as long. */
const growthOfTwice = 2.3

function growth(measured: readonly LongMeasured[]): Report {
  const [first, ...others] = measured
  if (!first) throw new Error('There is nothing to compare.')
  const compared = (what: string, samplesOf: (each: LongMeasured) => readonly number[]): Comparison => ({
    baseline: at(what, first, samplesOf(first)),
    others: others.map((each) => {
      const times = growthOfTwice ** Math.log2(each.sites / first.sites)
      return at(what, each, samplesOf(each), { timesAtMost: Math.round(10 * times) / 10 })
    }),
  })
  return {
    title: 'long: growth',
    explanation:
      'The same times, compared with those of 1,000,000 sites. The goals are those of twice the sites in 2.3 times the time.',
    unit: 'ms',
    comparisons: [
      compared('plan, nothing to do', ({ plans }) => plans),
      compared('apply, creation', ({ creations }) => creations),
      compared('apply, 10 added and 10 removed', ({ changes }) => changes),
      compared('review of that change', ({ reviews }) => reviews.map(milliseconds)),
      compared('lint of the file', ({ lints }) => lints.map(milliseconds)),
    ],
  }
}

function memory(measured: readonly LongMeasured[]): Report {
  const [first, ...others] = measured
  if (!first) throw new Error('There is nothing to compare.')
  return {
    title: 'long: memory of the provider',
    explanation: 'Peak resident memory of any provider process.',
    unit: 'MB',
    comparisons: watchedWork.map((what) => ({
      baseline: at(what, first, first.memory[what]),
      others: others
        .filter((each) => each.memory[what].length > 0)
        .map((each) => at(what, each, each.memory[what], each.sites <= longest && { atMost: mostMemory })),
    })),
  }
}

function memoryOfCommands(measured: readonly LongMeasured[]): Report {
  return {
    title: 'long: memory of the command',
    explanation:
      'Peak resident memory of `appliance review` with the plan of the change, and of `appliance lint` with the file.',
    unit: 'MB',
    comparisons: measured.map((each) => ({
      baseline: at('review', each, each.reviews.map(megabytes)),
      others: [at('lint', each, each.lints.map(megabytes))],
    })),
  }
}

const milliseconds = (run: Run) => run.milliseconds
const megabytes = (run: Run) => run.megabytes

function sizes(measured: readonly LongMeasured[]): Report {
  return {
    title: 'long: file and state',
    explanation: 'Megabytes of the file of sites, and of the state file beside it.',
    unit: 'MB',
    comparisons: measured.map((each) => ({
      baseline: at('file', each, [each.bytesOfFile / 1e6]),
      others: [at('state', each, [each.bytesOfState / 1e6])],
    })),
  }
}

function at(
  what: string,
  { sites }: LongMeasured,
  samples: readonly number[],
  goal: Goal | false = false,
): Measured {
  return { label: `${what}, ${sites.toLocaleString('en-US')} sites`, samples, ...(goal && { goal }) }
}
