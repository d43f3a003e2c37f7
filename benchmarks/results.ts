import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Report, reportText } from './report'

/** Replaces benchmarks/RESULTS.md. */
export async function writeResults(facts: readonly string[], reports: readonly Report[]): Promise<void> {
  const machine = facts.map((fact) => `- ${fact}\n`).join('')
  const content = [introduction, machine, ...reports.map(reportText)].join('\n')
  await writeFile(join(__dirname, 'RESULTS.md'), content)
}

const introduction = `# Results of the benchmarks

Written by \`npm run bench -- --write\`. Read the ratios. Each is the median of one side divided by the median of its baseline, which
is the nearest row above it marked "baseline". Both are measured in turn in the same run. The numbers themselves vary from machine
to machine. The middle half lies between the lower and the upper quartile.
`
