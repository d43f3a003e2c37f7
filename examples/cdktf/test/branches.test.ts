import { Testing } from 'cdktf'
import 'cdktf/lib/testing/adapters/jest'
import { Category } from 'terraform-provider-appliance/cdktf/category'
import { declareBranches } from '../branches'

Testing.setupJest()

describe('the branches', () => {
  const { berlin, rome } = declareBranches(Testing.app()).appliances

  it('block games in Berlin', () => {
    expect(Testing.synth(berlin.stack, true)).toHaveResourceWithProperties(Category, { name: 'games' })
  })

  it('block other advertising in Rome, and no games', () => {
    const synthesized = Testing.synth(rome.stack, true)
    expect(synthesized).toHaveResourceWithProperties(Category, {
      name: 'ads',
      sites: ['doubleclick.net', 'annunci.example'],
    })
    expect(synthesized).not.toHaveResourceWithProperties(Category, { name: 'games' })
  })
})
