import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { catalogue } from '../../src/diagnostics/catalogue'

const root = resolve(__dirname, '../..')
const files = [
  'packages/terraform-plugin/src/diagnostics/entries.ts',
  ...readdirSync(join(root, 'src/diagnostics'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `src/diagnostics/${name}`),
]
const entries = [...catalogue.values()].map(({ code, severity, summary }) => ({ code, severity, summary }))

/** An import of what makes entries, or a diagnostic that is written out. */
const makesOne =
  /import \{[^}]*\b(?:error|warning)\b[^}]*\} from '[^']*\/diagnostics\/diagnostic'|\bseverity: '(?:error|warning)'(?! \|)/

describe('the catalogue of diagnostics', () => {
  it('has every entry that stands in the room, each code once', () => {
    const codes = files
      .map((name) => readFileSync(join(root, name), 'utf8'))
      .flatMap((text) => [...text.matchAll(/^export const \w+ = (?:error|warning)\(\s*'([^']*)'/gm)])
      .map(([, code]) => code)
    expect([...codes].sort()).toEqual([...catalogue.keys()].sort())
    expect(codes.length).toBeGreaterThan(10)
  })

  it('calls each entry as its code, without the hyphens', () => {
    const entriesOf = files.flatMap((name) => [
      ...readFileSync(join(root, name), 'utf8').matchAll(
        /^export const (\w+) = (?:error|warning)\(\s*'([^']*)'/gm,
      ),
    ])
    const named = entriesOf.map(([, name]) => name)
    const camelCased = entriesOf.map(([, , code = '']) =>
      code.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase()),
    )
    expect(named).toEqual(camelCased)
  })

  it('has all entries there are: none is made outside the room', () => {
    const source = join(root, 'src')
    const makers = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) => {
      if (!name.endsWith('.ts') || name.startsWith('diagnostics/')) return false
      return makesOne.test(readFileSync(join(source, name), 'utf8'))
    })
    expect(makers).toEqual([])
    expect("import { type Diagnostic, warning } from '../diagnostics/diagnostic'").toMatch(makesOne)
    expect("const told: Diagnostic = { code: 'odd', severity: 'error', summary }").toMatch(makesOne)
  })

  it('gives no summary twice, as Terraform merges warnings by it', () => {
    const summaries = entries.map(({ summary }) => summary)
    expect([...new Set(summaries)]).toEqual(summaries)
  })

  it.each(entries)('has a code and a summary without names and numbers: $code', ({ code, summary }) => {
    expect(code).toMatch(/^[a-z]+(?:-[a-z]+)*$/)
    expect(summary).toMatch(/^(?:[A-Z]|[a-z]+_)[^"`….]{5,88}[^.]$/)
    // Ports, statuses and counts differ from case to case.
    expect(summary.replace('UTF-8', 'Unicode')).not.toMatch(/\d/)
  })
})
