import { emptyTable, FewSites } from '@webfilter/site-lists'
import {
  givenUpBy,
  isPlannedFile,
  lastAdded,
  listPrivateData,
  notedSites,
  packedForNote,
  recordOfChange,
} from '../../../src/resources/category/memory'
import { refuseChangedFile } from '../../../src/resources/category/planned-change'

/** As private data hold it. */
const kept = (json: unknown): unknown => JSON.parse(JSON.stringify(json))

describe('what is remembered of a list', () => {
  it('is what came first, and how the file of the plan was read', () => {
    const sites = new Set(lastAdded({ first_added: ['b.example', 'a.example'] }))
    const record = listPrivateData.record(
      kept(recordOfChange(new FewSites(sites), { reading: '3:all' }, undefined)),
    )
    expect([...lastAdded(record)].sort()).toEqual(['a.example', 'b.example'])
    expect(record?.reading).toBe('3:all')
  })

  it('stays where nothing came, and where no file was read', () => {
    const before = { first_added: ['a.example'], reading: '3:uncut' }
    expect(recordOfChange(emptyTable, undefined, before)).toEqual(before)
    expect(recordOfChange(emptyTable, { reading: '3:any' }, before)).toEqual({ ...before, reading: '3:any' })
    expect(recordOfChange(emptyTable, undefined, undefined)).toEqual({ first_added: [], reading: undefined })
  })

  it('is what other lists declare too, until the next change', async () => {
    const shared = (await packedForNote(new FewSites(lastAdded({ first_added: ['a.example'] })))) ?? undefined
    const record = listPrivateData.record(kept({ first_added: [], shared }))
    expect([...(await notedSites(record?.shared))]).toEqual(['a.example'])
    expect(recordOfChange(emptyTable, undefined, record)).not.toHaveProperty('shared')
    expect(listPrivateData.record({ first_added: [], shared: { packed: 1 } })?.shared).toBeUndefined()
  })

  it.each([null, 'a', [], {}, { first_added: 'a.example' }, { first_added: [1] }])(
    'is nothing where another release wrote %j',
    (json) => {
      const record = listPrivateData.record(json)
      expect(record).toBeUndefined()
      expect(lastAdded(record)).toEqual([])
    },
  )

  it('is a number of sites only from the change that counted them, and only if it is one', () => {
    const counted = { from: 5, to: 9 }
    const record = listPrivateData.record(kept(recordOfChange(emptyTable, undefined, undefined, counted)))
    expect(record?.counted).toEqual(counted)
    expect(listPrivateData.record({ first_added: [], counted: 9 })?.counted).toEqual({ from: 9, to: 9 })
    expect(recordOfChange(emptyTable, undefined, record)).not.toHaveProperty('counted')
    expect(listPrivateData.record({ first_added: [], counted: { from: 5, to: '9' } })).not.toHaveProperty(
      'counted',
    )
  })

  it('is without how the file was read where that is not as this release writes it', () => {
    expect(listPrivateData.record({ first_added: [], reading: 3 })).toEqual({
      first_added: [],
      reading: undefined,
    })
  })
})

describe('what a plan notes of a list', () => {
  it('is what stays when it is destroyed, or how its file was read', () => {
    expect(listPrivateData.note(kept({ staying: null }))).toEqual({ staying: null, reading: undefined })
    expect(listPrivateData.note(kept({ reading: '3:all' }))).toEqual({ reading: '3:all' })
    const staying = { packed: '1:', digest: 'sha256:0', count: 1 }
    expect(listPrivateData.note(kept({ staying }))).toMatchObject({ staying })
  })

  it.each([null, 'a', { staying: 1 }, { staying: { packed: 1 } }, { reading: 3 }])(
    'is nothing in %j',
    (json) => {
      const { staying, reading } = listPrivateData.note(json) ?? {}
      expect([staying, reading]).toEqual([undefined, undefined])
    },
  )
})

const planned = {
  path: 'lists/ads.txt',
  bytes: 'aa'.repeat(32),
  digest: 'of a and b',
  count: 2,
  file_digest: 'aa'.repeat(32),
}

describe('the file of a list', () => {
  it('that is the same at apply is taken', () => {
    expect(() => refuseChangedFile(planned, planned)).not.toThrow()
  })

  it('that has other bytes but leads to the same plan is taken, as Terraform takes it', () => {
    expect(() => refuseChangedFile(planned, { ...planned, bytes: 'bb' })).not.toThrow()
  })

  it('that has the same bytes is taken: another reason makes the list another one', () => {
    expect(() => refuseChangedFile(planned, { ...planned, digest: 'of a' })).not.toThrow()
  })

  it('of which nothing is known at apply is taken', () => {
    expect(() => refuseChangedFile(planned, undefined)).not.toThrow()
  })

  it.each([
    ['sites', { bytes: 'bb'.repeat(32), digest: 'of a', count: 1, file_digest: 'bb'.repeat(32) }],
    ['comments', { bytes: 'bb'.repeat(32), file_digest: 'bb'.repeat(32) }],
  ])('that has other %s is refused by its name, with what was planned and what exists', (_, now) => {
    const refused = () => refuseChangedFile(planned, { ...planned, ...now })
    expect(refused).toThrow('The file "lists/ads.txt" changed after the plan. The plan found 2 sites')
    expect(refused).toThrow('(SHA-256 of the file: bbbbbbbbbbbbbbbb…)')
  })

  it.each([null, 'a', {}, { ...planned, bytes: 1 }, { ...planned, count: '2' }])(
    'is nothing where another release noted %j',
    (json) => {
      expect(isPlannedFile(json)).toBe(false)
    },
  )
})

describe('what a plan notes of the list that is replaced', () => {
  it('reaches the creation with its category, and is nothing where another release wrote something else', async () => {
    const sites = new Set(lastAdded({ first_added: ['a.example', 'b.example'] }))
    const predecessor = { category: 250, sites: await packedForNote(new FewSites(sites)) }
    const noted = listPrivateData.note(kept({ predecessor }))
    const givenUp = await givenUpBy(noted?.predecessor)
    expect([givenUp?.category, [...(givenUp?.sites ?? [])].sort()]).toEqual([250, [...sites].sort()])
    for (const other of [null, { category: '250', sites: predecessor.sites }, { category: 250, sites: [] }])
      expect(listPrivateData.note(kept({ predecessor: other }))?.predecessor).toBeUndefined()
  })
})
