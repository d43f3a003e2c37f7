import fc from 'fast-check'
import { mergeSites } from '../../src/functions/site-lists'
import { called, resultOf } from './called'
import { numberedSites } from './numbered-sites'

const spelling = fc.tuple(
  fc.constantFrom('a', 'b', 'c', 'bücher', 'x.y', 'co'),
  fc.constantFrom('{}.example', 'www.{}.example', '{}.EXAMPLE.', ' {}.example', '{}.co.uk'),
)
const list = fc.array(
  spelling.map(([name, form]) => form.replace('{}', name)),
  { maxLength: 6 },
)

describe('merge_sites', () => {
  it('gives each site once, sorted, in its normal form', async () => {
    const lists = [['www.b.example', 'B.example.', 'a.example'], [], ['192.0.2.1', 'a.example']]
    expect(await called(mergeSites, ...lists)).toEqual({ result: ['192.0.2.1', 'a.example', 'b.example'] })
    expect(await called(mergeSites)).toEqual({ result: [] })
  })

  it('does not depend on the order of lists, of elements, or of merging', async () => {
    await fc.assert(
      fc.asyncProperty(list, list, list, async (one, two, three) => {
        const merged = await resultOf(mergeSites, one, two, three)
        const pair = await resultOf(mergeSites, one, two)
        const otherPair = await resultOf(mergeSites, two, three)
        expect(await resultOf(mergeSites, pair, three)).toEqual(merged)
        expect(await resultOf(mergeSites, one, otherPair)).toEqual(merged)
        expect(await resultOf(mergeSites, [...three].reverse(), two, one)).toEqual(merged)
        expect(await resultOf(mergeSites, merged, merged)).toEqual(merged)
        expect(await resultOf(mergeSites, [...one, ...two, ...three])).toEqual(merged)
      }),
      { numRuns: 300 },
    )
  })

  it('says which element of which list is no site', async () => {
    expect(await called(mergeSites, ['a.example'], ['b.example', 'no'])).toEqual({
      text: '[1]: "no" has no dot inside; write a domain such as example.com',
      argument: 1,
    })
    const wrong = Array.from({ length: 12 }, (_, index) => `${index}/`)
    const answer = await called(mergeSites, wrong)
    const lines = 'text' in answer ? answer.text.split('\n') : []
    expect(lines).toHaveLength(12)
    expect(lines[0]).toBe('12 entries are invalid; correct them:')
    expect(lines[10]).toMatch(/^ {2}- \[9\]: "9\/" contains a path/)
    expect(lines[11]).toBe('  - and 2 more')
  })

  it('takes 10,000 elements in all, and of more says where they belong', async () => {
    const half = numberedSites(5_000, 'a')
    expect(await resultOf(mergeSites, half, numberedSites(5_000, 'b'))).toHaveLength(10_000)
    expect(await called(mergeSites, half, numberedSites(5_001, 'b'), [])).toEqual({
      text: expect.stringMatching(
        /^it has 10,001 elements together with the lists before it, but .* at most 10,000; .* sites_file/,
      ),
      argument: 1,
    })
  })
})
