import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, posix, resolve } from 'node:path'
import { gunzipSync } from 'node:zlib'
import packageJson from '../../package.json'
import { constraintOn } from '../../scripts/bindings/bindings'

const root = resolve(__dirname, '../..')

interface PackedFile {
  readonly path: string
  readonly mode: number
}

let folder: string
let archive: string
let files: readonly PackedFile[]
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'package-'))
  const words = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder]
  const [packed] = JSON.parse(execFileSync('npm', words, { cwd: root, encoding: 'utf8', stdio: 'pipe' }))
  archive = join(folder, packed.filename)
  files = packed.files
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the npm package', () => {
  it('contains the provider, the command, the classes, and their documentation', () => {
    const rooms = new Set(files.map(({ path }) => path.split('/').slice(0, 2).join('/')))
    expect([...rooms].sort()).toEqual(
      [
        'API.md',
        'CHANGELOG.md',
        'LICENSE',
        'README.md',
        'SECURITY.md',
        'SUPPORT.md',
        'dist/cdktf',
        'dist/cdktn',
        'dist/cli',
        'dist/provider',
        'docs/actions',
        'docs/data-sources',
        'docs/drift.schema.json',
        'docs/functions',
        'docs/guides',
        'docs/images',
        'docs/index.md',
        'docs/resources',
        'docs/lint.schema.json',
        'docs/list-resources',
        'docs/review.schema.json',
        'examples/actions',
        'examples/cdktf',
        'examples/data-sources',
        'examples/first-run.sh',
        'examples/functions',
        'examples/list-resources',
        'examples/pipelines',
        'examples/policies',
        'examples/provider',
        'examples/quickstart',
        'examples/resources',
        'package.json',
      ].sort(),
    )
  })

  it('contains nothing specific to one machine, no sources and no tests', () => {
    const strange = files
      .filter(({ path }) => !path.startsWith('examples/cdktf/'))
      .filter(({ path }) => /late\/code|\.map$|test|(?<!\.d)\.ts$/.test(path))
    expect(strange).toEqual([])
    expect(gunzipSync(readFileSync(archive)).includes(root)).toBe(false)
  })

  it('contains what its pages link to, except pages about the work on the project', () => {
    const paths = files.map(({ path }) => path)
    const missing = paths
      .filter((path) => path.endsWith('.md'))
      .flatMap(linkedFrom)
      .filter((target) => !paths.includes(target) && !paths.some((path) => path.startsWith(`${target}/`)))
    expect([...new Set(missing)].sort()).toEqual(['CONTRIBUTING.md', 'DESIGN.md'])
  })

  it('is found in registries by what it is for, and says where it comes from', () => {
    const { keywords, homepage, repository } = packageJson
    expect(keywords).toEqual(expect.arrayContaining(['terraform', 'opentofu', 'cdktf', 'cdktn']))
    expect(new Set(keywords).size).toBe(keywords.length)
    // A registry of providers takes the address of a provider from the owner and the name of its repository on GitHub.
    const { source } = constraintOn(packageJson.version)
    const [owner, name] = source.split('/')
    expect(homepage).toBe(`https://registry.terraform.io/providers/${source}/latest/docs`)
    expect(repository).toEqual({
      type: 'git',
      url: `git+https://github.com/${owner}/terraform-provider-${name}.git`,
    })
    expect(packageJson.name).toBe(`terraform-provider-${name}`)
  })

  it('runs nothing at its installation and has no dependency', () => {
    const manifest: Readonly<Record<string, unknown>> = packageJson
    const scripts = Object.keys(packageJson.scripts)
    expect(scripts.filter((name) => /^(pre|post)?(install|prepare|publish|pack)/.test(name))).toEqual([])
    expect([manifest.dependencies, manifest.optionalDependencies, manifest.bundleDependencies]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })

  it('has a command that starts', () => {
    const commands = new Set<string>(Object.values(packageJson.bin))
    const started = files.filter(({ path }) => commands.has(path))
    expect(started.map(({ mode }) => mode & 0o111)).toEqual([...commands].map(() => 0o111))
    expect(packageJson.bin['terraform-provider-appliance']).toBe(packageJson.bin.appliance)
  })

  // Both are ES modules, which jest does not load: they are asked in processes of their own.
  it('has exports that bundlers and Node resolve, by publint', () => {
    const messages = told(`
      import { readFile } from 'node:fs/promises'
      import { publint } from 'publint'
      const { buffer: tarball } = new Uint8Array(await readFile(${JSON.stringify(archive)}))
      const { messages } = await publint({ pack: { tarball }, strict: true })
      console.log(JSON.stringify(messages))`)
    expect(messages).toEqual([])
  })

  it('has types that TypeScript resolves under CommonJS, ES modules and bundlers, by attw', () => {
    const { types, problems, entrypoints } = told(`
      import { readFile } from 'node:fs/promises'
      import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
      const tarball = createPackageFromTarballData(new Uint8Array(await readFile(${JSON.stringify(archive)})))
      const { types, problems, entrypoints } = await checkPackage(tarball)
      console.log(JSON.stringify({ types, problems, entrypoints: Object.keys(entrypoints ?? {}) }))`)
    expect(types).toEqual({ kind: 'included' })
    expect(problems).toEqual([])
    expect(entrypoints).toEqual(expect.arrayContaining(['./cdktf', './cdktn']))
  })
})

function told(script: string) {
  const words = ['--input-type=module', '-e', script]
  return JSON.parse(execFileSync(process.execPath, words, { cwd: root, encoding: 'utf8', stdio: 'pipe' }))
}

/** The files and folders of the package that a page links to, as paths from its root. */
function linkedFrom(page: string): readonly string[] {
  const text = readFileSync(join(root, page), 'utf8')
  return [...text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !target.includes('://'))
    .map((target) => posix.join(posix.dirname(page), target))
}
