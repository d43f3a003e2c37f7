import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { build } from 'esbuild'

test('the client brings neither the root of undici nor the whole of zod along', async () => {
  const { metafile } = await build({
    entryPoints: [join(__dirname, '../../src/appliance/appliance.ts')],
    bundle: true,
    platform: 'node',
    format: 'cjs',
    minify: true,
    write: false,
    metafile: true,
    logLevel: 'silent',
  })
  const kept = Object.values(metafile.outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([input, { bytesInOutput }]) => (bytesInOutput > 0 ? [input] : [])),
  )
  expect(kept).toContain('node_modules/undici/lib/dispatcher/pool.js')
  expect(kept).not.toContain('node_modules/undici/index.js')
  expect(kept.filter((input) => /zod\/v4\/(?:classic|locales)\//.test(input))).toEqual([])
})
