import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { times } from '../../../../test/lanes/extent'
import { quotable, quotationOf } from '../../src/quotation/quotation'
import { noSecrets, Secrets } from '../../src/quotation/secrets'
import { breaks, encodings, pieceIn, piecesOf } from './encodings'

/** What stands around an echo. */
const surroundings: readonly (readonly [before: string, behind: string])[] = [
  ['', ''],
  ['{"Status": false, "Info": "No such key: ', '"}'],
  ['<html><body><p title="', '">Denied</p></body></html>'],
  ['<pre>X-Auth-Token: ', '\nAccept: */*</pre>'],
  ['key=', '&name=value'],
  ['Refused (', '), try again.'],
  ["{'key': '", "'}"],
]

const printable = fc.string({
  unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)),
  minLength: 8,
  maxLength: 40,
})
const secretOfHeader = printable.filter((secret) => secret.replace(/\s/g, '').length >= 8)
const beyondAscii = fc.string({
  unit: fc.constantFrom(...'abcXYZ019-/"<& äÖßéЖщ中€😀'),
  minLength: 8,
  maxLength: 30,
})

/** No piece of it stands in what is around, so that one in an output comes from the echo. */
const foreign = (secrets: fc.Arbitrary<string>) =>
  secrets.filter((secret) => {
    const pieces = piecesOf(secret)
    return surroundings.flat().every((text) => pieceIn(`***${text}***`, pieces) === undefined)
  })

const echo = fc.record({
  name: fc.constantFrom(...Object.keys(encodings)),
  around: fc.constantFrom(...surroundings),
  broken: fc.array(fc.tuple(fc.nat(), fc.constantFrom(...breaks)), { maxLength: 6 }),
})

/** Breaks a text at places. Behind a backslash no other one can stand for white space: the two are a backslash that is escaped. */
function brokenAt(text: string, places: readonly (readonly [number, string])[]): string {
  const within = places.map(([at, by]) => ({ at: at % (text.length + 1), by }))
  const possible = within.filter(({ at, by }) => !(by.startsWith('\\') && text[at - 1] === '\\'))
  return possible
    .toSorted((one, other) => other.at - one.at)
    .reduce((broken, { at, by }) => `${broken.slice(0, at)}${by}${broken.slice(at)}`, text)
}

describe('of a secret of eight and more characters', () => {
  test('thirty encodings and more are tried', () => {
    expect(Object.keys(encodings).length).toBeGreaterThanOrEqual(30)
  })

  test.each([
    ['printable', secretOfHeader],
    ['beyond ASCII', beyondAscii.filter((secret) => secret.replace(/\s/g, '').length >= 8)],
  ])('no six in a row are shown in any encoding, however it is echoed: %s', (_, secrets) => {
    fc.assert(
      fc.property(foreign(secrets), echo, (secret, { name, around, broken }) => {
        const echoed = brokenAt((encodings[name] ?? String)(secret), broken)
        const text = `${around[0]}${echoed}${around[1]}`
        const hidden = new Secrets([secret])
        const pieces = piecesOf(secret)
        expect(pieceIn(hidden.redact(text), pieces)).toBeUndefined()
        expect(pieceIn(quotable(text, hidden), pieces)).toBeUndefined()
        expect(pieceIn(quotationOf({ text, error: text }, hidden), pieces)).toBeUndefined()
      }),
      { numRuns: times(150) },
    )
  })

  test.each([
    ['a page', `${'<p>a b</p>'.repeat(20_000)}`],
    ['escapes', '\\u0061%20&lt;'.repeat(12_000)],
    ['nothing but the ends of escapes', ';'.repeat(200_000)],
    ['escapes of which each stands for the end of another one', `${'%3'.repeat(99_999)}5`],
    ['half of a tag', '<a '.repeat(70_000)],
  ])('%s of 200,000 characters is left as it is', (_, text) => {
    const longest = text.slice(0, 200_000)
    expect(new Secrets(['correct horse']).redact(longest) === longest).toBe(true)
  })

  test.each([2_000, 50_000])('%i spaces may stand behind it', (count) => {
    const spaces = ' '.repeat(count)
    const text = `n4Xq-7vTz+0Lw${spaces}\u00ad and${spaces}\u00admore`
    expect(new Secrets(['n4Xq-7vTz+0Lw']).redact(text)).toMatch(/^\*{3}\s*\u00ad? and *\u00admore$/)
  })

  test('what tells of it and stands where a text is cut off goes, too', () => {
    const secret = 'n4Xq-7vTz+0Lw'
    for (const kept of [3, 6, 12, 20]) {
      const text = `${'x '.repeat(100_000 - kept)}${percentOfAll(secret)} and more`
      expect(new Secrets([secret]).redact(text)).not.toMatch(/%6e/i)
    }
  })
})

describe('what is said beside a secret stays readable', () => {
  const hidden = new Secrets(['n4Xq-7vTz+0Lw', 'administrator-password', 'abc4'])

  test.each([
    ['The token n4Xq-7vTz+0Lw is unknown.', 'The token *** is unknown.'],
    ['key=n4Xq-7vTz+0Lw&name=x', 'key=***&name=x'],
    ['{"key": "n4Xq-7vTz+0Lw", "name": "x"}', '{"key": "***", "name": "x"}'],
    ['{\\"key\\":\\"n4Xq-7vTz+0Lw\\"}', '{\\"key\\":\\"***\\"}'],
    ['only n4Xq-7 of it', 'only *** of it'],
    ['only n4Xq- of it', 'only n4Xq- of it'],
    ['one abc4 and the other ABC4', 'one *** and the other ABC4'],
    ['the admin gave a passage', 'the admin gave a passage'],
    ['Kennung falsch: \\u00e9\\u00e8\\u0020', 'Kennung falsch: \\u00e9\\u00e8\\u0020'],
    ['/a%20b%2Fc%20d%2Fe', '/a%20b%2Fc%20d%2Fe'],
    ['&#039;it&#039;s&#039;', '&#039;it&#039;s&#039;'],
    [
      '2024-01-10T10:11:01 5d41402abc4b2a76b9719d911017c592',
      '2024-01-10T10:11:01 5d41402***b2a76b9719d911017c592',
    ],
  ])('%s', (text, told) => {
    expect(hidden.redact(text)).toBe(told)
  })

  test('where nothing is secret', () => {
    expect(noSecrets.redact('n4Xq-7vTz+0Lw')).toBe('n4Xq-7vTz+0Lw')
    expect(new Secrets(['abc']).redact('abcdef')).toBe('abcdef')
  })
})

function percentOfAll(text: string): string {
  return Array.from(Buffer.from(text), (byte) => `%${byte.toString(16)}`).join('')
}
