import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(__dirname, '../..')
const guide = readFileSync(join(root, 'docs/guides/troubleshooting.md'), 'utf8')

describe('the guide to errors and warnings', () => {
  const rows = [...guide.matchAll(/^\| (.+?) \|/gm)].map(([, cell = '']) => cell)
  const quoted = rows.filter((cell) => cell.startsWith('`')).map((cell) => cell.split('`')[1] ?? '')

  it.each(quoted)('quotes what the provider says: %s', (text) => {
    // What differs from case to case is an expression in the source.
    const parts = text.split('…').map((part) => part.trim().replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    const numberless = parts.join('[^\n]*?').replaceAll(/HTTP status \d+/g, 'HTTP status ')
    expect(said).toMatch(new RegExp(numberless))
  })

  it('has rows to look at', () => {
    expect(quoted.length).toBeGreaterThan(40)
  })
})

/** What is written in the sources, texts that stand on several lines joined, one text a line. */
const said = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.startsWith('emulator'))
  .map((name) => readFileSync(join(root, 'src', name), 'utf8').replaceAll(/['"`]\s*\+\s*['"`]/g, ''))
  .join('\n')
