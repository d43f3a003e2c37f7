import { categoryChange, changeOf, type WrittenChange } from './plans'
import { render } from './rendered'
import { reviewed } from './review-of'

const created = { adopted: false, on_destroy: null }
const deleted = changeOf('appliance_ldap_member.ann', { uid: 'ann', ...created }, null)
const suffixes = categoryChange('ads', ['a.example'], ['gov.uk', 'github.io', 'blogspot.com'])
const forgotten = changeOf('appliance_hostname.h', { hostname: 'a.example' }, null)
const uninstalled = changeOf('appliance_ldap_service.s', { id: 'openldap', uninstall_on_destroy: true }, null)

const list = { category_id: '250', category_name: 'ads', name: 'feed', sites: ['a.example'] }
const replaced = changeOf('appliance_category_sites.feed', list, { ...list, category_id: '251' })
const elsewhere: WrittenChange = {
  ...replaced,
  change: { ...replaced.change, actions: ['delete', 'create'] },
}
const certificate = { id: 'self_signed/0/a.example', self_signed: { names: ['a.example'] } }
const ordered = { ...certificate, on_existing: 'fail' }

describe('the verdict', () => {
  it.each<[string, readonly WrittenChange[], string]>([
    [
      'begins with the gravest',
      [suffixes, forgotten, deleted],
      '1 account deleted, 3 public suffixes, 1 no longer managed, 3 sites added, 1 site removed. 1 warning.',
    ],
    [
      'counts apart what is destroyed and what is no longer managed',
      [uninstalled, forgotten],
      '1 destroyed, 1 no longer managed.',
    ],
    [
      'takes a category for no longer managed, as it stays when its sites are removed',
      [categoryChange('ads', ['a.example'], null)],
      '1 no longer managed, 1 site removed.',
    ],
    [
      'counts apart what is removed and added again',
      [elsewhere, uninstalled],
      '1 destroyed, 1 removed and added again.',
    ],
    [
      'says that the apply fails',
      [
        changeOf('appliance_certificate.old', certificate, null),
        changeOf('appliance_certificate.new', null, ordered),
      ],
      'The apply fails. 1 no longer managed, 1 other change. 2 warnings.',
    ],
  ])('%s', async (_, changes, verdict) => {
    expect(render(await reviewed(changes), 'text').split('\n')[0]).toBe(verdict)
  })

  it('of JSON counts the same, and keeps their sum', async () => {
    const { totals } = JSON.parse(render(await reviewed([suffixes, forgotten, deleted, uninstalled]), 'json'))
    expect(totals).toMatchObject({
      accounts_deleted: 1,
      public_suffixes: 3,
      destroyed: 1,
      no_longer_managed: 1,
      lost: 3,
    })
  })
})

describe('the order of a review', () => {
  it('has what is deleted before what is only no longer managed, under headings of their own', async () => {
    const text = render(await reviewed([forgotten, uninstalled, deleted]), 'text')
    expect(text.split('\n').filter((line) => /^[A-Z][a-z ]+$|^ {2}-/.test(line))).toEqual([
      'Destroyed',
      '  - member ann: account deleted',
      '  - directory service openldap: uninstalled, including all members and groups',
      'No longer managed',
      '  - host name a.example: no longer managed; the appliance keeps it',
    ])
  })

  it('has the gravest finding first', async () => {
    const trackers = categoryChange('trackers', ['gov.uk'], ['gov.uk'])
    const settings = { findings: { 'large-removal': { percent_from: 1 } } }
    const { findings } = await reviewed([suffixes, trackers], { settings })
    expect(findings.map(({ rule }) => rule)).toEqual([
      'public-suffix',
      'large-removal',
      'site-in-two-categories',
    ])
  })
})
