import type { Change, Finding, Section } from '../change'
import type { Names } from '../names'
import { inDigits, Name, type Phrase, say } from '../phrase'
import type { Review } from '../review'

/** A heading, and what stands under it. */
export interface Block {
  readonly kind: Section | 'fatal' | 'warning'
  readonly title: string
  readonly lines: readonly Line[]
}

/** One line; renderers put the first names behind it. */
export interface Line {
  readonly says: Phrase
  readonly names: Names | undefined
  readonly addresses: readonly string[]
}

/** The parts of a review in the order in which they are read, those left out that are empty. */
export function blocksOf({ changes, findings }: Pick<Review, 'changes' | 'findings'>): readonly Block[] {
  const all: readonly Block[] = [
    { kind: 'fatal', title: 'Fatal findings', lines: findingLines(findings, 'fatal') },
    { kind: 'lost', title: 'Destroyed or given up', lines: changeLines(changes, 'lost') },
    { kind: 'moved', title: 'Moved', lines: changeLines(changes, 'moved') },
    { kind: 'added', title: 'Added', lines: changeLines(changes, 'added') },
    { kind: 'removed', title: 'Removed', lines: changeLines(changes, 'removed') },
    { kind: 'changed', title: 'Changed', lines: changeLines(changes, 'changed') },
    { kind: 'warning', title: 'Warnings', lines: findingLines(findings, 'warning') },
  ]
  return all.filter(({ lines }) => lines.length > 0)
}

/** What a change says as a whole: `category ads to category trackers: 3 sites`. */
export function phraseOf({ subject, to, says }: Change): Phrase {
  const target = to === undefined ? [] : say` to ${subjectPhrase(to)}`
  return say`${subjectPhrase(subject)}${target}: ${says}`
}

/** How many names are left out where some are shown, and nothing where none is. */
export function moreThan(shown: readonly string[], { count }: Names): string {
  const left = count - shown.length
  return shown.length === 0 || left === 0 ? '' : ` and ${inDigits(left)} more`
}

function changeLines(changes: readonly Change[], section: Section): readonly Line[] {
  return changes
    .filter((change) => change.section === section)
    .map((change) => ({ says: phraseOf(change), names: change.names, addresses: change.addresses }))
}

function findingLines(findings: readonly Finding[], level: Finding['level']): readonly Line[] {
  return findings
    .filter((finding) => finding.level === level)
    .map(({ rule, says, names, addresses }) => ({ says: say`${[rule]}: ${says}`, names, addresses }))
}

function subjectPhrase({ kind, name }: Change['subject']): Phrase {
  return name === '' ? [kind] : say`${[kind]} ${new Name(name)}`
}
