import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { DiagnosticEntry } from '@webfilter/terraform-plugin'
import { catalogue } from '../../src/diagnostics/catalogue'
import { possibleWarnings } from '../../src/diagnostics/possible-warnings'

const source = resolve(__dirname, '../../src')

test('each warning is possible', () => {
  const warnings = [...catalogue.values()].filter(({ severity }) => severity === 'warning')
  expect(warnings.filter(({ code }) => !possibleWarnings.has(code))).toEqual([])
})

test('each error that a data source raises is possible in a check block', async () => {
  const raised: string[] = []
  for (const file of readdirSync(join(source, 'datasources'))) {
    const text = readFileSync(join(source, 'datasources', file), 'utf8')
    for (const [, names = '', entries = ''] of text.matchAll(
      /import \{([^}]*)\} from '\.\.\/diagnostics\/entries\/([a-z/-]+)'/g,
    )) {
      const module: Readonly<Record<string, DiagnosticEntry<never>>> = await import(
        join(source, 'diagnostics/entries', entries)
      )
      raised.push(...names.split(',').flatMap((name) => module[name.trim()]?.code ?? []))
    }
  }
  expect(raised).not.toEqual([])
  expect(raised.filter((code) => !possibleWarnings.has(code))).toEqual([])
})

test('an error that only resources raise is not', () => {
  for (const code of ['removal-limit-exceeded', 'check-not-possible', 'sites-file-lines-invalid']) {
    expect([code, catalogue.has(code), possibleWarnings.has(code)]).toEqual([code, true, false])
  }
})
