import type { Message } from '@webfilter/appliance-command/plan/messages'
import type { Review } from '@webfilter/appliance-command/review/review'
import { categoryAdopted } from '@webfilter/appliance-declarations/diagnostics/categories'
import { sitesFileLinesSkipped } from '@webfilter/appliance-declarations/diagnostics/site-files'
import { sitesNeverActive } from '@webfilter/appliance-declarations/diagnostics/sites'
import { packedCategoryChange, type WrittenChange } from '../../packages/command/test/review/plans'
import { render } from '../../packages/command/test/review/rendered'
import { findingsOf, reviewed } from '../../packages/command/test/review/review-of'

/**
 * Seventy-two lists that overlap as published ones do: three are the same, one has something of all others, and each has sites of its
 * neighbors and domains below theirs.
 */
function overlappingLists(): ReadonlyMap<string, readonly string[]> {
  const lists = Array.from({ length: 68 }, (_, list) => {
    const own = sitesOf(list, 20 + ((list * 37) % 90))
    const neighbors = [1, 2, 5].flatMap((step) => sitesOf((list + step) % 68, 1 + ((list * step) % 4)))
    const below = sitesOf((list + 9) % 68, 3).map((site) => `cdn.${site}`)
    return [`list-${list}`, [...own, ...neighbors, ...below]] as const
  })
  const redirectors = sitesOf(70, 60)
  return new Map<string, readonly string[]>([
    ...lists,
    ['adult', [...new Set(lists.flatMap(([, sites]) => sites.slice(0, 4)))]],
    ['redirector', redirectors],
    ['strict-redirector', redirectors],
    ['strong-redirector', redirectors],
  ])
}

function sitesOf(list: number, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `site-${index}-of-a-published-list.list-${list}.example`)
}

const lists = overlappingLists()

/** The review of the plan that creates them all, in which the provider warned of each list in three ways. */
async function firstReview(): Promise<Review> {
  const changes: WrittenChange[] = []
  const messages: Message[] = []
  for (const [name, sites] of lists) {
    changes.push(await packedCategoryChange(name, null, sites))
    const skipped = { path: `lists/${name}.txt`, count: 12, kinds: [], lines: `${name}.txt:1: x` }
    messages.push(
      warning(name, categoryAdopted({ id: 250 + changes.length, name })),
      warning(name, sitesFileLinesSkipped(skipped)),
      warning(name, sitesNeverActive({ count: 1, sites: `ww1.${name}.example` })),
    )
  }
  return await reviewed(changes, {
    messages,
    settings: { findings: { 'parent-and-child-apart': 'warning' } },
  })
}

type Raised = ReturnType<typeof sitesNeverActive | typeof sitesFileLinesSkipped | typeof categoryAdopted>

function warning(name: string, { code, summary, message, advice }: Raised): Message {
  const detail = `${message}\n\n${advice}\n\n[appliance:${code}]`
  return { severity: 'warning', summary, detail, address: `appliance_category.${name}`, code }
}

/** The lines that say how many sites each category gets. */
function changesIn(markdown: string): readonly string[] {
  const changes = [...lists].map(
    ([name, { length }]) => `- category \`${name}\`: adopted; ${length} sites added`,
  )
  return changes.filter((change) => markdown.includes(change))
}

/** Characters that a comment has at most, also with what the pipelines of the examples put around it. */
const longestComment = 60_000

describe('the first review of many lists that overlap', () => {
  let review: Review

  beforeAll(async () => {
    review = await firstReview()
  })

  it('has one finding for all pairs of categories, with the largest', () => {
    const largest =
      '"redirector" and "strict-redirector" (60), "redirector" and "strong-redirector" (60), '.replaceAll(
        '"',
        '',
      )
    const [found = '', ...others] = findingsOf(review, 'site-in-two-categories')
    expect(others).toEqual([])
    expect(found).toContain(
      '332 sites in two categories each, in 411 pairs of categories; in all pairs, both ',
    )
    expect(found).toContain(`; largest pairs ${largest}`)
    expect(found).toMatch(/\(15\): site-0-\S+, .* and 322 more$/)
    expect(findingsOf(review, 'parent-and-child-apart')).toEqual([
      expect.stringMatching(
        /204 domains with a parent domain in another category, in 340 pairs of categories; largest pairs /,
      ),
    ])
  })

  it('shows the change of every category in a comment, and names before it leaves out findings', () => {
    const text = render(review, 'markdown')
    expect(text.length).toBeLessThanOrEqual(longestComment)
    expect(changesIn(text)).toHaveLength(lists.size)
    expect(text).not.toContain('omitted')
    expect(text).toMatch(/^- lines-skipped, sites-file-lines-skipped: 72 findings, 72 names, 72 resources$/m)
    expect(text.match(/^ {2}- the provider reports sites-file-lines-skipped: /gm)).toHaveLength(lists.size)
    expect(text).toMatch(/^- category `list-0`: .*: (?:`\S+`, ){9}`\S+` and 16 more$/m)
    const short = render(review, 'plain-markdown')
    expect(changesIn(short)).toHaveLength(lists.size)
    expect(short).toMatch(/^- category `list-0`: .*: `cdn\.\S+` and 25 more$/m)
  })
})
