import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { advisoriesIn } from '../../scripts/release/audit'
import { billOfMaterials, bundledPackages } from '../../scripts/release/bill-of-materials'

const root = resolve(__dirname, '../..')
const nodes = [
  { version: '24.21.0', platforms: ['linux_amd64', 'windows_amd64'] },
  { version: '22.23.2', platforms: ['darwin_arm64'] },
]

describe('the bill of materials of a release', () => {
  const made = billOfMaterials('1.2.3', nodes)

  it('has the same bytes each time', async () => {
    const { name, content } = await made
    expect(name).toBe('terraform-provider-appliance_1.2.3_sbom.cdx.json')
    expect((await billOfMaterials('1.2.3', nodes)).content).toEqual(content)
  })

  it('names what is bundled, with digest and license, and nothing else', async () => {
    const { components } = JSON.parse(String(Buffer.from((await made).content)))
    const names = components.map(({ name }: { name: string }) => name)
    expect(names).toEqual(
      expect.arrayContaining(['fastify', 'fflate', 'lossless-json', 'tldts', 'zod', 'node']),
    )
    for (const absent of ['jest', 'undici', 'esbuild', 'cdktf']) expect(names).not.toContain(absent)
    const libraries = components.filter(({ purl }: { purl: string }) => purl.startsWith('pkg:deb/'))
    expect(libraries.map(({ name }: { name: string }) => name)).toEqual(['libc6', 'libstdc++6', 'libgcc-s1'])
    for (const { name, ...component } of components) {
      if (name === 'node') continue
      if (component.purl.startsWith('pkg:deb/')) {
        const sha256 = { alg: 'SHA-256', content: expect.stringMatching(/^[0-9a-f]{64}$/) }
        expect(component).toMatchObject({ hashes: [sha256, sha256], licenses: [expect.anything()] })
        continue
      }
      expect(component).toMatchObject({
        purl: expect.stringMatching(/^pkg:npm\/\S+@\d/),
        hashes: [{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }],
        licenses: [expect.anything()],
      })
    }
    const zod = components.find(({ name }: { name: string }) => name === 'zod')
    expect(zod.properties).toEqual(['provider', 'cli'].map((value) => ({ name: 'bundled-in', value })))
  })

  it('relates only what it names, and each once', async () => {
    const { components, dependencies, metadata } = JSON.parse(String(Buffer.from((await made).content)))
    const refs = [metadata.component, ...components].map((each: Record<string, unknown>) => each['bom-ref'])
    const related = dependencies.map(({ ref }: { ref: string }) => ref)
    expect(new Set(refs).size).toBe(refs.length)
    expect(new Set(related).size).toBe(related.length)
    expect(refs).toEqual(
      expect.arrayContaining(
        dependencies.flatMap(({ ref, dependsOn }: { ref: string; dependsOn: string[] }) => [
          ref,
          ...dependsOn,
        ]),
      ),
    )
  })
})

describe('the audit of what is shipped', () => {
  const lock = {
    packages: {
      'node_modules/fast-uri': { version: '3.1.9' },
      'node_modules/ajv/node_modules/fast-uri': { version: '2.0.0' },
      'node_modules/jest': { version: '30.0.0' },
    },
  }
  const via = [{ title: 'Wrong host', url: 'https://example.org/1', severity: 'high', source: 1 }]
  const entry = (nodes: readonly string[], causes: readonly unknown[] = via) => ({
    via: causes,
    nodes,
    severity: 'high',
  })

  it('reports advisories on shipped packages alone, by the version that is shipped', () => {
    const vulnerabilities = {
      'fast-uri': entry(['node_modules/fast-uri', 'node_modules/ajv/node_modules/fast-uri']),
      jest: entry(['node_modules/jest']),
      ajv: entry(['node_modules/ajv'], ['fast-uri']),
    }
    expect(advisoriesIn({ vulnerabilities }, lock, new Set(['fast-uri@3.1.9']))).toEqual([
      { shipped: 'fast-uri@3.1.9', title: 'Wrong host', url: 'https://example.org/1', severity: 'high' },
    ])
    expect(advisoriesIn({ vulnerabilities }, lock, new Set(['zod@4.0.0']))).toEqual([])
  })

  it('fails if the registry has no advisories to give', () => {
    const answer = { message: '405 Method Not Allowed', statusCode: 405 }
    expect(() => advisoriesIn(answer, lock, new Set())).toThrow(
      'The registry returned no advisories: {"message":"405',
    )
  })

  it('knows every shipped package of the lock file', async () => {
    const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
    const locked = Object.entries<{ version?: string }>(packages).map(
      ([path, { version }]) => `${path.split('node_modules/').at(-1)}@${version}`,
    )
    expect(locked).toEqual(expect.arrayContaining([...(await bundledPackages()).keys()]))
  })
})
