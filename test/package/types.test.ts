import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import ts from 'typescript'
import { type Flavor, flavors } from '../../engine/cdktf-project'
import packageJson from '../../package.json'

const root = resolve(__dirname, '../..')

let app: string
/** It has the files of the app open as well, so that it reads the libraries and the classes once for all of them. */
let editor: Editor

beforeAll(() => {
  app = mkdtempSync(join(tmpdir(), 'app-'))
  mkdirSync(join(app, 'node_modules'))
  for (const name of ['cdktf', 'cdktn', 'constructs']) link(name, join(root, 'node_modules', name))
  link(packageJson.name, root)
  const uses = [...flavors.map(typed), typedFunctions("['a.example']")].join('\n')
  for (const file of ['app.ts', 'app.cts', 'app.mts']) writeFileSync(join(app, file), uses)
  writeFileSync(join(app, 'wrong-site.cts'), typed('cdktf').replace("'ads.example'", '1'))
  writeFileSync(join(app, 'wrong-list.cts'), typedFunctions("'a.example'"))
  editor = new Editor(app, ['app.cts', 'app.mts', 'wrong-site.cts', 'wrong-list.cts'])
})
afterAll(() => rmSync(app, { recursive: true, force: true }))

function link(name: string, target: string): void {
  symlinkSync(target, join(app, 'node_modules', name), 'junction')
}

