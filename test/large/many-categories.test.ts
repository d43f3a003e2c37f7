import type { Review } from '@webfilter/appliance-command/review/review'
import { categoryChange, type WrittenChange } from '../../packages/command/test/review/plans'
import { findingsOf, reviewed } from '../../packages/command/test/review/review-of'

const shared = 'shared.example'
const settings = { findings: { 'parent-and-child-apart': 'warning' } }

/** Categories with one common site and one of their own. */
function categories(
  count: number,
  prefix: string,
  before: (own: string) => readonly string[] | null,
  after: (own: string) => readonly string[],
  further: Readonly<Record<string, unknown>> = {},
): readonly WrittenChange[] {
  return Array.from({ length: count }, (_, index) => {
    const name = `${prefix}-${index}`
    const own = `${name}.example`
    return categoryChange(name, before(own), after(own), further)
  })
}

function created(count: number, prefix: string, onConflict: string): readonly WrittenChange[] {
  return categories(
    count,
    prefix,
    () => null,
    (own) => [shared, own],
    { on_conflict: onConflict },
  )
}

/** They hold the common site before and after. */
function updated(count: number, prefix: string): readonly WrittenChange[] {
  return categories(
    count,
    prefix,
    (own) => [shared, own],
    (own) => [shared, own, `new.${own}`],
  )
}

function inTwoCategories(review: Review): string {
  const [found = '', ...others] = findingsOf(review, 'site-in-two-categories')
  expect(others).toEqual([])
  return found
}

// Millions of pairs, each with a list of names, would take more memory than there is.
describe('a review of thousands of categories that share a site', () => {
  it('ends with one finding, which does not count each pair', async () => {
    const found = inTwoCategories(await reviewed(created(5_000, 'c', 'keep')))
    expect(found).toMatch(
      /^! site-in-two-categories: 1 site in two categories each, in at least 4,950 pairs of categories; in all pairs, both categories contain them; for example c-0 and c-1, /,
    )
    expect(found).toMatch(/: shared\.example$/)
    expect(found.length).toBeLessThan(1_000)
  }, 60_000)

  it('names each domain below the common one', async () => {
    const parents = created(2_500, 'parent', 'keep')
    const children = categories(
      2_500,
      'child',
      () => null,
      (own) => [`${own.split('.')[0]}.${shared}`],
    )
    const review = await reviewed([...parents, ...children], { settings })
    const [found = '', ...others] = findingsOf(review, 'parent-and-child-apart')
    expect(others).toEqual([])
    expect(found).toMatch(
      /^! parent-and-child-apart: 2,500 domains with a parent domain in another category, in at least [\d,]+ pairs of categories; for example /,
    )
    expect(found).toMatch(/ and 2,490 more$/)
    expect(found.length).toBeLessThan(2_000)
  }, 60_000)

  it('counts a domain beside others of thousands of pairs, whether it is added or its parent', async () => {
    const first = created(200, 'first', 'keep')
    const children = categories(
      200,
      'child',
      () => null,
      () => [`a.${shared}`],
    )
    const late = [
      categoryChange('old-parent', ['z.example'], ['z.example']),
      categoryChange('new-child', null, ['a.z.example']),
      categoryChange('old-child', ['a.zz.example'], ['a.zz.example']),
      categoryChange('new-parent', null, ['zz.example']),
      categoryChange('both', null, ['zzz.example', 'a.zzz.example']),
    ]
    const review = await reviewed([...first, ...children, ...late], { settings })
    const [found = ''] = findingsOf(review, 'parent-and-child-apart')
    expect(found).toMatch(/: 3 domains with a parent domain in another category, in at least [\d,]+ pairs/)
    expect(found).toContain('"a.zz.example (of zz.example)"')
  })

  it('says each outcome, however late it is found', async () => {
    const losing = [...updated(120, 'a'), ...created(120, 'b', 'move')]
    const found = inTwoCategories(
      await reviewed([
        ...losing,
        categoryChange('y', null, ['z.example'], { on_conflict: 'fail' }),
        categoryChange('z', ['z.example'], ['z.example', 'y.example']),
      ]),
    )
    expect(found).toMatch(/: 2 sites in two categories each, in at least [\d,]+ pairs of categories/)
    expect(found).toContain(
      'the apply rejects the change of some pairs unless the other category gives up the sites, because on_conflict is "fail"',
    )
    expect(found).toContain('in some pairs, the apply removes sites from one category')
    expect(found).toContain('in some pairs, on_conflict and the order of the changes decide')
  })
})

it('a finding on many pairs counts as many domains as it names', async () => {
  const holding = (prefix: string, site: string) =>
    categories(
      11,
      prefix,
      () => [site],
      () => [site],
    )
  const child = categoryChange('child', null, ['a.b.c.example'])
  const review = await reviewed([...holding('near', 'b.c.example'), ...holding('far', 'c.example'), child], {
    settings,
  })
  expect(findingsOf(review, 'parent-and-child-apart')).toEqual([
    expect.stringMatching(/in 22 pairs of .*: "a\.b\.c\.example \(of b.*\)", "a\.b\.c\.example \(of c.*\)"$/),
  ])
})
