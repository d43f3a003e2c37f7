import { execFileSync } from 'node:child_process'
import { resolve } from 'node:path'
import { expect, test } from '@jest/globals'
import { catalogue } from '@webfilter/appliance-declarations/diagnostics/catalogue'

const root = resolve(__dirname, '../..')

/** As the build calls it. */
function addressesOfCodes(guides: string): Readonly<Record<string, readonly string[]>> {
  const program =
    "import('./scripts/codes-addresses.mjs').then(async ({ addressesOfCodes }) => " +
    "process.stdout.write(JSON.stringify(await addressesOfCodes(process.argv[1], 'docs/guides'))))"
  return JSON.parse(execFileSync(process.execPath, ['-e', program, guides], { cwd: root, encoding: 'utf8' }))
}

test('a release that names its guides gives each code the address of a page', () => {
  const addresses = addressesOfCodes('https://registry.example/docs/guides/')
  expect(addresses['https://registry.example/docs/guides/codes-members']).toContain('member-adopted')
  expect(Object.values(addresses).flat().sort()).toEqual([...catalogue.keys()].sort())
})

test('a build between releases has no addresses', () => {
  expect(addressesOfCodes('')).toEqual({})
})
