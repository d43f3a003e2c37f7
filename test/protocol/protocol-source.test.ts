import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { protocolSource } from '../../scripts/protocol/protocol-source'

const folder = resolve(__dirname, '../../packages/terraform-plugin/src/protocol')
const published = readFileSync(resolve(folder, 'tfplugin6.proto'), 'utf8')

test('the messages are those of the published definition: if they are not, run npm run protocol', () => {
  expect(protocolSource(published)).toBe(readFileSync(resolve(folder, 'tfplugin6.ts'), 'utf8'))
})

test('a field that the definition gains comes into the messages', () => {
  const changed = published.replace(
    'bytes msgpack = 1;',
    'bytes msgpack = 1; repeated string more_forms = 7;',
  )
  expect(protocolSource(changed)).toContain('  moreForms: field(7, repeated(string)),\n')
})

test.each([
  ['a type', 'bytes msgpack = 1;', 'double msgpack = 1;', 'DynamicValue.msgpack is of the type double'],
  ['a stream', 'rpc StopProvider(', 'rpc StopProvider(stream ', 'StopProvider takes a stream'],
  ['a license', '// SPDX-License-Identifier: MPL-2.0', '//', 'does not begin with its license'],
])('%s that was not foreseen is refused', (_, before, after, problem) => {
  expect(() => protocolSource(published.replace(before, after))).toThrow(problem)
})
