import { blockOf, type Configuration, partsOf, placeOfResource } from '../../src/configuration/configuration'

import { blocksOfHcl } from '../../src/configuration/hcl'
import { blocksOfJson } from '../../src/configuration/json'

const configuration: Configuration = {
  folder: 'infra',
  files: ['infra/main.tf', 'infra/cdk.tf.json', 'modules/office/main.tf'],
  blocks: [
    ...blocksOfHcl(
      `resource "appliance_category" "ads" {}
data "appliance_category" "ads" {}

module "office" {
  source = "../modules/office"
}
module "remote" {
  source = "registry.example/a/b/c"
}
`,
      'infra/main.tf',
    ),
    ...blocksOfJson(
      '{"resource": {"appliance_category": {"games": {"//": {"metadata": {"path": "stack/games"}}}}}}',
      'infra/cdk.tf.json',
    ),
    ...blocksOfHcl('\nresource "appliance_category" "ads" {}\n', 'modules/office/main.tf'),
  ],
}

it.each([
  ['appliance_category.ads', 'infra/main.tf', 1],
  ['appliance_category.ads["x.y"]', 'infra/main.tf', 1],
  ['appliance_category.ads[0]', 'infra/main.tf', 1],
  ['data.appliance_category.ads', 'infra/main.tf', 2],
  ['module.office.appliance_category.ads', 'infra/main.tf', 4],
  ['module.office["a.module.b"].module.c[0].appliance_category.ads["d"]', 'infra/main.tf', 4],
  ['module.remote.appliance_category.ads', 'infra/main.tf', 7],
])('finds where the root module has %s', (address, file, line) => {
  expect(placeOfResource(address, configuration)).toEqual({ file, line })
})

it('names the construct of what CDKTF wrote', () => {
  expect(placeOfResource('appliance_category.games', configuration)).toEqual({
    file: 'infra/cdk.tf.json',
    construct: 'stack/games',
  })
})

it.each([
  'appliance_category.gone',
  'data.appliance_category.games',
  'module.gone.appliance_category.ads',
  'module',
  '',
  'appliance_category.ads.more',
])('finds nothing for %j', (address) => {
  expect(placeOfResource(address, configuration)).toBeUndefined()
})

it('finds the block of a resource in a module of the repository', () => {
  expect(blockOf('module.office["a"].appliance_category.ads', configuration)).toMatchObject({
    file: 'modules/office/main.tf',
    line: 2,
  })
  expect(blockOf('module.remote.appliance_category.ads', configuration)).toBeUndefined()
})

it.each([
  ['appliance_category.gone["a"]', 1],
  ['module.gone[0].appliance_category.ads', 4],
])('finds the removed block of %s', (address, line) => {
  const text = 'removed {\n  from = appliance_category.gone\n}\nremoved {\n  from = module.gone\n}\n'
  const removed = { folder: '', files: ['main.tf'], blocks: blocksOfHcl(text, 'main.tf') }
  expect(placeOfResource(address, removed)).toEqual({ file: 'main.tf', line })
})

it('takes keys for no names', () => {
  expect(partsOf('module.a["]\\".b"].data.x.y["z.\\"]"]')).toEqual({
    modules: ['a'],
    kind: 'data',
    labels: ['x', 'y'],
  })
})
