// Builds what is shipped into dist/:
//   provider/   the executable that Terraform starts, and the libraries that it loads late
//   cli/        the `appliance` command
//   mirror/     a filesystem mirror with the provider in it, for Terraform and OpenTofu
import { chmod, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('..', import.meta.url))
const dist = join(root, 'dist')
const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))

const shared = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  minifyWhitespace: true,
  minifySyntax: true,
  legalComments: 'eof',
  define: { 'process.env.APPLIANCE_VERSION': JSON.stringify(version) },
  logLevel: 'warning',
}

await rm(dist, { recursive: true, force: true })
await buildProvider()
await buildCommand()
await layOutMirror()

/**
 * Our own code is one small file. Libraries that cost time to read are files of their own beside it, read when they are
 * first used: Terraform starts the provider several times per run, and most of those starts need none of them. zod stays
 * inside, where the bundler leaves out the nine tenths of it that are not used.
 */
async function buildProvider() {
  const folder = join(dist, 'provider')
  const libraries = new Map()
  const asideFromLibraries = {
    name: 'libraries-aside',
    setup({ onResolve }) {
      onResolve({ filter: /^(undici|lossless-json)/ }, ({ path }) => {
        const file = `${path.replaceAll(/[^a-z0-9]+/gi, '-')}.cjs`
        libraries.set(path, file)
        return { path: `./libraries/${file}`, external: true }
      })
    },
  }
  const executable = join(folder, 'terraform-provider-appliance')
  await build({
    ...shared,
    entryPoints: ['src/main.ts'],
    outfile: executable,
    banner: { js: '#!/usr/bin/env node' },
    plugins: [asideFromLibraries],
  })
  for (const [library, file] of libraries) {
    await build({ ...shared, entryPoints: [library], outfile: join(folder, 'libraries', file) })
  }
  await chmod(executable, 0o755)
  // Without it, a folder above with "type": "module" would decide how node reads the executable.
  await writeFile(join(folder, 'package.json'), '{ "type": "commonjs" }\n')
}

async function buildCommand() {
  const file = join(dist, 'cli', 'appliance.cjs')
  await build({
    ...shared,
    entryPoints: ['src/cli/appliance.ts'],
    outfile: file,
    banner: { js: '#!/usr/bin/env node' },
  })
  await chmod(file, 0o755)
}

async function layOutMirror() {
  const platform = `${{ win32: 'windows' }[process.platform] ?? process.platform}_${{ x64: 'amd64' }[process.arch] ?? process.arch}`
  for (const host of ['registry.terraform.io', 'registry.opentofu.org']) {
    const folder = join(dist, 'mirror', host, 'webfilter', 'appliance', version, platform)
    await mkdir(folder, { recursive: true })
    await cp(join(dist, 'provider'), folder, { recursive: true })
    await cp(
      join(folder, 'terraform-provider-appliance'),
      join(folder, `terraform-provider-appliance_v${version}`),
    )
    await rm(join(folder, 'terraform-provider-appliance'))
  }
}
