import type { Finding } from '../change'
import { inDigits, type Phrase, textOf } from '../phrase'
import { quoted } from './text'

/** GitHub shows so many annotations of a step. */
const mostAnnotations = 10

/**
 * Findings as commands of GitHub Actions, which shows them beside the lines that they are about. Names and paths cannot begin a command
 * of their own, whoever wrote them. Behind ten of them a summary says how many more there are.
 */
export function renderAnnotations(verdict: Phrase, findings: readonly Finding[]): string {
  const gravestFirst = [...findings].sort((one, other) => gravity(one) - gravity(other))
  const shown = gravestFirst.slice(0, mostAnnotations).map(annotation)
  const more = findings.length - shown.length
  const summary =
    more === 0
      ? []
      : [
          `::notice title=appliance::${data(more === 1 ? 'There is one more finding.' : `There are ${inDigits(more)} more findings.`)}`,
        ]
  return [...shown, ...summary, textOf(verdict, quoted), ''].join('\n')
}

function gravity({ level }: Finding): number {
  return level === 'fatal' ? 0 : 1
}

function annotation({ rule, level, says, place }: Finding): string {
  const where = [
    ...(place === undefined ? [] : [`file=${property(place.file)}`]),
    ...(place?.line === undefined ? [] : [`line=${place.line}`]),
    `title=${property(rule)}`,
  ]
  return `::${level === 'fatal' ? 'error' : 'warning'} ${where.join(',')}::${data(textOf(says, quoted))}`
}

/** What stands behind the last colons of a command. */
function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
