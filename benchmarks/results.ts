import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Report, reportText } from './report'

/** A section of benchmarks/RESULTS.md, from its heading on: those of a benchmark begin with its name and a colon. */
type Section = string

const resultsFile = join(__dirname, 'RESULTS.md')

/**
 * Replaces the sections of one benchmark in benchmarks/RESULTS.md, and keeps the others.
 *
 * @param order names of all benchmarks: sections of others, which exist no more, are removed
 */
export async function writeResults(
  name: string,
  reports: readonly Report[],
  facts: readonly string[],
  order: readonly string[],
): Promise<void> {
  const isOf = (benchmark: string) => (section: Section) => section.startsWith(`## ${benchmark}: `)
  const stored = (await readFile(resultsFile, 'utf8')).split(/^(?=## )/m).slice(1)
  const measured = reports.map((report) => `${reportText(report, facts.join(', '))}\n`)
  const sections = order.flatMap((each) => (each === name ? measured : stored.filter(isOf(each))))
  await writeFile(resultsFile, `${[introduction, ...sections].join('').trimEnd()}\n`)
}

const introduction = `# Results of the benchmarks

Written by \`npm run bench -- --write\`, each section at the date below its heading. Read the ratios. Each is the median of one side divided by
the median of its baseline, which is the nearest row above it marked "baseline". Both are measured in turn in the same run. The numbers
themselves vary from machine to machine. The middle half lies between the lower and the upper quartile.

`
