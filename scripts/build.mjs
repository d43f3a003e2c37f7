// Builds what is shipped into dist/:
//   provider/   the executable that Terraform starts, and beside it what it loads late
//   cli/        the `appliance` command
//   cdktf/      what apps on CDKTF import
//   cdktn/      the same for apps on its successor
//   mirror/     a filesystem mirror with the provider in it, for Terraform and OpenTofu
//   files.json  the names of all of these, and a digest of what they were made of
// It builds nothing if all of that is there already. With --progress it says what it is doing.
// The licenses of what is bundled lie beside it, in THIRD-PARTY-NOTICES.
import { execFile } from 'node:child_process'
import { chmod, cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { digestOfSources, isBuiltFrom, noteBuiltFiles } from './built-files.mjs'
import { addressesOfCodes } from './codes-addresses.mjs'
import { buildFlavor } from './flavors/build-flavor.mjs'
import { flavors } from './flavors/sources.mjs'
import { thirdPartyNotices } from './third-party-notices.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const dist = join(root, 'dist')
const { version, config } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
const codes = await addressesOfCodes(config.guides, join(root, 'docs/guides'))

const shared = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  minifyWhitespace: true,
  minifySyntax: true,
  legalComments: 'eof',
  define: {
    'process.env.APPLIANCE_VERSION': JSON.stringify(version),
    'process.env.ADDRESSES_OF_CODES': JSON.stringify(JSON.stringify(codes)),
  },
  supported: { 'dynamic-import': false },
  // What is built tells the paths of packages: they are to be the same wherever those really lie.
  preserveSymlinks: true,
  metafile: true,
  logLevel: 'warning',
}

/** What zod says in fifty languages, of which it is asked for one. */
const inEnglish = {
  name: 'in English',
  setup({ onLoad }) {
    onLoad({ filter: /[/\\]zod[/\\]v4[/\\]locales[/\\]index\.js$/ }, () => ({
      contents: "export { default as en } from './en.js'",
    }))
  },
}

const sources = await digestOfSources(root)
if (await isBuiltFrom(root, sources)) say('Nothing has changed since the last build.')
else await buildAll()

async function buildAll() {
  await rm(dist, { recursive: true, force: true })
  await step('The provider', buildProvider)
  await step('The command appliance', buildCommand)
  await step('The mirror for Terraform and OpenTofu', layOutMirror)
  for (const flavor of flavors) await step(`The classes for ${flavor}`, () => buildFlavor(root, flavor))
  await noteBuiltFiles(root, version, sources)
}

/** Says what is built: on a busy machine, a step may take half a minute. */
async function step(what, build) {
  say(`${what} …`)
  await build()
}

function say(what) {
  if (process.argv.includes('--progress')) console.log(what)
}

/**
 * Terraform starts the provider several times per run, and waits for its handshake each time. So the executable holds
 * only what leads there, and the answers to GetProviderSchema and GetResourceIdentitySchemas. What serves the host is read while it dials, the provider with the
 * first call that needs it, and libraries that cost time when they are first used. What V8 makes of all that lies beside it, for
 * the version of Node that builds.
 * Each file is bundled by itself: none of these modules has state that two of them would have to share, and no class by which
 * one would know what the other one has made. zod stays inside, where the bundler leaves out the nine tenths of it that are
 * not used.
 */
async function buildProvider() {
  const folder = join(dist, 'provider')
  const define = { ...shared.define, BUILT_ANSWERS: JSON.stringify(await builtAnswers()) }
  const pending = new Map([['src/main.ts', 'terraform-provider-appliance']])
  const built = new Set()
  const metafiles = []
  const lateModules = /\/(hosted-mode|debug-mode|service)$/
  const lateLibraries = /^(lossless-json|tldts)$/
  const aside = {
    name: 'aside',
    setup({ onResolve, onLoad, resolve }) {
      onResolve({ filter: lateModules }, async ({ path, kind, importer, resolveDir, pluginData }) => {
        if (kind !== 'dynamic-import' || pluginData?.resolving) return undefined
        const found = await resolve(path, { kind, importer, resolveDir, pluginData: { resolving: true } })
        const file = `${basename(path)}.cjs`
        pending.set(relative(root, found.path), `late/${file}`)
        return { path: file, namespace: 'late' }
      })
      onLoad({ filter: /./, namespace: 'late' }, ({ path }) => ({
        contents: `module.exports = require('./src/load-built').loadBuilt(${JSON.stringify(path)})`,
        resolveDir: root,
      }))
      onResolve({ filter: /\/thread-source$/ }, () => ({ path: './list-thread.cjs', external: true }))
      onResolve({ filter: lateLibraries }, ({ path }) => {
        const file = `${path}.cjs`
        pending.set(path, `late/${file}`)
        return { path: `./${file}`, external: true }
      })
    },
  }
  for (const [entryPoint, file] of pending) {
    if (built.has(entryPoint)) continue
    built.add(entryPoint)
    const isLibrary = lateLibraries.test(entryPoint)
    const outfile = join(folder, file)
    const plugins = isLibrary ? [] : [aside]
    const { metafile } = await build({ ...shared, define, entryPoints: [entryPoint], outfile, plugins })
    metafiles.push(metafile)
  }
  metafiles.push(await buildThread(join(folder, 'late/list-thread.cjs')))
  const executable = join(folder, 'terraform-provider-appliance')
  await writeFile(executable, `#!/usr/bin/env node\n${await readFile(executable, 'utf8')}`)
  await chmod(executable, 0o755)
  // Without it, a folder above with "type": "module" would decide how node reads the executable.
  await writeFile(join(folder, 'package.json'), '{ "type": "commonjs" }\n')
  await writeNotices(folder, metafiles)
  await cp(join(root, 'LICENSE'), join(folder, 'LICENSE'))
  await promisify(execFile)(process.execPath, [join(root, 'scripts/code-cache.cjs'), join(folder, 'late')])
}

