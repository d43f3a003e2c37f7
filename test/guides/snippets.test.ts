import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as library from 'cdktn'
import ts from 'typescript'
import { type Flavor, flavors, layOutProject, translated } from '../../engine/cdktf-project'
import { fencesIn } from './command-blocks'
import { root } from './pages'
import { programOf, type SnippetProgram } from './snippet-program'

/** Milliseconds: the compiler reads both libraries and all classes. */
jest.setTimeout(240_000)

const pages = ['cdktf.md', 'cdktf-practice.md'] as const
type Page = (typeof pages)[number] | 'wrong'

describe('the snippets of the guides', () => {
  let folder: string
  let compiled: ts.Program

  // One program for all pages: reading the libraries and the classes takes longer than checking a page.
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'snippets-'))
    for (const flavor of flavors) {
      await layOutProject(flavor, join(folder, flavor))
      for (const [page, { source }] of programs)
        writeFileSync(fileOf(page, flavor), translated(source, flavor))
    }
    const files = flavors.flatMap((flavor) => [...programs.keys()].map((page) => fileOf(page, flavor)))
    compiled = ts.createProgram(files, settingsOfExample)
  })

  afterAll(() => rmSync(folder, { recursive: true }))

  describe.each(flavors)('with %s', (flavor) => {
    it.each(pages)('compile, on the page %s', (page) => {
      expect(problemsOn(page, flavor)).toEqual([])
    })

    it('are refused by the line of the page', () => {
      expect(problemsOn('wrong', flavor)).toEqual([
        expect.stringMatching(/^line 9: .*'title'/),
        expect.stringMatching(/^line 10: .*'number'/),
      ])
    })
  })

  it('pass, where they are tests', () => {
    const tests = fencesIn(markdownOf('cdktf-practice.md').split('\n')).filter(({ content }) =>
      /^test\(/m.test(content),
    )
    expect(tests).toHaveLength(2)
    const project = join(folder, 'cdktn')
    writeFileSync(join(project, 'test/page.test.ts'), tests.map(({ content }) => content).join('\n'))
    const jest = join(root, 'node_modules/jest/bin/jest.js')
    const { stderr } = spawnSync(process.execPath, [jest, 'test/page', '--ci=false'], {
      cwd: project,
      encoding: 'utf8',
    })
    expect(stderr).toContain('3 passed, 3 total')
  })

  it('change from cdktf by the command of the page', () => {
    const { source } = programOf(markdownOf('cdktf-practice.md'), { declarations, moduleOf })
    writeFileSync(join(folder, 'main.ts'), translated(source, 'cdktf'))
    const { status, stderr } = spawnSync('sh', ['-c', changeOfImports], { cwd: folder, encoding: 'utf8' })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(readFileSync(join(folder, 'main.ts'), 'utf8')).toBe(source)
  })

  function fileOf(page: Page, flavor: Flavor): string {
    return join(folder, flavor, `${page}.ts`)
  }

  /** What the compiler says, each with the line of the page. */
  function problemsOn(page: Page, flavor: Flavor): readonly string[] {
    const file = compiled.getSourceFile(fileOf(page, flavor))
    if (!file) throw new Error(`The compiler has not read ${page}.`)
    return ts.getPreEmitDiagnostics(compiled, file).map(({ file: source, start = 0, messageText }) => {
      const said = ts.flattenDiagnosticMessageText(messageText, ' ')
      if (source !== file) return `${source?.fileName}: ${said}`
      const line = source.getLineAndCharacterOfPosition(start).line + 1
      return `line ${programs.get(page)?.lineOnPage(line) ?? 'of no page'}: ${said}`
    })
  }
})

/** As the page has it, which names this file. */
const changeOfImports = String.raw`sed -i.bak -E "s#(from |import )(['\"])(terraform-provider-appliance/)?cdktf#\1\2\3cdktn#" main.ts`

/** What the text of the pages says that readers have. */
const declarations = `
import { type TeamMember } from 'terraform-provider-appliance/cdktn/constructs/directory-team'
const app = new App()
declare const stack: TerraformStack
declare const policy: FilteringPolicy<'ads' | 'trackers' | 'malware' | 'partners'>
declare const team: DirectoryTeam<'ann.lee' | 'bob.ray', 'staff' | 'editors'>
declare const kim: TeamMember
declare function declareBackend(stack: TerraformStack): void
`

const wrongSnippets = [
  "const ads = new Category(stack, 'ads', { name: 'ads' })",
  "const ads = new Category(this, 'more', { title: 'more' })\nads.onDestroy = 7",
]

/** The snippets of each page, for `cdktn`. */
const programs: ReadonlyMap<Page, SnippetProgram> = new Map(
  [...pages, 'wrong' as const].map((page) => [page, programOf(markdownOf(page), { declarations, moduleOf })]),
)

function markdownOf(page: Page): string {
  if (page !== 'wrong') return readFileSync(join(root, 'docs/guides', page), 'utf8')
  return wrongSnippets.map((snippet) => `Text\n\n\`\`\`ts\n${snippet}\n\`\`\`\n`).join('')
}

/** A module of the library or of the package; nothing for what is of the language, or declared on the page. */
function moduleOf(name: string): string | undefined {
  if (name in library) return 'cdktn'
  const path = publishedPaths().find((each) => classIn(each) === name)
  return path && `terraform-provider-appliance/cdktn/${path}`
}

function publishedPaths(): readonly string[] {
  const { exports }: { exports: object } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const constructs = Object.keys(exports)
    .filter((path) => path.startsWith('./cdktn/constructs/'))
    .map((path) => path.slice('./cdktn/'.length))
  return [...readdirSync(join(root, 'dist/cdktn')), ...constructs]
}

/** `LdapMember` for `ldap-member`. */
function classIn(path: string): string {
  if (path === 'provider') return 'ApplianceProvider'
  const [name = ''] = path.split('/').slice(-1)
  return name.replaceAll(/(?:^|-)(.)/g, (_, letter: string) => letter.toUpperCase())
}

const settingsOfExample: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.Node16,
  moduleResolution: ts.ModuleResolutionKind.Node16,
  types: ['node', 'jest'],
  typeRoots: [join(root, 'node_modules/@types')],
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: true,
  noEmit: true,
}
