import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import packageJson from '../../package.json'
import { bindingsOf, constraintOn } from '../../scripts/bindings/bindings'
import { bindingsFolder, filesIn, flavors } from '../../scripts/bindings/flavor'

import { providerFacts, providerFactsPath } from '../../scripts/bindings/provider-facts'
import { providerSchemaJson } from '../../scripts/bindings/provider-schema'
import { diagnosticCodesModule, diagnosticCodesPath } from '../../scripts/diagnostic-codes'
import { provider } from '../../src/provider'

describe.each(flavors)('bindings/%s', (flavor) => {
  it('is what the generator makes from the schema: otherwise, run npm run generate', async () => {
    const made = await bindingsOf(
      flavor,
      await providerSchemaJson(provider),
      constraintOn(packageJson.version),
    )
    const kept = await filesIn(bindingsFolder(flavor))
    const stale = [...made].filter(([path, content]) => kept.get(path) !== content).map(([path]) => path)
    const left = [...kept.keys()].filter((path) => !made.has(path))
    expect({ 'stale, run npm run generate': stale, 'left over, run npm run generate': left }).toEqual({
      'stale, run npm run generate': [],
      'left over, run npm run generate': [],
    })
  })

  it('has a folder for each resource and data source, one for the provider, and for cdktn one for its functions', async () => {
    const kebab = (name: string) => name.replaceAll('_', '-')
    const folders = [
      ...provider.resources.map(({ name }) => kebab(name)),
      ...provider.dataSources.map(({ name }) => `data-appliance-${kebab(name)}`),
      'provider',
      ...(flavor === 'cdktn' ? ['provider-functions'] : []),
    ]
    const paths = [...(await filesIn(bindingsFolder(flavor))).keys()]
    expect(paths).toEqual([...folders.map((folder) => `${folder}/index.ts`), 'index.ts'].sort())
  })

  it('requires the provider by its source, in any release that is compatible with this one', async () => {
    const files = await filesIn(bindingsFolder(flavor))
    const { source, version } = constraintOn(packageJson.version)
    expect(files.get('provider/index.ts')).toContain(`terraformProviderSource: '${source}'`)
    for (const [path, content] of files) {
      if (path === 'index.ts' || path === 'provider-functions/index.ts') continue
      expect(content).toContain(`providerVersionConstraint: '${version}'`)
      expect(content).not.toMatch(/providerVersion: /)
    }
  })

  it('contains no path of the machine that generated it', async () => {
    for (const content of (await filesIn(bindingsFolder(flavor))).values()) {
      expect(content).not.toMatch(/["'`](?:\/|[A-Za-z]:\\)|file:\/\//)
    }
  })
})

it('what constructs take from the provider beside the schema is up to date: otherwise, run npm run generate', async () => {
  expect(readFileSync(resolve(__dirname, '../..', providerFactsPath), 'utf8')).toBe(await providerFacts())
})

it('what is fixed of each diagnostic is up to date: otherwise, run npm run generate', async () => {
  expect(readFileSync(resolve(__dirname, '../..', diagnosticCodesPath), 'utf8')).toBe(
    await diagnosticCodesModule(),
  )
})

it('requires the releases that are compatible with a release', () => {
  expect(constraintOn('0.1.0').version).toBe('~> 0.1')
  expect(constraintOn('2.13.4-beta.1').version).toBe('~> 2.13')
})

it('reports the output of the generator if it fails', async () => {
  const schema = { provider_schemas: {} }
  await expect(bindingsOf('cdktf', schema, constraintOn('0.1.0'))).rejects.toThrow(
    /exit code 1.*Could not find provider/s,
  )
})
