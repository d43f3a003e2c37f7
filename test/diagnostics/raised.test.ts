import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { catalogue } from '../../src/diagnostics/catalogue'

const root = resolve(__dirname, '../..')

/** These read what the provider says, or say it themselves: what stands in them is no proof that anything is raised. */
const readers = /^test\/(diagnostics|tools\/(review|doctor)|docs)\//

/** Codes as tests expect them: as the last line of a detail, or as the property of what was thrown. */
const expected = new Set(
  ['test', 'packages/terraform-plugin/test']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(
        (name) => `${folder}/${name}`,
      ),
    )
    .filter((name) => name.endsWith('.ts') && !readers.test(name))
    .flatMap((name) => [
      ...readFileSync(join(root, name), 'utf8').matchAll(
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
