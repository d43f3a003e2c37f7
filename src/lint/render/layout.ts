import { inDigits, Name, type Phrase, say } from '../../review/phrase'
import type { Block, Line, Report } from '../../review/render/layout'
import type { LintFinding } from '../findings'
import type { Lint } from '../lint'

/** A lint as text and Markdown show it. @param most how many findings of one rule in one file are shown at most */
export function lintReport({ outcome, verdict, findings }: Lint, most: number): Report {
  const moods = { clean: 'good', warnings: 'neutral', refused: 'bad' } as const
  const block = (kind: 'fatal' | 'warning', title: string): Block => {
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
  const lines: Line[] = []
  const shown = new Map<string, number>()
  for (const finding of findings) {
    const key = `${finding.rule} ${finding.place.file}`
    const count = shown.get(key) ?? 0
    shown.set(key, count + 1)
    if (count < most) lines.push({ says: placedPhrase(finding), names: undefined, addresses: [] })
  }
  for (const [key, count] of shown) {
    if (count <= most) continue
    const [rule = ''] = key.split(' ', 1)
    const file = new Name(key.slice(rule.length + 1))
    const says = say`${file} ${[rule]}: ${[inDigits(count - most)]} more`
    lines.push({ says, names: undefined, addresses: [] })
  }
  return lines
}
