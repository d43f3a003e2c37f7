import { realpath } from 'node:fs/promises'
import { proxySettingsFrom } from '@webfilter/appliance-client'
import { fileError } from '../files'
import type { Format } from '../report/formats'
import { checkOutput } from '../report/output'
import { ProgressLine } from '../report/progress-line'
import { printReportOn } from '../report/render'
import { placeToWrite } from '../whole-file'
import { fetchLists, placesOfLists } from './fetch'
import { fetchReport } from './report'
import { readSources, type Sources } from './sources'

/** Fetches the lists of a file of sources, and prints what became of them. @returns the exit code. @throws {Error} with one sentence for the user */
export async function runFetch(path: string, options: FetchCommandOptions): Promise<number> {
  const sources = await readSources(path)
  const { format, output, timeout } = options
  await checkOutput(output)
  if (output !== undefined) await refuseOutputOf(sources, output)
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

/** @throws {Error} if the report would replace a list or the sources file */
async function refuseOutputOf(sources: Sources, output: string): Promise<void> {
  const taken = [await realpath(sources.path), ...(await placesOfLists(sources))]
  const place = await placeToWrite(output, otherOutput)
  if (taken.includes(place)) throw fileError(output, 'is a list or the sources file', otherOutput, undefined)
}

const otherOutput = 'Choose another one with --output.'
