import { askedSite } from '../../src/explain/asked-site'
import { isNameIn, mentionsOf } from '../../src/explain/mentions'

it.each([
  ['sites = ["ads.example"]', true],
  ['"www.ads.example", "*.ads.example", ".ads.example"', true],
  ['# https://ads.example/x', true],
  ['ads.example', true],
  ['"cdn.ads.example"', false],
  ['"bads.example", "my-ads.example"', false],
  ['"ads.example.org", "ads.examples"', false],
  ['"ann@ads.example"', false],
  ['"bads.example", "ads.example"', true],
])('%s has the name: %s', (text, expected) => {
  expect(isNameIn('ads.example', text)).toBe(expected)
})

it('finds the lines with a name, then with its parents, in any spelling', () => {
  const texts = [
    { file: 'main.tf', text: 'sites = [\n  "Shop.EXAMPLE.org",\n  "example.org",\n]\n' },
    { file: 'out/cdk.tf.json', text: '{"sites": ["bücher.example"]}' },
  ]
  const places = (name: string) =>
    mentionsOf(askedSite(name), texts).map(({ name: found, place }) => `${place.file}:${place.line} ${found}`)
  expect(places('shop.example.org')).toEqual(['main.tf:2 shop.example.org', 'main.tf:3 example.org'])
  expect(places('xn--bcher-kva.example')).toEqual(['out/cdk.tf.json:1 xn--bcher-kva.example'])
  expect(places('192.0.2.1')).toEqual([])
})
