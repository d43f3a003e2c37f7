import { join } from 'node:path'
import { beforeAll, describe, expect, test } from '@jest/globals'
import { build, type Metafile } from 'esbuild'

describe('the client', () => {
  let metafile: Metafile
  beforeAll(async () => {
    const built = await build({
      entryPoints: [join(__dirname, '../../src/appliance/appliance.ts')],
      bundle: true,
      platform: 'node',
      format: 'cjs',
      minify: true,
      write: false,
      metafile: true,
      logLevel: 'silent',
    })
    metafile = built.metafile
  })

  /** Who imports what, of our own files. */
  const imports = () =>
    Object.entries(metafile.inputs).flatMap(([importer, { imports }]) =>
      importer.startsWith('src/') ? imports.map((imported) => ({ importer, ...imported })) : [],
    )

  test('reaches undici by its public interface alone, and only where a proxy is on the way', () => {
    const ofUndici = imports().filter(({ path }) => path.includes('undici'))
    expect(ofUndici).toMatchObject([{ importer: 'src/appliance/http/proxy.ts', original: 'undici' }])
    const ofProxy = imports().filter(({ path }) => path === 'src/appliance/http/proxy.ts')
    expect(ofProxy).toMatchObject([{ importer: 'src/appliance/http/transport.ts', kind: 'dynamic-import' }])
  })

  test('sets no flags of V8', () => {
    expect(imports().filter(({ path }) => path === 'node:v8')).toEqual([])
  })

  test('does not bring the whole of zod along', () => {
    const kept = Object.values(metafile.outputs).flatMap(({ inputs }) =>
      Object.entries(inputs).flatMap(([input, { bytesInOutput }]) => (bytesInOutput > 0 ? [input] : [])),
    )
    expect(kept.filter((input) => input.startsWith('node_modules/zod/'))).not.toEqual([])
    expect(kept.filter((input) => /zod\/v4\/(?:classic|locales)\//.test(input))).toEqual([])
  })
})
