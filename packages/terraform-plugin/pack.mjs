// Packs this package as others install it: node pack.mjs FOLDER writes the archive into the folder and prints its path.
// Within this repository the faces lead to the sources. A packed copy holds what tsc makes of them, so its package.json
// is another one, which is written here.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('.', import.meta.url))
const target = resolve(process.argv[2] ?? '.')
const copy = mkdtempSync(join(tmpdir(), 'terraform-plugin-'))

try {
  const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc')
  execFileSync(
    process.execPath,
    [tsc, '-p', join(root, 'tsconfig.pack.json'), '--outDir', join(copy, 'dist')],
    {
      stdio: ['ignore', 2, 2],
    },
  )
  for (const name of ['README.md', 'examples'])
    cpSync(join(root, name), join(copy, name), { recursive: true })
  cpSync(join(root, '../../LICENSE'), join(copy, 'LICENSE'))
  const { private: _, exports: __, ...shared } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const face = (name) => ({ types: `./dist/${name}.d.ts`, default: `./dist/${name}.js` })
  const packed = { ...shared, exports: { '.': face('index'), './testing': face('testing') } }
  writeFileSync(join(copy, 'package.json'), `${JSON.stringify(packed, null, 2)}\n`)
  const words = ['pack', '--json', '--ignore-scripts', '--pack-destination', target]
  const [{ filename }] = JSON.parse(execFileSync('npm', words, { cwd: copy, encoding: 'utf8' }))
  process.stdout.write(`${join(target, filename)}\n`)
} finally {
  rmSync(copy, { recursive: true, force: true })
}
