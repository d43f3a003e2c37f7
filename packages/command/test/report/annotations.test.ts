import fc from 'fast-check'
import { anyText } from '../../../../test/any-text'
import { renderAnnotations } from '../../src/report/annotations'
import { shownNames } from '../../src/report/names'
import { Name, say } from '../../src/report/phrase'
import type { Finding } from '../../src/report/report'

const verdict = say`1 site added.`

function finding(further: Partial<Finding> = {}): Finding {
  return {
    rule: 'public-suffix',
    level: 'warning',
    says: say`category ${new Name('ads')} gains 1 public suffix`,
    addresses: ['appliance_category.ads'],
    ...further,
  }
}

/** What a runner takes for a command: two colons behind white space at the beginning, or `##[` anywhere. */
function isCommand(line: string): boolean {
  return line.trimStart().startsWith('::') || line.includes('##[')
}

describe('annotations for GitHub', () => {
  it('have the place, the rule, and the names', () => {
    const names = shownNames(['gov.uk', 'co.uk'])
    const found = [
      finding({ names, place: { file: 'lists/a, b:c.txt', line: 12 } }),
      finding({ level: 'fatal', place: { file: 'cdktf.json', construct: 'stack/policy/ads' } }),
      finding({ rule: 'unverified' }),
    ]
    expect(renderAnnotations(verdict, found).split('\n')).toEqual([
      '::error file=cdktf.json,title=public-suffix::category ads gains 1 public suffix (construct stack/policy/ads)',
      '::warning file=lists/a%2C b%3Ac.txt,line=12,title=public-suffix::category ads gains 1 public suffix: co.uk, gov.uk',
      '::warning title=unverified::category ads gains 1 public suffix',
      '1 site added.',
      '',
    ])
  })

  it.each([
    [10, 10, 0],
    [11, 10, 2],
    [1_500, 10, 1_001],
  ])('of %s findings are at most ten, and the log has others', (count, commands, others) => {
    const found = Array.from({ length: count }, (_, index) =>
      finding({ place: { file: `lists/${index % 7}.txt`, line: index + 1 } }),
    )
    const lines = renderAnnotations(verdict, found).split('\n')
    expect(lines.filter(isCommand)).toHaveLength(commands)
    expect(lines).toHaveLength(commands + others + 2)
  })

  it('end with one that says how many more there are, and in which files', () => {
    const found = Array.from({ length: 17 }, (_, index) =>
      finding({
        level: index === 0 ? 'warning' : 'fatal',
        place: { file: `lists/${index}.txt`, line: index + 1 },
      }),
    )
    const lines = renderAnnotations(verdict, found).split('\n')
    expect(lines[9]).toBe(
      '::error title=appliance::There are 8 more findings in lists/10.txt, lists/11.txt, lists/12.txt, lists/13.txt, lists/14.txt and 3 more files. The log of this step contains them.',
    )
    expect(lines.slice(16)).toEqual([
      'fatal: lists/16.txt:17 public-suffix: category ads gains 1 public suffix',
      'warning: lists/0.txt:1 public-suffix: category ads gains 1 public suffix',
      '1 site added.',
      '',
    ])
  })

  it.each([
    '::error file=x::y',
    '%0A::error::y',
    'a\n::error file=x::y',
    'a\r\n::error::y',
    'a\u2028::error::y\u2029\u0085',
    '##[error]y',
    'a ##[add-mask]b',
    '::add-mask::a',
  ])('do nothing that a name says: %j', (name) => {
    const hostile = finding({
      says: say`${new Name(name)}`,
      names: shownNames([name]),
      place: { file: name, line: 1, construct: name },
    })
    const found = Array.from({ length: 12 }, () => hostile)
    const lines = renderAnnotations(say`${new Name(name)}`, found).split(/[\n\r\u2028\u2029\u0085]/u)
    expect(lines.slice(0, 9).every((line) => line.startsWith('::warning file='))).toBe(true)
    expect(lines[9]).toMatch(/^::warning title=appliance::There are 3 more findings in /)
    expect(lines.slice(10).filter(isCommand)).toEqual([])
    expect(lines).toHaveLength(15)
    // A percent sign that a runner would decode is one of ours.
    expect(lines.slice(0, 9).join('')).not.toMatch(/%0[AD](?:::|$)/)
  })

  it('have one line for each finding, whatever the names are', () => {
    fc.assert(
      fc.property(anyText(), (name) => {
        const found = [
          finding({ says: say`${new Name(name)}`, names: shownNames([name]), place: { file: name } }),
        ]
        const lines = renderAnnotations(say`${new Name(name)}`, found).split(/[\n\r\u2028\u2029\u0085]/u)
        expect(lines).toHaveLength(3)
        expect(lines.slice(1).filter(isCommand)).toEqual([])
      }),
    )
  })
})
