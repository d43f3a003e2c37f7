import { filesBelow, textOfFile } from './sources'

/** What DESIGN.md says of the folders and of their imports. */
export interface Design {
  readonly text: string
  /** Every folder of the picture, as a path from the root without a slash at the end. */
  readonly folders: readonly string[]
  /** The packages that each package may import, by their names. */
  readonly packages: ReadonlyMap<string, readonly string[]>
  /** The rooms that each room of `src` may import, in the order of the table. Rooms that are folders end with a slash. */
  readonly rooms: ReadonlyMap<string, readonly string[]>
}

/** Words that fit on a map. */
const mostWords = 2_000

/** @throws {Error} if the text has no picture or not both tables */
export function readDesign(text = textOfFile('DESIGN.md')): Design {
  const [, picture] = /^```\n(.*?)^```$/ms.exec(text) ?? []
  if (picture === undefined) throw new Error('DESIGN.md has no picture of the folders.')
  return {
    text,
    folders: foldersIn(picture),
    packages: withThoseBelow(tableBelow(text, 'Package')),
    rooms: tableBelow(text, 'Room'),
  }
}

/** Each with what those in its line may import, which stand above it. */
function withThoseBelow(
  lines: ReadonlyMap<string, readonly string[]>,
): ReadonlyMap<string, readonly string[]> {
  const all = new Map<string, readonly string[]>()
  for (const [name, named] of lines)
    all.set(name, [...new Set([...named, ...named.flatMap((other) => all.get(other) ?? [])])])
  return all
}

/** Folders and rooms that DESIGN.md lacks or invents, and rooms that it lets import what is not above them. */
export function designProblems(): readonly string[] {
  const { text, folders, rooms } = readDesign()
  const words = text.split(/\s+/).filter(Boolean).length
  const sources = filesBelow(['src', 'packages'], /\.ts$/).filter((file) =>
    /^(packages\/[^/]+\/)?src\//.test(file),
  )
  const existing = new Set(sources.flatMap(foldersAbove))
  const required = [...existing].filter((folder) =>
    /^(packages\/[^/]+\/src(\/[^/]+)?|src(\/[^/]+){0,2})$/.test(folder),
  )
  const names = [...rooms.keys()]
  const actual = new Set(sources.filter((file) => file.startsWith('src/')).map(roomOf))
  return [
    ...(words > mostWords ? [`It has ${words} words, more than ${mostWords}.`] : []),
    ...required
      .filter((folder) => !folders.includes(folder))
      .map((folder) => `The picture lacks ${folder}/.`),
    ...folders.filter((folder) => !existing.has(folder)).map((folder) => `${folder}/ does not exist.`),
    ...[...actual].filter((room) => !rooms.has(room)).map((room) => `The table lacks ${room}.`),
    ...names.filter((room) => !actual.has(room)).map((room) => `The room ${room} does not exist.`),
    ...[...rooms].flatMap(([room, others]) =>
      others
        .filter((other) => !names.slice(0, names.indexOf(room)).includes(other))
        .map((other) => `${room} may import ${other}, which is not above it.`),
    ),
  ]
}

/** The folder or file directly below `src/` that a file belongs to: `a/` for `src/a/b.ts`, `b.ts` for `src/b.ts`. */
function roomOf(path: string): string {
  const [, first = '', ...below] = path.split('/')
  return below.length > 0 ? `${first}/` : first
}

/** `src`, `src/a` and `src/a/b` for `src/a/b/c.ts`. */
function foldersAbove(path: string): readonly string[] {
  const names = path.split('/').slice(0, -1)
  return names.map((_, index) => names.slice(0, index + 1).join('/'))
}

/** Each line of the picture names one folder, or several with commas between, below the last folder that is indented less. */
function foldersIn(picture: string): readonly string[] {
  const above: { readonly indent: number; readonly path: string }[] = []
  return picture.split('\n').flatMap((line) => {
    const [, space, names] = /^( *)((?:\S+\/, )*\S+\/)(?: {2,}|$)/.exec(line) ?? []
    if (space === undefined || names === undefined) return []
    while ((above.at(-1)?.indent ?? -1) >= space.length) above.pop()
    const parents = above.slice(-1).map(({ path }) => path)
    const paths = names.split(', ').map((name) => [...parents, name.slice(0, -1)].join('/'))
    const [only, ...others] = paths
    if (only !== undefined && others.length === 0) above.push({ indent: space.length, path: only })
    return paths
  })
}

/** The table whose first column has this heading: each name in its first column, with the names in its second. */
function tableBelow(text: string, heading: string): ReadonlyMap<string, readonly string[]> {
  const lines = text.split('\n')
  const start = lines.indexOf(`| ${heading} | May import |`)
  if (start < 0) throw new Error(`DESIGN.md has no table of the imports of each ${heading.toLowerCase()}.`)
  const rows = lines.slice(start + 2)
  return new Map(
    rows
      .slice(
        0,
        rows.findIndex((line) => !line.startsWith('|')),
      )
      .flatMap((row) => {
        const [, names = '', others = ''] = row.split('|')
        return namesIn(names).map((name) => [name, namesIn(others)] as const)
      }),
  )
}

function namesIn(cell: string): readonly string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)
}
