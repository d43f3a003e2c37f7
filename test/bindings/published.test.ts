import { execFileSync } from 'node:child_process'
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
  for (const name of ['cdktf', 'cdktn', 'constructs']) link(name, join(root, 'node_modules', name))
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

it('has a fleet for an app of cdktn that wants stacks alone, and one that such an app refuses', () => {
  const script = `
    const { Testing } = require('cdktn')
    const fleets = require('terraform-provider-appliance/cdktn/constructs/appliance-fleet')
    const refusalOf = (Fleet) => {
      // It has the context that cdktn init gives to a project.
      const app = Testing.app({ outdir: 'cdktf.out' })
      const policy = { categories: { ads: { name: 'Ads' } } }
      new Fleet(app, 'branches', { policy, appliances: { rome: { provider: {} } } })
      try { app.synth() } catch ({ message }) { return message }
      return 'none'
    }
    console.log(JSON.stringify([fleets.ApplianceFleet, fleets.NestedApplianceFleet].map(refusalOf)))`
  expect(run('fleets.cjs', script)).toEqual([
    'none',
    expect.stringContaining('Found constructs outside of a TerraformStack'),
  ])
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

it("is in the package, for Node and for TypeScript's older module resolution", () => {
  const { exports, typesVersions, files } = packageJson
  const typesOf = Object.entries(exports).flatMap(([path, target]) =>
    typeof target === 'object' ? [[path.slice(2), [target.types]]] : [],
  )
  expect(typesVersions['*']).toEqual(Object.fromEntries(typesOf))
  expect(files).toEqual(expect.arrayContaining(flavors.map((flavor) => `dist/${flavor}`)))
})
