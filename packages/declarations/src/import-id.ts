/** What an import names, and whether its state begins with `on_destroy = "keep"`. */
interface ImportId {
  readonly named: string
  readonly isKept: boolean
}

/** With it at the end of an ID, the state of an import begins with what the configuration says, so that the plan shows no change. */
const keptSuffix = '?on_destroy=keep'

/** Reads the ID of an import, such as `ann.lee` or `ann.lee?on_destroy=keep`. */
export function importId(id: string): ImportId {
  if (!id.endsWith(keptSuffix)) return { named: id, isKept: false }
  return { named: id.slice(0, -keptSuffix.length), isKept: true }
}

/** The ID by which an import begins with `on_destroy = "keep"`. @param named the ID without it */
export function keptImportId(named: string): string {
  return `${named}${keptSuffix}`
}
