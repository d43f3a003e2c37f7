import { Testing } from 'cdktn'
import 'cdktn/lib/testing/adapters/jest'
import { Category } from 'terraform-provider-appliance/cdktn/category'
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

  it('reject a site that another category contains', () => {
    const { oslo } = declareBranches(Testing.app()).appliances
    oslo.policy.addSites('games', 'doubleclick.net')
    expect(() => Testing.synth(oslo.stack, true)).toThrow('have sites in common: "doubleclick.net"')
  })

  it('reject a token as text', () => {
    const { oslo } = declareBranches(Testing.app()).appliances
    oslo.provider.token = 'not a secret any more'
    expect(() => Testing.synth(oslo.stack, true)).toThrow('is plain text')
  })
})
