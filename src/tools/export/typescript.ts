import {
  type ExportedBlock,
  type ExportedType,
  FileBeside,
  Reference,
  TextMap,
  Variable,
  type Written,
} from '../inventory/block'
import { visible } from '../report/phrase'
import { type Configuration, headLines } from './configuration'

/** The libraries that a program can use. */
export type Flavor = 'cdktf' | 'cdktn'

/** The versions of packages that a new project installs. */
const libraryVersions: Readonly<Record<Flavor, string>> = { cdktf: '0.21.0', cdktn: '0.24.0' }

/** Each type's class, the module of the class, and what a construct of it is called. */
const classes: Readonly<Record<ExportedType, readonly [name: string, module: string, construct: string]>> = {
  appliance_category: ['Category', 'category', 'category'],
  appliance_ldap_service: ['LdapService', 'ldap-service', 'service'],
  appliance_ldap_group: ['LdapGroup', 'ldap-group', 'group'],
  appliance_ldap_member: ['LdapMember', 'ldap-member', 'member'],
  appliance_ldap_group_membership: ['LdapGroupMembership', 'ldap-group-membership', 'membership'],
}

/** The program with the resources, by its path within the folder. The same blocks give the same bytes. */
export function programFiles(configuration: Configuration, flavor: Flavor): ReadonlyMap<string, string> {
  return new Map([['appliance.ts', stackFile(configuration, flavor)]])
}

/** The other files of a project, which are left as they are if they exist. @param version of this package */
export function projectFiles(flavor: Flavor, version: string): ReadonlyMap<string, string> {
  const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`
  return new Map([
    ['main.ts', mainFile(flavor)],
    [
      'package.json',
      json({
        name: 'appliance',
        version: '1.0.0',
        private: true,
        scripts: { build: 'tsc', synth: 'tsc && node dist/main.js' },
        dependencies: {
          [flavor]: libraryVersions[flavor],
          constructs: '10.6.0',
          'terraform-provider-appliance': version,
        },
        devDependencies: { '@types/node': '20.19.43', typescript: '5.9.3' },
      }),
    ],
    [
      'tsconfig.json',
      json({
        compilerOptions: {
          target: 'es2022',
          module: 'node16',
          moduleResolution: 'node16',
          types: ['node'],
          strict: true,
          skipLibCheck: true,
          rootDir: '.',
          outDir: 'dist',
        },
        include: ['*.ts'],
      }),
    ],
    [
      'cdktf.json',
      json({ language: 'typescript', app: 'npm run --silent synth', sendCrashReports: 'false' }),
    ],
  ])
}

function mainFile(flavor: Flavor): string {
  return `import { App } from '${flavor}'
import { Appliance } from './appliance'

const app = new App()
new Appliance(app, 'appliance')
app.synth()
`
}

function stackFile(configuration: Configuration, flavor: Flavor): string {
  const { categories, directory, provider } = configuration
  const blocks = [...categories, ...directory]
  const declared = blocks.filter(({ problem }) => problem === undefined)
  const used = Object.keys(classes).filter((type) => declared.some((block) => block.type === type))
  const hasLists = declared.some(({ attributes }) => 'sites_file' in attributes)
  const library = [
    ...(hasLists ? ['AssetType'] : []),
    'LocalBackend',
    ...(hasLists ? ['TerraformAsset'] : []),
    ...(declared.length > 0 ? ['type TerraformResource'] : []),
    'TerraformStack',
    ...(provider.variables.length > 0 ? ['TerraformVariable'] : []),
  ]
  const imports = [
    `import { ${library.join(', ')} } from '${flavor}'`,
    `import type { Construct } from 'constructs'`,
    ...used.map((type) => {
      const [name, module] = classes[type as ExportedType]
      return `import { ${name} } from 'terraform-provider-appliance/${flavor}/${module}'`
    }),
    `import { ApplianceProvider } from 'terraform-provider-appliance/${flavor}/provider'`,
  ]
  const parts = [
    "new LocalBackend(this, { path: '../../../appliance.tfstate' })",
    ...provider.variables.map(variable),
    providerStatement(provider.attributes),
    ...categories.map((block) => statement(block)),
    ...directory.filter(({ type }) => type === 'appliance_ldap_service').map(serviceStatement),
    ...collection('groups', 'appliance_ldap_group', directory),
    ...collection('members', 'appliance_ldap_member', directory),
    ...directory.filter(({ type }) => type === 'appliance_ldap_group_membership').map(statement),
  ]
  const head = headLines(configuration).map((line) => (line === '' ? '//' : `// ${line}`))
  return `${head.join('\n')}

${imports.join('\n')}

/** The appliance that the export has read. */
export class Appliance extends TerraformStack {
  constructor(scope: Construct, id: string) {
    super(scope, id)
${indented(parts.join('\n\n'), 4)}
  }
}
${declared.length > 0 ? importFunction : ''}`
}

const importFunction = `
/** Gives a resource its name in the state, and imports what exists already. */
function imported<Resource extends TerraformResource>(resource: Resource, name: string, id: string): Resource {
  resource.overrideLogicalId(name)
  resource.importFrom(id)
  return resource
}
`

function variable({ name, type, environment }: Variable): string {
  const description = text(`Secret. If it is not set, the provider reads ${environment}.`)
  const head = `const ${camelCase(name)} = new TerraformVariable(this, ${text(name)}, {`
  return `${head}\n  type: ${text(type)},\n  sensitive: true,\n  description: ${description},\n})\n${camelCase(name)}.addOverride('default', null)`
}

