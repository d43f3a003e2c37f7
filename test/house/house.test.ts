import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readSection, root } from './section'
import { importsOfSources, roomOf } from './sources'

const { folders, files, imports } = readSection()
const sources = importsOfSources()
const paths = [...sources.keys()]
const edges = [...sources].flatMap(([from, all]) => all.map((to) => ({ from, to })))

describe('the picture of the house in DESIGN.md', () => {
  it('has all folders of src, and no others', () => {
    const there = new Set(paths.flatMap((path) => foldersAbove(path)))
    expect([...folders].sort()).toEqual([...there].sort())
  })

  it('has all files at the top of src, and no others', () => {
    expect([...files].sort()).toEqual(paths.filter((path) => !path.includes('/')))
  })
})

describe('who imports whom', () => {
  const rooms = [...imports.keys()]

  it('is in DESIGN.md for every room', () => {
    expect([...rooms].sort()).toEqual([...new Set(paths.map(roomOf))].sort())
  })

  it('goes down only: each room imports what is above it in the table', () => {
    const upward = [...imports].flatMap(([room, others]) =>
      others
        .filter((other) => !rooms.slice(0, rooms.indexOf(room)).includes(other))
        .map((other) => `${room} imports ${other}`),
    )
    expect(upward).toEqual([])
  })

  it('is what the table says', () => {
    const forbidden = edges.filter(({ from, to }) => {
      const [room, other] = [roomOf(from), roomOf(to)]
      return room !== other && !imports.get(room)?.includes(other)
    })
    expect(forbidden.map(said)).toEqual([])
  })

  it('is what the linter enforces, in each room that is a folder and may not import every room above it', () => {
    const told = rulesOfLinter()
    for (const room of rooms.filter((name) => name.endsWith('/') && name !== 'cli/')) {
      const depths = new Set(paths.filter((path) => roomOf(path) === room).map(depthOf))
      for (const depth of depths) {
        const glob = `src/${room}${'*/'.repeat(depth - 1)}`
        expect([glob, told.get(glob)]).toEqual([glob, [...(imports.get(room) ?? [])].sort()])
      }
    }
  })
})

// Those of files, types included, are found by the linter.
test('sibling folders import in one direction only', () => {
  const beside = new Map<string, Set<string>>()
  for (const { from, to } of edges) {
    const [one, other] = parting(from, to)
    if (one.endsWith('/') && other.endsWith('/') && one !== other) {
      beside.set(one, (beside.get(one) ?? new Set()).add(other))
    }
  }
  expect([...beside.keys()].filter((folder) => leadsBack(folder, beside))).toEqual([])
})

/** All folders that a file is in. */
function foldersAbove(path: string): readonly string[] {
  const names = path.split('/').slice(0, -1)
  return names.map((_, index) => `${names.slice(0, index + 1).join('/')}/`)
}

/** In how many folders a file is. */
function depthOf(path: string): number {
  return path.split('/').length - 1
}

/** Where the ways to two files part: what is beside each other there, folders with a slash at the end. */
function parting(one: string, other: string): readonly [string, string] {
  const [names, others] = [one, other].map((path) => path.split(/(?<=\/)/)) as [string[], string[]]
  const index = names.findIndex((name, place) => name !== others[place])
  return [names.slice(0, index + 1).join(''), others.slice(0, index + 1).join('')]
}

/** Whether one comes back to a folder by steps from each to another. */
function leadsBack(folder: string, steps: ReadonlyMap<string, ReadonlySet<string>>): boolean {
  const seen = new Set<string>()
  const open = [...(steps.get(folder) ?? [])]
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (at === folder) return true
    if (seen.has(at)) continue
    seen.add(at)
    open.push(...(steps.get(at) ?? []))
  }
  return false
}

function said({ from, to }: { readonly from: string; readonly to: string }): string {
  return `${from} imports ${to}`
}

/** The rooms that files may import, by the folders that `overrides` of the linter's configuration name. */
function rulesOfLinter(): ReadonlyMap<string, readonly string[]> {
  const { overrides } = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8')) as {
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
      const [pattern] = linter.rules.style?.noRestrictedImports?.options.patterns ?? []
      if (!pattern) return []
      return includes.map(
        (glob) => [glob.replace(/\*(?:\*|\.ts)$/, ''), allowedBy(glob, pattern.group)] as const,
      )
    }),
  )
}

/** What is let through of what is above the room, which is forbidden as a whole; what is not in `src/` is left out. */
function allowedBy(glob: string, group: readonly string[]): readonly string[] {
  const [, ...inSource] = glob.split('/')
  const up = '../'.repeat(inSource.length - 1)
  if (!group.includes(`${up}**`)) return ['nothing is forbidden']
  return group
    .filter((name) => name.startsWith(`!${up}`) && !name.startsWith(`!${up}../`))
    .map((name) => name.slice(up.length + 1))
    .map((name) => (name.endsWith('/**') ? name.slice(0, -2) : `${name}.ts`))
    .sort()
}
