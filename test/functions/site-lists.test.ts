import { readList } from '@webfilter/site-lists'
import fc from 'fast-check'
import { mergeSites, parseSites } from '../../src/functions/site-lists'
import { times } from '../lanes/extent'
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
      { numRuns: times(300) },
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

const everyFormat = [
  '\uFEFF# A comment',
  'plain.example',
  'www.plain.example # again',
  '*.wildcard.example',
  '0.0.0.0 hosts.example other.example\r',
  '||rule.example^',
  'address=/dnsmasq.example/0.0.0.0',
  'local-zone: "unbound.example" always_nxdomain',
  'policy.example CNAME .',
  '',
].join('\n')

describe('parse_sites', () => {
  it('reads every format of lists as sites_file does, and gives each site once, sorted', async () => {
    const sites = await resultOf(parseSites, everyFormat)
    expect(sites).toEqual([
      'dnsmasq.example',
      'hosts.example',
      'other.example',
      'plain.example',
      'policy.example',
      'rule.example',
      'unbound.example',
      'wildcard.example',
    ])
    expect(sites).toEqual([...readList(Buffer.from(everyFormat)).table.list()].sort())
  })

  const mixed = 'a.example\n@@||b.example^\n0.0.0.0 c.example no/site\nlogin.www.gov.uk\n'

  it('names the lines that are not sites, those that some generation stores as others too', async () => {
    const answer = await called(parseSites, mixed)
    expect(answer).toMatchObject({ argument: 0 })
    const text = 'text' in answer ? answer.text : ''
    expect(text.split('\n')).toEqual([
      '3 entries are invalid; correct the text, or leave them out with "skip" as the second argument:',
      expect.stringMatching(/^ {2}- line 2: "@@\|\|b.example\^" is an exception/),
      expect.stringMatching(/^ {2}- line 3: "no\/site" contains a path/),
      expect.stringMatching(/^ {2}- line 4: "login.www.gov.uk" contains "www." .* as "gov.uk"/),
    ])
    expect(await called(parseSites, mixed, 'fail')).toEqual(answer)
  })

  it('leaves them out if it is asked to, and takes what else stands on their lines', async () => {
    expect(await called(parseSites, mixed, 'skip')).toEqual({ result: ['a.example', 'c.example'] })
  })

  it.each([
    ['', /^it contains no site; check where the text comes from$/],
    ['# Nothing\n\n', /^it contains no site/],
    ['<!DOCTYPE html><html></html>', /^it looks like an HTML page instead of a list of sites; /],
    ['a.example\n\0', /^it is not a text file; give a text with one site per line$/],
  ])('fails for %j, which would empty a category', async (text, problem) => {
    for (const choice of ['fail', 'skip']) {
      expect(await called(parseSites, text, choice)).toEqual({
        text: expect.stringMatching(problem),
        argument: 0,
      })
    }
  })

  it('takes 10,000 lines, and of more says where they belong', async () => {
    const most = numberedSites(10_000, 'a').join('\n')
    expect(await resultOf(parseSites, `${most}\n`)).toHaveLength(10_000)
    const more = { text: expect.stringMatching(/^it has 10,001 lines, .* sites_file/), argument: 0 }
    expect(await called(parseSites, `${most}\n# One more`)).toEqual(more)
    expect(await called(parseSites, '\n'.repeat(10_001), 'skip')).toEqual(more)
    const several = numberedSites(10_001, 'b').join(' ')
    const halves = [several.slice(0, 60_000), several.slice(60_000, 120_000), several.slice(120_000)]
    expect(await called(parseSites, halves.map((half) => `0.0.0.0 ${half}`).join('\n'), 'skip')).toEqual({
      text: expect.stringMatching(/^it has 10,0\d\d sites, .* sites_file/),
      argument: 0,
    })
  })

  it('takes one choice of the two', async () => {
    expect(await called(parseSites, 'a.example', 'ignore')).toEqual({
      text: 'it must be "fail" or "skip"',
      argument: 1,
    })
    expect(await called(parseSites, 'a.example', 'skip', 'fail')).toEqual({
      text: 'at most one is allowed; remove the others',
      argument: 2,
    })
  })
})
