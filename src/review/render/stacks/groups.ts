import { createHash } from 'node:crypto'
import { textOf } from '../../phrase'
import type { Stack } from '../../stacks/stacks'
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
  stacks.forEach(({ name, content: report }, index) => {
    const key = keyOf(report) ?? `only ${index}`
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

/** Everything that a reader could be shown of a report; undefined if that is not known. */
function keyOf({ verdict, blocks }: Report): string | undefined {
  const hash = createHash('sha256')
  const add = (part: unknown) => hash.update(`${JSON.stringify(part)}\n`)
  add(textOf(verdict, JSON.stringify))
  for (const { kind, title, lines } of blocks) {
    add([kind, title, lines.length])
    for (const line of lines) if (!addLine(line, add)) return undefined
  }
  return hash.digest('base64')
}

function addLine({ says, names }: Line, add: (part: unknown) => unknown): boolean {
  const all = names?.first(names.count) ?? []
  if (all.length !== (names?.count ?? 0)) return false
  add([textOf(says, JSON.stringify), all.length])
  for (const name of all) add(name)
  return true
}
