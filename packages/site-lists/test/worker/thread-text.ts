import { resolve } from 'node:path'
import { build } from 'esbuild'

/** What the build makes of the thread of lists. */
export async function threadText(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [resolve(__dirname, '../../src/worker/list-thread.ts')],
    bundle: true,
    platform: 'node',
    format: 'cjs',
    write: false,
  })
  const [file] = outputFiles
  if (!file) throw new Error('Nothing was built.')
  return file.text
}
