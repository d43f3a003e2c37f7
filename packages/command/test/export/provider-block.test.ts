import { hclFiles, providerBlock } from '../../src/export/hcl'
import { readConfiguration } from '../../src/provider-settings'

async function configurationOf(settings: object) {
  const read = await readConfiguration({ name: 'settings.json', text: JSON.stringify(settings) }, {})
  if (!('values' in read)) throw new Error(JSON.stringify(read.problems))
  const provider = providerBlock(read.values)
  return {
    provider,
    appliance: undefined,
    missing: [],
    version: undefined,
    categories: [],
    directory: [],
  }
}

const expected = {
  interfaces: { 'eth0.10': '00:0c:29:4f:8e:05', Eth1: '00:0c:29:4f:8e:06' },
  unchecked_areas: ['directory', 'records'],
}

test('the expected appliance is written in HCL, with the names of its interfaces', async () => {
  const configuration = await configurationOf({ base_url: 'https://proxy.example.org', expect: expected })
  expect(hclFiles(configuration).get('provider.tf')).toContain(`provider "appliance" {
  base_url = "https://proxy.example.org"
  expect = {
    interfaces = {
      "eth0.10" = "00:0c:29:4f:8e:05"
      "Eth1"    = "00:0c:29:4f:8e:06"
    }
    unchecked_areas = ["directory", "records"]
  }
}`)
})