/** What a user sees of the types as they are published: in the errors of the compiler, and in what an editor suggests. */
describe.each(flavors)('the types for %s', (flavor) => {
  it('keep the names and keys of a fleet', () => {
    const { errors } = editor.open(
      flavor,
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
    expect(editor.open(flavor, fleetWith("ads: {}, adz: 'absent'")).errors).toEqual([
      `Type '"absent"' is not assignable to type '"The policy has no category adz"'.`,
    ])
    expect(editor.open(flavor, fleetWith('ads: { ad: [] }')).errors).toEqual([
      "Object literal may only specify known properties, and 'ad' does not exist in type 'CategoryException'.",
    ])
    expect(editor.open(flavor, fleetWith("ads: { onConflict: 'mvoe' }")).errors).toEqual([
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
    expect(editor.open(flavor, text).suggestions).toEqual(suggested)
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

describe('the published types', () => {
  it.each([
    ['by require', 'app.cts'],
    ['by import', 'app.mts'],
  ])('are found %s, and are strict', (_, file) => {
    expect(editor.errorsIn(file)).toEqual([])
  })

  it.each([
    [
      'as Node did before exports',
      { module: ts.ModuleKind.CommonJS, moduleResolution: ts.ModuleResolutionKind.Node10 },
    ],
    ['by a bundler', { module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler }],
  ])('are found %s, and are strict', (_, resolution) => {
    const program = ts.createProgram([join(app, 'app.ts')], { ...strict, ...resolution }, host)
    expect(ts.getPreEmitDiagnostics(program).map(textOf)).toEqual([])
  })

  it.each([
    ['wrong-site.cts', /^Type 'number' is not assignable to type 'string'/],
    ['wrong-list.cts', /^Type 'string' is not assignable to type 'string\[\]'/],
  ])('are rejected for a wrong use: %s', (file, error) => {
    expect(editor.errorsIn(file)).toEqual([expect.stringMatching(error)])
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

function typed(flavor: string): string {
  return `
  import { TerraformStack as Stack_${flavor} } from '${flavor}'
  import { category as categories_${flavor} } from 'terraform-provider-appliance/${flavor}'
  import { Category as Category_${flavor}, type CategoryConfig as Config_${flavor} } from 'terraform-provider-appliance/${flavor}/category'
  import { DataApplianceCategory as Data_${flavor} } from 'terraform-provider-appliance/${flavor}/data-appliance-category'
  import { ApplianceFleet as Fleet_${flavor} } from 'terraform-provider-appliance/${flavor}/constructs/appliance-fleet'
  import { DirectoryTeam as Team_${flavor} } from 'terraform-provider-appliance/${flavor}/constructs/directory-team'
  import { ExistingCategory as Existing_${flavor} } from 'terraform-provider-appliance/${flavor}/constructs/existing-category'
  import { ExistingGroup as Group_${flavor} } from 'terraform-provider-appliance/${flavor}/constructs/existing-group'
  import { ExistingMember as Member_${flavor} } from 'terraform-provider-appliance/${flavor}/constructs/existing-member'
  import { FilteringPolicy as Policy_${flavor} } from 'terraform-provider-appliance/${flavor}/constructs/filtering-policy'
  import { ApplianceProvider as Provider_${flavor} } from 'terraform-provider-appliance/${flavor}/provider'
  export function declare_${flavor}(stack: Stack_${flavor}): string {
    const config: Config_${flavor} = { name: 'ads', sites: ['ads.example'] }
    new Provider_${flavor}(stack, 'appliance', { tls: { insecure: true } })
    const policy = new Policy_${flavor}(stack, 'policy', { categories: { ads: { name: 'more' } } })
    policy.addExisting('desk', Existing_${flavor}.fromId(stack, 'malware', '250'), { sites: [], dependsOn: [policy.categories.ads] })
    const ann = { firstName: 'Ann', lastName: 'Lee', email: 'ann.lee@example.org' }
    const team = new Team_${flavor}(stack, 'team', { organization: 'it', members: { ann }, groups: { staff: ['ann'] } })
    team.groups.staff.addMember(Member_${flavor}.fromUid(stack, 'eve', 'eve.may'))
    Group_${flavor}.fromGid(stack, 'everyone', 5001).addMember(team.members.ann)
    team.addMember('bob', { ...ann, group: 'staff', groups: [Group_${flavor}.fromGid(stack, 'others', 5002)] })
    const rome = { provider: { baseUrl: 'https://rome.example.org' } }
    new Fleet_${flavor}(stack, 'fleet', { policy: { categories: {} }, appliances: { rome } }).appliances.rome.policy
    const ads: categories_${flavor}.Category = new Category_${flavor}(stack, 'ads', config)
    return new Data_${flavor}(stack, 'again', { name: ads.name }).id
  }`
}

function typedFunctions(list: string): string {
  return `
  import { ApplianceProviderFunctions } from 'terraform-provider-appliance/cdktn/provider-functions'
  export const sites: string[] = new ApplianceProviderFunctions('appliance').mergeSites([${list}])`
}

const strict: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  strict: true,
  // Apps may be stricter than the classes, which generators wrote.
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: true,
  noEmit: true,
  types: [],
}

/** Reads each file once for both programs. A file is parsed in the same way, however it was found. */
const host = ts.createCompilerHost(strict)
const read = new Map<string, ts.SourceFile | undefined>()
const { getSourceFile } = host
host.getSourceFile = (file, ...rest) => {
  if (!read.has(file)) read.set(file, getSourceFile(file, ...rest))
  return read.get(file)
}

function textOf({ messageText }: ts.Diagnostic): string {
  return ts.flattenDiagnosticMessageText(messageText, '\n')
}

/** An editor in a folder, with a file for each flavor in which a program is typed. */
class Editor {
  private readonly service: ts.LanguageService
  private readonly typed = new Map<string, string>()
  private version = 0

  /** @param files which it has open besides, by their names */
  constructor(
    private readonly folder: string,
    files: readonly string[],
  ) {
    const options = {
      ...strict,
      module: ts.ModuleKind.Node16,
      moduleResolution: ts.ModuleResolutionKind.Node16,
    }
    const names = [
      ...files.map((file) => join(folder, file)),
      ...flavors.map((flavor) => this.fileFor(flavor)),
    ]
    for (const flavor of flavors) this.typed.set(this.fileFor(flavor), '')
    const { readFile, fileExists, directoryExists, realpath } = ts.sys
    this.service = ts.createLanguageService({
      getCompilationSettings: () => options,
      getCurrentDirectory: () => folder,
      getDefaultLibFileName: ts.getDefaultLibFilePath,
      getScriptFileNames: () => names,
      getScriptVersion: (file) => (this.typed.has(file) ? String(this.version) : '0'),
      getScriptSnapshot: (file) => {
        const text = this.typed.get(file) ?? readFile(file)
        return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text)
      },
      fileExists: (file) => this.typed.has(file) || fileExists(file),
      readFile,
      directoryExists,
      ...(realpath && { realpath }),
    })
  }

  /** What the compiler says of a file. */
  errorsIn(file: string): readonly string[] {
    return this.errorsAt(join(this.folder, file))
  }

  /** @param lines of a program, of which one can have the cursor in it: `|` */
  open(
    flavor: Flavor,
    ...lines: readonly string[]
  ): {
    readonly errors: readonly string[]
    readonly suggestions: readonly string[]
  } {
    const text = [
      `import { App } from '${flavor}'`,
      `import { ApplianceFleet } from 'terraform-provider-appliance/${flavor}/constructs/appliance-fleet'`,
      ...lines,
    ].join('\n')
    const cursor = text.indexOf('|')
    const file = this.fileFor(flavor)
    this.typed.set(file, text.replace('|', ''))
    this.version++
    return {
      errors: this.errorsAt(file),
      suggestions:
        cursor < 0
          ? []
          : (this.service.getCompletionsAtPosition(file, cursor, {})?.entries.map(({ name }) => name) ?? []),
    }
  }

  private fileFor(flavor: Flavor): string {
    return join(this.folder, `edited-${flavor}.ts`)
  }

  private errorsAt(file: string): readonly string[] {
    return [
      ...this.service.getCompilerOptionsDiagnostics(),
      ...this.service.getSyntacticDiagnostics(file),
      ...this.service.getSemanticDiagnostics(file),
    ].map(textOf)
  }
}
