/** A domain and a parent domain of it, as one name. */
export function pairOf(child: string, parent: string): string {
  return `${child} (of ${parent})`
}

/** The sites of such a name. */
export function sitesOfPair(pair: string): readonly string[] {
  const [, child, parent] = /^(\S+) \(of (\S+)\)$/u.exec(pair) ?? []
  return child === undefined || parent === undefined ? [] : [child, parent]
}
