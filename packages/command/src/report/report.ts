import { numberText } from '@webfilter/text'
import { type Group, groupedBy } from '../grouped'
import type { CountTable } from './count-table'
import type { Names } from './names'
import { counted, joined, type Phrase, say } from './phrase'
import type { Style } from './terminal'

/** The one report of the commands that judge plans, appliances and lists: what all formats are written from. */
export interface Report {
  /** The command that reports, such as `review`. */
  readonly command: string
  /** One line that says it all. */
  readonly verdict: Phrase
  readonly mood: Mood
  readonly exitCode: number
  /** For text, Markdown and HTML, above the sections: how many findings there are, where not all of them are shown. */
  readonly table?: CountTable
  /** For text, Markdown and HTML, in the order in which they are read; none is empty. */
  readonly sections: readonly Section[]
  /** For hosts that show findings beside lines. */
  readonly findings: readonly Finding[]
  /** How many findings there are besides. */
  readonly unlisted?: number
  /** The place of findings that have none. */
  readonly standIn?: Place | undefined
  /** Nothing but errors could be found out. */
  readonly isFailed?: true
  /** What no list of findings says, for formats that have nothing else. */
  readonly note?: Phrase
  /** What each rule looks for, by its name: for hosts that show findings beside lines. */
  readonly rules: Readonly<Record<string, string>>
  /** The report as JSON, with so many names in an entry. */
  readonly json: (names: number) => string
}

/** How a verdict is to be taken. */
export type Mood = 'good' | 'neutral' | 'bad'

/** A heading, and what stands under it. */
export interface Section {
  readonly kind: SectionKind
  readonly title: string
  /** What the plan restores. */
  readonly isRepair?: boolean
  readonly lines: readonly Line[]
}

/**
 * What the lines of a section are about: findings, what a plan changes, or what differs on the appliance. With the sign in front of its lines
 * and its color, those that matter most first.
 */
export const marks = {
  fatal: { sign: '!', style: 'red' },
  gone: { sign: '-', style: 'red' },
  missing: { sign: '-', style: 'red' },
  different: { sign: '~', style: 'yellow' },
  lost: { sign: '-', style: 'red' },
  moved: { sign: '>', style: 'cyan' },
  warning: { sign: '!', style: 'yellow' },
  unmanaged: { sign: '?', style: 'yellow' },
  added: { sign: '+', style: 'green' },
  removed: { sign: '-', style: 'red' },
  changed: { sign: '~', style: 'yellow' },
  noted: { sign: '=', style: 'cyan' },
} as const satisfies Readonly<Record<string, { readonly sign: string; readonly style: Style }>>

export type SectionKind = keyof typeof marks

/** One line; renderers put the first names behind it. */
export interface Line {
  readonly says: Phrase
  readonly names?: Names | undefined
  readonly place?: Place | undefined
  /** Lines of a configuration to copy. */
  readonly block?: string | undefined
  /** The findings of one rule that this line sums up, those with the most names first; their lines do not repeat the rule. */
  readonly folded?: readonly Line[]
}

/** Where something is in a repository. */
export interface Place {
  /** Its path, relative to the root of the repository. */
  readonly file: string
  /** From 1; the file as a whole if there is none. */
  readonly line?: number
  /** The path of the construct, such as `stack/policy/ads`, of what CDKTF wrote. */
  readonly construct?: string
}

/** Something that a reviewer should know. Its rule can be switched off or made fatal. */
export interface Finding<Rule extends string = string> {
  readonly rule: Rule
  readonly level: 'warning' | 'fatal'
  readonly says: Phrase
  /** The numbers in what it says, for whoever judges it by a program. */
  readonly facts?: Readonly<Record<string, number>>
  readonly names?: Names
  readonly addresses: readonly string[]
  /** Which of several appliances it is about, if it is about one as a whole. */
  readonly appliance?: string
  /** `drift` where it is only about what is restored. */
  readonly cause?: 'drift'
  /** The apply fails because of it. */
  readonly failsApply?: true
  /** The code of the provider's diagnostic on which it rests, if it rests on one. */
  readonly code?: string
  readonly place?: Place
  /** The places of an error that was reported in several. Its names are these. */
  readonly places?: readonly Place[]
  /** Lines of a configuration to copy. */
  readonly block?: string
}

/** What a rule found; which rule it is and how grave is added for it. */
export type Observation = Omit<Finding, 'rule' | 'level'>

/** The name under which settings of findings are looked for. */
export const settingsFileName = '.appliance-review.json'

export function filledSections(sections: readonly Section[]): readonly Section[] {
  return sections.filter(({ lines }) => lines.length > 0)
}

export function fatalSection(findings: readonly Finding[]): Section {
  const fatal = findings.filter(isFatal)
  return { kind: 'fatal', title: 'Fatal findings', lines: fatal.map(findingLine) }
}

export function gravestFirst<Each extends Finding>(findings: readonly Each[]): readonly Each[] {
  return [...findings.filter(isFatal), ...findings.filter((each) => !isFatal(each))]
}

function isFatal({ level }: Finding): boolean {
  return level === 'fatal'
}

/** The section of the other findings. Of a rule with many of them, they are one line. */
export function warningSection(findings: readonly Finding[]): Section {
  const warnings = findings.filter((each) => !isFatal(each))
  // What rests on a code is apart, and so is what is restored.
  const groups = groupedBy(warnings, ({ rule, code, cause }) => JSON.stringify([rule, code, cause]))
  const lines = [...groups.values()].flatMap((all) =>
    all.length > mostOfRule ? [foldedLine(all)] : all.map(findingLine),
  )
  return { kind: 'warning', title: 'Warnings', lines }
}

/** More findings of one rule are one line. */
const mostOfRule = 5

function foldedLine(findings: Group<Finding>): Line {
  const [{ rule, code = rule, cause }] = findings
  const names = findings.reduce((sum, each) => sum + (each.names?.count ?? 0), 0)
  const addresses = [...new Set(findings.flatMap((each) => each.addresses))]
  const repairs = cause === 'drift' ? ' (repairs drift)' : ''
  const of = code === rule ? [rule] : [`${rule}, ${code}`]
  const numbers = [
    counted(findings.length, 'finding'),
    names > 0 && counted(names, 'name'),
    addresses.length > 0 && counted(addresses.length, 'resource'),
  ]
  const folded = findings
    .map(({ says, names: own, place }) => ({ says, names: own, place }))
    .sort((one, other) => (other.names?.count ?? 0) - (one.names?.count ?? 0))
  return { says: say`${of}${[repairs]}: ${joined(numbers, ', ')}`, folded }
}

/** Lines, and behind each those that it sums up. */
export function wholeLines(lines: readonly Line[]): readonly Line[] {
  return lines.flatMap((line) => [line, ...(line.folded ?? [])])
}

function findingLine({ rule, says, names, cause, place, block }: Finding): Line {
  const repairs = cause === 'drift' ? ' (repairs drift)' : ''
  return { says: say`${[rule]}${[repairs]}: ${says}`, names, place, block }
}

/** The first names, and how many more there are; nothing where none is shown. */
export function namesText(
  names: Names | undefined,
  most: number,
  show: (name: string) => string,
  separator = ', ',
): string {
  const first = names?.first(most) ?? []
  if (names === undefined || first.length === 0) return ''
  const left = names.count - first.length
  return `${first.map(show).join(separator)}${left === 0 ? '' : ` and ${numberText(left)} more`}`
}
