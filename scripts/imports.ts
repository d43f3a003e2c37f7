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
  const ofTools = room === 'tools/' ? ['emulator'] : []
  return {
    name: `imports-of-${room.replace(/\W+$/, '')}`,
    comment: `${room} may import only what its line in the table of DESIGN.md names.`,
    severity: 'error',
    from: { path: pathOf('src', [room]) },
    to: {
      path: '^(src|packages)/',
      pathNot: [
        pathOf('src', [room, ...others]),
        pathOf('packages', [...packagesForAllRooms, ...ofTools], '/src/(index|worker/thread-source)[.]ts$'),
      ],
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
      pathNot: [
        pathOf('packages', [folder], '/'),
        pathOf('packages', others.map(folderOf), '/src/index[.]ts$'),
      ],
    },
  }
})

/** The folders of the commands; what several of them need is in the folders beside these. */
const tools = resolve(__dirname, '../src/tools')
const commands = readdirSync(tools).filter((name) => existsSync(resolve(tools, name, 'command.ts')))

const otherRules: readonly IForbiddenRuleType[] = [
  {
    name: 'commands-apart',
    comment:
      'No command stands on another: what several need is beside them. Only the server of run tasks reviews.',
    severity: 'error',
    from: { path: '^src/tools/([^/]+)/' },
    to: {
      path: pathOf('src/tools', commands, '/'),
      pathNot: ['^src/tools/$1/', '^src/tools/review/re(view|port)[.]ts$'],
    },
  },
  {
    name: 'reviews-apart',
    comment: 'Only the server of run tasks stands on another command.',
    severity: 'error',
    from: { path: '^src/tools/', pathNot: '^src/tools/(run-task|review)/' },
    to: { path: '^src/tools/review/re(view|port)[.]ts$' },
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