/** A thread reads no files, which may be within an executable: so all it needs is one text, and what starts it has that. */
async function buildThread(file) {
  const entryPoints = ['packages/site-lists/src/worker/list-thread.ts']
  const { outputFiles, metafile } = await build({ ...shared, entryPoints, write: false })
  const [{ text }] = outputFiles
  await writeFile(file, `exports.threadSource = ${JSON.stringify(text)}\n`)
  return metafile
}

/** What the provider answers to every host at first, encoded from the definitions once and for all; in base64 (src/main.ts). */
async function builtAnswers() {
  const { outputFiles } = await build({ ...shared, entryPoints: ['src/service.ts'], write: false })
  const module = { exports: {} }
  new Function('exports', 'require', 'module', outputFiles[0].text)(
    module.exports,
    createRequire(import.meta.url),
    module,
  )
  const { encodedSchema, encodedIdentities } = module.exports
  return {
    GetProviderSchema: (await encodedSchema()).toString('base64'),
    GetResourceIdentitySchemas: (await encodedIdentities()).toString('base64'),
  }
}

/** What `appliance explain-code` says, read from the guides. */
async function explainedCodes() {
  const { outputFiles } = await build({
    entryPoints: ['scripts/docs/codes/guide-entries.ts'],
    absWorkingDir: root,
    bundle: true,
    format: 'esm',
    write: false,
  })
  const source = Buffer.from(outputFiles[0].contents).toString('base64')
  const { guideEntries, ruleEntries } = await import(`data:text/javascript;base64,${source}`)
  const guides = join(root, 'docs/guides')
  const page = (name) => readFile(join(guides, name), 'utf8')
  const names = (await readdir(guides)).filter((name) => name.startsWith('codes-')).sort()
  const pages = await Promise.all(names.map(page))
  const rules = ['review', 'drift', 'lists'].map(async (name) => ruleEntries(name, await page(`${name}.md`)))
  return { codes: [...guideEntries(pages.join('\n')).values()], rules: (await Promise.all(rules)).flat() }
}

/**
 * Node parses a file whole before it runs the first line of it, and most commands run for less time than that takes. So what only the emulator
 * needs, half of all, lies in a file of its own.
 */
async function buildCommand() {
  const folder = join(dist, 'cli')
  const file = join(folder, 'appliance.cjs')
  const emulator = './emulator.cjs'
  const aside = {
    name: 'aside',
    setup({ onResolve }) {
      onResolve({ filter: /^\.\/run$/ }, ({ kind, importer }) =>
        kind === 'dynamic-import' && importer.endsWith('/appliance-emulator/src/command/command.ts')
          ? { path: emulator, external: true }
          : undefined,
      )
    },
  }
  const command = await build({
    ...shared,
    define: {
      ...shared.define,
      'process.env.APPLIANCE_CODES': JSON.stringify(JSON.stringify(await explainedCodes())),
    },
    entryPoints: ['packages/command/src/appliance.ts'],
    outfile: file,
    banner: { js: '#!/usr/bin/env node' },
    // The texts of the command have lines such as those of an ES module. By this one, tools see that it is none.
    footer: { js: 'module.exports = {}' },
    plugins: [inEnglish, aside],
  })
  const ofEmulator = await build({
    ...shared,
    entryPoints: ['packages/emulator/src/command/run.ts'],
    outfile: join(folder, emulator),
    plugins: [inEnglish],
  })
  await chmod(file, 0o755)
  await writeNotices(folder, [command.metafile, ofEmulator.metafile])
}

/** Beside what is bundled, so that it goes wherever that goes. */
async function writeNotices(folder, metafiles) {
  await writeFile(join(folder, 'THIRD-PARTY-NOTICES'), await thirdPartyNotices(root, metafiles))
}

async function layOutMirror() {
  const platforms = { win32: 'windows' }
  const architectures = { x64: 'amd64' }
  const platform = platforms[process.platform] ?? process.platform
  const architecture = architectures[process.arch] ?? process.arch
  for (const host of ['registry.terraform.io', 'registry.opentofu.org']) {
    const folder = join(
      dist,
      'mirror',
      host,
      'webfilter',
      'appliance',
      version,
      `${platform}_${architecture}`,
    )
    await mkdir(folder, { recursive: true })
    await cp(join(dist, 'provider'), folder, { recursive: true })
    const executable = join(folder, 'terraform-provider-appliance')
    await rename(executable, `${executable}_v${version}`)
  }
}
