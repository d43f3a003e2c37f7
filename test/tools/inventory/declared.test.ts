import type { Member } from '../../../src/appliance/directory/entries'
import { declare } from '../../../src/tools/inventory/declared'
import type { Inventory } from '../../../src/tools/inventory/inventory'
import type { HeldObjects } from '../../../src/tools/inventory/states'

const nothing: Inventory = {
  categories: [],
  service: undefined,
  groups: [],
  members: [],
  memberships: [],
  absent: [],
  missing: [],
  notAsked: [],
}

const noState: HeldObjects = {
  hasCategory: () => false,
  hasService: () => false,
  hasGroup: () => false,
  hasMember: () => false,
  hasMembership: () => false,
}

const category = (id: number, name: string) => ({ id, name, table: '' })

const ann: Member = {
  uid: 'ann.lee',
  texts: { firstName: ['Ann'], lastName: ['Lee'], email: ['ann@example.org'] },
  organization: 'acme',
  gid: 5001,
}

describe('What an export declares', () => {
  it('is one category of several that are the same for the appliance; the others are comments', async () => {
    const { categories } = await declare(
      { ...nothing, categories: [category(251, 'Équipe'), category(250, 'equipe'), category(252, ' ')] },
      new Set(),
      noState,
    )
    expect(categories.map(({ importId, problem }) => [importId, problem !== undefined])).toEqual([
      ['250?on_destroy=keep', false],
      ['251?on_destroy=keep', true],
    ])
  })

  it('names what has no name', async () => {
    const { undeclared } = await declare(
      {
        ...nothing,
        categories: [category(252, ' ')],
        groups: [{ organization: 'acme', gid: 5001, name: undefined }],
      },
      new Set(),
      noState,
    )
    expect(undeclared).toEqual([
      'The category number 252 has no name, so no resource can declare it.',
      'The group number 5001 of the organization "acme" has no name, so no resource can declare it.',
    ])
  })

  it('is no service that an apply would start', async () => {
    const { directory } = await declare({ ...nothing, service: 'stopped' }, new Set(), noState)
    expect(directory).toMatchObject([{ problem: 'The service is stopped, and an apply would start it.' }])
  })

  it('is no member with a value that the provider rejects, or without a required one', async () => {
    const odd = { ...ann, uid: 'odd', texts: { ...ann.texts, email: ['no address'] } }
    const half = { ...ann, uid: 'half', organization: undefined }
    const { directory } = await declare({ ...nothing, members: [ann, odd, half] }, new Set(), noState)
    expect(directory.map(({ name, problem }) => [name, problem])).toEqual([
      ['ann_lee', undefined],
      ['half', 'The directory returns no value for organization, which the resource requires.'],
      ['odd', expect.stringContaining('no address')],
    ])
  })

  it('says of further values of an attribute that they are left out', async () => {
    const texts = { ...ann.texts, email: ['ann@example.org', 'lee@example.org'] }
    const { directory, undeclared } = await declare(
      { ...nothing, members: [{ ...ann, texts }] },
      new Set(),
      noState,
    )
    expect(directory).toMatchObject([{ attributes: { email: 'ann@example.org' } }])
    expect(undeclared).toEqual([
      'The member "ann.lee" has 2 values of email, and the resource declares only the first one.',
    ])
  })

  it('is two groups of two organizations with one number, which both are written', async () => {
    const groups = ['acme', 'other'].map((organization) => ({ organization, gid: 5001, name: 'all' }))
    const { directory } = await declare({ ...nothing, groups }, new Set(), noState)
    expect(directory.map(({ importId }) => importId)).toEqual(['acme/5001', 'other/5001'])
  })
})
