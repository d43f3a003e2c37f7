import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import ts from 'typescript'
import { flavors } from '../../engine/cdktf-project'

const root = resolve(__dirname, '../..')

/** What a user sees of the types as they are published: in the errors of the compiler, and in what an editor suggests. */
describe.each(flavors)('the types for %s', (flavor) => {
  let editor: Editor
  beforeAll(() => {
    editor = new Editor(flavor)
  })

  it('keep the names and keys of a fleet', () => {
    const { errors } = editor.open(
      fleetWith("games: 'absent'"),
      'fleet.appliances.nowhere',
      'fleet.appliances.rome.policy.categories.adz',
      'fleet.appliances.rome.policy.categories.games',
      'fleet.appliances.rome.policy.categories.local.id',
    )
    expect(errors).toEqual([
      expect.stringMatching(/^Property 'nowhere' does not exist on type '\{ readonly rome: /),
      expect.stringMatching(/^Property 'adz' does not exist on type .*"ads" \| "local"/),
      expect.stringMatching(/^Property 'games' does not exist on type .*"ads" \| "local"/),
    ])
  })

  it('say which key of an exception is wrong, and which option', () => {
    expect(editor.open(fleetWith("ads: {}, adz: 'absent'")).errors).toEqual([
      `Type '"absent"' is not assignable to type '"The policy has no category adz"'.`,
    ])
    expect(editor.open(fleetWith('ads: { ad: [] }')).errors).toEqual([
      "Object literal may only specify known properties, and 'ad' does not exist in type 'CategoryException'.",
    ])
    expect(editor.open(fleetWith("ads: { onConflict: 'mvoe' }")).errors).toEqual([
      expect.stringMatching(/^Type '"mvoe"' is not assignable to type '.*"move"/),
    ])
  })

  it.each([
    ['keys of exceptions', fleetWith('|'), ['ads', 'games']],
    ['keys that are left', fleetWith("games: 'absent', |"), ['ads']],
    ['what stands for no category', fleetWith("games: '|'"), ['absent']],
    ['appliances', `${fleetWith('')}\nfleet.appliances.|`, ['rome']],
    [
      'categories of an appliance',
      `${fleetWith("games: 'absent'")}\nfleet.appliances.rome.policy.categories.|`,
      ['ads', 'local'],
    ],
  ])('let an editor suggest %s', (_, text, suggested) => {
    expect(editor.open(text).suggestions).toEqual(suggested)
  })

  // TypeScript 5.0 is the oldest that the guide names. `NoInfer` would be any type there, without a word of the compiler.
  it('use nothing that is newer than TypeScript 5.0', () => {
    const folder = join(root, 'dist', flavor, 'constructs')
    const declarations = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.d.ts'))
      .map((file) => readFileSync(join(folder, file), 'utf8'))
    expect(declarations.length).toBeGreaterThan(3)
    expect(declarations.filter((text) => /\bNoInfer<|\bimport type .* with \{/.test(text))).toEqual([])
  })
})

/** A fleet of one appliance, with these exceptions. */
function fleetWith(exceptions: string): string {
  return [
    "const fleet = new ApplianceFleet(new App(), 'branches', {",
    "  policy: { categories: { ads: { name: 'Ads' }, games: { name: 'Games' } } },",
    `  appliances: { rome: { provider: {}, exceptions: { ${exceptions} }, categories: { local: { name: 'L' } } } },`,
    '})',
  ].join('\n')
}

class Editor {
  private readonly file = join(root, 'edited.ts')
  private readonly service: ts.LanguageService
  private text = ''
  private version = 0

  constructor(private readonly flavor: string) {
    const options: ts.CompilerOptions = {
      module: ts.ModuleKind.Node16,
      moduleResolution: ts.ModuleResolutionKind.Node16,
      target: ts.ScriptTarget.ES2022,
      strict: true,
      skipLibCheck: true,
      noEmit: true,
      types: [],
    }
    const { fileExists, readFile, directoryExists } = ts.sys
    this.service = ts.createLanguageService({
      getCompilationSettings: () => options,
      getCurrentDirectory: () => root,
      getDefaultLibFileName: ts.getDefaultLibFilePath,
      getScriptFileNames: () => [this.file],
      getScriptVersion: (file) => (file === this.file ? String(this.version) : '0'),
      getScriptSnapshot: (file) => {
        const text = file === this.file ? this.text : readFile(file)
        return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text)
      },
      fileExists: (file) => file === this.file || fileExists(file),
      readFile,
      directoryExists,
    })
  }

  /** @param lines of a program, of which one can have the cursor in it: `|` */
  open(...lines: readonly string[]): {
    readonly errors: readonly string[]
    readonly suggestions: readonly string[]
  } {
    const text = [
      `import { App } from '${this.flavor}'`,
      `import { ApplianceFleet } from 'terraform-provider-appliance/${this.flavor}/constructs/appliance-fleet'`,
      ...lines,
    ].join('\n')
    const cursor = text.indexOf('|')
    this.text = text.replace('|', '')
    this.version++
    return {
      errors: this.service
        .getSemanticDiagnostics(this.file)
        .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n')),
      suggestions:
        cursor < 0
          ? []
          : (this.service.getCompletionsAtPosition(this.file, cursor, {})?.entries.map(({ name }) => name) ??
            []),
    }
  }
}
