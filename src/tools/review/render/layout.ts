import { numberText } from '../../../diagnostics/wording'
import type { DriftSection } from '../../drift/drifted-resource'

import type { Names } from '../../report/names'
import { Name, type Phrase, say } from '../../report/phrase'
import type { Change, Finding, Place, Section } from '../change'
import type { Review } from '../review'

/** What text and Markdown are written from. */
export interface Report {
  readonly verdict: Phrase
  readonly mood: 'good' | 'neutral' | 'bad'
  readonly blocks: readonly ReportBlock[]
}

/** A heading, and what stands under it. */
export interface ReportBlock {
  readonly kind: Section | DriftSection | 'fatal' | 'warning'
  readonly title: string
  /** What the plan restores. */
  readonly isRepair?: boolean
  readonly lines: readonly Line[]
}

/** One line; renderers put the first names behind it. */
export interface Line {
  readonly says: Phrase
  readonly names: Names | undefined
  readonly addresses: readonly string[]
  readonly place?: Place | undefined
}

export function reviewReport({ outcome, verdict, changes, findings }: Review): Report {
  const moods = { nothing: 'good', changes: 'neutral', refused: 'bad' } as const
  const restored = changes.filter(({ cause }) => cause === 'drift')
  // What is no longer managed stands with what is destroyed.
  const recorded = changes.filter(({ cause, section }) => cause === 'state' && section !== 'lost')
  const others = changes.filter((change) => !restored.includes(change) && !recorded.includes(change))
  const blocks = [
    fatalBlock(findings),
    ...changeBlocks(others),
    ...titled('Only in the state', changeBlocks(recorded)),
    warningBlock(findings),
    ...titled('Repairs drift', changeBlocks(restored)).map((block) => ({ ...block, isRepair: true })),
  ]
  return { verdict, mood: moods[outcome], blocks: filled(blocks) }
}

/** Those that are not empty. */
export function filled(blocks: readonly ReportBlock[]): readonly ReportBlock[] {
  return blocks.filter(({ lines }) => lines.length > 0)
}

export function fatalBlock(findings: readonly Finding[]): ReportBlock {
  return { kind: 'fatal', title: 'Fatal findings', lines: findingLines(findings, 'fatal') }
}

export function warningBlock(findings: readonly Finding[]): ReportBlock {
  return { kind: 'warning', title: 'Warnings', lines: findingLines(findings, 'warning') }
}

/** Blocks about changes whose cause the title names. */
export function titled(cause: string, blocks: readonly ReportBlock[]): readonly ReportBlock[] {
  return blocks.map((block) => ({ ...block, title: `${cause}: ${block.title.toLowerCase()}` }))
}

/** What changes, in the order in which it is read. */
export function changeBlocks(changes: readonly Change[]): readonly ReportBlock[] {
  return [
    { kind: 'lost', title: 'Destroyed', lines: changeLines(changes.filter(isGone), 'lost') },
    { kind: 'lost', title: 'No longer managed', lines: changeLines(changes.filter(stays), 'lost') },
    { kind: 'moved', title: 'Moved', lines: changeLines(changes, 'moved') },
    { kind: 'added', title: 'Added', lines: changeLines(changes, 'added') },
    { kind: 'removed', title: 'Removed', lines: changeLines(changes, 'removed') },
    { kind: 'changed', title: 'Changed', lines: changeLines(changes, 'changed') },
  ]
}

function isGone({ onAppliance }: Change): boolean {
  return onAppliance !== 'stays'
}

function stays(change: Change): boolean {
  return !isGone(change)
}

/** What a change says as a whole: `category ads to category trackers: 3 sites`. */
export function linePhrase({ subject, to, says }: Pick<Change, 'subject' | 'to' | 'says'>): Phrase {
  const target = to === undefined ? [] : say` to ${subjectPhrase(to)}`
  return say`${subjectPhrase(subject)}${target}: ${says}`
}

/** How many names are left out where some are shown, and nothing where none is. */
export function moreThan(shown: readonly string[], { count }: Names): string {
  const left = count - shown.length
  return shown.length === 0 || left === 0 ? '' : ` and ${numberText(left)} more`
}

function changeLines(changes: readonly Change[], section: Section): readonly Line[] {
  return changes
    .filter((change) => change.section === section)
    .map((change) => ({ says: linePhrase(change), names: change.names, addresses: change.addresses }))
}

/** Lines about what is wrong with a plan that failed. */
export function fatalLines(errors: readonly Finding[]): readonly Line[] {
  return errors.map(({ says, names, addresses, place }) => ({ says, names, addresses, place }))
}

function findingLines(findings: readonly Finding[], level: Finding['level']): readonly Line[] {
  return findings
    .filter((finding) => finding.level === level)
    .map(({ rule, says, names, addresses, cause, place }) => ({
      says: cause === 'drift' ? say`${[rule]} (repairs drift): ${says}` : say`${[rule]}: ${says}`,
      names,
      addresses,
      place,
    }))
}

function subjectPhrase({ kind, name }: Change['subject']): Phrase {
  return name === '' ? [kind] : say`${[kind]} ${new Name(name)}`
}
