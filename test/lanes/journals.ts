import { createHash } from 'node:crypto'
import { appendFileSync, mkdirSync } from 'node:fs'
import { join, relative } from 'node:path'

/** The requests that an appliance got in one test. */
export interface KeptJournal {
  readonly test: string
  /** As `METHOD /path`, in the order in which they came. */
  readonly requests: readonly string[]
}

/** Keeps what an appliance of the current test was asked for, where APPLIANCE_TEST_JOURNALS names a folder for it. */
export function keepJournal(requests: readonly string[]): void {
  const folder = process.env.APPLIANCE_TEST_JOURNALS
  if (!folder) return
  const { currentTestName = '', testPath = '' } = expect.getState()
  const test = `${relative(process.cwd(), testPath)}: ${currentTestName}`
  mkdirSync(folder, { recursive: true })
  const kept: KeptJournal = { test, requests }
  const name = createHash('sha256').update(test).digest('hex').slice(0, 16)
  appendFileSync(join(folder, `${name}.jsonl`), `${JSON.stringify(kept)}\n`)
}

/** What an appliance was asked for, in which two runs of the same have to agree. */
export interface Asked {
  /** The requests that may change something, sorted: what does not depend on each other runs side by side. */
  readonly writes: readonly string[]
  /** The requests that only read, each once: how often follows from what runs side by side. */
  readonly reads: readonly string[]
}

/**
 * Tells the requests of a run apart. Names that no appliance has are chosen at random, and so are the sites of a list that are looked up, and
 * ports.
 */
export function asked(requests: readonly string[]): Asked {
  const [reads, writes] = [true, false].map((isRead) =>
    requests.filter((request) => onlyReads.test(request) === isRead),
  )
  const named = (request: string) =>
    request.replace(/(?<=\/)[a-z]{10,16}(\.invalid)?$/, '*').replace(/(?<=127\.0\.0\.1:)\d+/, '*')
  const kind = (request: string) => named(request).replace(/(?<=^GET \/categories\/query\/).*/, '*')
  return { writes: (writes ?? []).map(named).sort(), reads: [...new Set((reads ?? []).map(kind))].sort() }
}

/** The requests that change nothing, as `METHOD /path`. */
export const onlyReads = new RegExp(
  [
    '^GET /categories/(list|query/)',
    // What no appliance has, asked to compare with.
    '^GET /(categories|openldap)/[a-z]{10,16}$',
    '^GET /system/network/interfaces$',
    '^GET /analyze/',
    '^GET /databases?/(list|records/)',
    '^GET /openldap/(members/|groups|ous|status|backup/instant)',
  ].join('|'),
)
