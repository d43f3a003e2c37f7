import { categoryChange, changeOf, type WrittenChange } from '../review/plans'
import { findingsOf, linesOf, reviewed } from '../review/review-of'

const quiet = { settings: { findings: { 'everything-gone': 'off', 'large-removal': 'off' } } }

/** A list in a category with a number. */
function list(name: string, category: readonly [id: string, name: string], ...further: readonly object[]) {
  const [category_id, category_name] = category
  const usual = { on_remove: 'remove', on_destroy: 'remove', compile: true, on_conflict: 'keep' }
  return Object.assign({ name, category_id, category_name, ...usual }, ...further)
}

const ads = ['250', 'ads'] as const
const games = ['251', 'games'] as const
const x = { sites: ['x.example'] }

async function linesFor(...changes: readonly WrittenChange[]): Promise<readonly string[]> {
  return linesOf(await reviewed(changes, quiet))
}

describe('a site that a new list takes with on_conflict = "move"', () => {
  it('may be taken from another category if another list of its own gives it up', async () => {
    const gives = categoryChange('games', ['x.example', 'g.example'], ['g.example'], { id: '251' })
    const takes = changeOf('appliance_category_sites.lb', null, list('lb', games, x, { on_conflict: 'move' }))
    const other = changeOf('appliance_category_sites.la', list('la', ads, x), null, {
      change: { actions: ['forget'] },
    })
    expect(await linesFor(gives, takes, other)).toEqual([
      '- category ads: no longer managed; nothing is sent to the appliance',
      '> category ads to category games: up to 1 site, known only after the apply (on_conflict): x.example',
      '~ category ads: 1 site no longer managed, but still in the category unless another category takes it: x.example',
    ])
  })

  it('stays in another category if the new category of the list has it before, and does not take it', async () => {
    const both = { sites: ['x.example', 'y.example'] }
    const moves = { on_conflict: 'move', on_destroy: 'keep' }
    const taking = changeOf(
      'appliance_category_sites.l',
      list('l', ads, both, moves),
      { ...list('l', games, both, moves), category_id: undefined },
      { change: { actions: ['delete', 'create'], after_unknown: { category_id: true } } },
    )
    const created = categoryChange('games', null, ['x.example'], { on_conflict: 'keep' })
    const lines = await linesFor(taking, {
      ...created,
      change: { ...created.change, after_unknown: { id: true } },
    })
    expect(lines.filter((line) => line.startsWith('>'))).toEqual([
      '> category ads to category games: 1 site; the apply removes it from any other category (on_conflict is "move"): y.example',
    ])
    expect(lines).toContain(
      '- category ads: 1 list no longer in this category; 1 site stays as it is: x.example',
    )
  })

  it('is in both categories if an operation adds it to the other one', async () => {
    const operation = { name: 'category_compile', arguments: { category_id: '250', site: 'x.example' } }
    const lines = await linesFor(
      categoryChange('ads', ['x.example', 'a.example'], ['x.example', 'a.example'], { id: '250' }),
      categoryChange('games', [], ['x.example'], { id: '251', on_conflict: 'move' }),
      changeOf('appliance_operation.o', null, operation),
    )
    expect(lines.filter((line) => line.startsWith('>'))).toEqual([])
    expect(lines).toContain(
      '+ operation category_compile: runs once and compiles category ads with x.example, which the appliance may add if it is missing',
    )
  })
})

describe('a list that goes', () => {
  it('has a line of its own if another resource manages the category from now on', async () => {
    const a = categoryChange('ads', ['a.example'], null, { id: '250' })
    const forgotten = { ...a, address: 'appliance_category.a', change: { ...a.change, actions: ['forget'] } }
    const declared = categoryChange('ads', null, ['a.example'])
    const gone = changeOf('appliance_category_sites.l', list('l', ads, x), null)
    expect(await linesFor(forgotten, declared, gone)).toEqual(
      expect.arrayContaining([
        '- category ads: 1 list no longer in this category; 1 site removed: x.example',
        '~ category ads: another resource manages it from now on; nothing is sent for the former one',
      ]),
    )
  })

  it('changes nothing of what it leaves in the category, so nothing waits for a compile', async () => {
    const kept = changeOf('appliance_category_sites.l', list('l', ads, x, { on_destroy: 'keep' }), null)
    const category = categoryChange('ads', ['x.example'], ['x.example'], { id: '250', compile: false })
    const titled = { ...category.change, after: { ...(category.change.after as object), verify: 'full' } }
    const review = await reviewed([kept, { ...category, change: { ...titled, actions: ['update'] } }], quiet)
    expect(findingsOf(review, 'change-without-compile')).toEqual([])
  })

  it('is not known to leave its sites where another category gains them', async () => {
    const comes = {
      change: { actions: ['delete', 'create'], after_unknown: { category_id: true, category_name: true } },
    }
    const { category_id: _, category_name: __, ...after } = list('l', ads, x)
    const moved = changeOf('appliance_category_sites.l', list('l', ads, x), after, comes)
    const gains = categoryChange('games', [], ['x.example'], { id: '251' })
    const own = categoryChange('ads', ['a.example'], ['a.example'], { id: '250' })
    expect(findingsOf(await reviewed([moved, gains, own], quiet), 'site-in-two-categories')).toEqual([])
  })
})

it('a site has moved to an imported category only if that did not contain it', async () => {
  const gives = categoryChange('news', ['x.example', 'n.example'], ['n.example'], { id: '252' })
  const imported = categoryChange('ads', [], ['x.example'], { id: '250', on_conflict: 'move' })
  const lines = await linesFor(gives, {
    ...imported,
    change: { ...imported.change, importing: { id: '250' } },
  })
  expect(lines.filter((line) => line.startsWith('>'))).toEqual([])
  expect(lines).toContain('- category news: 1 site: x.example')
})
