import { readFileSync } from 'node:fs'
import type { Import } from './code'
import type { Design } from './design'

/** The part of biome.json that says what may not be imported. */
export interface LinterConfiguration {
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

/** What DESIGN.md lets every room of `src` import, beside what its table says. */
const packagesForAllRooms = ['@webfilter/terraform-plugin', '@webfilter/appliance-names']

/** Imports into the inside of a package, of the root by a package, and of packages that DESIGN.md does not allow. */
export function problemsOfPackages({ packages }: Design, imports: readonly Import[]): readonly string[] {
  return imports.flatMap(({ from, to }) => {
    const own = packageFolder(from)
    const other = packageFolder(to)
    const isInside = other !== undefined && other !== own && to.startsWith(`${other}/src/`)
    if (isInside || /^@webfilter\/[^/]+\/(?!testing$)/.test(to))
      return [`${from} imports ${to}, which is the inside of a package.`]
    const isSource = /^(packages\/[^/]+\/)?src\//.test(from)
    if (!isSource) return []
    if (own !== undefined && /^(src|engine|test|scripts|benchmarks)\//.test(to))
      return [`${from} imports ${to}, but packages do not import the root.`]
    const [name] = /^@webfilter\/[^/]+/.exec(to) ?? []
    if (name === undefined) return []
    const allowed =
      own !== undefined
        ? (packages.get(packageName(own)) ?? [])
        : [
            ...packagesForAllRooms,
            ...(from.startsWith('src/tools/') ? ['@webfilter/appliance-emulator'] : []),
          ]
    return allowed.includes(name) ? [] : [`${from} imports ${name}, which DESIGN.md does not allow.`]
  })
}

/** Folders beside each other of which each imports the other, also through further ones. */
export function problemsOfSiblings(imports: readonly Import[]): readonly string[] {
  const beside = new Map<string, Map<string, Import>>()
  for (const { from, to } of imports) {
    if (!/^(packages\/[^/]+\/)?src\//.test(from) || !to.includes('/')) continue
    const [one, other] = siblings(from, to)
    if (!one?.endsWith('/') || !other?.endsWith('/') || one === other) continue
    beside.set(one, (beside.get(one) ?? new Map()).set(other, { from, to }))
  }
  return [...beside].flatMap(([folder, others]) =>
    [...others]
      .filter(([other]) => leadsTo(folder, other, beside))
      .map(([other, { from, to }]) => `${folder} and ${other} import each other: ${from} imports ${to}.`),
  )
}

/** Rooms that the linter forbids and DESIGN.md allows, and the reverse, for each room that is a folder. */
export function problemsOfLinter({ rooms }: Design, { overrides }: LinterConfiguration): readonly string[] {
  const forbidden = new Map(
    overrides.flatMap(({ includes, linter }) => {
      const groups =
        linter.rules.style?.noRestrictedImports?.options.patterns.flatMap(({ group }) => group) ?? []
      const others = groups.flatMap((pattern) => /^\.\.\/\*\*\/([^/*]+\/)\*\*$/.exec(pattern)?.[1] ?? [])
      return includes.flatMap((glob) => {
        const [, room] = /^src\/([^/*]+\/)\*\*$/.exec(glob) ?? []
        return room === undefined ? [] : [[room, others] as const]
      })
    }),
  )
  const folders = [...rooms.keys()].filter((room) => room.endsWith('/'))
  return folders.flatMap((room) => {
    const byDesign = folders.filter((other) => other !== room && !rooms.get(room)?.includes(other))
    const byLinter = forbidden.get(room) ?? []
    return [
      ...byDesign
        .filter((other) => !byLinter.includes(other))
        .map((other) => `biome.json lets ${room} import ${other}.`),
      ...byLinter
        .filter((other) => !byDesign.includes(other))
        .map((other) => `biome.json forbids ${room} to import ${other}, and DESIGN.md does not.`),
    ]
  })
}

function packageFolder(path: string): string | undefined {
  return /^packages\/[^/]+/.exec(path)?.[0]
}

function packageName(folder: string): string {
  return (JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')) as { readonly name: string }).name
}

/** What two files are in, where their paths part: folders with a slash at the end. */
function siblings(one: string, other: string): readonly [string | undefined, string | undefined] {
  const [names = [], others = []] = [one, other].map((path) => path.split(/(?<=\/)/))
  const index = names.findIndex((name, place) => name !== others[place])
  return [names.slice(0, index + 1).join(''), others.slice(0, index + 1).join('')]
}

/** Whether imports lead from one folder back to another. */
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
