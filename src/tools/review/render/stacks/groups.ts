import { createHash } from 'node:crypto'
import { phraseText } from '../../../report/phrase'
import type { Stack } from '../../stacks'
import type { Line, Report } from '../layout'

/** Stacks with the same report, which is shown once. */
export interface Group {
  readonly names: readonly string[]
  readonly report: Report
}

/**
 * Joins the stacks whose reports are the same, down to the last name. A report with names that are hidden or not kept is the same as no
 * other. Addresses of resources are not compared: those of a fleet contain the name of the appliance. Neither are places, and a line
 * whose place is not the same in each stack has none in the joined report.
 *
 * @returns the gravest first, otherwise in the order of the stacks
 */
export function groupsOf(stacks: readonly Stack<Report>[]): readonly Group[] {
  const groups = new Map<string, Group>()
  const outlines = stacks.map(({ content }) => outlineOf(content))
  stacks.forEach(({ name, content: report }, index) => {
    const outline = outlines[index] ?? ''
    // Names are many, so they are compared only where everything else is the same.
    const isAlone = outlines.indexOf(outline) === outlines.lastIndexOf(outline)
    const names = isAlone ? undefined : digestOfNames(report)
    const key = names === undefined ? `only ${index}` : `${outline}${names}`
    const group = groups.get(key)
    if (group === undefined) groups.set(key, { names: [name], report })
    else groups.set(key, { names: [...group.names, name], report: withCommonPlaces(group.report, report) })
  })
  return [...groups.values()].sort((one, other) => gravity(one.report) - gravity(other.report))
}

/** @param other a report with the same lines */
function withCommonPlaces(report: Report, other: Report): Report {
  const blocks = report.blocks.map((block, index) => ({
    ...block,
    lines: block.lines.map((line, place) => withCommonPlace(line, other.blocks[index]?.lines[place]?.place)),
  }))
  return { ...report, blocks }
}

function withCommonPlace(line: Line, place: Line['place']): Line {
  const isCommon = JSON.stringify(line.place) === JSON.stringify(place)
  return isCommon ? line : { ...line, place: undefined }
}

function gravity({ mood, blocks }: Report): number {
  if (mood === 'bad') return 0
  return blocks.length > 0 ? 1 : 2
}

/** Everything that a reader is shown of a report but for the names of its lines. */
function outlineOf({ verdict, blocks }: Report): string {
  const lines = blocks.map(({ kind, title, lines }) => [
    kind,
    title,
    lines.map(({ says, names }) => [phraseText(says, JSON.stringify), names?.count]),
  ])
  return JSON.stringify([phraseText(verdict, JSON.stringify), lines])
}

/** A digest of all names, not only of those that are shown; undefined if some of them are hidden or were not kept. */
function digestOfNames({ blocks }: Report): string | undefined {
  const hash = createHash('sha256')
  for (const { names } of blocks.flatMap(({ lines }) => lines)) {
    if (names === undefined) continue
    const all = names.first(names.count)
    if (all.length !== names.count) return undefined
    for (const name of all) hash.update(`${JSON.stringify(name)}\n`)
  }
  return hash.digest('base64')
}
