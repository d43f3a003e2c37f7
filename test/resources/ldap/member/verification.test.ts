import type { Member } from '@webfilter/appliance-client'
import { importedMember, readInto } from '@webfilter/appliance-declarations/member-values'

const shownAs = (email: string): Member => ({
  uid: 'ann.lee',
  texts: { firstName: ['Ann'], lastName: ['Lee'], email: [email] },
  organization: 'acme',
  gid: 5001,
})

describe('an attribute that was not verified', () => {
  const state = { ...importedMember(shownAs('ann@example.org')), unverified: ['email'] }

  it('is verified by the first read that returns it as it was set, so that a later change is drift', () => {
    const verified = readInto(state, shownAs('ann@example.org'))
    expect(verified.unverified).toEqual([])
    expect(readInto(verified, shownAs('eve@example.org')).email).toBe('eve@example.org')
  })

  it('stays unverified and keeps its value while another one is returned', () => {
    expect(readInto(state, shownAs('old@example.org'))).toEqual(state)
  })

  it('is changed by others if neither that value nor the one is returned that was when it was set', () => {
    const record = { gid: null, instead: { email: 'old@example.org' } }
    expect(readInto(state, shownAs('old@example.org'), record)).toEqual(state)
    expect(readInto(state, shownAs('eve@example.org'), record)).toMatchObject({
      email: 'eve@example.org',
      unverified: [],
    })
  })
})
