/** What a line of some form says: the names of sites, and what no site can say. */
export interface ReadLine {
  /** As they are written; `*.` and a dot in front stand for the name with all below it, which is what every site is. */
  readonly names: readonly string[]
  readonly leftOut?: readonly LeftOut[]
}

/** Something in a list that is left out of it. */
export interface LeftOut {
  readonly kind: LeftOutKind
  /** A sentence without its full stop, which quotes what is left out and says what to write instead. */
  readonly reason: string
  /** Whether it names a site that a compile deletes. */
  readonly isDeleted?: boolean
}

/** What rules can say and a site cannot; `other` is what no known form of a list has. */
export type LeftOutKind =
  | 'exception'
  | 'element-hiding'
  | 'path'
  | 'port'
  | 'network'
  | 'requests'
  | 'pattern'
  | 'forwarding'
  | 'other'

/** A line that says one thing, which is left out. @param why a clause behind the quoted line, with what to write instead */
export function leaveOut(kind: LeftOutKind, text: string, why: string): ReadLine {
  return { names: [], leftOut: [{ kind, reason: `${quoted(text)} ${why}` }] }
}

function quoted(text: string): string {
  return JSON.stringify(text.length > 100 ? `${text.slice(0, 100)}…` : text)
}
