import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { anyText } from '../../../../test/any-text'
import { times } from '../../../../test/lanes/extent'
import { lastLineOfTraceback, quotable, quotationOf } from '../../src/quotation/quotation'
import { noSecrets, Secrets } from '../../src/quotation/secrets'

const page = (body: string) => `<!DOCTYPE html>\n<html><head></head><body>${body}</body></html>`

/** In PEM, and of no use to anybody. */
const privateKey = `-----BEGIN PRIVATE KEY-----\n${'MIIEvQIBADANBgkq\n'.repeat(20)}-----END PRIVATE KEY-----`

describe('a quotation of an answer', () => {
  test.each([
    [{ text: '{"Status":false}', error: 'INVALID_ID', info: '' }, 'INVALID_ID'],
    [{ text: '{"status":false}', error: '', info: 'No site\n was parsed' }, 'No site was parsed'],
    [{ text: '{"Status":false}', error: 'INVALID_ID', info: 'No such number' }, 'INVALID_ID: No such number'],
    [{ text: '{"Status":false}', error: 'BUSY', info: 'BUSY' }, 'BUSY'],
  ])('of an envelope is its words: %j', (answer, words) => {
    expect(quotationOf(answer, noSecrets)).toBe(words)
  })

  test.each(['{"Status":false,"Info":""}', 'Forbidden', '404 page not found', '[]'])(
    'is the beginning of what says nothing in words: %s',
    (text) => {
      expect(quotationOf({ text, error: '', info: '' }, noSecrets)).toBe(text)
      expect(quotationOf({ text: `${text}${'.'.repeat(300)}` }, noSecrets)).toBe(
        `${text}${'.'.repeat(200 - text.length)}…`,
      )
    },
  )

  test('of a page is its title and the last line of its traceback', () => {
    const html = `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN">
      <html><head><title>500 Internal Server Error</title><style>#traceback { color: red; }</style></head>
      <body><h2>500 Internal Server Error</h2><pre id="traceback">Traceback (most recent call last):
  File &quot;/usr/share/service.py&quot;, line 87, in respond
    rows = read(table)
sqlite3.OperationalError: no such table: &#x27;category_ads&#x27; &amp;c.
</pre><div>Powered by a server</div></body></html>`
    expect(quotationOf({ text: html }, noSecrets)).toBe(
      "500 Internal Server Error: sqlite3.OperationalError: no such table: 'category_ads' &c.",
    )
  })

  test.each([
    [page('<h1>It works!</h1>\n<p>Nothing to see.</p>'), 'It works! Nothing to see.'],
    [page(''), '<!DOCTYPE html> <html><head></head><body></body></html>'],
    ['<html>Welcome</html>', 'Welcome'],
    ['  <title>\n Sign in\n</title><p>Your name:', 'Sign in'],
  ])('of a page without either is what it shows, or else its beginning: %s', (text, words) => {
    expect(quotationOf({ text }, noSecrets)).toBe(words)
  })

  test.each([
    ['in an envelope', { text: '{}', error: `no such key: ${privateKey}` }, 'no such key: ***'],
    ['in a text', { text: `cannot read ${privateKey}: it is too short` }, 'cannot read ***: it is too short'],
    ['in a page', { text: page(`<pre>cannot read ${privateKey}</pre>`) }, 'cannot read ***'],
    ['in lines of a page', { text: page(privateKey.replaceAll('\n', '<br>')) }, '***'],
    ['of which the end is missing', { text: `cannot read ${privateKey.slice(0, -40)}` }, 'cannot read ***'],
  ])('has no private key, which no request has sent: %s', (_, answer, words) => {
    expect(quotationOf(answer, noSecrets)).toBe(words)
  })

  test.each([
    ['as it is', 'hunter<2>'],
    ['as pages write it', 'hunter&lt;2&gt;'],
    ['with tags in it', 'hun<b></b>ter&lt;2&gt;'],
  ])('of a page strikes out a secret, %s', (_, spelling) => {
    const text = page(`<p>The key ${spelling} is unknown.</p>`)
    expect(quotationOf({ text }, new Secrets(['hunter<2>']))).toBe('The key *** is unknown.')
  })

  test('strikes out what a field of a password holds in the words of an envelope', () => {
    const error = 'Refused: {"uid":"ann","userPassword":"{SSHA}abc"}'
    expect(quotationOf({ text: '{}', error }, noSecrets)).toBe('Refused: {"uid":"ann","userPassword":"***"}')
  })
})

