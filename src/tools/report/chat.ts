import { numberText } from '../../diagnostics/wording'
import { counted, Name, type Phrase, phraseText, say, shortened, visible } from './phrase'
import {
  errorLines,
  groupsOf,
  type Line,
  type Mood,
  moreNames,
  type Report,
  type SectionKind,
} from './report'
import { marks, placePhrase, quoted } from './text'

// Reports as messages for chats. Names are texts without markup there, so none of them mentions anybody or leads anywhere.

/** Characters of the message of Slack, as JSON. Slack refuses blocks from some 13,000 on, whatever their own limits allow. */
const longestSlackMessage = 12_000

/** Characters of the message of Teams, as JSON. Teams takes 28 KB, and may count two bytes for a character. */
const longestTeamsMessage = 13_500

/** Characters of a status; GitHub takes the fewest. */
const longestSummary = 140

/** The verdict on one line, for the status of a commit. */
export function renderSummary({ verdict }: Report): string {
  return `${shortened(phraseText(verdict, quoted), longestSummary)}\n`
}

/** A message for an incoming webhook or `chat.postMessage` of Slack: blocks of Block Kit, with the verdict as its notification. */
export function renderSlack(report: Report, names: number): string {
  const verdict = phraseText(report.verdict, quoted)
  const title = { type: 'header', text: plainText(titleOf(report)) }
  const notification = shortened(verdict, longestNotification).replaceAll(
    /[&<>]/g,
    (character) => slackEscapes[character] ?? '',
  )
  return fitting(report, names, longestSlackMessage, (parts) => ({
    text: notification,
    blocks: [title, ...slackSections(parts).map((text) => ({ type: 'section', text: plainText(text) }))],
  }))
}

/** Characters of a section of Slack. */
const longestSection = 3_000
const longestNotification = 1_000

/** The text of a notification is read as markup, where these have a meaning. */
const slackEscapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

function plainText(text: string) {
  return { type: 'plain_text', text, emoji: false }
}

/** Parts of one paragraph share a section as far as there is room in it. */
function slackSections(parts: readonly Part[]): readonly string[] {
  const sections: string[] = []
  for (const { kind, phrase } of parts) {
    const text = shortened(phraseText(phrase, quoted), longestSection)
    const last = sections.at(-1)
    const joined = `${last}\n${text}`
    if (kind === 'line' && last !== undefined && joined.length <= longestSection)
      sections[sections.length - 1] = joined
    else sections.push(text)
  }
  return sections
}

/** A message with an Adaptive Card for an incoming webhook or a workflow of Teams. */
export function renderTeams(report: Report, names: number): string {
  return fitting(report, names, longestTeamsMessage, (parts) => ({
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        content: {
          type: 'AdaptiveCard',
          version: '1.5',
          fallbackText: shortened(phraseText(report.verdict, quoted), longestNotification),
          msteams: { width: 'Full' },
          body: [
            {
              type: 'Container',
              style: styles[report.mood],
              bleed: true,
              items: [richText([textRun(titleOf(report), 'bold')])],
            },
            ...parts.map(cardPart),
          ],
        },
      },
    ],
  }))
}

const styles: Readonly<Record<Mood, string>> = { good: 'good', neutral: 'accent', bad: 'attention' }

/** In a rich text, markup has no meaning. */
function cardPart({ kind, phrase }: Part) {
  const isTitle = kind === 'title' || kind === 'stack'
  const runs: { text: string; readonly style: TextStyle }[] = []
  for (const part of phrase) {
    const isName = part instanceof Name
    const style = isTitle ? 'bold' : isName ? 'name' : 'plain'
    const text = isName ? visible(part.text) : part
    const last = runs.at(-1)
    if (last?.style === style) last.text += text
    else if (text !== '') runs.push({ text, style })
  }
  return richText(
    runs.map(({ text, style }) => textRun(text, style)),
    isTitle,
  )
}

