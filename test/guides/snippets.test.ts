import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as library from 'cdktf'
import ts from 'typescript'
import { flavors, layOutProject, translated } from '../../engine/cdktf-project'
import { fencesIn } from './command-blocks'
import { root } from './pages'
import { programOf, type SnippetProgram } from './snippet-program'

/** Milliseconds: the compiler reads a library and all classes. */
jest.setTimeout(240_000)

const pages = ['cdktf.md', 'cdktf-practice.md']

/** What the text of the pages says that readers have. */
const declarations = `
import { type PolicyCategories } from 'terraform-provider-appliance/cdktf/constructs/filtering-policy'
import { type TeamMember } from 'terraform-provider-appliance/cdktf/constructs/directory-team'
const app = new App()
declare const stack: TerraformStack
declare const policy: FilteringPolicy<'ads' | 'trackers' | 'malware' | 'partners'>
declare const sharedCategories: PolicyCategories<'ads' | 'games'>
declare const team: DirectoryTeam<'ann.lee' | 'bob.ray', 'staff' | 'editors'>
declare const kim: TeamMember
declare function declareBackend(stack: TerraformStack): void
`

describe.each(flavors)('the snippets of the guides, with %s', (flavor) => {
  let folder: string

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), `snippets-${flavor}-`))
    await layOutProject(flavor, folder)
  })

  afterAll(() => rmSync(folder, { recursive: true }))

  it.each(pages)('compile, on the page %s', (page) => {
    const markdown = readFileSync(join(root, 'docs/guides', page), 'utf8')
    const program = programOf(markdown, { declarations, moduleOf })
    const file = join(folder, `${page}.ts`)
    writeFileSync(file, translated(program.source, flavor))
    expect(problemsIn(file, program)).toEqual([])
  })

  it('pass, where they are tests', () => {
    const markdown = readFileSync(join(root, 'docs/guides/cdktf-practice.md'), 'utf8')
    const tests = fencesIn(markdown.split('\n')).filter(({ content }) => /^test\(/m.test(content))
    expect(tests).toHaveLength(3)
    const code = tests.map(({ content }) => content).join('\n')
    writeFileSync(join(folder, 'test/page.test.ts'), translated(code, flavor))
    const jest = join(root, 'node_modules/jest/bin/jest.js')
    const { stderr } = spawnSync(process.execPath, [jest, 'test/page', '--ci=false'], {
      cwd: folder,
      encoding: 'utf8',
    })
    expect(stderr).toContain('4 passed, 4 total')
  })

  it('are refused by the line of the page', () => {
    const snippets = [
      "const ads = new Category(stack, 'ads', { name: 'ads' })",
      "const ads = new Category(this, 'more', { title: 'more' })\nads.onDestroy = 7",
    ]
    const markdown = snippets.map((snippet) => `Text\n\n\`\`\`ts\n${snippet}\n\`\`\`\n`).join('')
    const program = programOf(markdown, { declarations, moduleOf })
    const file = join(folder, 'wrong.ts')
    writeFileSync(file, translated(program.source, flavor))
    expect(problemsIn(file, program)).toEqual([
      expect.stringMatching(/^line 9: .*'title'/),
      expect.stringMatching(/^line 10: .*'number'/),
    ])
  })
})

/** A module of the library or of the package; nothing for what is of the language, or declared on the page. */
function moduleOf(name: string): string | undefined {
  if (name in library) return 'cdktf'
  const path = publishedPaths().find((each) => classIn(each) === name)
  return path && `terraform-provider-appliance/cdktf/${path}`
}

function publishedPaths(): readonly string[] {
  const { exports }: { exports: object } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const constructs = Object.keys(exports)
    .filter((path) => path.startsWith('./cdktf/constructs/'))
    .map((path) => path.slice('./cdktf/'.length))
  return [...readdirSync(join(root, 'dist/cdktf')), ...constructs]
}

/** `LdapMember` for `ldap-member`. */
function classIn(path: string): string {
  if (path === 'provider') return 'ApplianceProvider'
  const [name = ''] = path.split('/').slice(-1)
  return name.replaceAll(/(?:^|-)(.)/g, (_, letter: string) => letter.toUpperCase())
}

/** What the compiler says with the settings of the example, each with the line of the page. */
function problemsIn(file: string, { lineOnPage }: SnippetProgram): readonly string[] {
  const options: ts.CompilerOptions = {
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
  const compiled = ts.createProgram([file], options)
  return ts.getPreEmitDiagnostics(compiled).map(({ file: source, start = 0, messageText }) => {
    const said = ts.flattenDiagnosticMessageText(messageText, ' ')
    if (source?.fileName !== file) return `${source?.fileName}: ${said}`
    return `line ${lineOnPage(source.getLineAndCharacterOfPosition(start).line + 1) ?? 'of no page'}: ${said}`
  })
}
