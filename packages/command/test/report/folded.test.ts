import { categoryChange, numbered } from '../review/plans'
import { render } from '../review/rendered'
import { reviewed } from '../review/review-of'

/** Each two of some categories get the same sites: one finding for each pair. */
async function pairsOf(count: number) {
  return await reviewed([
    ...numbered(count, 'list').map((name) => categoryChange(name, [], numbered(3, 'same'))),
    categoryChange('gov', [], ['gov.uk']),
  ])
}

describe('findings of one rule', () => {
  it('are one line if there are more than five, with numbers, and names on lines of their own', async () => {
    const text = render(await pairsOf(5), 'text')
    const warnings = text.slice(text.indexOf('\nWarnings\n') + 1)
    expect(warnings).toBe(`Warnings
  ! public-suffix: category gov gains 1 public suffix, including every domain below: gov.uk
  ! site-in-two-categories: 10 findings, 30 names, 5 resources
${numbered(5, '')
  .map((_, index) => (index < 4 ? ['0', String(index + 1)] : ['1', '2']))
  .map(
    ([one, other]) =>
      `      3 sites in both category list-${one}.example and category list-${other}.example\n        same-0.example, same-1.example, same-2.example\n`,
  )
  .join('')}      and 5 more
`)
  })

  it('are all in Markdown and in a page, folded', async () => {
    const review = await pairsOf(5)
    const markdown = render(review, 'markdown')
    expect(markdown).toContain('- site-in-two-categories: 10 findings, 30 names, 5 resources\n')
    expect(markdown.match(/^ {2}- 3 sites in both/gm)).toHaveLength(10)
    expect(markdown.match(/^ {4}- `same-0\.example`, /gm)).toHaveLength(10)
    const page = render(review, 'html')
    expect(page).toMatch(/<details class="named"><summary>site-in-two-categories: 10 findings/)
    expect(page.match(/<li>3 sites in both/g)).toHaveLength(10)
  })

  it('stay lines of their own if they are few, or fatal', async () => {
    expect(render(await pairsOf(3), 'text').match(/! site-in-two-categories: 3 sites/g)).toHaveLength(3)
    const changes = numbered(5, 'list').map((name) => categoryChange(name, [], numbered(3, 'same')))
    const fatal = await reviewed(changes, { settings: { findings: { 'site-in-two-categories': 'fatal' } } })
    expect(render(fatal, 'text').match(/! site-in-two-categories: 3 sites/g)).toHaveLength(10)
  })

  it('are each a result of SARIF and an entry of JSON', async () => {
    const review = await pairsOf(5)
    expect(JSON.parse(render(review, 'json')).findings).toHaveLength(11)
    expect(JSON.parse(render(review, 'sarif')).runs[0].results).toHaveLength(11)
  })
})
