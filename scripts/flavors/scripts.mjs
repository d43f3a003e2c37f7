import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join, posix } from 'node:path'
import { build } from 'esbuild'
import { folderOf } from './sources.mjs'

/**
 * Writes the JavaScript of a flavor's sources, each into a file of its own. They stay apart, so that a class is the same
 * one for all who import it; what constructs take from elsewhere in the repository, and from packages that an app does not
 * have, is bundled.
 *
 * @param {string} root of the repository
 * @param {string} flavor
 * @param {Map<string, string>} sources
 * @returns {Promise<import('esbuild').Metafile>}
 */
export async function writeScripts(root, flavor, sources) {
  const folder = folderOf(root, flavor)
  const paths = [...sources.keys()].filter((path) => path !== 'index.ts')
  // What they import is looked for from there.
  for (const path of paths) await mkdir(dirname(join(folder, path)), { recursive: true })
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: paths.map((path) => ({ in: path, out: path.replace(/\.ts$/, '') })),
    outdir: folder,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    legalComments: 'eof',
    preserveSymlinks: true,
    metafile: true,
    logLevel: 'warning',
    plugins: [inMemory(folder, sources), external([flavor, 'constructs'])],
  })
  await writeFile(join(folder, 'index.js'), lateIndex(sources.get('index.ts')))
  return metafile
}

function inMemory(folder, sources) {
  const namespace = 'flavor'
  return {
    name: namespace,
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /./ }, ({ path, kind, importer, namespace: from }) => {
        if (kind === 'entry-point') return { path, namespace }
        if (from !== namespace || !path.startsWith('.')) return undefined
        const target = posix.join(posix.dirname(importer), path)
        const isSource = sources.has(`${target}.ts`) || sources.has(`${target}/index.ts`)
        return isSource ? { path, external: true } : undefined
      })
      onLoad({ filter: /./, namespace }, ({ path }) => ({
        contents: sources.get(path),
        loader: 'ts',
        resolveDir: dirname(join(folder, path)),
      }))
    },
  }
}

function external(packages) {
  return {
    name: 'external',
    setup({ onResolve }) {
      onResolve({ filter: new RegExp(`^(${packages.join('|')})(/|$)`) }, ({ path }) => ({
        path,
        external: true,
      }))
    },
  }
}

/**
 * JavaScript of an index that loads each folder when it is first asked for. Its last line is never run: Node reads
 * from it the names that other modules can import.
 *
 * @param {string} index the generator's index, in TypeScript
 * @throws an error where the generator writes it in another form
 */
function lateIndex(index) {
  const folders = [...index.matchAll(/^export \* as (\w+) from '\.\/([\w-]+?)(?:\/index)?';$/gm)]
  if (folders.length === 0) throw new Error('The index of the bindings is in an unknown form. Look at it.')
  return [
    "'use strict'",
    'Object.defineProperties(exports, {',
    ...folders.map(([, name, folder]) => {
      return `  ${name}: { enumerable: true, get: () => require('./${folder}') },`
    }),
    '})',
    `0 && (module.exports = { ${folders.map(([, name]) => name).join(', ')} })\n`,
  ].join('\n')
}
