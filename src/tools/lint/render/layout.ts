import { Name, type Phrase, say } from '../../review/phrase'
import type { Line, Report, ReportBlock } from '../../review/render/layout'
import type { LintFinding } from '../findings'
import type { Lint } from '../lint'

/** A lint as text and Markdown show it. @param most how many findings of one rule in one file are shown at most */
export function lintReport({ outcome, verdict, findings }: Lint, most: number): Report {
  const moods = { clean: 'good', warnings: 'neutral', refused: 'bad' } as const
  const block = (kind: 'fatal' | 'warning', title: string): ReportBlock => {
    const lines = linesOf(
      findings.filter(({ level }) => level === kind),
      most,
    )
    return { kind, title, lines }
  }
  const blocks = [block('fatal', 'Fatal findings'), block('warning', 'Warnings')]
  return { verdict, mood: moods[outcome], blocks: blocks.filter(({ lines }) => lines.length > 0) }
}

/** What a finding says behind its place, as editors and terminals open it: `lists/ads.txt:12 duplicate: …`. */
export function placedPhrase({ place, rule, says }: LintFinding): Phrase {
  const line = place.line === undefined ? '' : `:${place.line}`
  return say`${new Name(place.file)}${[line]} ${[rule]}: ${says}`
}

function linesOf(findings: readonly LintFinding[], most: number): readonly Line[] {
  const { first, more } = firstFindings(findings, most)
  const rest = more.map(({ rule, file, count }) => say`${new Name(file)} ${[rule]}: ${count} more`)
  return [...first.map(placedPhrase), ...rest].map((says) => ({ says, names: undefined, addresses: [] }))
}

/** The first findings of each rule in each file, and how many more there are of it. */
export function firstFindings(findings: readonly LintFinding[], most: number) {
  const first: LintFinding[] = []
  const groups = new Map<string, { readonly rule: string; readonly file: string; count: number }>()
  for (const finding of findings) {
    const { rule, place } = finding
    const key = `${rule} ${place.file}`
    const group = groups.get(key) ?? { rule, file: place.file, count: -most }
    groups.set(key, group)
    group.count += 1
    if (group.count <= 0) first.push(finding)
  }
  return { first, more: [...groups.values()].filter(({ count }) => count > 0) } as const
}
