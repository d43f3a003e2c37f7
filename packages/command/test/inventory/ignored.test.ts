import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { entryFor, type IgnoreEntry, ignoring, readIgnored, writeIgnored } from '../../src/inventory/ignored'
import type { ListedObject } from '../../src/inventory/listed-object'

const ads: ListedObject = { kind: 'category', id: 250, name: 'Ads of the Lab' }
const group: ListedObject = { kind: 'group', organization: 'Acme', gid: 5001, name: 'editors' }
const link: ListedObject = { kind: 'membership', uid: 'svc-mail', gid: 5001, name: 'editors' }

const always = { reason: 'on purpose', until: '2027-06-30' }
const entryOfCategory = (name: string, until = always.until): IgnoreEntry => ({
  kind: 'category',
  name,
  ...always,
  until,
})

describe('An entry of an ignore file', () => {
  it.each([
    ['ads of the lab', true],
    ['ads*', true],
    ['*LAB', true],
    ['ads*of*lab', true],
    ['*', true],
    ['ads', false],
    ['a*b*b', false],
    ['\\*ads*', false],
    ['*lab*lab', false],
    ['.*', false],
  ])('of the name %s fits or does not', (name, isMeant) => {
    expect(entryFor(ads, [entryOfCategory(name)], '2027-01-01') !== undefined).toBe(isMeant)
  })

  it.each([
    ['2027-06-30', false],
    ['2027-07-01', true],
  ])('holds through its last day: %s', (today, isExpired) => {
    expect(entryFor(ads, [entryOfCategory('*')], today)).toMatchObject({ isExpired })
  })

  it('that holds goes before one that has expired', () => {
    const entries = [entryOfCategory('ads*', '2020-01-01'), entryOfCategory('*', '2027-06-30')]
    expect(entryFor(ads, entries, '2027-01-01')).toEqual({ entry: entries[1], isExpired: false })
    expect(entryFor(ads, entries, '2028-01-01')).toEqual({ entry: entries[1], isExpired: true })
  })

  it('is about one kind, and of groups and memberships about an organization or a group if it says so', () => {
    const found = (object: ListedObject, entry: IgnoreEntry) =>
      entryFor(object, [entry], '2027-01-01') !== undefined
    expect(found(group, entryOfCategory('*'))).toBe(false)
    expect(found(group, { kind: 'group', name: 'edit*', organization: 'acme', ...always })).toBe(true)
    expect(found(group, { kind: 'group', name: 'edit*', organization: 'other', ...always })).toBe(false)
    expect(found(link, { kind: 'membership', uid: 'svc-*', ...always })).toBe(true)
    expect(found(link, { kind: 'membership', uid: 'svc-*', name: 'staff', ...always })).toBe(false)
    expect(found(ads, { kind: 'membership', uid: '*', ...always })).toBe(false)
  })
})

describe('An ignore file', () => {
  let folder: string

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'appliance-test-'))
  })

  afterEach(() => rm(folder, { recursive: true }))

  async function read(content: string): Promise<readonly IgnoreEntry[]> {
    await writeFile(join(folder, 'ignored.json'), content)
    return await readIgnored(join(folder, 'ignored.json'))
  }

  it('has entries, each with a reason and a last day', async () => {
    expect(await read(JSON.stringify({ ignore: [entryOfCategory('lab-*')] }))).toEqual([
      entryOfCategory('lab-*'),
    ])
  })

  it.each([
    ['no JSON', 'is not an ignore file: '],
    [
      '{"ignore": [{"kind": "category", "name": "a", "until": "2027-06-30"}]}',
      'at ignore.0.reason: write a text',
    ],
    [
      '{"ignore": [{"kind": "category", "name": "a", "reason": " ", "until": "2027-06-30"}]}',
      'that is not empty',
    ],
    [
      '{"ignore": [{"kind": "category", "name": "a", "reason": "b"}]}',
      'at ignore.0.until: write the last day',
    ],
    [
      '{"ignore": [{"kind": "category", "name": "a", "reason": "b", "until": "2027-02-30"}]}',
      'at ignore.0.until: write the last day',
    ],
    ['{"ignore": [{"kind": "member"}]}', 'write "category", "group" or "membership"'],
    [
      '{"ignore": [{"kind": "membership", "name": "a", "reason": "b", "until": "2027-06-30"}]}',
      'ignore.0.uid',
    ],
  ])('is refused otherwise: %s', async (content, problem) => {
    await expect(read(content)).rejects.toThrow(problem)
  })

  it('that was written is about these objects alone, until a year has passed', async () => {
    const star: ListedObject = { kind: 'category', id: 251, name: 'a*b\\c' }
    const objects = [ads, group, link, star]
    const file = join(folder, 'written.json')
    await writeIgnored(
      file,
      objects.map((object) => ignoring(object, '2027-02-28')),
    )
    const entries = await readIgnored(file)
    expect(entries.map(({ until }) => until)).toEqual(Array(4).fill('2028-02-28'))
    const isIgnored = (object: ListedObject) => entryFor(object, entries, '2028-02-28')?.isExpired === false
    expect(objects.map(isIgnored)).toEqual([true, true, true, true])
    const others: readonly ListedObject[] = [
      { ...ads, id: 252 },
      { ...ads, name: 'Something else' },
      { ...star, name: 'axb\\c' },
      { ...star, name: 'a*bc' },
      { ...group, organization: 'other' },
      { ...link, gid: 5002 },
    ]
    expect(others.map(isIgnored)).toEqual(others.map(() => false))
  })

  it('that does not exist is an error', async () => {
    await expect(readIgnored(join(folder, 'none.json'))).rejects.toThrow('cannot be read')
  })
})
