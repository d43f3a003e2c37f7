import { definitionOf } from '@webfilter/terraform-plugin/testing'
import { provider } from '../../src/provider'

describe('what the provider loads when it is first named', () => {
  it.each(provider.resources)('is of the resource $name', async (offered) => {
    expect((await definitionOf(offered)).name).toBe(offered.name)
  })

  it.each(provider.dataSources)('is of the data source $name', async (offered) => {
    expect((await definitionOf(offered)).name).toBe(offered.name)
  })
})
