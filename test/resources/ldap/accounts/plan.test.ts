import { unknown } from '@webfilter/terraform-plugin'
import { changedPlaces, isOutdated } from '../../../../src/resources/ldap/accounts/plan'

const prior = { organization: 'acme', gid: 5001 }

describe('the place of a member', () => {
  it.each([
    [{ organization: 'Acme', gid: 5001 }, []],
    [{ organization: 'acme', gid: null }, []],
    [{ organization: 'acme', gid: 0 }, []],
    [{ organization: 'other', gid: null }, ['organization']],
    [{ organization: 'acme', gid: 5002 }, ['gid']],
    [{ organization: 'other', gid: 5002 }, ['organization', 'gid']],
    [{ organization: unknown, gid: unknown }, ['organization', 'gid']],
  ])('changes to %j in %j', (wanted, changed) => {
    expect(changedPlaces(prior, wanted).map(({ attribute }) => attribute)).toEqual(changed)
  })

  it.each([null, 0])(
    'may be stated where an import could not read it, or the appliance chose it: %j',
    (gid) => {
      expect(changedPlaces({ organization: '', gid }, { organization: 'acme', gid: 5001 })).toEqual([])
    },
  )
})

it.each([
  [undefined, 5001, false],
  [{ gid: 5001 }, 5001, false],
  [{ gid: null }, 0, false],
  [{ gid: null }, null, false],
  [{ gid: null }, 5001, false],
  [{ gid: 5001 }, null, true],
  [{ gid: 5001 }, 0, true],
  [{ gid: 5001 }, unknown, false],
])('the record %j is older than the group %p: %j', (record, gid, isOlder) => {
  expect(isOutdated(record, gid)).toBe(isOlder)
})