/** The classes take no variable for a map of texts, and change the keys of one that is written out. */
function providerStatement(attributes: Readonly<Record<string, Written>>): string {
  const isMap = ([, value]: readonly [string, Written]) =>
    value instanceof Variable && value.type !== 'string'
  const all = Object.entries(attributes)
  const config = Object.fromEntries(all.filter((entry) => !isMap(entry)))
  const maps = all.flatMap(([name, value]) =>
    value instanceof Variable && isMap([name, value])
      ? [`provider.addOverride(${text(name)}, ${camelCase(value.name)}.value)`]
      : [],
  )
  const named = textMapsIn(config)
  const overrides = [
    ...maps,
    ...named.map(([path, value]) => `provider.addOverride(${text(path)}, ${expression(value, 'provider')})`),
  ]
  const head = overrides.length > 0 ? 'const provider = ' : ''
  const settings = objectText(withoutTextMaps(config), 'provider')
  return [`${head}new ApplianceProvider(this, 'appliance', ${settings})`, ...overrides].join('\n')
}

type Attributes = Readonly<Record<string, Written>>

/** With their paths. */
function textMapsIn(
  attributes: Attributes,
  above = '',
): readonly (readonly [path: string, value: TextMap])[] {
  return Object.entries(attributes).flatMap(([name, value]): (readonly [string, TextMap])[] => {
    if (value instanceof TextMap) return [[`${above}${name}`, value]]
    return isObject(value) ? [...textMapsIn(value, `${above}${name}.`)] : []
  })
}

function withoutTextMaps(attributes: Attributes): Attributes {
  return Object.fromEntries(
    Object.entries(attributes).flatMap(([name, value]): [string, Written][] => {
      if (value instanceof TextMap) return []
      return [[name, isObject(value) ? withoutTextMaps(value) : value]]
    }),
  )
}

function isObject(value: Written): value is Attributes {
  return typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype
}

function statement(block: ExportedBlock): string {
  return commentedIf(block, construct(block))
}

function serviceStatement(block: ExportedBlock): string {
  return commentedIf(block, `const directory = ${construct(block)}`)
}

/** Groups and members have names by which other resources refer to them. */
function collection(name: string, type: ExportedType, all: readonly ExportedBlock[]): readonly string[] {
  const blocks = all.filter((block) => block.type === type)
  if (blocks.length === 0) return []
  const lines = blocks.map((block) => commentedIf(block, `${text(block.name)}: ${construct(block)},`))
  return [`const ${name} = {\n${indented(lines.join('\n'), 2)}\n}`]
}

function commentedIf({ problem }: ExportedBlock, code: string): string {
  if (problem === undefined) return code
  return [`Not declared: ${visible(problem, 1_000)}`, ...code.split('\n')]
    .map((line) => `// ${line}`.trimEnd())
    .join('\n')
}

function construct({ type, name, importId, attributes, dependsOn }: ExportedBlock): string {
  const [className, , kind] = classes[type]
  const id = `${kind} ${name}`
  const config = objectText(attributes, id, dependsOn.length > 0 ? ['dependsOn: [directory],'] : [])
  return `imported(new ${className}(this, ${text(id)}, ${config}), ${text(name)}, ${text(template(importId))})`
}

function objectText(
  attributes: Readonly<Record<string, Written>>,
  owner: string,
  further: readonly string[] = [],
): string {
  const lines = Object.entries(attributes).map(
    ([name, value]) => `${camelCase(name)}: ${expression(value, owner)},`,
  )
  if (lines.length + further.length === 0) return '{}'
  return `{\n${indented([...lines, ...further].join('\n'), 2)}\n}`
}

function expression(value: Written, owner: string): string {
  if (typeof value === 'string') return text(template(value))
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (value instanceof Reference) {
    const collections = value.type === 'appliance_ldap_member' ? 'members' : 'groups'
    return `${collections}[${text(value.name)}].${camelCase(value.attribute)}`
  }
  if (value instanceof Variable) return `${camelCase(value.name)}.stringValue`
  if (value instanceof FileBeside) {
    const asset = `{ path: ${text(value.path)}, type: AssetType.FILE, assetHash: 'list' }`
    return `new TerraformAsset(this, ${text(`${owner} sites`)}, ${asset}).path`
  }
  if (value instanceof TextMap) {
    const entries = Object.entries(value.texts).map(([key, each]) => `${text(key)}: ${text(template(each))}`)
    return `{ ${entries.join(', ')} }`
  }
  if (isTexts(value)) return `[${value.map((each) => text(template(each))).join(', ')}]`
  return objectText(value, owner)
}

function isTexts(value: Written): value is readonly string[] {
  return Array.isArray(value)
}

/** Nothing in it is more than text to the engine, which reads strings of JSON as templates. */
function template(value: string): string {
  return value.replace(/[$%](?=\{)/g, '$&$&')
}

function text(value: string): string {
  const inner = JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")
  return `'${inner.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, unicodeEscape)}'`
}

function unicodeEscape(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`
}

/** As the generator of the classes writes it. */
function camelCase(name: string): string {
  return name.replace(/_([a-z\d])/g, (_, letter: string) => letter.toUpperCase())
}

function indented(lines: string, by: number): string {
  return lines
    .split('\n')
    .map((line) => (line === '' ? '' : `${' '.repeat(by)}${line}`))
    .join('\n')
}
