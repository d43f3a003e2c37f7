import { TerraformVariable, Testing } from 'cdktf'
import { ApplianceFleet } from '../src/appliance-fleet'
import { DirectoryTeam } from '../src/directory-team'
import { ExistingCategory } from '../src/existing-category'
import { FilteringPolicy } from '../src/filtering-policy'
import { problemsIn, stackWithProvider } from './synthesized'

const person = { firstName: 'Ann', lastName: 'Lee', email: 'ann.lee@example.org' }
const every = 'has a key that every object in JavaScript has, so it cannot be an ID. Choose another key.'

describe('a key that the library takes for no id', () => {
  it.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])(
    'is reported with all others: %s',
    (key) => {
      const stack = stackWithProvider()
      const problems = () => problemsIn(() => Testing.synth(stack, true))
      const policy = new FilteringPolicy(stack, 'policy', { categories: { [key]: { name: 'Games' } } })
      const existing = ExistingCategory.fromId(stack, 'blocked', '250')
      policy.addExisting(key, existing, { sites: ['one.example'] })
      existing.addList(key, { name: 'feed', sites: ['two.example'] })
      new DirectoryTeam(stack, 'team', {
        organization: 'acme',
        groups: [key],
        members: { [key]: { ...person, groups: [key] } },
      })
      expect(problems()).toEqual(
        expect.arrayContaining([
          `Category ${JSON.stringify(key)} ${every}`,
          `List ${JSON.stringify(key)} ${every}`,
          `Group ${JSON.stringify(key)} ${every}`,
          `Member ${JSON.stringify(key)} ${every}`,
        ]),
      )
    },
  )

  it('is reported of the appliances of a fleet', () => {
    const { appliances } = new ApplianceFleet(Testing.app(), 'branches', {
      policy: { categories: {} },
      appliances: { toString: { provider: {} }, '': { provider: {} }, rome: { provider: {} } },
    })
    expect(problemsIn(() => Testing.synth(appliances.rome.stack, true))).toEqual([
      `Appliance "toString" ${every}`,
      'Appliance "" has an empty key. Choose a key.',
    ])
  })

  it('is an empty one, or a reference', () => {
    const stack = stackWithProvider()
    const key = new TerraformVariable(stack, 'key', { type: 'string' }).stringValue
    new FilteringPolicy(stack, 'policy', { categories: { '': { name: 'A' }, [key]: { name: 'B' } } })
    expect(problemsIn(() => Testing.synth(stack, true))).toEqual([
      'Category "" has an empty key. Choose a key.',
      expect.stringMatching(/^Category ".+" has a reference as its key\. Write the key as a text\.$/),
    ])
  })
})
