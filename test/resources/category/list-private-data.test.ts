import {
  lastAdded,
  listPrivateData,
  notedSites,
  packedForNote,
  recordOfChange,
} from '../../../src/resources/category/list-private-data'

import { emptyTable } from '../../../src/sites/table/site-table'

/** As private data hold it. */
const kept = (json: unknown): unknown => JSON.parse(JSON.stringify(json))

describe('what is remembered of a list', () => {
  it('is what came first, and how the file of the plan was read', () => {
    const sites = new Set(lastAdded({ first_added: ['b.example', 'a.example'] }))
    const record = listPrivateData.record(kept(recordOfChange(sites, { reading: '3:all' }, undefined)))
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
    const shared = (await packedForNote(new Set(lastAdded({ first_added: ['a.example'] })))) ?? undefined
    const record = listPrivateData.record(kept({ first_added: [], shared }))
    expect([...(await notedSites(record?.shared))]).toEqual(['a.example'])
    expect(recordOfChange(emptyTable, undefined, record)).not.toHaveProperty('shared')
    expect(listPrivateData.record({ first_added: [], shared: { sites_packed: 1 } })?.shared).toBeUndefined()
  })

  it.each([null, 'a', [], {}, { first_added: 'a.example' }, { first_added: [1] }])(
    'is nothing where another release wrote %j',
    (json) => {
      const record = listPrivateData.record(json)
      expect(record).toBeUndefined()
      expect(lastAdded(record)).toEqual([])
    },
  )

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
    const staying = { sites_packed: '1:', sites_digest: 'sha256:0', site_count: 1 }
    expect(listPrivateData.note(kept({ staying }))).toMatchObject({ staying })
  })

  it.each([null, 'a', { staying: 1 }, { staying: { sites_packed: 1 } }, { reading: 3 }])(
    'is nothing in %j',
    (json) => {
      const { staying, reading } = listPrivateData.note(json) ?? {}
      expect([staying, reading]).toEqual([undefined, undefined])
    },
  )
})
