import fc from 'fast-check'
import { anyText } from '../../../../test/any-text'
import { times } from '../../../../test/lanes/extent'
import { categoryChange, changeOf } from '../review/plans'
import { render } from '../review/rendered'
import { reviewed } from '../review/review-of'

const tag = /<[^<>]*>/g
const allowedTag =
  /^<(?:!doctype html|\/?(?:html|head|title|style|body|header|main|h1|h2|h3|p|span|details|summary|ul|li|div|bdi|code|table|thead|tbody|tr|th|td)|meta)(?: [\w-]+(?:="[^"<>]*")?)*\/?>$/

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
