/**
 * Names for paths: of each, the shortest end that no other path has. If all paths end alike, as in `berlin/plan.tfplan` and
 * `oslo/plan.tfplan`, that end says nothing and is left out.
 *
 * @param paths the parts of each path, from the root on; no two are equal
 */
export function shortNames(paths: readonly (readonly string[])[]): readonly string[] {
  const telling = withoutCommonEnd(paths)
  const names = telling.map((path) => {
    const end = ends(path).find((name) => telling.every((other) => other === path || !endsWith(other, name)))
    return (end ?? path).join('/')
  })
  return new Set(names).size === names.length ? names : paths.map((path) => path.join('/'))
}

function withoutCommonEnd(paths: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const [first] = paths
  if (first === undefined || paths.length === 1) return paths
  const isCommon = paths.every((path) => path.length > 1 && path.at(-1) === first.at(-1))
  return isCommon ? withoutCommonEnd(paths.map((path) => path.slice(0, -1))) : paths
}

/** The ends of a path, the shortest first. */
function ends(path: readonly string[]): readonly (readonly string[])[] {
  return path.map((_, index) => path.slice(path.length - 1 - index))
}

function endsWith(path: readonly string[], end: readonly string[]): boolean {
  return (
    path.length >= end.length && end.every((part, index) => path[path.length - end.length + index] === part)
  )
}
