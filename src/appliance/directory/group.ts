import { sameName } from '@webfilter/appliance-names'

/** A group of the directory. Groups are addressed by their number. */
export interface Group {
  readonly gid: number
  /** Undefined where the directory tells the number alone. */
  readonly name: string | undefined
}

/** The group of a name, compared without case; an exact match goes first. */
export function groupNamed(name: string, groups: readonly Group[]): Group | undefined {
  return (
    groups.find((group) => group.name === name) ??
    groups.find((group) => group.name !== undefined && sameName(group.name, name))
  )
}

/** The number of a group as a text of plain digits; undefined for any other text. */
export function groupNumber(text: string): number | undefined {
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined
}
