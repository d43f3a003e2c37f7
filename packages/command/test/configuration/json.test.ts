import { blocksOfJson } from '../../src/configuration/json'

const read = (text: string) => blocksOfJson(text, 'cdk.tf.json')

it('finds the blocks of a configuration in JSON', () => {
  const blocks = read(`{
  "//": {"metadata": {"stackName": "policy"}},
  "resource": {
    "appliance_category": {
      "ads": {
        "//": {"metadata": {"path": "policy/ads/category", "uniqueId": "ads_1"}},
        "name": "Ads",
        "sites": [
          "a.example",
          "b.example"
        ],
        "sites_file": "\${path.module}/lists/ads.txt"
      },
      "games": [{"name": "Games"}, {"name": "\${var.games}"}]
    }
  },
  "module": {"office": {"source": "./office"}},
  "terraform": {"backend": {"local": {}}},
  "removed": [{"from": "appliance_category.gone"}]
}`)
  expect(blocks.map(({ kind, labels, construct }) => [kind, labels, construct])).toEqual([
    ['resource', ['appliance_category', 'ads'], 'policy/ads/category'],
    ['resource', ['appliance_category', 'games'], undefined],
    ['resource', ['appliance_category', 'games'], undefined],
    ['module', ['office'], undefined],
    ['terraform', [], undefined],
    ['removed', [], undefined],
  ])
  expect(blocks[0]?.attributes).toEqual(
    new Map<string, unknown>([
      ['name', { kind: 'text', text: 'Ads' }],
      ['sites', { kind: 'expression', source: '["a.example","b.example"]' }],
      ['sites_file', { kind: 'expression', source: '"${path.module}/lists/ads.txt"' }],
    ]),
  )
  expect(blocks[2]?.attributes.get('name')).toEqual({ kind: 'expression', source: 'var.games' })
})

it.each([
  ['no JSON', 'resource "a" "b" {}'],
  ['half of a document', '{"module": {"a": {'],
  ['two documents', '{"module": {"a": {}}} {}'],
  ['an escape that JSON does not have', '{"module": {"\\x": {}}}'],
  ['a list', '[{"module": {"a": {}}}]'],
  ['another shape', '{"resource": "a", "module": {"b": 1}, "data": {"c": [2]}}'],
  ['a depth that no configuration has', `{"module": {"a": ${'['.repeat(100_000)}${']'.repeat(100_000)}}}`],
])('finds nothing in %s', (_, text) => {
  expect(read(text)).toEqual([])
})
