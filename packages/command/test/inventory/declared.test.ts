import type { Member } from '@webfilter/appliance-client'
import { hclFiles } from '../../src/export/hcl'
import { declare } from '../../src/inventory/declared'
import type { Inventory } from '../../src/inventory/inventory'
import type { HeldObjects } from '../../src/inventory/states'

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

  it('is a category by its name if its number is the name of another one, which an import would reject', async () => {
    const found = [category(250, 'ads'), category(251, '250'), category(252, '252')]
    const { categories } = await declare({ ...nothing, categories: found }, new Set(), noState)
    expect(categories.map(({ importId }) => importId)).toEqual([
      'ads?on_destroy=keep',
      '251?on_destroy=keep',
      '252?on_destroy=keep',
    ])
  })

  it('has names of memberships whose members are not asked for', async () => {
    const memberships = [
      { uid: 'ann.lee', gid: 5001, name: 'staff' },
      { uid: 'ann-lee', gid: 5001, name: 'staff' },
    ]
    const { directory } = await declare({ ...nothing, memberships }, new Set(), noState)
    const names = directory.map(({ name }) => name)
    expect(new Set(names).size).toBe(2)
    for (const name of names) expect(name).toMatch(/^ann_lee_group(?:_[a-z]{4})?$/)
  })

  it('is only a comment if a text is longer than a person writes it', async () => {
    const categories = [category(250, 'a'.repeat(4_096)), category(251, 'b'.repeat(120_000))]
    const found = await declare({ ...nothing, categories }, new Set(), noState)
    expect(found.categories.map(({ problem }) => problem)).toEqual([
      undefined,
      'A text in it has 120,000 characters, for which reports and files have no room. Shorten it on the appliance.',
    ])
  })

  it('is a member whatever its login begins with', async () => {
    const marked = { ...ann, uid: '#ann.lee' }
    const { directory } = await declare(
      {
        ...nothing,
        members: [ann, marked],
        memberships: [{ uid: marked.uid, gid: 5001, name: 'editors' }],
      },
      new Set(),
      noState,
    )
    expect(directory.map(({ type, importId, problem }) => [type, importId, problem])).toEqual([
      ['appliance_ldap_member', 'ann.lee?on_destroy=keep', undefined],
      ['appliance_ldap_member', '#ann.lee?on_destroy=keep', undefined],
      ['appliance_ldap_group_membership', '#ann.lee/5001', undefined],
    ])
    expect(new Set(directory.map(({ name }) => name)).size).toBe(3)
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

  it('is nothing with half of a character in a name, and nothing refers to it', async () => {
    const half = 'half\ud800'
    const described = { ...category(252, 'described'), description: half }
    const halfOfAnn = { ...ann, uid: 'half', texts: { ...ann.texts, lastName: [half] } }
    const { categories, directory } = await declare(
      {
        ...nothing,
        categories: [category(250, half), category(251, 'whole \u{1f600}'), described],
        groups: [
          { organization: 'acme', gid: 5001, name: half },
          { organization: half, gid: 5002, name: 'staff' },
        ],
        members: [ann, halfOfAnn],
        memberships: [
          { uid: 'ann.lee', gid: 5002, name: 'staff' },
          { uid: 'half', gid: 5001, name: half },
        ],
      },
      new Set(),
      noState,
    )
    const says = expect.stringContaining('half of a character')
    expect(new Map(categories.map(({ importId, problem }) => [importId, problem]))).toEqual(
      new Map([
        ['250?on_destroy=keep', says],
        ['251?on_destroy=keep', undefined],
        ['252?on_destroy=keep', says],
      ]),
    )
    const problems = new Map(directory.map((block) => [block.importId, block.problem]))
    expect(problems.get('acme/5001')).toEqual(says)
    expect(problems.get(`${half}/5002`)).toEqual(says)
    expect(problems.get('half?on_destroy=keep')).toEqual(says)
    expect(problems.get('ann.lee?on_destroy=keep')).toBeUndefined()
    const links = directory.filter(({ type }) => type === 'appliance_ldap_group_membership')
    expect(links.map(({ attributes }) => attributes.gid)).toEqual([5002, 5001])
    expect(links.map(({ problem }) => problem)).toEqual([undefined, undefined])
    const configuration = {
      appliance: undefined,
      missing: [],
      provider: { attributes: {}, variables: [], secrets: {} },
      version: undefined,
      categories,
      directory,
    }
    const lines = [...hclFiles(configuration).values()]
      .flatMap((file) => file.split('\n'))
      .filter((line) => /ud800|\p{Surrogate}/iu.test(line))
    expect(lines.length).toBeGreaterThan(0)
    expect(lines.filter((line) => !/^\s*#/.test(line))).toEqual([])
  })

  it('is nothing with a name of which letters are lost', async () => {
    const { categories } = await declare(
      { ...nothing, categories: [category(250, 'Werbung f\uFFFDr alle')] },
      new Set(),
      noState,
    )
    expect(categories).toMatchObject([{ problem: expect.stringContaining('was not in UTF-8') }])
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
