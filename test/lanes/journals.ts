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