describe('whatever an answer holds, a quotation of it', () => {
  const secret = 'hunter2-&<secret>'
  const hidden = new Secrets([secret])
  const inPages = 'hunter2-&amp;&lt;secret&gt;'
  const piece = fc.oneof(
    anyText({ maxLength: 30 }),
    fc.constantFrom(
      ...[
        '<',
        '>',
        '</',
        '<!--',
        '-->',
        '<title>',
        '</title>',
        '<script>',
        '</SCRIPT >',
        '<pre>',
        '<b>',
        '&#x27;',
      ],
      ...[
        '&#0;',
        '&#1114112;',
        '&#xD800;',
        '&amp;lt;',
        '&',
        '\u0000',
        '\n',
        '\u2028',
        '\u202e',
        '\r\n  ',
        '<br/>',
      ],
      ...['Traceback (most recent call last):\n', '  File "x", line 1\n', 'KeyError: x\n', secret, inPages],
    ),
  )
  const anything = fc
    .tuple(fc.constantFrom('', '<', '<!DOCTYPE html>', '<title>'), fc.array(piece, { maxLength: 40 }))
    .map(([beginning, pieces]) => beginning + pieces.join(''))
  const answer = fc.record({ text: anything, error: anything, info: anything })

  test('is one short line without control characters, and shows no secret', () => {
    fc.assert(
      fc.property(answer, (given) => {
        const quote = quotationOf(given, hidden)
        expect(quote.length).toBeLessThanOrEqual(201)
        expect(quote).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|^\s|\s$/u)
        expect(quote).not.toContain(secret)
        expect(quote).not.toContain('hunter2')
      }),
      { numRuns: times(2_000) },
    )
  })

  test('says something where the answer does', () => {
    fc.assert(
      fc.property(anything, (text) => {
        const isBlank = text.replace(/[\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '') === ''
        expect(quotationOf({ text }, noSecrets) === '').toBe(isBlank)
      }),
      { numRuns: times(2_000) },
    )
  })

  test.each([
    '<',
    '<script>',
    '<title>',
    '<!--',
    '<b',
    '&#',
    '&lt;',
    '<p>\n',
    'Traceback (most recent call last)\n',
  ])('is made of %j, repeated a million times', (unit) => {
    const text = `<html>${unit.repeat(1_000_000)}`
    expect(quotationOf({ text }, hidden).length).toBeLessThanOrEqual(201)
  })
})

describe('a text that is quoted', () => {
  const secret = 's3cret-'.repeat(20)

  test.each([
    ['stands across the place where the look ends', ' '.repeat(3_990) + secret],
    ['is repeated until only its beginning is looked at', secret.repeat(100)],
    ['is longer than what is looked at', secret.repeat(40)],
  ])('shows nothing of a secret that %s', (_, text) => {
    const secrets = text === secret.repeat(40) ? [text, secret] : [secret]
    expect(quotable(`${text} and more`, new Secrets(secrets))).not.toContain('s3cr')
    expect(quotable(`${text} and more`, new Secrets([...secrets].reverse()))).not.toContain('s3cr')
  })

  test('strikes out a secret that begins with another one', () => {
    expect(quotable('token abcd1234', new Secrets(['abcd', 'abcd1234']))).toBe('token ***')
  })

  test('strikes out secrets, puts all on one line and stops after 200 characters', () => {
    expect(quotable('a\r\n\u0007\u202e  b', noSecrets)).toBe('a b')
    expect(quotable(`key hunter2 ${'x'.repeat(500)}`, new Secrets(['hunter2']))).toBe(
      `key *** ${'x'.repeat(192)}…`,
    )
  })

  test('no secret survives, wherever it stands', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, after) => {
        expect(quotable(`${before}hunter2${after}`, new Secrets(['hunter2']))).not.toContain('hunter2')
      }),
    )
    expect(quotable(`${'x'.repeat(197)}hunter2`, new Secrets(['hunter2']))).not.toMatch(/hunt/)
  })
})

const frames = `Traceback (most recent call last):
  File "/usr/share/service.py", line 87, in respond
    return self.handler()
`

test.each([
  [`${frames}KeyError: 'category_ads'\n`, "KeyError: 'category_ads'"],
  [
    `${frames}sqlite3.OperationalError: no such table: x\n  and more\n\nPowered by`,
    'sqlite3.OperationalError: no such table: x',
  ],
  [`${frames}KeyboardInterrupt`, 'KeyboardInterrupt'],
  [
    `${frames}KeyError: 1\n\nDuring handling of the above exception, another exception occurred:\n\n${frames}psycopg2.InterfaceError: connection closed`,
    'psycopg2.InterfaceError: connection closed',
  ],
  ['Traceback (most recent call last): lost in one line KeyError', ': lost in one line KeyError'],
  ['Traceback (most recent call last)', ''],
  ['No traceback at all', ''],
  ['', ''],
])('of %j the last line is %j', (text, line) => {
  expect(lastLineOfTraceback(text)).toBe(line)
})
