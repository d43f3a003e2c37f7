import fc from 'fast-check'
import { anyText } from '../../../../test/any-text'
import { times } from '../../../../test/lanes/extent'
import { movementPicture } from '../../src/report/movement-picture'
import { categoryChange, changeOf, numbered } from '../review/plans'
import { render } from '../review/rendered'
import { reviewed } from '../review/review-of'

const tag = /<[^<>]*>/g
const allowedTag =
  /^<(?:!doctype html|\/?(?:html|head|title|style|body|header|main|h1|h2|h3|p|span|details|summary|ul|li|div|bdi|code|figure|figcaption|svg|text|table|thead|tbody|tr|th|td)|meta|line|rect|path)(?: [\w-]+(?:="[^"<>]*")?)*\/?>$/

describe('a page', () => {
  it('has no markup but its own, whatever stands in names', async () => {
    const name = fc.oneof(
      anyText({ maxLength: 30 }),
      fc.string({ unit: fc.constantFrom('<', '>', '&', '"', "'", '/', 'a', ' ', '=') }),
      fc.constantFrom('</style><script>alert(1)</script>', '<img src=x onerror=alert(1)>', '--><b>', ']]>'),
    )
    await fc.assert(
      fc.asyncProperty(name, async (each) => {
        const page = render(
          await reviewed([
            categoryChange('ads', ['a.example', each], ['b.example'], { name: each }),
            changeOf('appliance_ldap_member.m', { uid: each }, null),
          ]),
          'html',
        )
        expect(
          [...page.matchAll(tag)].map(([text]) => text).filter((text) => !allowedTag.test(text)),
        ).toEqual([])
        expect(page.replaceAll(/<style>[^<]*<\/style>/g, '').replaceAll(tag, '')).not.toMatch(/[<>]/)
      }),
      { numRuns: times(100) },
    )
  })

  it('runs nothing and requests nothing', async () => {
    const page = render(await reviewed([categoryChange('ads', [], ['a.example'])]), 'html')
    expect(page).not.toMatch(/<script|javascript:|\bon\w+=|\bsrc=|\bhref=|url\(|@import/i)
    expect(page).toContain(`content="default-src 'none'; style-src 'unsafe-inline'"`)
  })
})

describe('the picture of a page', () => {
  it('says for each list what it gains and loses, and how much moves between two', async () => {
    const page = render(
      await reviewed([
        categoryChange('ads', ['a.example', 'b.example', 'c.example'], ['c.example'], {
          on_conflict: 'move',
        }),
        categoryChange('news', [], ['a.example', 'd.example'], { on_conflict: 'move' }),
      ]),
      'html',
    )
    expect(page).toContain('aria-label="category ads loses 2; category news gains 2."')
    expect(page).toMatch(/<path class="arrow"[^>]*>.*<text class="amount"[^>]*>1<\/text>/)
  })

  it('is not there if nothing moves', async () => {
    expect(movementPicture([])).toBe('')
    expect(render(await reviewed([]), 'html')).not.toContain('<svg')
  })

  it('has the thirty largest, and counts the others', () => {
    const picture = movementPicture(numbered(40, 'list').map((to, index) => ({ to, count: index + 1 })))
    expect(picture.match(/class="gain"/g)).toHaveLength(30)
    expect(picture).toContain('+40<')
    expect(picture).not.toContain('+10<')
    expect(picture).toContain('10 smaller changes are in the sections below.')
  })

  it('has no number of an arrow upon another one, and counts the moves for which there is no room', () => {
    const names = ['a', 'b', 'c', 'd', 'e']
    const all = names.flatMap((from) =>
      names.flatMap((to) => (from === to ? [] : [{ from, to, count: 9_999 }])),
    )
    const picture = movementPicture(all)
    const numbers = [...picture.matchAll(/<text class="amount" x="([\d.]+)" y="([\d.]+)">9,999</g)]
    const places = numbers.map(([, x, y]) => [Number(x), Number(y)] as const)
    expect(places.length).toBeGreaterThanOrEqual(4)
    for (const [index, [x, y]] of places.entries())
      for (const [otherX, otherY] of places.slice(index + 1))
        expect(Math.abs(x - otherX) >= 60 || Math.abs(y - otherY) >= 14).toBe(true)
    expect(picture).toContain(`${20 - places.length} smaller moves are in the sections below.`)
  })

  it('keeps its numbers inside of its frame', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            from: fc.constantFrom('a', 'b', 'c'),
            to: fc.constantFrom('d', 'e', 'f'),
            count: fc.integer({ min: 1, max: 10_000_000 }),
          }),
          { minLength: 1, maxLength: 30 },
        ),
        (movements) => {
          const picture = movementPicture(movements)
          const places = [...picture.matchAll(/ x="(-?[\d.]+)"/g)].map(([, x]) => Number(x))
          expect(Math.min(...places)).toBeGreaterThanOrEqual(0)
          expect(Math.max(...places)).toBeLessThanOrEqual(860)
        },
      ),
    )
  })
})
