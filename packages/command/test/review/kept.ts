import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Log } from 'sarif'
import type { Format } from '../../src/report/output'
import { withoutStyle } from './rendered'

const folder = resolve(__dirname, 'golden')

const endings = {
  text: 'txt',
  markdown: 'md',
  html: 'html',
  json: 'json',
  sarif: 'sarif',
  github: 'annotations',
  summary: 'summary',
} as const satisfies Partial<Record<Format, string>>

export type KeptFormat = keyof typeof endings

/**
 * Compares the layout of a report with the one that is kept; or keeps it, where APPLIANCE_WRITE_GOLDEN says so. Only layout is kept: what a
 * report says is proven by the pull requests, and neither lines of files nor the list of rules are in it.
 */
export async function expectKept(name: string, format: KeptFormat, report: string): Promise<void> {
  const layout = layoutOf(format, report)
  const path = join(folder, `${name}.${endings[format]}`)
  if (process.env.APPLIANCE_WRITE_GOLDEN) await writeFile(path, layout)
  expect(layout).toBe(await readFile(path, 'utf8'))
}

function layoutOf(format: KeptFormat, report: string): string {
  switch (format) {
    case 'json':
      return report.replaceAll(/("line": )\d+/g, '$1"#"')
    case 'sarif':
      return resultsOf(JSON.parse(report))
    case 'github':
      return report.replaceAll(/(,line=)\d+/g, '$1#')
    case 'html':
      return withoutStyle(report).replaceAll(lineOfFile, '$1:#')
    default:
      return report.replaceAll(lineOfFile, '$1:#')
  }
}

const lineOfFile = /(\.tf):\d+/g

/** The rest is the version of the build and a list of all rules. */
function resultsOf({ runs }: Log): string {
  const results = runs.flatMap((run) => run.results ?? [])
  return `${JSON.stringify(results, (key, value) => (variable.has(key) ? '#' : value), 2)}\n`
}

const variable: ReadonlySet<string> = new Set(['startLine', 'ruleIndex', 'applianceFinding/v1'])
