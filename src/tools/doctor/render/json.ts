import type { Report } from '../report'

/** Raised in its first part by what a reader of the form before would trip over, in its second by additions. */
const formatVersion = '1.0'

/** The report for programs (guide "The doctor"). */
export function renderJson({ healthy, checks, assumptions }: Report): string {
  const document = {
    format_version: formatVersion,
    healthy,
    checks,
    assumptions: assumptions.map(({ holds, ...assumption }) => ({
      ...assumption,
      holds: holds === 'not held' ? 'not_held' : holds,
    })),
  }
  return `${JSON.stringify(document, null, 2)}\n`
}
