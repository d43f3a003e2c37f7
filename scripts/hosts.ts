import { spawnSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { asked, type KeptJournal } from '../test/lanes/journals'

/**
 * Runs the tests that plan and apply on both hosts, the imitation of Terraform's core and the real engine, and compares what the appliances of each
 * test were asked for: npm run test:hosts [FILE …]
 *
 * Which of several objects comes first is left to chance on an engine. So what differs is run again, and counts only if each host
 * repeats itself and the other does not agree.
 */
async function main(chosen: readonly string[]): Promise<number> {
  const runs: Runs = { core: new Map(), engine: new Map() }
  let files = chosen.length > 0 ? chosen : await filesThatRunOnBoth()
  for (let attempt = 0; attempt < attempts && files.length > 0; attempt += 1) {
    for (const host of hosts) {
      console.log(`\n== ${host}: ${files.length} files of tests`)
      const journals = await journalsOf(host, files)
      if (!journals) return 1
      for (const [test, journal] of journals) runs[host].set(test, [...(runs[host].get(test) ?? []), journal])
    }
    files = [...new Set(differing(runs).map((test) => test.slice(0, test.indexOf(': '))))]
  }
  const all = differing(runs)
  const different = all.filter((test) => !followFromOrder.some((known) => known.test(test)))
  for (const test of different) console.log(shown(test, runs))
  console.log(
    `\n${runs.engine.size} tests on both hosts: ${different.length} with other requests on the other one, and ` +
      `${all.length - different.length} whose requests follow from an order.`,
  )
  return different.length > 0 || runs.engine.size === 0 ? 1 : 0
}

const attempts = 3

/**
 * Tests whose requests follow from which of several objects comes first, where that is always another one on an engine than on the imitation:
 * objects that do not depend on each other are one after the other with -parallelism=1, and these create or change two at once.
 */
const followFromOrder = [
  /-parallelism=1/,
  /is deleted once it was added, if both changes are under way$/,
  /is added before it is deleted if each takes from the other, and both are active$/,
  /are not taken from a category that is refused itself, nor if another list adds them again$/,
  /that fails halfway is in the state as far as it was confirmed/,
  /of two new blocks, in any spelling, or of one block that counts$/,
  // The numbers of the categories tell which was created first.
  /: the giving category comes last/,
  /is deleted and then added if the losing category comes first and alone$/,
  /are added by the thousand to the list that takes them, then deleted, and none is ever missing$/,
  /keep their sites: the index of each changes by one, by the host of the tests, from a saved plan: /,
  // Of two addresses of one list, the one that is destroyed first sends the removals.
  /a category under two addresses of a state keeps what comes from a file$/,
  /a list under two addresses of a state and a list of another name lose all of their sites if both are destroyed$/,
]

/** What each test asked its appliances for, in each of its runs on each host: a text that is the same for the same requests. */
type Runs = Readonly<Record<(typeof hosts)[number], Map<string, readonly string[]>>>

/** The tests in which each host always does the same, and not what the other one does. */
function differing({ core, engine }: Runs): readonly string[] {
  return [...new Set([...core.keys(), ...engine.keys()])].filter((test) => {
    const [byCore, byEngine] = [new Set(core.get(test)), new Set(engine.get(test))]
    const agree = [...byCore].some((journal) => byEngine.has(journal))
    return !agree && byCore.size <= 1 && byEngine.size <= 1
  })
}

/** @returns undefined where a test failed */
async function journalsOf(
  host: string,
  files: readonly string[],
): Promise<ReadonlyMap<string, string> | undefined> {
  const folder = await mkdtemp(join(tmpdir(), `journals-${host}-`))
  try {
    const variables = { APPLIANCE_TEST_HOST: host, APPLIANCE_TEST_JOURNALS: folder, APPLIANCE_TEST_FULL: '' }
    const seed = process.env.APPLIANCE_TEST_SEED ?? '1'
    const { status } = spawnSync('npx', ['jest', '--runTestsByPath', ...files], {
      cwd: root,
      env: { ...process.env, APPLIANCE_TEST_SEED: seed, ...variables },
      stdio: 'inherit',
    })
    return status === 0 ? await journalsIn(folder) : undefined
  } finally {
    await rm(folder, { recursive: true })
  }
}

const hosts = ['core', 'engine'] as const
const root = resolve(__dirname, '..')
const acceptance = 'test/acceptance'

/** The files whose tests do not ask for an engine. */
async function filesThatRunOnBoth(): Promise<readonly string[]> {
  const names = (await readdir(join(root, acceptance))).filter((name) => name.endsWith('.test.ts'))
  const opens = await Promise.all(
    names.map(async (name) => opensEither.test(await readFile(join(root, acceptance, name), 'utf8'))),
  )
  return names.filter((_, index) => opens[index]).map((name) => join(acceptance, name))
}

const opensEither = /\b(?:Workspace|Trial)\.open\(|\bWorkspace\[|\bopenDirectory\(|\boperationsTrial\(/

async function journalsIn(folder: string): Promise<ReadonlyMap<string, string>> {
  const journals = new Map<string, string>()
  for (const name of await readdir(folder)) {
    for (const line of (await readFile(join(folder, name), 'utf8')).trimEnd().split('\n')) {
      const { test, requests }: KeptJournal = JSON.parse(line)
      const { writes, reads } = asked(requests)
      journals.set(test, [...(journals.get(test)?.split('\n') ?? []), ...writes, ...reads].join('\n'))
    }
  }
  return journals
}

/** The first requests that only one of the hosts has sent. */
function shown(test: string, { core, engine }: Runs): string {
  const [byCore = [], byEngine = []] = [core, engine].map((runs) => runs.get(test)?.[0]?.split('\n'))
  const only = (these: readonly string[], others: readonly string[], sign: string) =>
    remaining(these, others).map((line) => `  ${sign} ${line}`)
  const lines = [...only(byEngine, byCore, '-'), ...only(byCore, byEngine, '+')]
  return `\n${test} (- engine, + core)\n${lines.slice(0, 20).join('\n')}`
}

/** What is left of these if each of the others takes one away. */
function remaining(these: readonly string[], others: readonly string[]): readonly string[] {
  const left = [...these]
  for (const other of others) {
    const index = left.indexOf(other)
    if (index >= 0) left.splice(index, 1)
  }
  return left
}

main(process.argv.slice(2)).then((code) => {
  process.exitCode = code
})
