import { catalogue, possibleWarnings } from '@webfilter/appliance-declarations/diagnostics/catalogue'
import { assumptionsPage } from '../docs/assumptions-page'
import { filesBelow, textOfFile } from './sources'

/** Codes of diagnostics that no test expects. */
export function diagnosticsWithoutTest(): readonly string[] {
  const expected = new Set(
    filesBelow(['test', ...testsOfPackages], /\.ts$/)
      .filter((path) => !readers.test(path))
      .flatMap((path) => [...textOfFile(path).matchAll(expectation)])
      .flatMap(([, line, property]) => line ?? property ?? []),
  )
  return [...catalogue.keys()].filter((code) => !expected.has(code))
}

const testsOfPackages = ['client', 'terraform-plugin', 'declarations', 'command'].map(
  (name) => `packages/${name}/test`,
)

/** These tests read what the provider says, or say it themselves: a code in them does not show that anything raises it. */
const readers =
  /^(test\/(house|docs)|packages\/(declarations\/test\/diagnostics|command\/test\/(review|doctor)))\//

/** A code as tests expect it: as the last line of a detail, or as a property of what was thrown. */
const expectation = /\[[a-z]+:([a-z-]+)\\*\]|(?:code: |code(?:s|Of)?\b.*)'([a-z-]+)'/g

/** Files of the provider that define diagnostics outside of the room of diagnostics. */
export function diagnosticsMadeElsewhere(): readonly string[] {
  return filesBelow(['src', 'packages/command/src', 'packages/declarations/src'], /\.ts$/)
    .filter((path) => !path.startsWith('packages/declarations/src/diagnostics/'))
    .filter((path) => definesDiagnostics(textOfFile(path)))
}

/** Whether a source imports what makes entries, or writes a diagnostic out. */
export function definesDiagnostics(source: string): boolean {
  return /import \{[^}]*\b(?:error|warning)\b[^}]*\} from '@webfilter\/terraform-plugin'|\bseverity: '(?:error|warning)'(?! \|)/.test(
    source,
  )
}

/** Errors that data sources raise, but that no engine is said to print as a warning. */
export function errorsOfDataSources(): readonly string[] {
  return filesBelow(['src/datasources'], /\.ts$/).flatMap((path) =>
    [
      ...textOfFile(path).matchAll(
        /import \{([^}]*)\} from '@webfilter\/appliance-declarations\/diagnostics\/[a-z-]+'/g,
      ),
    ]
      .flatMap(([, names = '']) => names.split(','))
      // The name of an entry is its code.
      .map((name) => name.trim().replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`))
      .filter((code) => catalogue.has(code) && !possibleWarnings.has(code))
      .map((code) => `${path}: ${code}`),
  )
}

/** Assumptions of the client that the page of assumptions does not contain. */
export async function assumptionsWithoutPage(): Promise<readonly string[]> {
  const page = assumptionsPage()
  const problems: string[] = []
  for (const path of filesBelow(['packages/client/src'], /\.ts$/)) {
    for (const [, name = ''] of textOfFile(path).matchAll(/^export const (\w+): readonly Assumption\[\]/gm)) {
      const module: Readonly<Record<string, unknown>> = await import(`../../${path}`)
      const texts = [module[name]]
        .flat()
        .flatMap((assumption) => Object.values(Object(assumption)).map(String))
      if (texts.length === 0) problems.push(`${path}: ${name} is empty`)
      problems.push(...texts.filter((text) => !page.includes(text)).map((text) => `${path}: ${text}`))
    }
  }
  return problems
}
