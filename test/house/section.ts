import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

export const root = resolve(__dirname, '../..')

/** What section 2 of DESIGN.md says of `src/`. Rooms are named as they are there: `sites/` a folder, `main.ts` a file. */
export interface Section {
  /** The folders of the picture, as paths in `src/` with a slash at the end. */
  readonly folders: readonly string[]
  /** The files of the picture, which are all at the top. */
  readonly files: readonly string[]
  /** From the ground up: each room, and the others that it may import. */
  readonly imports: ReadonlyMap<string, readonly string[]>
}

export function readSection(): Section {
  const text = readFileSync(join(root, 'DESIGN.md'), 'utf8')
  const [, section = ''] = /^## 2\. .*\n([\s\S]*?)^## 3\. /m.exec(text) ?? []
  const [, picture = ''] = /^src\/\n((?: .*\n)+)/m.exec(section) ?? []
  const paths = pathsIn(picture)
  return {
    folders: paths.filter((path) => path.endsWith('/')),
    files: paths.filter((path) => !path.endsWith('/')),
    imports: importsIn(section),
  }
}

/** A line names what is within the folder that the nearest line above it with less before its first name has named last. */
function pathsIn(picture: string): readonly string[] {
  const open: { readonly depth: number; readonly path: string }[] = []
  return picture.split('\n').flatMap((line) => {
    const [, space = '', names = ''] =
      /^( +)([\w-]+(?:\/|\.ts)(?:, [\w-]+(?:\/|\.ts))*)(?: {2}|$)/.exec(line) ?? []
    if (names === '') return []
    while ((open.at(-1)?.depth ?? -1) >= space.length) open.pop()
    const paths = names.split(', ').map((name) => `${open.at(-1)?.path ?? ''}${name}`)
    open.push({ depth: space.length, path: paths.at(-1) ?? '' })
    return paths
  })
}

/** The rows of the table of imports. */
function importsIn(section: string): ReadonlyMap<string, readonly string[]> {
  const rows = section.matchAll(/^\| (`.*?) \| ?(.*?) ?\|$/gm)
  const names = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)
  return new Map(
    [...rows].flatMap(([, rooms = '', others = '']) =>
      names(rooms).map((room) => [room, names(others)] as const),
    ),
  )
}
