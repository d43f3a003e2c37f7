import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(__dirname, '../..')

/** What users read: pages, help texts and reports, examples. */
const read = [
  ...readdirSync(root).filter((name) => name.endsWith('.md')),
  ...['docs', 'examples', 'src', 'scripts'].flatMap(filesIn),
]

/** Commands that npm or npx runs, with their options before the name of what they run. */
const run = /\b(?:npx|npm exec)(?: -\S+)* (?:terraform-provider-)?appliance\b/g

describe('npx', () => {
  it.each([
    ['npx appliance install', true],
    ['npx --no-install appliance install', true],
    ['npx --yes terraform-provider-appliance install', true],
    ['npx terraform-provider-appliance install', true],
    ['npx --no terraform-provider-appliance install', false],
    ['npx tsc', false],
  ])('is found where it could run the package of somebody else: %s', (text, isFound) => {
    expect(unsafeIn(text).length > 0).toBe(isFound)
  })

  it('runs the installed package or nothing on each page, in each help text and in each example', () => {
    expect(read.length).toBeGreaterThan(500)
    const found = read.flatMap((path) =>
      unsafeIn(readFileSync(join(root, path), 'utf8')).map((command) => `${path}: ${command}`),
    )
    expect(found).toEqual([])
  })
})

/** A name alone may be that of another package in the registry, which npx would download and run. */
function unsafeIn(text: string): readonly string[] {
  const commands = text.match(run) ?? []
  return commands.filter((command) => command !== 'npx --no terraform-provider-appliance')
}

function filesIn(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:[cm]?js|json|md|sh|tf|ts|txt|ya?ml)$/.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name).slice(root.length + 1))
    .filter((path) => !path.includes('node_modules'))
}
