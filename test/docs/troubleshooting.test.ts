import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { catalogue } from '../../src/diagnostics/catalogue'

const root = resolve(__dirname, '../..')
const guide = readFileSync(join(root, 'docs/guides/troubleshooting.md'), 'utf8')
const rows = [...guide.matchAll(/^\| (.*?) ?\|$/gm)].map(([, row = '']) => row.split(' | '))

describe('the guide to errors and warnings', () => {
  it('has a row for each code, with its summary, and none for another', () => {
    const told = rows.flatMap(([code = '', summary = '']) => {
      const [, name] = /^`([a-z]+(?:-[a-z]+)*)`$/.exec(code) ?? []
      return name === undefined ? [] : [`${name}: ${summary}`]
    })
    expect(told.sort()).toEqual(
      [...catalogue.values()].map(({ code, summary }) => `${code}: ${summary}`).sort(),
    )
  })

  // Rows without a code: causes within one code, and what engines and the command say.
  const quoted = rows.flatMap(([first = '', second = '']) => {
    const [cell] = [first, second].filter(
      (each) => each.startsWith('`') && !/^`[a-z]+(?:-[a-z]+)*`$/.test(each),
    )
    return cell === undefined ? [] : [cell.split('`')[1] ?? '']
  })

  it.each(quoted)('quotes what the provider says: %s', (text) => {
    // What differs from case to case is an expression in the source.
    const parts = text.split('…').map((part) => part.trim().replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    const numberless = parts.join('[^\n]*?').replaceAll(/HTTP status \d+/g, 'HTTP status ')
    // Not toMatch, which would print all sources.
    expect(new RegExp(numberless).test(said)).toBe(true)
  })
})

/** What is written in the sources, texts that stand on several lines joined, one text a line. */
const said = ['src', ...['constructs', 'names', 'terraform-plugin'].map((name) => `packages/${name}/src`)]
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  )
  .filter((name) => name.endsWith('.ts') && !name.startsWith('emulator'))
  .map((name) => readFileSync(join(root, name), 'utf8').replaceAll(/['"`]\s*\+\s*['"`]/g, ''))
  .join('\n')
