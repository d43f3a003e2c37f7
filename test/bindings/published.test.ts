import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import packageJson from '../../package.json'
import { filesIn, flavors } from '../../scripts/bindings/flavor'

const root = resolve(__dirname, '../..')

let app: string
beforeAll(() => {
  app = mkdtempSync(join(tmpdir(), 'app-'))
  mkdirSync(join(app, 'node_modules'))
  for (const name of ['@types', 'cdktf', 'cdktn', 'constructs']) link(name, join(root, 'node_modules', name))
  link(packageJson.name, root)
})
afterAll(() => rmSync(app, { recursive: true, force: true }))

function link(name: string, target: string): void {
  symlinkSync(target, join(app, 'node_modules', name), 'junction')
}

describe.each(flavors)('%s, as the package publishes it', (flavor) => {
  it('is loaded by require, binding by binding and as a whole', () => {
    expect(run('app.cjs', requiring(flavor))).toEqual(synthesized)
  })

  it('is loaded by import, binding by binding and as a whole', () => {
    expect(run('app.mjs', importing(flavor))).toEqual(synthesized)
  })

  it('loads only the requested parts of the index', () => {
    const script = `
      const { category } = require('terraform-provider-appliance/${flavor}')
      category.Category
      const loaded = Object.keys(require.cache).filter((path) => /dist.${flavor}/.test(path))
      console.log(JSON.stringify(loaded.map((path) => path.split(/[\\\\/]/).slice(-2).join('/'))))`
    expect(run('index.cjs', script)).toEqual([`${flavor}/index.js`, 'category/index.js'])
  })

  it('declares its types without a path of the machine, and without the other flavor', async () => {
    const declarations = [...(await filesIn(join(root, 'dist', flavor)))].filter(([path]) =>
      /\.d\.ts$/.test(path),
    )
    expect(declarations.length).toBeGreaterThan(20)
    for (const [, content] of declarations) {
      expect(content).not.toContain(root)
      expect(content).not.toContain(flavor === 'cdktf' ? "'cdktn'" : "'cdktf'")
    }
  })
})

it('calls the functions of the provider in what cdktn synthesizes', () => {
  const script = `
    const { Testing } = require('cdktn')
    const { Category } = require('terraform-provider-appliance/cdktn/category')
    const { ApplianceProvider } = require('terraform-provider-appliance/cdktn/provider')
    console.log(Testing.synthScope((scope) => {
      const { functions } = new ApplianceProvider(scope, 'appliance', {})
      const site = functions.registrableDomain(functions.normalizeSite('www.A.example'))
      const parsed = functions.parseSites('c.example', ['skip'])
      new Category(scope, 'ads', { name: 'ads', sites: functions.mergeSites([['b.example', site], parsed]) })
    }))`
  const called = 'provider::appliance::'
  const site = `${called}registrable_domain(${called}normalize_site("www.A.example"))`
  const sites = `\${${called}merge_sites(["b.example", ${site}], ${called}parse_sites("c.example", "skip"))}`
  expect(run('functions.cjs', script)).toMatchObject({ resource: { appliance_category: { ads: { sites } } } })
})

const synthesized = {
  resource: {
    appliance_category: {
      ads: { name: 'ads', sites: ['ads.example'] },
      policy_ads_C2430939: { name: 'more' },
    },
  },
}

const use = `
  const text = Testing.synthScope((scope) => {
    new Category(scope, 'ads', { name: 'ads', sites: ['ads.example'] })
    const policy = new FilteringPolicy(scope, 'policy', { categories: { ads: { name: 'more' } } })
    if (!policy.node.findAll().some((each) => each instanceof Category)) throw new Error('There are two classes.')
  })
  if (!ApplianceProvider || category.Category !== Category) throw new Error('These are not the same.')
  console.log(text)`

function requiring(flavor: string): string {
  return `
  const { Testing } = require('${flavor}')
  const { category } = require('terraform-provider-appliance/${flavor}')
  const { Category } = require('terraform-provider-appliance/${flavor}/category')
  const { ApplianceProvider } = require('terraform-provider-appliance/${flavor}/provider')
  const { FilteringPolicy } = require('terraform-provider-appliance/${flavor}/constructs/filtering-policy')
  ${use}`
}

function importing(flavor: string): string {
  return `
  import { Testing } from '${flavor}'
  import { category } from 'terraform-provider-appliance/${flavor}'
  import { Category } from 'terraform-provider-appliance/${flavor}/category'
  import { ApplianceProvider } from 'terraform-provider-appliance/${flavor}/provider'
  import { FilteringPolicy } from 'terraform-provider-appliance/${flavor}/constructs/filtering-policy'
  ${use}`
}

/** What a script prints as JSON. */
function run(name: string, script: string): unknown {
  writeFileSync(join(app, name), script)
  return JSON.parse(execFileSync(process.execPath, [name], { cwd: app, encoding: 'utf8' }))
}

describe('the published types', () => {
  it.each([
    ['as Node did before exports', 'app.ts', { module: 'commonjs', moduleResolution: 'node10' }],
    ['by require', 'app.cts', { module: 'node16' }],
    ['by import', 'app.mts', { module: 'node16' }],
    ['by a bundler', 'app.ts', { module: 'esnext', moduleResolution: 'bundler' }],
  ])('are found %s, and are strict', (_, file, options) => {
    const compilerOptions = {
      target: 'es2022',
      strict: true,
      // Apps may be stricter than the classes, which generators wrote.
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      skipLibCheck: true,
      noEmit: true,
      types: [],
      ...options,
    }
    writeFileSync(join(app, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: [file] }))
    writeFileSync(join(app, file), [...flavors.map(typed), typedFunctions("['a.example']")].join('\n'))
    expect(complaintsOfCompiler()).toBe('')
  })

  it('are rejected for a wrong use', () => {
    writeFileSync(
      join(app, 'tsconfig.json'),
      JSON.stringify({
        compilerOptions: { strict: true, skipLibCheck: true, noEmit: true, types: [] },
        files: ['app.ts'],
      }),
    )
    writeFileSync(join(app, 'app.ts'), typed('cdktf').replace("'ads.example'", '1'))
    expect(complaintsOfCompiler()).toMatch(/^app\.ts.*'number' is not assignable to type 'string'/)
    writeFileSync(join(app, 'app.ts'), typedFunctions("'a.example'"))
    expect(complaintsOfCompiler()).toMatch(/^app\.ts.*'string' is not assignable to type 'string\[\]'/)
  })
})

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

function complaintsOfCompiler(): string {
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  return spawnSync(process.execPath, [compiler, '--project', app], { cwd: app, encoding: 'utf8' }).stdout
}

it("is in the package, for Node and for TypeScript's older module resolution", () => {
  const { exports, typesVersions, files } = packageJson
  const typesOf = Object.entries(exports).flatMap(([path, target]) =>
    typeof target === 'object' ? [[path.slice(2), [target.types]]] : [],
  )
  expect(typesVersions['*']).toEqual(Object.fromEntries(typesOf))
  expect(files).toEqual(expect.arrayContaining(flavors.map((flavor) => `dist/${flavor}`)))
})
