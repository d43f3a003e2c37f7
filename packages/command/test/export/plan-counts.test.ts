import { judge } from '../../src/export/plan-counts'
import type { ExportedBlock } from '../../src/inventory/block'

const declared: readonly ExportedBlock[] = [
  {
    type: 'appliance_category',
    name: 'ads',
    importId: '250',
    attributes: { name: 'ads' },
    dependsOn: [],
  },
]

function judged(change: object, withLists: readonly string[] = [], address = 'appliance_category.ads') {
  return judge(JSON.stringify({ resource_changes: [{ address, change }] }), declared, new Set(withLists))
}

const importing = { importing: { id: '250' } }

describe('A check of an export', () => {
  it('passes if everything is imported and nothing else happens', () => {
    expect(judged({ actions: ['no-op'], ...importing })).toEqual({
      imports: 1,
      adds: 0,
      changes: 0,
      destroys: 0,
      problems: [],
    })
  })

  it('fails if a resource would be created or replaced', () => {
    expect(judged({ actions: ['create'] })).toMatchObject({
      adds: 1,
      problems: [
        'appliance_category.ads would not only be imported: create.',
        'appliance_category.ads would not be imported.',
      ],
    })
    expect(judged({ actions: ['delete', 'create'], ...importing })).toMatchObject({ adds: 1, destroys: 1 })
  })

  it('fails if an import changes something', () => {
    const change = { actions: ['update'], before: { name: 'ads' }, after: { name: 'Ads' }, ...importing }
    expect(judged(change).problems).toEqual(['appliance_category.ads would not only be imported: update.'])
  })

  it('lets a list be added, and nothing beside it', () => {
    const before = { sites_file: null, on_destroy: 'keep' }
    const after = { sites_file: 'sites/ads.txt', on_destroy: 'keep' }
    const list = { actions: ['update'], before, after, after_unknown: { compiled: true }, ...importing }
    expect(judged(list, ['appliance_category.ads'])).toMatchObject({ changes: 1, problems: [] })
    const more = { ...list, after: { ...after, on_destroy: 'remove' } }
    expect(judged(more, ['appliance_category.ads']).problems).toEqual([
      'appliance_category.ads would change more than its list: on_destroy.',
    ])
  })
})
