import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { catalogue } from '../../src/diagnostics/catalogue'

const tests = resolve(__dirname, '..')

/** These read what the provider says, or say it themselves: what stands in them is no proof that anything is raised. */
const readers = ['diagnostics', 'review', 'docs', 'doctor']

/** Codes as tests expect them: as the last line of a detail, or as the property of what was thrown. */
const expected = new Set(
  readdirSync(tests, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !readers.includes(name.split('/')[0] ?? ''))
    .flatMap((name) => [
      ...readFileSync(join(tests, name), 'utf8').matchAll(
        /\[appliance:([a-z-]+)\\*\]|(?:code: |codes?\b.*)'([a-z-]+)'/g,
      ),
    ])
    .flatMap(([, line, property]) => line ?? property ?? []),
)

describe('each diagnostic is raised by some test', () => {
  it.each([...catalogue.keys()])('%s', (code) => {
    expect(expected).toContain(code)
  })
})
