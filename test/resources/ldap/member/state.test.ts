import type { Member } from '@webfilter/appliance-client'
import { changedPassword } from '@webfilter/appliance-declarations/member-attributes'
import { type DeclaredMember, notShown, readInto } from '@webfilter/appliance-declarations/member-values'
import { textsToSend } from '../../../../src/resources/ldap/member/state'

const ann: DeclaredMember & { unverified: readonly string[] } = {
  first_name: 'Ann',
  last_name: 'Lee',
  email: 'ann@example.org',
  title: 'Editor',
  telephone_number: null,
  mobile: '',
  organization: 'acme',
  gid: 5001,
  unverified: [],
}

const returned: Member = {
  uid: 'ann',
  texts: { firstName: ['Ann'], lastName: ['Lee'], email: ['ann@example.org'], title: ['Editor'] },
  organization: 'Acme',
  gid: 5001,
}

describe('a state that is read', () => {
  it('is kept where the directory says the same', () => {
    expect(readInto(ann, returned)).toEqual(ann)
  })

  it('keeps the one of several values that it had', () => {
    const several = {
      ...returned,
      texts: { ...returned.texts, email: ['first@example.org', 'ann@example.org'] },
    }
    expect(readInto(ann, several).email).toBe('ann@example.org')
    expect(readInto({ ...ann, email: 'x@example.org' }, several).email).toBe('first@example.org')
  })

  it('takes what others changed and what they took away, but not where they moved it to', () => {
    const changed = {
      ...returned,
      texts: { ...returned.texts, lastName: [], title: [], mobile: ['110'] },
      organization: 'b',
      gid: 7,
    }
    expect(readInto(ann, changed)).toEqual({
      ...ann,
      last_name: '',
      title: null,
      mobile: '110',
    })
    expect(readInto(ann, changed, { gid: null })).toMatchObject({ organization: 'acme', gid: 7 })
    expect(readInto(ann, changed, { gid: 5001 })).toMatchObject({ organization: 'acme', gid: 5001 })
    const { title, ...withoutTitle } = returned.texts
    expect(title).toEqual(['Editor'])
    expect(readInto(ann, { ...returned, texts: withoutTitle }).title).toBeNull()
  })

  it('keeps what the directory did not show when it was set', () => {
    const silent: Member = { uid: 'ann', texts: { title: ['Other'] }, organization: 'b', gid: 7 }
    const unverified = ['email', 'first_name', 'gid', 'last_name', 'organization', 'title']
    expect(readInto({ ...ann, unverified }, silent)).toEqual({ ...ann, unverified })
  })

  it('lets the appliance choose the group where the configuration does', () => {
    expect(readInto({ ...ann, gid: 0 }, returned).gid).toBe(0)
    expect(readInto({ ...ann, gid: null }, returned).gid).toBe(5001)
    expect(readInto(ann, { ...returned, gid: undefined, organization: undefined })).toEqual(ann)
  })
})

describe('what is sent', () => {
  const there = (text: string) => returned.texts[text as 'title']?.[0] ?? ''

  it('is nothing where nothing differs', () => {
    expect(textsToSend(ann, there)).toEqual({})
  })

  it('is each value that differs, and an empty text for each that goes', () => {
    expect(textsToSend({ ...ann, title: null, mobile: '110' }, there)).toEqual({ title: '', mobile: '110' })
  })
})

it('what the directory does not show, or shows otherwise, is named', () => {
  expect(notShown(ann, returned)).toEqual(new Map())
  const otherwise = {
    ...returned,
    texts: { ...returned.texts, title: ['Edito'], mobile: ['x'], email: [] },
    organization: undefined,
    gid: 9,
  }
  expect(notShown(ann, otherwise)).toEqual(
    new Map<string, string | null>([
      ['title', 'Edito'],
      ['mobile', 'x'],
      ['email', null],
      ['organization', null],
      ['gid', '9'],
    ]),
  )
  expect(notShown({ ...ann, gid: 0 }, { ...returned, gid: 9 })).toEqual(new Map())
})

it.each([
  ['a new password', { password: 'a' }, { password: 'b' }, null, 'b'],
  ['the same password', { password: 'a' }, { password: 'a' }, null, null],
  ['a password that is taken out', { password: 'a' }, {}, null, null],
  ['a new version', { password_wo_version: 1 }, { password_wo_version: 2 }, 'wo', 'wo'],
  ['the same version', { password_wo_version: 1 }, { password_wo_version: 1 }, 'wo', null],
  [
    'a write-only one in place of one that is kept',
    { password: 'a' },
    { password_wo_version: 1 },
    'wo',
    'wo',
  ],
  ['one that is kept in place of a write-only one', { password_wo_version: 1 }, { password: 'a' }, null, 'a'],
])('of %s is sent what is due', (_, prior, plan, password_wo, expected) => {
  const none = { password: null, password_wo_version: null }
  expect(changedPassword({ ...none, ...prior }, { ...none, ...plan }, { password_wo })).toBe(expected)
})
