import { heldBy, resourcesOf } from '../../src/inventory/states'

const held = (text: string) => heldBy(resourcesOf({ path: 'state.json', text }))

describe('States of other stacks', () => {
  it('hold what their resources are, as a stored state says it', () => {
    const of = (type: string, attributes: object, mode = 'managed') => ({
      mode,
      type,
      instances: [{ attributes }],
    })
    const found = held(
      JSON.stringify({
        version: 4,
        resources: [
          of('appliance_category', { id: '250', name: 'Ads' }),
          of('appliance_category_sites', { category_id: '252', name: 'feed' }),
          of('appliance_category', { id: '251', name: 'news' }, 'data'),
          of('appliance_ldap_group', { organization: 'Acme', gid: 5001 }),
          of('appliance_ldap_member', { uid: 'Ann.Lee' }),
          of('appliance_ldap_group_membership', { uid: 'ann.lee', gid: 5001 }),
        ],
      }),
    )
    const hasCategory = (id: number, name: string) => found.hasCategory({ id, name })
    expect([hasCategory(250, 'ads'), hasCategory(250, 'news'), hasCategory(251, 'news')]).toEqual([
      true,
      false,
      false,
    ])
    expect(hasCategory(252, 'whatever')).toBe(true)
    expect([found.hasGroup('acme', 5001), found.hasGroup('other', 5001)]).toEqual([true, false])
    expect([found.hasMember('ann.lee'), found.hasMembership('ANN.LEE', 5001)]).toEqual([true, true])
    expect(found.hasService()).toBe(false)
  })

  it('that cannot be read are an error, because what they contain would be declared twice', () => {
    for (const content of ['{"version": 3}', 'encrypted', '{"format_version": "1.0"}'])
      expect(() => held(content)).toThrow('is not a state that can be read')
  })

  it('that are empty hold nothing', () => {
    expect(held('').hasCategory({ id: 250, name: 'ads' })).toBe(false)
  })
})
