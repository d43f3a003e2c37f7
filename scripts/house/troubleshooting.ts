import { catalogue } from '../../src/diagnostics/catalogue'
import { codeOfCell } from '../../src/tools/explain-code/guide'
import { filesBelow, textOfFile } from './sources'

/**
 * Differences between the troubleshooting guide and the provider: the table has a row for each code, with its summary. A row without a
 * code quotes a cause within a code, or what an engine or the command says.
 */
export function troubleshootingProblems(): readonly string[] {
  const guide = textOfFile('docs/guides/troubleshooting.md')
  const rows = [...guide.matchAll(/^\| (.*?) ?\|$/gm)].map(([, row = '']) => row.split(' | '))
  const written = new Set(
    rows.filter(([code = '']) => isCode(code)).map(([code = '', summary]) => `${code} ${summary}`),
  )
  const expected = new Set([...catalogue.values()].map(({ code, summary }) => `\`${code}\` ${summary}`))
  const quoted = rows.flatMap(([first = '', second = '']) => {
    const cell = [first, second].find((each) => each.startsWith('`') && !isCode(each))
    return cell === undefined ? [] : [cell.split('`')[1] ?? '']
  })
  const texts = textsOfSources()
  return [
    ...[...expected].filter((row) => !written.has(row)).map((row) => `missing: ${row}`),
    ...[...written].filter((row) => !expected.has(row)).map((row) => `not a diagnostic: ${row}`),
    ...quoted
      .filter((quotation) => !patternOf(quotation).test(texts))
      .map((quotation) => `nothing says: ${quotation}`),
  ]
}

function isCode(cell: string): boolean {
  return codeOfCell(cell) !== undefined
}

/** What differs from case to case is `…` in the guide and an expression in the source. */
function patternOf(quotation: string): RegExp {
  const parts = quotation.split('…').map((part) => part.trim().replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(parts.join('[^\n]*?').replaceAll(/HTTP status \d+/g, 'HTTP status '))
}

/** The sources, with texts that stand on several lines joined. */
function textsOfSources(): string {
  const packages = ['constructs', 'names', 'terraform-plugin'].map((name) => `packages/${name}/src`)
  return filesBelow(['src', ...packages], /\.ts$/)
    .map((path) => textOfFile(path).replaceAll(/['"`]\s*\+\s*['"`]/g, ''))
    .join('\n')
}