function richText(inlines: readonly object[], isSeparate = false) {
  return { type: 'RichTextBlock', ...(isSeparate ? { spacing: 'Medium' } : { spacing: 'Small' }), inlines }
}

type TextStyle = 'plain' | 'bold' | 'name'

function textRun(text: string, style: TextStyle) {
  return {
    type: 'TextRun',
    text,
    ...(style === 'bold' && { weight: 'Bolder' }),
    ...(style === 'name' && { fontType: 'Monospace' }),
  }
}

function titleOf({ command }: Report): string {
  return `appliance ${command}`
}

/** A paragraph of a message: the verdict, the name of a stack, or the title of a section with its first line behind it, and further lines. */
interface Part {
  readonly kind: 'verdict' | 'stack' | 'title' | 'line'
  readonly phrase: Phrase
}

/**
 * Writes as much of a report as there is room for: with fewer and fewer names, then without its last lines, which are the least important
 * ones. What is left out is counted.
 */
function fitting(
  report: Report,
  names: number,
  longest: number,
  message: (parts: readonly Part[]) => object,
): string {
  const write = (parts: readonly Part[]) => `${JSON.stringify(message(parts))}\n`
  let parts: readonly Part[] = []
  for (const most of [names, Math.min(names, 3), 0]) {
    parts = partsOf(report, most)
    if (parts.length <= mostParts && write(parts).length <= longest) return write(parts)
  }
  let [low, high] = [0, Math.min(parts.length - 1, mostParts)]
  const first = (count: number): readonly Part[] => {
    const left = parts.slice(count).filter(({ kind }) => kind === 'line').length
    const note: Part = {
      kind: 'line',
      phrase: say`… ${counted(left, 'line')} omitted to keep this message short`,
    }
    return [...parts.slice(0, count), note]
  }
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (write(first(middle)).length <= longest) low = middle
    else high = middle - 1
  }
  return write(first(low))
}

/** Slack takes 50 blocks, of which the first is the title. */
const mostParts = 48

function partsOf({ verdict, isSingle, stacks, failed }: Report, names: number): readonly Part[] {
  const line = (each: Line, kind: SectionKind): Part => ({
    kind: 'line',
    phrase: linePhrase(each, kind, names),
  })
  const failures = failed.flatMap(({ name, reason, errors = [] }): readonly Part[] => [
    { kind: 'stack', phrase: say`${new Name(name)}: ${[visible(reason, 1_000)]}` },
    ...errorLines(errors).map((each) => line(each, 'fatal')),
  ])
  const groups = isSingle ? stacks.map((report) => ({ names: [], report })) : groupsOf(stacks)
  const reports = groups.flatMap(({ names: stackNames, report }): readonly Part[] => [
    ...(isSingle ? [] : [{ kind: 'stack', phrase: stackPhrase(stackNames, report.verdict) } as const]),
    ...report.sections.flatMap(({ title, kind, lines }): readonly Part[] => [
      { kind: 'title', phrase: [title] },
      ...lines.map((each) => line(each, kind)),
    ]),
  ])
  return [{ kind: 'verdict', phrase: verdict }, ...failures, ...reports]
}

function stackPhrase(names: readonly string[], verdict: Phrase): Phrase {
  const first = names
    .slice(0, mostStacks)
    .flatMap((name, index) => (index === 0 ? [new Name(name)] : [', ', new Name(name)]))
  const more = names.length > mostStacks ? [` and ${numberText(names.length - mostStacks)} more`] : []
  return [...first, ...more, ': ', ...verdict]
}

const mostStacks = 10

function linePhrase({ says, names, place }: Line, kind: SectionKind, most: number): Phrase {
  const first = names?.first(most) ?? []
  const list = first.flatMap((name, index) => [index === 0 ? ': ' : ', ', new Name(name)])
  const more = names === undefined ? '' : moreNames(first, names)
  const where = place === undefined ? [] : say` (${placePhrase(place)})`
  return [`${marks[kind].sign} `, ...says, ...list, ...(more === '' ? [] : [more]), ...where]
}
