import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from 'esbuild'

const root = resolve(__dirname, '../..')

it.each(readdirSync(join(root, 'packages')))(
  'packages/%s is built of itself and what it declares',
  async (name) => {
    const folder = join(root, 'packages', name)
    const { dependencies = {}, peerDependencies = {} } = JSON.parse(
      readFileSync(join(folder, 'package.json'), 'utf8'),
    )
    const { metafile } = await build({
      absWorkingDir: folder,
      entryPoints: sourcesIn(folder),
      external: Object.keys({ ...dependencies, ...peerDependencies }),
      bundle: true,
      metafile: true,
      write: false,
      outdir: 'out',
      platform: 'node',
    })
    const inputs = Object.keys(metafile.inputs)
    expect(inputs.length).toBeGreaterThan(0)
    expect(inputs.filter((path) => !/^(?:src|bindings)\//.test(path))).toEqual([])
  },
)

function sourcesIn(folder: string): string[] {
  return readdirSync(join(folder, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => join('src', file))
}
