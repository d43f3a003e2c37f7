import { join } from 'node:path'
import { beforeAll, describe, expect, test } from '@jest/globals'
import { build, type Metafile } from 'esbuild'

describe('the client', () => {
  let metafile: Metafile
  beforeAll(async () => {
    const built = await build({
      entryPoints: [join(__dirname, '../src/appliance.ts')],
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
      importer.startsWith('packages/client/src/')
        ? imports.map((imported) => ({ importer, ...imported }))
        : [],
    )

  test("sends requests over Node's own client, through proxies too", () => {
    const clients = imports().filter(({ path }) => /undici|^node:https?$/.test(path))
    expect(new Set(clients.map(({ importer, path }) => `${importer}: ${path}`))).toEqual(
      new Set(
        ['exchange', 'tunnel'].flatMap((name) =>
          ['node:http', 'node:https'].map((path) => `packages/client/src/http/${name}.ts: ${path}`),
        ),
      ),
    )
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
