import { isPublicSuffix, parseSite } from '@webfilter/appliance-names'
import fc from 'fast-check'
import { anyText } from '../../../../test/any-text'
import { times } from '../../../../test/lanes/extent'
import { formats } from '../../src/report/output'
import type { Review } from '../../src/review/review'
import { schemaErrors } from '../review/json-schema'
import { categoryChange, changeOf, numbered, type WrittenChange } from '../review/plans'
import { render } from '../review/rendered'
import { reviewed } from '../review/review-of'
import { sarifErrors } from '../review/sarif-structure'

const hostileNames = [
  '<script>alert(1)</script>',
  '</system-out><failure/>',
  ']]>&amp;"\'',
  '**bold** [link](https://evil.example) ![image](x)',
  '`code` ``more`` ```',
  '`',
  ' ',
  '| a | b |\n|---|---|\n# heading',
  '@everyone #1 https://evil.example',
  '\u001b[31mred\u001b[0m\u001b]0;title\u0007\u009b2J',
  'line\nfeed\r\n\tand\u2028others\u2029\u0085',
  '\u202egnp.exe\u202c\u2066x\u2069\u200f\u061c',
  'zero\u200bwidth\ufeff\u00ad\u2060\u{e0041}\u3164',
  '\ud800lone\udc00',
  '::error file=x::y',
  '%0A::error::##[error]y',
  '\u0000\ufffe\uffff',
  '\\u{202e} \\n \\',
  `${'x'.repeat(100_000)}`,
  `${'\n'.repeat(5_000)}`,
]

/** One plan in which a name stands wherever somebody else chooses it. */
function plansWith(name: string): readonly WrittenChange[] {
  const category = (before: readonly string[] | null, after: readonly string[] | null, further = {}) => {
    const change = categoryChange('ads', before, after, { verify: 'none', ...further })
    return { ...change, address: `appliance_category.ads[${JSON.stringify(name)}]` }
  }
  return [
    category([], ['a.example', name], { name, compile: false }),
    category(['a.example', 'gov.uk'], ['gov.uk'], { name: `too ${name}` }),
    changeOf(
      'appliance_ldap_member.m',
      { uid: name, title: name },
      { uid: name, title: `${name}!`, [name]: name },
    ),
    changeOf(
      'appliance_ldap_group.g',
      { name, gid: 1 },
      { name: `${name}2` },
      { change: { actions: ['delete', 'create'] } },
    ),
    changeOf('appliance_ldap_group_membership.g', { uid: name, gid: 1 }, null),
    changeOf(
      'appliance_certificate.c',
      { id: name },
      { id: `${name}2` },
      { change: { actions: ['delete', 'create'] } },
    ),
    changeOf('appliance_rbl_delisting.r', null, { database: name, addresses: [name] }),
    changeOf(`appliance_later.${name}`, null, {}, { previous_address: name, type: 'appliance_later' }),
    changeOf(`other_${name}.x`, null, {}, { provider_name: name }),
  ]
}

// A country's domain, such as "to", would have a finding of its own, and a site such as "0.A" a line.
const anyName = fc
  .oneof(
    fc.constantFrom(...hostileNames),
    anyText({ maxLength: 40 }),
    fc.string({
      unit: fc.constantFrom('`', ' ', '\n', '|', '<', '>', '&', '\u001b', '\u202e', '\\', '"', 'a'),
    }),
  )
  .filter((name) => !isPublicSuffix(name) && !parseSite(name).ok)

