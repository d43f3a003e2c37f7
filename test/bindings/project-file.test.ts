import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import packageJson from '../../package.json'
import { constraintOn } from '../../scripts/bindings/bindings'
import { flavors } from '../../scripts/bindings/flavor'
import { projectFilesOfGuide, readProjectFiles } from './project-file'

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
  // Of such constraints, bindings.test.ts shows that the generator makes what is kept.
  it('can read all of them, and finds the provider in those for its command get', () => {
    const read = readProjectFiles(
      flavor,
      all.map(({ text }) => text),
    )
    const expected = all.map(({ place, text, isForGet }) => {
      const { language, app } = JSON.parse(text)
      return { place, language, app, terraformProviders: isForGet ? [constraintOn(packageJson.version)] : [] }
    })
    expect(read.map((file, index) => ({ place: all[index]?.place, ...file }))).toMatchObject(expected)
  })
})
