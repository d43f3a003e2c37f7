import fc from 'fast-check'
import { anyText } from '../../../test/any-text'
import { atOnce } from '../../../test/at-once'
import { times } from '../../../test/lanes/extent'
import { type AskedAnswer, absenceForm, areAlike } from '../src/absence-form'
import type { RawAnswer } from '../src/protocol/route-caller'

function answered(asked: string, content: unknown, status = 200): AskedAnswer {
  const text = typeof content === 'string' ? content : JSON.stringify(content, null, 2)
  const answer: RawAnswer = {
    request: `GET http://192.0.2.1/members/${asked}`,
    path: `/members/${asked}`,
    status,
    text,
    value: typeof content === 'string' ? undefined : content,
    isHtml: false,
    words: text,
    refusal: undefined,
    read() {
      throw new Error('nothing is read here')
    },
  }
  return { asked, answer }
}

function fits(one: AskedAnswer, other: AskedAnswer, third: AskedAnswer): boolean | undefined {
  return absenceForm(one, other)?.fits(third.asked, third.answer)
}

describe('what two answers for nothing have in common', () => {
  test.each<[string, (asked: string) => unknown]>([
    ['a token', () => ({ Status: false, Error: 'USER_NOT_FOUND' })],
    ['the name that was asked for', (asked) => ({ Status: false, Error: `kein Eintrag: ${asked}` })],
    ['its distinguished name', (asked) => ({ status: false, info: `uid=${asked},ou=users,dc=example: 32` })],
    ['a key of that name', (asked) => ({ Status: true, Data: { [asked]: null } })],
    ['the path', (asked) => `nothing at /members/${asked} today`],
    ['nothing but white space', () => '  \n'],
  ])('is recognized again: %s', (_, say) => {
    const [one, other, third] = ['qwertzuiop', 'asdfghjklyxc', 'ann.lee'].map((asked) =>
      answered(asked, say(asked)),
    )
    expect(one && other && third && fits(one, other, third)).toBe(true)
  })

  test('leaves out what varies by itself: a time, a number, an id', () => {
    const say = (asked: string, second: string, id: number, took: number) =>
      answered(asked, { Status: false, Error: `[10:00:${second}] #${id} no ${asked}`, took })
    expect(
      fits(say('aaaaaaaa', '01', 7, 0.25), say('bbbbbbbb', '59', 8123, 1), say('ann', '30', 1, 3.5)),
    ).toBe(true)
  })

  test('leaves out every time, as answers of one moment tell the same one', () => {
    const say = (asked: string, time: string) =>
      answered(asked, { Status: false, Error: `${time} no ${asked}` })
    for (const [early, late] of [
      ['10:00:01', '10:00:02'],
      ['2026-11-22T10:00:01.123Z', '2026-11-23T00:00:00Z'],
      ['2026-11-22 10:00:01', '2026-11-22 10:00:59,5'],
    ] as const) {
      expect(fits(say('aaaaaaaa', early), say('bbbbbbbb', early), say('ann', late))).toBe(true)
    }
    expect(fits(say('aaaaaaaa', '10:00:01'), say('bbbbbbbb', '10:00:01'), say('ann', 'never'))).toBe(false)
  })

  test.each([
    ['tokens', 'USER_NOT_FOUND', 'LDAP_BUSY'],
    ['words', 'No such object', 'Server is busy'],
    ['words of hexadecimal digits', 'BAD', 'FADED'],
  ])('is not what two failures have in common: %s', (_, one, other) => {
    const say = (asked: string, text: string) => answered(asked, { Status: false, Error: text })
    expect(absenceForm(say('qwertzuioa', one), say('qwertzuiob', other))).toBeUndefined()
  })

  test('is not what a yes and a no have in common', () => {
    const one = answered('aaaaaaaa', { Status: false, Error: 'none' })
    expect(absenceForm(one, answered('bbbbbbbb', { Status: true, Error: 'none' }))).toBeUndefined()
  })

  test.each([
    ['hexadecimal digits, which may be letters alone', 'deadbeef', 'cafebabe', '0123abcd'],
    [
      'a UUID',
      'aaaaaaaa-bbbb-4ccc-dddd-eeeeeeeeeeee',
      '1f0e8a3c-1111-4abc-9def-000000000001',
      'FFFFFFFF-ABCD-4ABC-9DEF-ABCDEFABCDEF',
    ],
    ['a number and its unit', '12ms', '3ms', '0.5ms'],
  ])('leaves out %s, and no word in its place', (_, first, second, third) => {
    const say = (asked: string, id: string) =>
      answered(asked, { Status: false, Error: `no ${asked}`, request: id })
    const form = absenceForm(say('qqqqqqqq', first), say('xxxxxxxx', second))
    expect(form?.fits('ann', say('ann', third).answer)).toBe(true)
    expect(form?.fits('ann', say('ann', 'unavailable').answer)).toBe(false)
  })

  test('knows the path as it was sent, and decoded', () => {
    const say = (asked: string, path: string) => {
      const { answer } = answered(asked, { Status: false, Error: `nothing at ${path}` })
      return { asked, answer: { ...answer, path: `/members/${encodeURIComponent(asked)}` } }
    }
    const form = absenceForm(say('aaaaaaaa', '/members/aaaaaaaa'), say('bbbbbbbb', '/members/bbbbbbbb'))
    expect(form?.fits('bob@x.org', say('bob@x.org', '/members/bob@x.org').answer)).toBe(true)
    expect(form?.fits('bob@x.org', say('bob@x.org', '/members/bob%40x.org').answer)).toBe(true)
  })

  test('is compared at once, however many numbers vary', () => {
    const numbers = (seed: number) =>
      Array.from({ length: 400 }, (_, index) => `a${seed + index}.1b${index}ms`)
    const say = (asked: string, seed: number, end: string) =>
      answered(asked, { Status: false, Error: `${numbers(seed).join('')}${end} ${numbers(seed).join('.x')}` })
    const form = absenceForm(say('aaaaaaaa', 1000, '!'), say('bbbbbbbb', 2000, '!'))
    expect(form?.fits('ann', say('ann', 3000, '?').answer)).toBe(false)
  })

  test('is compared at once, although words may contain what separates them', () => {
    const say = (asked: string, words: string) => answered(asked, `${words} no ${asked}`)
    const numbers = (digit: string) => Array.from({ length: 25 }, (_, n) => `x${digit.repeat(n + 1)}`)
    const form = absenceForm(say('aaaaaaaa', numbers('1').join('.')), say('bbbbbbbb', numbers('2').join('.')))
    const answers = [`${'1.'.repeat(9_000)}1`, numbers('3').join('.')].map((words) => say('ann', words))
    expect(atOnce(() => answers.map(({ answer }) => form?.fits('ann', answer)))).toEqual([false, true])
  })

  test('fits nothing but the same words, those with digits replaced by others with digits', () => {
    const part = fc.constantFrom('word', 'asked', ' ', '-', '. ', ' a', '-1-')
    const parts = fc
      .array(part, { maxLength: 7 })
      .filter((all) => !/(?:word|asked),(?:word|asked)/.test(all.join()))
    const anyWord = fc.constantFrom('1', '1.1', 'a1', 'a1.1a', '1_')
    const asked = fc.constantFrom('ann', 'a.a', 'a-')
    const any = fc.array(fc.constantFrom('a', '1', '.', '-', ' ', 'A'), { maxLength: 8 })
    const made = fc.tuple(fc.array(anyWord, { minLength: 7, maxLength: 7 }), fc.boolean())
    fc.assert(
      fc.property(parts, asked, any, made, (all, name, characters, [chosen, isMade]) => {
        const written = (word: (index: number) => string, value: string) =>
          all.map((each, index) => (each === 'word' ? word(index) : each === 'asked' ? value : each)).join('')
        const sample = (value: string, digit: string) =>
          answered(
            value,
            written(() => `w${digit}`, value),
          )
        const form = absenceForm(sample('qqqqqqqqq', '1'), sample('xxxxxxxxx', '2'))
        const text = isMade ? written((index) => chosen[index] ?? '', name) : characters.join('')
        // What is written right beside a word with a digit is a part of it.
        const source = written(() => '\uE005', name)
          .replaceAll('.', '\\.')
          .replace(/\w*\uE005\w*/g, String.raw`(?=\w*\.?\w*\d)\w+(?:\.\d\w*)*`)
        // A text on one line, without white space at its ends.
        const definition = new RegExp(`^${source.replace(/ +/g, ' ').trim()}$`, 'i')
        const line = text.replace(/ +/g, ' ').trim()
        const fit = form?.fits(name, answered(name, text).answer)
        if (fit) expect(line).toMatch(definition)
        if (isMade) expect([all, text, fit]).toEqual([all, text, true])
      }),
      { numRuns: times(3000) },
    )
  })

  test('is recognized by what an earlier release kept of it', () => {
    const say = (asked: string, id: number) => answered(asked, { Status: false, Error: `#${id} no ${asked}` })
    expect(absenceForm(say('aaaaaaaa', 12), say('bbbbbbbb', 34))?.fingerprint).toBe('ftg1jx-84kU1OT2Z9rRykL')
  })

  test('keeps what the name that was asked for says anyway', () => {
    const say = (asked: string) => answered(asked, { Status: false, Error: `no such user: ${asked}` })
    expect(fits(say('aaaaaaaa'), say('bbbbbbbb'), say('user'))).toBe(true)
    expect(fits(say('aaaaaaaa'), say('bbbbbbbb'), say('no'))).toBe(true)
  })

  test('is not what differs in more than that', () => {
    const absent = (asked: string) => answered(asked, { Status: false, Error: `no such user: ${asked}` })
    const others = [
      answered('ann', { Status: false, Error: 'no such user: bob' }),
      answered('ann', { Status: false, Error: 'no such user: ann or slapd is down' }),
      answered('ann', { Status: true, Error: 'no such user: ann' }),
      answered('ann', { Status: false, Error: 'no such user: ann', Data: {} }),
      answered('ann', { Status: false, Error: 'no such user: ann' }, 404),
      answered('ann', '{"Status": false'),
    ]
    for (const other of others) expect(fits(absent('aaaaaaaa'), absent('bbbbbbbb'), other)).toBe(false)
  })

  test('does not exist if the two differ in form', () => {
    const one = answered('aaaaaaaa', { Status: false, Error: 'not found' })
    for (const other of [
      answered('bbbbbbbb', { Status: false, Error: 'not found' }, 404),
      answered('bbbbbbbb', { Status: false, Error: 'bad name given' }),
      answered('bbbbbbbb', 'not found'),
    ]) {
      expect(absenceForm(one, other)).toBeUndefined()
    }
  })

  test('is found in any JSON that only varies in what was asked for, whatever characters it has', () => {
    const anyAnswer = fc.tuple(fc.jsonValue({ maxDepth: 3 }), anyText())
    fc.assert(
      fc.property(anyAnswer, fc.stringMatching(/^[a-z][a-z0-9.@-]{3,12}$/), ([value, text], name) => {
        const say = (asked: string) => answered(asked, { Status: false, value, text: `${text} ${asked}` })
        expect(fits(say('qwertzuiopqwer'), say('asdfghjklyxcvb'), say(name))).toBe(true)
      }),
    )
  })
})

test('two answers say the same only if they do so to the letter, but for what was asked for, and where', () => {
  const say = (asked: string, what: string) =>
    answered(asked, { Status: false, Error: `${what} /members/${asked}` })
  expect(areAlike(say('ann', 'nothing at'), say('qwertzuiop', 'nothing at'))).toBe(true)
  expect(areAlike(say('ann', 'nothing at'), say('qwertzuiop', 'no route'))).toBe(false)
})
