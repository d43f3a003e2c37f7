import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import packageJson from '../../package.json'

const root = resolve(__dirname, '../..')
const page = readFileSync(join(root, 'API.md'), 'utf8')

/** Paths under which apps import the constructs, such as `cdktf/constructs/filtering-policy`. */
const imported = Object.keys(packageJson.exports)
  .filter((path) => path.includes('/constructs/'))
  .map((path) => path.slice('./'.length))

describe('API.md', () => {
  it('is what the constructs say: if not, run npm run docs', () => {
    const script = join(root, 'scripts/api.mjs')
    expect(page).toBe(execFileSync(process.execPath, [script, '--print'], { encoding: 'utf8' }))
  })

  it('is the same wherever it is made', () => {
    expect(page).not.toContain(root)
    expect(page).not.toMatch(/\]\(\/|file:\/\/|node_modules|\.d\.ts/)
  })

  it.each(imported)('has the import of %s, and what it contains', (path) => {
    expect(page).toContain(`\`${packageJson.name}/${path}\``)
    const source = readFileSync(join(root, 'packages/constructs/src', `${basename(path)}.ts`), 'utf8')
    const names = [...source.matchAll(/^export (?:class|interface|type|function|const) (\w+)/gm)].map(
      ([, name = '']) => name,
    )
    expect(names).not.toEqual([])
    for (const name of names) expect(page).toMatch(new RegExp(`^### (?:.* )?${name}(?:\\(\\))?$`, 'm'))
  })

  it('has no heading twice, because links name headings', () => {
    const headings = [...page.matchAll(/^### (.+)$/gm)].map(([, title]) => title)
    expect(headings.filter((title, index) => headings.indexOf(title) !== index)).toEqual([])
  })

  it('has a property of a type once, and not again at each type that extends that', () => {
    for (const row of ['| `sitesFile?` |', '| `exceptionsFile?` |']) expect(page.split(row)).toHaveLength(2)
    expect(page).not.toContain('<!-- from ')
  })

  it('has no members of libraries and bindings', () => {
    expect(page).not.toMatch(/friendlyUniqueId|isTerraformElement|onConflictInput|resetSites/)
  })
})
