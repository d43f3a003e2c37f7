import type { Site } from '@webfilter/appliance-names'
import fc from 'fast-check'
import { times } from '../../../../test/lanes/extent'
import { beginList, readList } from '../../src/published/read-list'
import { tableOf } from '../../src/table/site-table'
import { doOnThisThread } from '../../src/worker/list-work'
import { mayMatchIn } from './rule-matchers'

const read = (text: string) => readList(Buffer.from(text))

/** What is behind a name in a rule for all of a site. */
const ends = ['', '^', '|', '^|', '^*', '/', '/*']
const forAllRequests = ['', '$important', '$all', '$all,important']

describe('a rule for all of a site', () => {
  it.each(ends.flatMap((end) => forAllRequests.map((options) => `||bank.example${end}${options}`)))(
    'is taken: %s',
    (rule) => {
      const { table, invalid } = read(rule)
      expect([...table]).toEqual(['bank.example'])
      expect(invalid.count).toBe(0)
    },
  )

  it.each(ends)('is an exception of the whole site behind @@: @@||bank.example%s', (end) => {
    for (const options of ['', '$important']) {
      const reading = read(`@@||bank.example${end}${options}`)
      expect([...reading.invalid.kinds]).toEqual([['exception', 1]])
      expect(exceptionsIn(`@@||bank.example${end}${options}`)).toEqual(['bank.example'])
    }
  })

  it('may end with a letter or a digit of any script', () => {
    for (const name of ['bücher.example', 'example.рф', 'उदाहरण.परीक्षा', 'a.example1'])
      expect(read(`||${name}^`).table.size).toBe(1)
  })
})

describe('a rule that matches the beginning of a name', () => {
  const beginnings = [
    'bank.example.',
    'bank.example-',
    'bank.example_',
    'bank.example。',
    'bank.example⒈',
    'bank.',
  ]
  const behind = [...ends, '$all', '^$all', '*', '.^', '-^', '.*', '.$important']

  it.each(beginnings.flatMap((name) => behind.map((end) => `||${name}${end}`)))(
    'is left out as a pattern: %s',
    (rule) => {
      const { table, invalid } = read(rule)
      expect([...table]).toEqual([])
      expect([...invalid.kinds]).toEqual([['pattern', 1]])
    },
  )

  it.each(beginnings.map((name) => `@@||${name}^`))('is no exception of the name: %s', (rule) => {
    expect(exceptionsIn(rule)).toEqual([])
    expect([...read(rule).invalid.kinds]).toEqual([['exception', 1]])
  })

  it.each([
    '||*bank.example^',
    '||bank.example^path',
    '||bank.example|x',
    '||bank.example^^',
    '||bank.example^/',
    '||https://bank.example^',
    '||',
    '||^',
    '||*^',
  ])('is left out as a pattern where its form is another one: %s', (rule) => {
    const { table, invalid } = read(rule)
    expect([...table]).toEqual([])
    expect([...invalid.kinds]).toEqual([['pattern', 1]])
  })
})

describe('a name with a dot behind it', () => {
  it.each(['[Adblock Plus 2.0]\n', '\ufeff[AdGuard]\r\n', '! Title: x\n\n# y\n[Adblock Plus]\n'])(
    'is a rule that matches the beginning of a name where the heading of its file says so: %j',
    (heading) => {
      const { table, invalid } = read(`${heading}bank.example.\nBank.example. # why\nads.example\n`)
      expect([...table]).toEqual(['ads.example'])
      expect([...invalid.kinds]).toEqual([['pattern', 2]])
    },
  )

  it.each(['', '! [Adblock Plus]\n', 'ads.example\n[Adblock Plus]\n'])(
    'is that name in all other files: %j',
    (heading) => {
      expect([...read(`${heading}bank.example.\n`).table]).toContain('bank.example')
    },
  )

  it('is what its own file says, if there are several', () => {
    const files = ['[Adblock Plus]\na.example.\n', 'b.example.\n', '[Adblock Plus]\nc.example.\n']
    const begins = files.map((_, index) => files.slice(0, index).join('').length)
    const reading = beginList(Buffer.from(files.join('')), 'skip', begins)
    while (reading.readOn());
    expect([...reading.result().table]).toEqual(['b.example'])
  })
})

it('takes no rule that matches a name neither in the syntax for DNS nor in that of browsers', () => {
  const label = fc.constantFrom('a', 'ads', 'bank', 'b-c', 'x1', 'www', 'é')
  const name = fc
    .array(label, { minLength: 1, maxLength: 3 })
    .map((labels) => [...labels, 'example'].join('.'))
  const sign = fc.constantFrom(
    '^',
    '|',
    '*',
    '/',
    '.',
    '-',
    '_',
    ':',
    '?',
    '%',
    '/*',
    '^*',
    '^|',
    'x',
    '//',
    '。',
  )
  const signs = fc.array(sign, { maxLength: 3 }).map((each) => each.join(''))
  const options = fc.constantFrom('', '', '$important', '$all', '$third-party', '$')
  const rule = fc
    .tuple(fc.constantFrom('||', '||', '@@||', '||.', '||*.', '@@||.', '@@||*.', '||*'), name, signs, options)
    .map((parts) => parts.join(''))
  let taken = 0
  fc.assert(
    fc.property(rule, (text) => {
      const sites = text.startsWith('@@') ? exceptionsIn(text) : [...read(text).table]
      for (const site of sites) {
        taken += 1
        // What is all below a name stands for the name, too, as the guide to lists says.
        const rule = text.replace(/^\|\|\*?\.(?=\S)/u, '||')
        // A site stands for its name with `www.`, too.
        expect([site, `www.${site}`].some((each) => mayMatchIn(rule, each))).toBe(true)
      }
    }),
    { numRuns: times(20_000) },
  )
  expect(taken).toBeGreaterThan(times(20_000) / 20)
})

describe('an exception of a list', () => {
  /** What is left of a list by all that it says itself, and by exceptions of its user. */
  async function left(lines: readonly string[], ...given: readonly string[]) {
    const exceptions = tableOf(given as Site[])
    const bytes = Buffer.from(lines.join('\n'))
    const list = await doOnThisThread('read', {
      bytes,
      knownDigest: undefined,
      exceptions,
      exceptionLines: 'take',
    })
    return [...list.table].sort()
  }

  it('does not undo a rule with the option important, unless it has that itself', async () => {
    const rules = [
      '||pay.example^$important',
      '||a.pay.example^',
      '||b.pay.example^$all,important',
      '||c.example^',
    ]
    const weak = ['@@||pay.example^|', '@@||c.example^|']
    expect(await left([...rules, ...weak])).toEqual(['b.pay.example', 'pay.example'])
    expect(await left([...rules, ...weak, '@@||b.pay.example^$important'])).toEqual(['pay.example'])
    expect(await left([...rules, ...weak, '@@||pay.example^$important'])).toEqual([])
  })

  it('does not undo a site that is also named without that option', async () => {
    expect(await left(['||a.example^', '@@||a.example^', '||a.example^$important'])).toEqual(['a.example'])
  })

  it('undoes such a rule if the exception is one of the user', async () => {
    expect(await left(['||a.example^$important', '@@||a.example^'], 'a.example')).toEqual([])
  })
})

/** What a list loses by its own exceptions. */
function exceptionsIn(rule: string): readonly string[] {
  const reading = beginList(Buffer.from(rule), 'take')
  while (reading.readOn());
  return [...reading.result().ownExceptions]
}
