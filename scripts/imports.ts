import { existsSync, readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import type { IForbiddenRuleType } from 'dependency-cruiser'
import { readDesign } from './house/design'

// Checks all imports, of values and of types, by the tables of DESIGN.md: `npm run lint:imports`.

async function main(): Promise<void> {
  const { cruise } = await import('dependency-cruiser')
  const root = resolve(__dirname, '..')
  const { output, exitCode } = await cruise(['src', 'packages', 'engine', 'scripts', 'benchmarks'], {
    baseDir: root,
    exclude: { path: '(^|/)node_modules/|^packages/[^/]+/(bindings|test)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: resolve(root, 'tsconfig.json') },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'types', 'default'],
    },
    validate: true,
    ruleSet: { forbidden: [...rulesOfRooms, ...rulesOfPackages, ...otherRules, ruleOfFolders] },
    outputType: 'err-long',
  })
  console.error(String(output).trim())
  process.exitCode = exitCode
}

const { rooms, packages } = readDesign()

/** What DESIGN.md lets every room of `src` import, beside what its table says. */
const packagesForAllRooms = ['terraform-plugin', 'names', 'text', 'concurrency', 'site-lists', 'client']

/** A room imports what its line of the table names, and the files of packages that are offered to all. */
const rulesOfRooms = [...rooms].map(([room, others]): IForbiddenRuleType => {
  return {
    name: `imports-of-${room.replace(/\W+$/, '')}`,
    comment: `${room} may import only what its line in the table of DESIGN.md names.`,
    severity: 'error',
    from: { path: pathOf('src', [room]) },
    to: {
      path: '^(src|packages)/',
      pathNot: [pathOf('src', [room, ...others]), ...facesOf([...packagesForAllRooms, 'declarations'])],
    },
  }
})

/** Folders of packages by their names, which differ for those of this appliance: `packages/names` is `@webfilter/appliance-names`. */
const folderOf = (name: string) => name.replace(/^@webfilter\/(appliance-)?/, '')

/** A package stands on those that its line names, and never on the provider. */
const rulesOfPackages = [...packages].map(([name, others]): IForbiddenRuleType => {
  const folder = folderOf(name)
  return {
    name: `imports-of-package-${folder}`,
    comment: `${name} may import only the packages that its line in the table of DESIGN.md names.`,
    severity: 'error',
    from: { path: pathOf('packages', [folder], '/src/') },
    to: {
      path: '^(src|packages|engine|scripts|benchmarks|test)/',
      pathNot: [pathOf('packages', [folder], '/'), ...facesOf(others.map(folderOf))],
    },
  }
})

/** The files that packages offer, by what their `package.json` exports: but what is for tests is for nothing else. */
function facesOf(names: readonly string[]): readonly string[] {
  return names.flatMap((name) => {
    const { exports }: { exports: Readonly<Record<string, string>> } = require(
      `../packages/${name}/package.json`,
    )
    return Object.values(exports)
      .filter((path) => !path.endsWith('/testing.ts'))
      .map(
        (path) => `^packages/${name}/${path.slice('./'.length).replaceAll('.', '[.]').replace('*', '.*')}$`,
      )
  })
}

/** The folders of the commands; what several of them need is in the folders beside these. */
const tools = resolve(__dirname, '../packages/command/src')
const commands = readdirSync(tools).filter((name) => existsSync(resolve(tools, name, 'command.ts')))

const otherRules: readonly IForbiddenRuleType[] = [
  {
    name: 'commands-apart',
    comment: 'No command stands on another: what several need is beside them.',
    severity: 'error',
    from: { path: '^packages/command/src/([^/]+)/' },
    to: {
      path: pathOf('packages/command/src', commands, '/'),
      pathNot: '^packages/command/src/$1/',
    },
  },
  {
    name: 'package-by-its-name',
    comment: 'A package is imported by its name: what it does not offer is its own (DESIGN.md).',
    severity: 'error',
    from: { path: '^(src|engine|scripts|benchmarks)/' },
    to: { path: '^packages/[^/]+/(?!bindings/)', dependencyTypesNot: ['aliased-workspace'] },
  },
  {
    name: 'no-circular-imports',
    comment: 'Files do not import each other, also not through further ones.',
    severity: 'error',
    from: { path: '^(src|packages)/' },
    to: { circular: true },
  },
]

/** Folders beside each other import in one direction. */
const ruleOfFolders = {
  name: 'no-circular-folders',
  comment: 'Folders beside each other do not import each other, also not through further ones.',
  severity: 'error',
  scope: 'folder',
  from: {},
  to: { circular: true },
} as const

/** An expression for the paths below a folder that begin with one of these names. */
function pathOf(folder: string, names: readonly string[], end = ''): string {
  return `^${folder}/(${names.map((name) => name.replaceAll('.', '[.]')).join('|')})${end}`
}

main()
