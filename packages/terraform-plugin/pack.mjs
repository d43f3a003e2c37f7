// Packs this package as others install it: node pack.mjs FOLDER writes the archive into the folder and prints its path.
// Within this repository the faces lead to the sources. A packed copy holds what tsc makes of them, so its package.json
// is another one, which is written here.
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('.', import.meta.url))
const target = resolve(process.argv[2] ?? '.')
const copy = mkdtempSync(join(tmpdir(), 'terraform-plugin-'))

try {
  for (const name of ['README.md', 'examples'])
    cpSync(join(root, name), join(copy, name), { recursive: true })
  cpSync(join(root, '../../LICENSE'), join(copy, 'LICENSE'))
  const face = (name) => ({ types: `./dist/${name}.d.ts`, default: `./dist/${name}.js` })
  const packageOf = (folder) => {
    const { private: _, exports, ...shared } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    const faces = Object.entries(typeof exports === 'object' ? exports : { '.': './src/index.ts' })
    return {
      ...shared,
      exports: Object.fromEntries(
        faces.map(([name, source]) => [name, face(/^\.\/src\/(.*)\.ts$/.exec(source)[1])]),
      ),
    }
  }
  // This package of the repository is on no registry, so it lies within.
  const text = join(root, '../text')
  const inside = join(copy, 'node_modules/@webfilter/text')
  compile(text, join(inside, 'dist'))
  compile(root, join(copy, 'dist'), { '@webfilter/text': [join(inside, 'dist/index.d.ts')] })
  writeFileSync(join(inside, 'package.json'), `${JSON.stringify(packageOf(text), null, 2)}\n`)
  const packed = { ...packageOf(root), bundleDependencies: ['@webfilter/text'] }
  writeFileSync(join(copy, 'package.json'), `${JSON.stringify(packed, null, 2)}\n`)
  const words = ['pack', '--json', '--ignore-scripts', '--pack-destination', target]
  const [{ filename }] = JSON.parse(execFileSync('npm', words, { cwd: copy, encoding: 'utf8' }))
  process.stdout.write(`${join(target, filename)}\n`)
} finally {
  rmSync(copy, { recursive: true, force: true })
}

/** @param paths of declarations, by the names of the packages that are compiled apart */
function compile(folder, outDir, paths = {}) {
  const configuration = join(copy, 'tsconfig.json')
  const files = ['index.ts', 'testing.ts', 'diagnostics.ts']
    .map((name) => join(folder, 'src', name))
    .filter(existsSync)
  const typeRoots = [join(root, '../../node_modules/@types')]
  const compilerOptions = { rootDir: join(folder, 'src'), outDir, paths, typeRoots }
  const extended = join(root, 'tsconfig.pack.json')
  writeFileSync(configuration, JSON.stringify({ extends: extended, compilerOptions, files }))
  const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc')
  execFileSync(process.execPath, [tsc, '-p', configuration], { stdio: ['ignore', 2, 2] })
  rmSync(configuration)
}
