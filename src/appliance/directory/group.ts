/** A group of the directory. Groups are addressed by their number. */
export interface Group {
  readonly gid: number
  /** Undefined where the directory tells the number alone. */
  readonly name: string | undefined
}
