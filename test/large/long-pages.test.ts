import { categoryChange, changeOf, numbered } from '../../packages/command/test/review/plans'
import { render } from '../../packages/command/test/review/rendered'
import { reviewed } from '../../packages/command/test/review/review-of'

describe('a page', () => {
  it.each([
    [
      'one list of 30,000 sites',
      [categoryChange('ads', [], numbered(30_000, 'site'))],
      /29,900 more|29,000 more/,
    ],
    [
      '30,000 groups',
      numbered(30_000, 'group').map((name) => changeOf(`appliance_ldap_group.${name}`, null, { name })),
      /[\d,]+ lines more/,
    ],
  ])('of %s is smaller than 2 MB, and says what it leaves out', async (_, changes, left) => {
    const page = render(await reviewed(changes), 'html')
    expect(Buffer.byteLength(page)).toBeLessThan(2_000_000)
    expect(page).toMatch(left)
  })
})
