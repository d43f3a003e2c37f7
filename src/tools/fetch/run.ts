import { realpath } from 'node:fs/promises'
import { proxySettingsFrom } from '../../appliance/http/proxy-choice'
import type { Format } from '../report/formats'
import { checkOutput } from '../report/output'
import { ProgressLine } from '../report/progress-line'
import { printReportOn } from '../report/render'
import { fetchLists } from './fetch'
import { fetchReport } from './report'
import { readSources } from './sources'

/** Fetches the lists of a file of sources, and prints what became of them. @returns the exit code. @throws {Error} with one sentence for the user */
export async function runFetch(path: string, options: FetchCommandOptions): Promise<number> {
  const sources = await readSources(path)
  const { format, output, timeout } = options
  await checkOutput(output)
  for (const file of [path, ...sources.lists.map((list) => list.file)]) {
    if (output !== undefined && (await placeOf(output)) === (await placeOf(file))) {
      throw new Error(
        `The file ${JSON.stringify(output)} is a list or the sources file. Choose another one with --output.`,
      )
    }
  }
  const line = new ProgressLine(process.stderr)
  const fetched = await fetchLists(sources, {
    proxies: proxySettingsFrom(process.env),
    timeout,
    show: (progress) => line.show(progress),
  }).finally(() => line.end())
  return await printReportOn(fetchReport(fetched), { format, ...(output !== undefined && { output }) })
}

/** What the command line of `appliance fetch` says. */
export interface FetchCommandOptions {
  readonly format: Format
  readonly output?: string
  /** Milliseconds. */
  readonly timeout: number
}

async function placeOf(path: string): Promise<string> {
  return await realpath(path).catch(() => path)
}
