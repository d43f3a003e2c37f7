import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import packageJson from '../../package.json'
import { bindingsOf, constraintOn } from '../../scripts/bindings/bindings'
import { bindingsFolder, filesIn, flavors } from '../../scripts/bindings/flavor'

import { providerSchemaJson } from '../../scripts/bindings/provider-schema'
import { provider } from '../../src/provider'
import { projectFilesOfGuide, readProjectFile } from './project-file'

const root = resolve(__dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

const guide = projectFilesOfGuide().map((text, index) => ({ place: `file ${index + 1} of the guide`, text }))
const all = [
  { place: 'cdktf.json', text: read('cdktf.json') },
  { place: 'examples/cdktf/cdktf.json', text: read('examples/cdktf/cdktf.json') },
  ...guide,
].map((file) => ({ ...file, isForGet: file.text.includes('terraformProviders') }))

it('finds the files that the guide shows: one for an app, and one for cdktf get in each language', () => {
  expect(guide.map(({ text }) => JSON.parse(text).language)).toEqual([
    'typescript',
    'typescript',
    'python',
    'java',
    'csharp',
    'go',
  ])
  expect(all.filter(({ isForGet }) => isForGet)).toHaveLength(6)
})

describe.each(flavors)('the command line of %s', (flavor) => {
  it.each(all)('can read $place', ({ text, isForGet }) => {
    const written: unknown = JSON.parse(text)
    const { language, app, terraformProviders } = readProjectFile(flavor, text)
    expect(written).toMatchObject({ language, app })
    const constraints = isForGet ? [constraintOn(packageJson.version)] : []
    expect(terraformProviders).toEqual(constraints)
  })

  it.each(['language', 'app'])('cannot read a file without the key %s', (key) => {
    const { [key]: _, ...others } = JSON.parse(read('cdktf.json'))
    expect(() => readProjectFile(flavor, JSON.stringify(others))).toThrow(key)
  })

  it('generates bindings/ from the provider that cdktf.json names', async () => {
    const [constraint] = readProjectFile(flavor, read('cdktf.json')).terraformProviders
    if (!constraint) throw new Error('cdktf.json names no provider.')
    const made = await bindingsOf(flavor, await providerSchemaJson(provider), constraint)
    expect(made).toEqual(await filesIn(bindingsFolder(flavor)))
  })
})
