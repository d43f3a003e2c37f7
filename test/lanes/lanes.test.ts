import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import integrationFolders from './integration-folders.json'
import { unitTests } from './unit-tests'

const root = resolve(__dirname, '../..')

test('a unit test starts no process and reads no build: a test that does belongs in a folder of the integration lane', () => {
  const files = unitTests()
  expect(files.length).toBeGreaterThan(100)
  expect(files.flatMap((path) => wayToProcess(join(root, path)) ?? [])).toEqual([])
})

test.each([
  'test/acceptance/category',
  'test/commands/doctor',
  'packages/terraform-plugin/test/processes/starting',
])('the integration test %s is recognised as starting processes', (name) => {
  expect(wayToProcess(join(root, `${name}.test.ts`))).toContain(' > ')
})

test.each(integrationFolders)('the folder %s of the integration lane contains tests', (folder) => {
  const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
  expect(files.filter((path) => path.endsWith('.test.ts'))).not.toEqual([])
})

/**
 * The imports by which a file comes to one that can start processes, or to a test's file that names what was built; undefined
 * where none does.
 */
function wayToProcess(file: string, seen = new Set<string>()): string | undefined {
  seen.add(file)
  const text = readFileSync(file, 'utf8')
  const name = relative(root, file)
  if (/ from 'node:(child_process|cluster)'/.test(text)) return name
  if (
    /^(packages\/[^/]+\/)?test\//.test(name) &&
    /(\.\.\/|')dist\b/.test(text.replaceAll(/^import .*/gm, ''))
  )
    return name
  const imports = [...text.matchAll(/^(?:import|export) (?!type )[^']*'(\.[^']+)'/gm)]
  const imported = imports.map(([, path = '']) => `${resolve(dirname(file), path)}.ts`)
  for (const next of imported.filter((each) => existsSync(each) && !seen.has(each))) {
    const way = wayToProcess(next, seen)
    if (way !== undefined) return `${name} > ${way}`
  }
  return undefined
}
