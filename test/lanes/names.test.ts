import { existsSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { unitTests } from './unit-tests'

const root = resolve(__dirname, '../..')

/** The tests of what several files do together, which no one of them is named after. */
const ofSeveralFiles = [
  'appliance/protocol/answers',
  'appliance/bundle',
  'appliance/categories/one-generation',
  'appliance/categories/query-outages',
  'appliance/categories/unreadable-confirmations',
  'appliance/directory/directory-socket',
  'appliance/directory/member-changes',
  'appliance/http/misbehaving-server',
  'appliance/http/repeating',
  'appliance/protocol/requests',
  'appliance/settings/secrets',
  'appliance/http/stopping',
  'appliance/http/tls',
  'appliance/protocol/who-is-let-in',
  'constructs/existing-apps',
  'constructs/fleet-golden',
  'constructs/nested-fleet',
  'diagnostics/english',
  'diagnostics/raised',
  'docs/cdktf-guide',
  'docs/troubleshooting',
  'doctor/answers',
  'docs/front-matter',
  'docs/list-formats',
  'docs/npx',
  'doctor/healthy',
  'doctor/listeners',
  'doctor/proxy',
  'emulator/categories/generations',
  'emulator/categories/site-names',
  'emulator/directory/persistence',
  'emulator/tls',
  'house/house',
  'installation/mirrors',
  'lanes/lanes',
  'lanes/names',
  'provider/actions',
  'provider/computed-attributes',
  'provider/functions',
  'provider/identities',
  'provider/lists',
  'provider/older-states',
  'provider/late-definitions',
  'provider/reachable-settings',
  'sites/stored-names',
  'words/words',
  'terraform/values/captured',
  'terraform/values/msgpack',
]

const names = unitTests().map((path) => path.slice(0, -'.test.ts'.length))

test('a unit test has the path of the file or folder that it tests: if it tests several, it is listed above', () => {
  expect(names.filter((name) => !ofSeveralFiles.includes(name) && !isTested(name))).toEqual([])
})

test('the list of tests of several files contains no others', () => {
  expect(ofSeveralFiles.filter((name) => !names.includes(name) || isTested(name))).toEqual([])
})

/** Whether there is such a file or folder, or the test is that of the folder which it is in. */
function isTested(name: string): boolean {
  const paths = ['src', 'scripts', '.'].flatMap((top) => [join(top, `${name}.ts`), join(top, name)])
  if (basename(name) === basename(dirname(name))) paths.push(join('src', dirname(name)))
  return paths.some((path) => existsSync(join(root, path)))
}
