import { posix } from 'node:path'
import ts from 'typescript'
import { readDesign, roomOf } from './design'
import { filesBelow, textOfFile } from './sources'

/** One import of a file, of values or of types, at once or late. */
interface Import {
  readonly from: string
  /** A path from the root, or the specifier if it names no file of the project, such as `@webfilter/appliance-names`. */
  readonly to: string
}

/** What DESIGN.md lets every room of `src` import, beside what its table says. */
const packagesForAllRooms = ['@webfilter/terraform-plugin', '@webfilter/appliance-names']

/** Imports between rooms, and of packages, that DESIGN.md does not allow. */
export function forbiddenImports(): readonly string[] {
  const { rooms, packages } = readDesign()
  return importsOfSources().flatMap(({ from, to }) => {
    const [name] = /^@webfilter\/[^/]+/.exec(to) ?? []
    const own = packageFolder(from)
    if (name !== undefined) {
      const allowed =
        own !== undefined
          ? packages.get(packageName(own))
          : [...packagesForAllRooms, ...(roomOf(from) === 'tools/' ? ['@webfilter/appliance-emulator'] : [])]
      return allowed?.includes(name) ? [] : [`${from} imports ${name}.`]
    }
    if (own !== undefined || !to.startsWith('src/') || roomOf(from) === roomOf(to)) return []
    return rooms.get(roomOf(from))?.includes(roomOf(to)) ? [] : [`${from} imports ${to}.`]
  })
}

/** Imports that reach into a package from outside of it, and imports of the root by a package. */
export function importsIntoPackages(): readonly string[] {
  const beside = filesBelow(['engine', 'scripts', 'benchmarks'], /\.ts$/)
  return [...importsOfSources(), ...beside.flatMap(importsOf)]
    .filter(({ from, to }) => {
      const [own, other] = [packageFolder(from), packageFolder(to)]
      const isRoot = /^(src|engine|scripts|benchmarks|test)\//.test(to)
      return (
        (other !== undefined && other !== own && !to.includes('/bindings/')) ||
        (own !== undefined && isRoot) ||
        /^@webfilter\/[^/]+\/(?!testing$)/.test(to)
      )
    })
    .map(({ from, to }) => `${from} imports ${to}.`)
}

/** Folders beside each other of which each imports the other, also through further ones. */
export function folderCycles(): readonly string[] {
  const beside = new Map<string, Map<string, Import>>()
  for (const { from, to } of importsOfSources()) {
    const [one, other] = siblings(from, to)
    if (!one.endsWith('/') || !other.endsWith('/') || one === other) continue
    beside.set(one, (beside.get(one) ?? new Map<string, Import>()).set(other, { from, to }))
  }
  return [...beside].flatMap(([folder, others]) =>
    [...others]
      .filter(([other]) => leadsTo(folder, other, beside))
      .map(([other, { from, to }]) => `${folder} and ${other}: ${from} imports ${to}.`),
  )
}

/** Rooms that the linter lets others import although DESIGN.md does not, and the reverse, for each room that is a folder. */
export function linterDifferences(): readonly string[] {
  const { rooms } = readDesign()
  const forbidden = roomsForbiddenByLinter()
  const folders = [...rooms.keys()].filter((room) => room.endsWith('/'))
  return folders.flatMap((room) => {
    const byDesign = folders.filter((other) => other !== room && !rooms.get(room)?.includes(other))
    const byLinter = forbidden.get(room) ?? []
    return [
      ...byDesign
        .filter((other) => !byLinter.includes(other))
        .map((other) => `It lets ${room} import ${other}.`),
      ...byLinter
        .filter((other) => !byDesign.includes(other))
        .map((other) => `It does not let ${room} import ${other}, and DESIGN.md does.`),
    ]
  })
}

/** By room: those that `noRestrictedImports` of biome.json names after `../**`. */
function roomsForbiddenByLinter(): ReadonlyMap<string, readonly string[]> {
  const { overrides } = JSON.parse(textOfFile('biome.json')) as {
    readonly overrides: readonly {
      readonly includes: readonly string[]
      readonly linter: {
        readonly rules: {
          readonly style?: {
            readonly noRestrictedImports?: {
              readonly options: { readonly patterns: readonly { readonly group: readonly string[] }[] }
            }
          }
        }
      }
    }[]
  }
  return new Map(
    overrides.flatMap(({ includes, linter }) => {
      const patterns = linter.rules.style?.noRestrictedImports?.options.patterns ?? []
      const others = patterns
        .flatMap(({ group }) => group)
        .flatMap((glob) => /^\.\.\/\*\*\/([^/*]+\/)\*\*$/.exec(glob)?.[1] ?? [])
      return includes.flatMap((glob) => {
        const [, room] = /^src\/([^/*]+\/)\*\*$/.exec(glob) ?? []
        return room === undefined ? [] : [[room, others] as const]
      })
    }),
  )
}

/** Those of the provider and of the packages, without tests. */
function importsOfSources(): readonly Import[] {
  return filesBelow(['src', 'packages'], /\.ts$/)
    .filter((file) => /^(packages\/[^/]+\/)?src\//.test(file))
    .flatMap(importsOf)
}

function importsOf(from: string): readonly Import[] {
  const { importedFiles } = ts.preProcessFile(textOfFile(from), true, true)
  return importedFiles.map(({ fileName }) => ({
    from,
    to: fileName.startsWith('.') ? `${posix.join(posix.dirname(from), fileName)}.ts` : fileName,
  }))
}

function packageFolder(path: string): string | undefined {
  return /^packages\/[^/]+/.exec(path)?.[0]
}

function packageName(folder: string): string {
  return (JSON.parse(textOfFile(`${folder}/package.json`)) as { readonly name: string }).name
}

/** What two files are in, where their paths part: folders with a slash at the end. */
function siblings(one: string, other: string): readonly [string, string] {
  const [names = [], others = []] = [one, other].map((path) => path.split(/(?<=\/)/))
  const index = names.findIndex((name, place) => name !== others[place])
  return [names.slice(0, index + 1).join(''), others.slice(0, index + 1).join('')]
}

/** Whether imports lead from one folder to another, straight or through further ones. */
function leadsTo(
  folder: string,
  start: string,
  beside: ReadonlyMap<string, ReadonlyMap<string, Import>>,
): boolean {
  const seen = new Set<string>()
  const open = [start]
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (at === folder) return true
    if (seen.has(at)) continue
    seen.add(at)
    open.push(...(beside.get(at)?.keys() ?? []))
  }
  return false
}