/** What no format may print as it is: everything that moves a cursor, hides, or turns the direction of writing. */
const dangerous = /(?!\n)[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u

describe('names that others chose', () => {
  it('reach no format as anything but text on one line', async () => {
    const plain = await reviewed(plansWith('plain'))
    const usual = new Map(
      (['text', 'markdown'] as const).map((format) => [format, outlineOf(render(plain, format)).sort()]),
    )
    await fc.assert(
      fc.asyncProperty(anyName, async (name) => {
        const hostile = await reviewed(plansWith(name))
        for (const format of formats) {
          expect(dangerous.exec(render(hostile, format))).toBeNull()
        }
        for (const [format, outline] of usual)
          expect(outlineOf(render(hostile, format)).sort()).toEqual(outline)
      }),
      { numRuns: times(60) },
    )
  })

  it('stand in Markdown as code, and outside of code nothing is left of them', async () => {
    await fc.assert(
      fc.asyncProperty(anyName, async (name) => {
        const outside = withoutCode(render(await reviewed(plansWith(name)), 'markdown'))
        expect(outside).toMatch(/^[A-Za-z0-9 ,.:;*#\n%()…-]*$/)
      }),
      { numRuns: times(60) },
    )
  })

  it('come out of JSON as they went in', async () => {
    await fc.assert(
      fc.asyncProperty(anyName, async (name) => {
        const report = JSON.parse(render(await reviewed(plansWith(name)), 'json'))
        expect(schemaErrors(report)).toEqual([])
        const member = report.changes.find(
          ({ subject }: { subject: { kind: string } }) => subject.kind === 'member',
        )
        expect(member.subject.name).toBe(name)
      }),
      { numRuns: times(60) },
    )
  })

  it('leave SARIF as it must be, and begin no command of GitHub', async () => {
    const commands = (text: string) => text.split('\n').filter((line) => /^\s*::|##\[/.test(line)).length
    const usual = commands(render(await reviewed(plansWith('plain')), 'github'))
    await fc.assert(
      fc.asyncProperty(anyName, async (name) => {
        const review = await reviewed(plansWith(name))
        expect(sarifErrors(JSON.parse(render(review, 'sarif')))).toEqual([])
        expect(commands(render(review, 'github'))).toBe(usual)
      }),
      { numRuns: times(60) },
    )
  })

  it.each(['text', 'markdown'] as const)('are cut in %s where they are very long', async (format) => {
    expect(render(await reviewed(plansWith('x'.repeat(100_000))), format).length).toBeLessThan(30_000)
  })

  it('can be read in spite of all', async () => {
    const review = await reviewed([categoryChange('x', [], ['a.example'], { name: 'a\u202eb <i>\n' })])
    expect(render(review, 'text')).toContain('+ category "a\\u{202e}b <i>\\u{a}": 1 site: a.example\n')
    expect(render(review, 'markdown')).toContain('- category `a\\u{202e}b <i>\\u{a}`: 1 site: `a.example`\n')
  })
})

describe('Markdown', () => {
  it('has at most 60,000 characters, keeps what is grave, and counts what is left out', async () => {
    const many = numbered(400, 'site').map((site, index) =>
      changeOf(
        `appliance_category.c${index}`,
        { name: `${index}${'c'.repeat(200)}` },
        { name: `${index}${'c'.repeat(200)}`, sites: [site] },
      ),
    )
    const lost = changeOf('appliance_ldap_member.ann', { uid: 'ann' }, null)
    const review = await reviewed([...many, lost, categoryChange('z', [], ['gov.uk'])])
    const text = render(review, 'markdown')
    expect(text.length).toBeLessThanOrEqual(60_000)
    expect(text.length).toBeGreaterThan(55_000)
    expect(text).toContain('- member `ann`: account deleted')
    expect(text).toContain('- public-suffix: ')
    const shown = text.match(/^- category `\d+c+`: 1 site/gm)?.length ?? 0
    const left = Number(/^- … ([\d,]+) lines omitted/m.exec(text)?.[1]?.replaceAll(',', ''))
    expect(shown + left).toBe(401)
  })
})

describe('a part of Markdown', () => {
  const categories = (count: number, ...sites: readonly string[]) =>
    numbered(count, 'c').map((name) => categoryChange(name, [], sites.length > 0 ? sites : [`${name}.net`]))
  const partsOf = async (changes: readonly WrittenChange[], options: object = {}, names = 10) => {
    const text = render(await reviewed(changes, options), 'markdown', { names })
    const [, ...parts] = text.split(/^### /m)
    return new Map(parts.map((part) => [part.split('\n')[0], part]))
  }

  it('is folded where it has more than twelve lines, and open where it has fewer', async () => {
    const folded = (await partsOf(categories(13))).get('Added') ?? ''
    expect(folded).toMatch(
      /^Added\n\n<details>\n<summary>13 lines<\/summary>\n\n(?:- category .*\n){13}\n<\/details>\n$/,
    )
    expect((await partsOf(categories(12))).get('Added')).not.toContain('<details>')
  })

  it('is folded where its lines name more than a hundred', async () => {
    const one = categories(1, ...numbered(150, 'site'))
    expect((await partsOf(one, {}, 150)).get('Added')).toContain('<summary>1 line</summary>')
    expect((await partsOf(one, {}, 100)).get('Added')).not.toContain('<details>')
  })

  it('is never folded where it is fatal', async () => {
    const settings = { findings: { 'public-suffix': 'fatal' } }
    const parts = await partsOf(categories(20, 'gov.uk'), { settings })
    expect(parts.get('Fatal findings')).toMatch(/^Fatal findings\n\n(?:- public-suffix: .*\n){20}$/m)
    expect(parts.get('Added')).toContain('<details>')
  })

  it('is whole where it is folded and cut', async () => {
    const many = numbered(400, 'c').map((name) =>
      categoryChange(`${name}${'c'.repeat(200)}`, [], [`${name}.net`]),
    )
    const text = render(await reviewed(many), 'markdown')
    expect(text.length).toBeLessThanOrEqual(60_000)
    expect(text).toMatch(
      /<summary>400 lines<\/summary>\n\n- [\s\S]*\n- … [\d,]+ lines omitted [^\n]*\n\n<\/details>\n$/,
    )
  })
})

describe('text', () => {
  it('has colors where a terminal shows them, and the same words', async () => {
    const review = await reviewed([categoryChange('ads', ['a.example'], ['b.example'])])
    const colored = render(review, 'text', { color: true })
    expect(colored).toContain('\u001b[32m+\u001b[0m category ads')
    const colors = ['\u001b[0m', '\u001b[1m', '\u001b[31m', '\u001b[32m', '\u001b[33m']
    expect(colors.reduce((text, color) => text.replaceAll(color, ''), colored)).toBe(render(review, 'text'))
  })

  it('has the verdict on its first line', async () => {
    const verdicts = await Promise.all(
      [[], [categoryChange('ads', ['a.example'], ['b.example', 'c.example'])]].map(
        async (changes) => render(await reviewed(changes), 'text').split('\n')[0],
      ),
    )
    expect(verdicts).toEqual(['Nothing to do.', '2 sites added, 1 site removed.'])
  })

  it.each([0, 1, 3])('names as many as it is told to: %s', async (names) => {
    const review: Review = await reviewed([
      categoryChange('ads', [], ['a.example', 'b.example', 'c.example']),
    ])
    const line =
      render(review, 'text', { names })
        .split('\n')
        .find((each) => each.startsWith('  + ')) ?? ''
    expect(line.match(/\w\.example/g) ?? []).toHaveLength(names)
  })
})

/** How each line begins, which is what gives it a meaning. */
function outlineOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => /^(?:\*\*|### [A-Z]|- [a-z]+|[A-Z]| {2}[!>+~-] [a-z]+)?/.exec(line)?.[0] ?? '')
}

/** Takes code spans out as CommonMark finds them: a run of backticks to the next run of the same length. */
function withoutCode(text: string): string {
  let [rest, outside] = [text, '']
  for (let run = /`+/.exec(rest); run; run = /`+/.exec(rest)) {
    const behind = rest.slice(run.index + run[0].length)
    const end = new RegExp(`(?<!\`)${run[0]}(?!\`)`).exec(behind)
    if (!end) throw new Error(`a code span without an end: ${rest.slice(run.index, run.index + 40)}`)
    outside += rest.slice(0, run.index)
    rest = behind.slice(end.index + run[0].length)
  }
  return outside + rest
}
