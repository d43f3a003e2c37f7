import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { App, LocalBackend, S3Backend, TerraformOutput, TerraformStack } from 'cdktf'
import { Category } from '../bindings/cdktf/category/index'
import { ApplianceProvider } from '../bindings/cdktf/provider/index'
import { ApplianceFleet, NestedApplianceFleet } from '../src/appliance-fleet'

const golden = join(__dirname, 'golden/fleets.json')

/**
 * What apps that exist are synthesized to: names of stacks, addresses and paths of states are what their states were made with, so
 * this file changes only where a release says so. `APPLIANCE_WRITE_GOLDEN=1` writes it anew.
 */
describe('fleets of an app that exists', () => {
  let folder: string

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'fleet-'))
  })

  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('are synthesized as before, byte for byte', () => {
    const files = synthesized(folder, ApplianceFleet)
    if (process.env.APPLIANCE_WRITE_GOLDEN) writeFileSync(golden, `${JSON.stringify(files, null, 2)}\n`)
    expect(existsSync(golden)).toBe(true)
    expect(files).toEqual(JSON.parse(readFileSync(golden, 'utf8')))
  })

  it('keep names, addresses and states if they are nested, except of what one stack reads from another', () => {
    const [flat, nested] = [ApplianceFleet, NestedApplianceFleet].map((Fleet) =>
      Object.entries(synthesized(folder, Fleet)).filter(([path]) => path.startsWith('stacks/')),
    )
    const renamed = nested?.map(([path, lines]): File => [path, lines.map(withoutFleet)])
    expect(nested).not.toEqual(renamed)
    expect(renamed?.map(withoutMetadata)).toEqual(flat?.map(withoutMetadata))
  })
})

/** Two fleets, with each kind of backend and with references between stacks, among other stacks. */
function synthesized(folder: string, Fleet: typeof ApplianceFleet | typeof NestedApplianceFleet) {
  rmSync(join(folder, 'cdktf.out'), { recursive: true, force: true })
  writeFileSync(join(folder, 'games.txt'), 'play.example\ncards.example\n')
  writeFileSync(join(folder, 'ads-rome.txt'), 'annunci.example\n')
  const context = { cdktfJsonPath: join(folder, 'cdktf.json') }
  const app = new App({ outdir: join(folder, 'cdktf.out'), stackTraces: false, context })
  const first = new TerraformStack(app, 'first')
  new ApplianceProvider(first, 'appliance', {})
  const { berlin, rome } = new Fleet(app, 'branches', {
    policy: {
      categories: {
        ads: { name: 'Ads', sites: ['one.example', 'two.example'] },
        games: { name: 'Games', sitesFile: 'games.txt', onConflict: 'move' },
      },
      sharedSites: ['one.example'],
    },
    appliances: {
      berlin: { provider: { baseUrl: 'https://berlin.example' } },
      rome: {
        provider: { baseUrl: 'https://rome.example' },
        exceptions: { ads: { sitesFile: 'ads-rome.txt' }, games: 'absent' },
        categories: { local: { name: 'Locale', sites: ['locale.example'] } },
      },
    },
  }).appliances
  const { main, spare } = new Fleet(app, 'centres', {
    policy: { categories: { ads: { name: 'Ads', sites: ['one.example'] } } },
    appliances: { main: { provider: {} }, spare: { provider: {} } },
  }).appliances
  new S3Backend(main.stack, { bucket: 'states', key: 'main', region: 'eu-central-1' })
  new LocalBackend(spare.stack, { path: '../spare.tfstate' })

  // Berlin and Rome have the backend that the library chooses.
  new TerraformOutput(spare.stack, 'of_berlin', { value: berlin.policy.categories.ads.id })
  new TerraformOutput(rome.stack, 'of_main', { value: main.policy.categories.ads.id })
  new Category(first, 'copy', { name: 'Copy', description: spare.policy.categories.ads.id })
  const last = new TerraformStack(app, 'last')
  new TerraformOutput(last, 'of_rome', { value: rome.policy.categories.ads.id })
  last.addDependency(berlin.stack)
  app.synth()
  return filesIn(join(folder, 'cdktf.out'))
}

type File = [path: string, lines: readonly string[]]

/** Each reference to a stack has the name of the fleet in it, before that of the stack. */
function withoutFleet(line: string): string {
  return line.replaceAll(/(cross-stack-reference-input-)(\w+)--(?=\2-)/g, '$1')
}

function withoutMetadata([path, lines]: File) {
  const text = lines.join('\n')
  return [
    path,
    path.endsWith('.json') ? JSON.parse(text, (key, value) => (key === '//' ? undefined : value)) : text,
  ]
}

/** Contents by path, without what differs between machines and releases of the libraries. */
function filesIn(folder: string): Readonly<Record<string, readonly string[]>> {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
  return Object.fromEntries(
    paths.map((path) => {
      const text = readFileSync(path, 'utf8')
        .replaceAll(process.cwd(), 'CURRENT')
        .replaceAll(/("version": )"[\d.]+"/g, '$1"VERSION"')
      // The libraries indent what is empty differently, and order the rest alike.
      const alike = path.endsWith('.json') ? JSON.stringify(JSON.parse(text), null, 2) : text
      return [path.slice(folder.length + 1), alike.split('\n')]
    }),
  )
}
