import { unknown } from '@webfilter/terraform-plugin'
import { isOutdated, movesOf } from '../../../../src/resources/ldap/accounts/plan'
import { memberPrivateData } from '../../../../src/resources/ldap/accounts/successor'

const there = { organization: 'Acme', gid: 5001 }
const record = { organization: 'acme', gid: 5001 }
const wanted = { organization: 'acme', gid: 5001, on_move: 'replace' as const }

describe('a move of a member', () => {
  it.each([
    ['nothing, in another letter case', {}],
    ['a group that the appliance may choose', { gid: 0 }],
    ['no group', { gid: null }],
  ])('is none where the configuration says %s', (_, change) => {
    expect(movesOf(there, { ...wanted, ...change }, record)).toEqual([])
  })

  it('is none where an import could not read the place', () => {
    expect(movesOf({ organization: '', gid: null }, { ...wanted, gid: 7 }, undefined)).toEqual([])
  })

  it.each([
    ['gid', { gid: 5002 }],
    ['organization', { organization: 'other' }],
  ] as const)(
    'replaces the member where the configuration has another %s than was last applied',
    (attribute, change) => {
      expect(movesOf(there, { ...wanted, ...change }, record)).toEqual([{ attribute, kind: 'replaces' }])
      // Others moved it besides: what is wished is still another one than before.
      const elsewhere = { organization: 'third', gid: 5003 }
      expect(movesOf(elsewhere, { ...wanted, ...change }, record)).toContainEqual({
        attribute,
        kind: 'replaces',
      })
    },
  )

  it.each([
    ['others', record],
    ['unknown', undefined],
  ] as const)('is refused where it is the change of: %s', (by, known) => {
    expect(movesOf({ ...there, gid: 5002 }, wanted, known)).toEqual([
      { attribute: 'gid', kind: 'refused', by, found: 5002, wanted: 5001 },
    ])
  })

  it.each(['fail', null, unknown] as const)('is refused while on_move is %p', (on_move) => {
    expect(movesOf(there, { ...wanted, gid: 5002, on_move }, record)).toEqual([
      { attribute: 'gid', kind: 'refused', by: 'configuration', found: 5001, wanted: 5002 },
    ])
  })

  it('that is not known yet replaces the member only where that is allowed', () => {
    expect(movesOf(there, { ...wanted, gid: unknown }, record)).toEqual([
      { attribute: 'gid', kind: 'replaces' },
    ])
    expect(movesOf(there, { ...wanted, gid: unknown, on_move: 'fail' }, record)).toEqual([
      { attribute: 'gid', kind: 'unknown' },
    ])
  })
})

describe('a member without a record that an interrupted apply was to move', () => {
  it.each(['organization', 'gid'] as const)('is moved if its %s differs', (attribute) => {
    const other = attribute === 'gid' ? { gid: 5002 } : { organization: 'other' }
    expect(movesOf(there, { ...wanted, ...other }, undefined, true)).toEqual([
      { attribute, kind: 'replaces' },
    ])
  })
})

describe('what was last applied', () => {
  it.each([
    [true, { gid: 5002 }],
    [true, { organization: 'other' }],
    [false, {}],
    [false, { gid: null }],
    [false, { gid: 0 }],
    [true, { gid: unknown }],
    [true, { organization: unknown }],
  ])('is outdated: %s, where the configuration says %j', (outdated, change) => {
    expect(isOutdated(record, { ...wanted, ...change })).toBe(outdated)
  })

  it('is not outdated if it is not known', () => {
    expect(isOutdated(undefined, wanted)).toBe(false)
  })

  it.each([
    null,
    1,
    [],
    {},
    { organization: 1, gid: 5001 },
    { organization: 'acme' },
    { organization: 'acme', gid: '1' },
  ])('is nothing where private data hold %j', (json) => {
    expect(memberPrivateData.record(json)).toBeUndefined()
  })
})

it('what a creation left undone is read as it was written', () => {
  const unfinished = { account: true, texts: false, password: true, gids: [5003] }
  expect(memberPrivateData.record({ ...record, unfinished })).toEqual({ ...record, unfinished })
})

describe('what a plan notes', () => {
  const successor = { uid: 'ann', organization: null, gid: 0, hasPassword: true }
  it.each([
    { plan: 'change', uid: 'ann', adopted: true, isTold: false },
    { plan: 'creation', successor, of: 'ann', deletes: null, owed: [] },
    {
      plan: 'creation',
      successor: { ...successor, uid: null, gid: null },
      of: 'ann',
      deletes: true,
      owed: [5003],
    },
  ])('is read as it was written: %j', (note) => {
    expect(memberPrivateData.note(JSON.parse(JSON.stringify(note)))).toEqual(note)
  })

  it.each([
    null,
    'creation',
    {},
    { plan: 'other' },
    { plan: 'change', uid: 'ann' },
    { plan: 'creation', of: 'ann', deletes: true },
    { plan: 'creation', successor: { ...successor, hasPassword: 'yes' }, of: 'ann', deletes: true },
    { plan: 'creation', successor, deletes: 'yes' },
  ])('is nothing where it holds %j', (json) => {
    expect(memberPrivateData.note(json)).toBeUndefined()
  })
})
