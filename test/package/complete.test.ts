import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import packageJson from '../../package.json'

const root = resolve(__dirname, '../..')
const { version } = packageJson

let folder: string
let manifest: typeof packageJson
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'built-'))
  for (const name of ['package.json', 'LICENSE', 'README.md', 'CHANGELOG.md', 'scripts', 'dist']) {
    cpSync(join(root, name), join(folder, name), { recursive: true, filter: isOfBuild })
  }
  manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
})
afterEach(() => writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest)))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the build', () => {
  it.each(['provider/late/service.cjs', 'cli/appliance.cjs', 'cdktn/constructs/messages.js'])(
    'is not packed without %s',
    (file) => {
      withoutBuilt(file, () => expectRefusal(`dist/${file} is missing. Make it with npm run build.`))
    },
  )

  it('is not packed if whole folders are missing', () => {
    withoutBuilt('cdktf', () =>
      expectRefusal(/^dist\/cdktf\/\S+ is missing, and \d+ more\. Make it with npm run build\.$/),
    )
  })

  it('is not packed if the build was interrupted', () => {
    withoutBuilt('files.json', () =>
      expectRefusal('No build has come to its end in dist/. Make it with npm run build.'),
    )
  })

  it('is not packed as another version', () => {
    const provider = { ...manifest.cdktf.provider, version: '99.0.0' }
    const later = { ...manifest, version: '99.0.0', cdktf: { provider }, cdktn: { provider } }
    writeFileSync(join(folder, 'package.json'), JSON.stringify(later))
    expectRefusal(`dist/ is of version ${version}, and package.json says 99.0.0. Make it with npm run build.`)
  })

  it('is packed as npm publishes it', () => {
    const { status, stdout, stderr } = pack()
    expect({ status, stdout, stderr }).toEqual({
      status: 0,
      stdout: `dist/npm/terraform-provider-appliance-${version}.tgz\n`,
      stderr: '',
    })
    const packed = execFileSync('tar', ['-tzf', join(folder, stdout.trim())], { encoding: 'utf8' })
    expect(packed).toContain('package/dist/provider/late/service.cjs\n')
    rmSync(join(folder, 'dist/npm'), { recursive: true })
  })
})

it.each(['cdktf', 'cdktn'] as const)(
  'the package is not packed if %s would read another version of the provider',
  (flavor) => {
    const { name } = manifest[flavor].provider
    const others = [{ name, version: '99.0.0' }, { name: 'webfilter/appliance', version }, undefined]
    for (const provider of others) {
      writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...manifest, [flavor]: { provider } }))
      expectRefusal(
        `${flavor}.provider in package.json is ${JSON.stringify(provider)}. Set its name to registry.terraform.io/webfilter/appliance and ` +
          `its version to ${version}.`,
      )
    }
  },
)

/** What was released or packed before lies beside what was built. */
function isOfBuild(path: string): boolean {
  return !/\/dist\/(release|npm)$/.test(path)
}

/** Takes a file or a folder of the build away for a while. */
function withoutBuilt(name: string, run: () => void): void {
  const aside = join(folder, 'aside')
  renameSync(join(folder, 'dist', name), aside)
  try {
    run()
  } finally {
    renameSync(aside, join(folder, 'dist', name))
  }
}

function expectRefusal(reason: string | RegExp): void {
  const { status, stdout, stderr } = pack()
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
  expect(stderr.trim()).toEqual(typeof reason === 'string' ? reason : expect.stringMatching(reason))
  expect(existsSync(join(folder, 'dist/npm'))).toBe(false)
}

function pack() {
  return spawnSync(process.execPath, ['scripts/package.mjs'], { cwd: folder, encoding: 'utf8' })
}
