import { Aspects, TerraformCount, type TerraformStack, TerraformVariable, Testing } from 'cdktf'
import { Category } from '../bindings/cdktf/category/index'
import { CategorySites } from '../bindings/cdktf/category-sites/index'
import { LdapGroup } from '../bindings/cdktf/ldap-group/index'
import { LdapGroupMembership } from '../bindings/cdktf/ldap-group-membership/index'
import { LdapMember } from '../bindings/cdktf/ldap-member/index'
import { ApplianceProvider } from '../bindings/cdktf/provider/index'
import { ExistingCategory } from '../src/existing-category'
import { checkStackOf } from '../src/stack-checks'
import { problemsIn, reference, stackWithProvider } from './synthesized'

const ann = { firstName: 'Ann', lastName: 'Lee', email: 'ann.lee@example.org', organization: 'acme' }

describe('the checks of a stack', () => {
  let stack: TerraformStack
  const problems = () => problemsIn(() => Testing.synth(stack, true))

  beforeEach(() => {
    stack = stackWithProvider()
    checkStackOf(stack)
  })

  it('run once, however many constructs ask for them', () => {
    checkStackOf(stack)
    checkStackOf(new Category(stack, 'ads', { name: 'Ads', verify: 'often' }))
    expect(problems()).toEqual([
      'The attribute verify of "ads" is "often". Set it to "auto", "full", "sample" or "none".',
    ])
  })

  it('find values that are none of the allowed ones, wherever they were set', () => {
    const { node } = stack
    const provider = node.findChild('appliance') as ApplianceProvider
    provider.categoryApi = 'oldest'
    const ads = new Category(stack, 'ads', { name: 'Ads', onConflict: 'move' })
    const games = new Category(stack, 'games', { name: 'Games' })
    const member = new LdapMember(stack, 'ann', { ...ann, uid: 'ann.lee', onExisting: 'fail' })
    ads.onConflict = 'mvoe'
    games.addOverride('on_destroy', 'delete')
    Aspects.of(stack).add({
      visit: (construct) => {
        if (construct === member) member.onExisting = 'allow'
      },
    })
    expect(problems()).toEqual([
      'The attribute categoryApi of "appliance" is "oldest". Set it to "auto", "older" or "autonomous".',
      'The attribute onConflict of "ads" is "mvoe". Set it to "keep", "move" or "fail".',
      'The attribute onDestroy of "games" is "delete". Set it to "remove" or "keep".',
      'The attribute onExisting of "ann" is "allow". Set it to "adopt" or "fail".',
    ])
  })

  it('find lists from the program and from a file at once', () => {
    const ads = new Category(stack, 'ads', { name: 'Ads', sites: ['one.example'] })
    ads.sitesFile = '/var/lists/ads.txt'
    new CategorySites(stack, 'feed', { categoryId: '7', name: 'feed', sitesFile: '/var/lists/feed.txt' })
    expect(problems()).toEqual(['"ads" has both sites and sitesFile. Remove one of them.'])
  })

  it('find what is declared twice, in any spelling that the appliance takes for the same', () => {
    new Category(stack, 'ads', { name: 'Werbung für Ärzte' })
    new Category(stack, 'more', { name: 'werbung fur  arzte' })
    new CategorySites(stack, 'desk', { categoryId: '7', name: 'feed' })
    new CategorySites(stack, 'feed', { categoryId: '7', name: 'feed' })
    new CategorySites(stack, 'press', { categoryId: '7', name: 'press' })
    const group = new LdapGroup(stack, 'editors', { name: 'Editors', organization: 'acme' })
    new LdapGroup(stack, 'others', { name: 'editors', organization: 'ACME' })
    const member = new LdapMember(stack, 'ann', { ...ann, uid: 'ann.lee' })
    new LdapMember(stack, 'ann2', { ...ann, uid: 'Ann.Lee' })
    new LdapGroupMembership(stack, 'one', { uid: member.uid, gid: group.gid })
    new LdapGroupMembership(stack, 'two', { uid: member.uid, gid: group.gid })
    new LdapGroupMembership(stack, 'three', { uid: member.uid, gid: group.gid })
    expect(problems()).toEqual([
      '"ads" and "more" declare the same category. Remove one of them, or make it a CategorySites with the id of the other one.',
      '"desk" and "feed" declare the same list of a category. Remove one of them.',
      '"ann" and "ann2" declare the same member. Remove one of them.',
      '"editors" and "others" declare the same group. Remove one of them.',
      '"one" and "two" and "three" declare the same membership. Remove all but one.',
    ])
  })

  it('take what is on another appliance, or moves, or what only Terraform knows', () => {
    const name = new TerraformVariable(stack, 'name', { type: 'string' })
    const other = new ApplianceProvider(stack, 'other', { alias: 'other' })
    new Category(stack, 'ads', { name: 'Ads' })
    new Category(stack, 'elsewhere', { name: 'Ads', provider: other })
    for (const id of ['each', 'other_each']) new Category(stack, id, { name: `\${each.key}` })
    for (const id of ['count', 'other_count']) new Category(stack, id, { name: `topic \${count.index}` })
    new Category(stack, 'first', { name: name.stringValue, verify: name.stringValue })
    new Category(stack, 'before', { name: 'Games' }).moveTo('games')
    new Category(stack, 'after', { name: 'Games' }).addMoveTarget('games')
    expect(problems()).toEqual([])
  })

  it('write the stack out as often, however many constructs are checked', () => {
    const written = (count: number) => {
      const other = stackWithProvider()
      for (let index = 0; index < count; index++)
        ExistingCategory.fromId(other, `c${index}`, `${index}`).addList('desk', {
          sites: [`s${index}.example`],
        })
      const toTerraform = jest.spyOn(other, 'toTerraform')
      Testing.synth(other, true)
      return toTerraform.mock.calls.length
    }
    expect(written(10)).toBe(written(1))
  })

  it('see what has changed since another synth, also if it ended with a problem', () => {
    const list = ExistingCategory.fromId(stack, 'blocked', '250').addList('desk', { sites: ['com'] })
    const problems = () => problemsIn(() => Testing.synth(stack, true))
    expect(problems()).toHaveLength(1)
    list.sites = ['shop.example']
    expect(problems()).toEqual([])
    list.sites = ['org']
    expect(list.node.scope?.node.validate()).toHaveLength(1)
  })

  it('take two categories of one name of which the program leaves out one', () => {
    const [strict, mild] = ['strict', 'mild'].map(
      (id, count) => new Category(stack, id, { name: 'ads', sites: ['one.example'], count }),
    )
    checkStackOf(stack)
    expect([strict?.count, mild?.count]).toEqual([0, 1])
    expect(problemsIn(() => Testing.synth(stack, true))).toEqual([])
  })

  it('find a count that declares one thing several times', () => {
    new Category(stack, 'ads', { name: 'Ads', count: 3 })
    new Category(stack, 'topics', { name: `topic \${count.index}`, count: 3 })
    new Category(stack, 'once', { name: 'Once', count: 1 })
    const count = new TerraformVariable(stack, 'count', { type: 'number' })
    new Category(stack, 'some', { name: 'Some', count: TerraformCount.of(count.numberValue) })
    expect(problems()).toEqual([
      `"ads" declares the same category 3 times, by its count. Use ${reference('count.index')} in it, or remove the count.`,
    ])
  })

  it('take a name that looks like a reference for a name', () => {
    for (const id of ['one', 'other']) new Category(stack, id, { name: 'each.one', sites: [] })
    checkStackOf(stack)
    expect(problemsIn(() => Testing.synth(stack, true))).toHaveLength(1)
  })
})
