import { numberText } from '@webfilter/text'
import { type Phrase, phraseText, visible } from './phrase'
import { type Finding, gravestFirst } from './report'
import { shownLines } from './terminal'
import { placePhrase, quoted, wholeMessage } from './text'

/** GitHub shows so many errors of a step, and so many warnings. */
const mostAnnotations = 10

/**
 * Findings as commands of GitHub Actions, which shows them beside the lines that they are about. Names and paths cannot begin a command
 * of their own, whoever wrote them. Of more than ten findings, the last annotation says how many more there are, and the log of the step
 * has them all.
 *
 * @param unlisted how many findings there are besides
 */
export function renderAnnotations(verdict: Phrase, findings: readonly Finding[], unlisted = 0): string {
  const inOrder = gravestFirst(findings)
  const most = findings.length + unlisted > mostAnnotations ? mostAnnotations - 1 : mostAnnotations
  const rest = inOrder.slice(most)
  return [
    ...inOrder.slice(0, most).map(annotation),
    ...(rest.length + unlisted === 0 ? [] : [summary(rest, unlisted)]),
    ...logLines(rest, unlisted),
    shownLines(phraseText(verdict, quoted)),
    '',
  ].join('\n')
}

function annotation(finding: Finding): string {
  const { rule, level, place } = finding
  const where = [
    ...(place === undefined ? [] : [`file=${property(pathText(place.file))}`]),
    ...(place?.line === undefined ? [] : [`line=${place.line}`]),
    `title=${property(rule)}`,
  ]
  return `::${level === 'fatal' ? 'error' : 'warning'} ${where.join(',')}::${data(wholeMessage(finding))}`
}

/** As grave as the gravest of those that it stands for. */
function summary(rest: readonly Finding[], unlisted: number): string {
  const command = rest.some(({ level }) => level === 'fatal') ? 'error' : 'warning'
  const files = [...new Set(rest.flatMap(({ place }) => place?.file ?? []))]
  const shown = files.slice(0, mostFiles).map(quoted).join(', ')
  const more = files.length > mostFiles ? ` and ${numberText(files.length - mostFiles)} more files` : ''
  const where = files.length === 0 ? '' : ` in ${shown}${more}`
  const text = `There are ${numberText(rest.length + unlisted)} more findings${where}. The log of this step contains ${unlisted === 0 ? 'them' : 'the first of them'}.`
  return `::${command} title=appliance::${data(text)}`
}

const mostFiles = 5

function logLines(findings: readonly Finding[], unlisted: number): readonly string[] {
  const lines = findings.slice(0, mostLines).map((finding) => {
    const { level, rule, place } = finding
    const where = place === undefined ? '' : `${phraseText(placePhrase(place), quoted)} `
    return shownLines(`${level}: ${where}${rule}: ${wholeMessage(finding)}`)
  })
  const more = findings.length - lines.length + unlisted
  return more === 0 ? lines : [...lines, `${numberText(more)} more findings are not shown.`]
}

/** A log is read by people. */
const mostLines = 1_000

/** A path as it is, unless a reader would not see it as it is. */
function pathText(path: string): string {
  return /[\p{C}\p{Zl}\p{Zp}]/u.test(path) ? visible(path) : path
}

/** What stands behind the last colons of a command. */
function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
