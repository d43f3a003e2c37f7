import fc from 'fast-check'
import { anyText } from '../any-text'
import { mutated } from './json-mutations'

/** What a server sends, in a form that is short enough to be shown by a test that fails. */
export interface OddAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** `latin1` writes characters as bytes, which are no UTF-8 then. */
  readonly encoding: 'utf8' | 'latin1'
  /** Stands in the body wherever `filling` does. */
  readonly fill: { readonly unit: string; readonly length: number } | undefined
  /** Whether the connection ends before the answer does. */
  readonly breaks: boolean
}

/** What every request of the tests carries and no error may show. */
export const secrets = { token: 'tok-5f0c/9d"e', key: `key-${'0a1B'.repeat(900)}` }
/** The same of requests that carry a password. */
export const password = 'pässword & co'

const allSecrets = [...Object.values(secrets), password]
const filling = '@@@'

/** The bytes of the body as they are sent. */
export function bytesOf({ body, encoding, fill }: OddAnswer): Buffer {
  const filled = fill?.unit.repeat(Math.ceil(fill.length / fill.unit.length))
  return Buffer.from(filled === undefined ? body : body.replaceAll(filling, filled), encoding)
}

/** An answer with nothing odd about it. */
export function plainAnswer(content: unknown): OddAnswer {
  return answer({ body: JSON.stringify(content, null, 2) })
}

/** Answers that are mutations of valid ones, or nothing of the kind. */
export function oddAnswerTo(valid: readonly unknown[]): fc.Arbitrary<OddAnswer> {
  const mutation = fc.constantFrom(...valid).chain((each) => mutated(each, oddValue))
  const whole = fc.constantFrom(...valid).map((each) => JSON.stringify(each, null, 2))
  return fc.oneof(
    { weight: 9, arbitrary: mutation.map((body) => answer({ body })) },
    { weight: 1, arbitrary: whole.map((body) => answer({ body })) },
    {
      weight: 2,
      arbitrary: fc
        .record({ body: fc.oneof(mutation, whole, fc.constant('')), status: oddStatus })
        .map(answer),
    },
    {
      weight: 1,
      arbitrary: fc.record({ body: fc.oneof(mutation, whole), headers: oddHeaders }).map(answer),
    },
    { weight: 2, arbitrary: whole.chain(damaged) },
    {
      weight: 2,
      arbitrary: fc.oneof(oddValue, fc.json(), envelope).map((body) => answer({ body })),
    },
  )
}

/** Answers in which one place holds ten megabytes. */
export function hugeAnswerTo(valid: readonly unknown[]): fc.Arbitrary<OddAnswer> {
  return fc
    .record({
      body: fc
        .constantFrom(...valid)
        .chain((each) =>
          mutated(each, fc.constantFrom(`"${filling}"`, `{"${filling}":1}`, `["${filling}"]`)),
        ),
      unit: fc.constantFrom('a', ' ', '9', ' 1', ',', '\u0301', '<b>', 'no ', 'ip address ', 'ou=,', 'x='),
    })
    .map(({ body, unit }) => answer({ body, fill: { unit, length: 10 * 1024 * 1024 } }))
}

function answer(parts: Partial<OddAnswer>): OddAnswer {
  return {
    status: 200,
    headers: { 'content-type': 'application/json;charset=UTF-8' },
    body: '',
    encoding: 'utf8',
    fill: undefined,
    breaks: false,
    ...parts,
  }
}

const quoted = (text: string) => JSON.stringify(text)
const deep = 50_000

/** JSON texts that stand where something else is expected. */
const oddValue: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      ...['null', 'true', 'false', '0', '1', '-1', '2', '1.5', '-0', '9007199254740993', '1e400', '1e21'],
      ...['""', '" "', '"true"', '"FALSE"', '"1"', '"0"', '" 7 "', '"007"', '"-1"', '"99999999999999999999"'],
      ...['[]', '{}', '[[]]', '[null]', '[{}]', '{"":null}', '{"0":1}', '{"length":3}', '[true,false]'],
    ),
  },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom(
        ...[
          'not found',
          'no such user',
          'unknown member',
          'NO_RECORD',
          'no backup',
          'found inside 2 categorie(s)',
        ],
        ...[
          'Authentication failed',
          'disabled',
          '2 sites added in t (2 elements)',
          '192.0.2.1',
          '2001:db8::1',
        ],
        ...[
          '[APP_OPENLDAP]\nrunning=1\n__proto__=1',
          'running=',
          '[x]',
          '{"Status":true}',
          '{"uid":',
          '9'.repeat(400),
        ],
      )
      .map(quoted),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '{"__proto__":{"Status":true,"status":true}}',
      '{"constructor":{"prototype":{"status":true}}}',
      '{"toString":1,"valueOf":null,"toJSON":2}',
      '"\\ud800\\u0000\\u202e"',
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      `${'['.repeat(deep)}${']'.repeat(deep)}`,
      `${'{"a":'.repeat(deep)}1${'}'.repeat(deep)}`,
      `${'{"0":'.repeat(deep)}"x"${'}'.repeat(deep)}`,
    ),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(...allSecrets)
      .chain((secret) =>
        fc.constantFrom(secret, `a ${secret}`, `${' '.repeat(3_990)}${secret}`, secret.repeat(300)),
      )
      .map(quoted),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('x', ',', '\n', '10.0.0.1,').map((unit) => quoted(unit.repeat(5_000))),
  },
  { weight: 1, arbitrary: fc.oneof(fc.json(), anyText().map(quoted)) },
)

const fieldName = fc.constantFrom(
  ...['Status', 'status', 'Info', 'Error', 'message', 'Data', 'Categories', 'categories', 'Databases'],
  ...['interfaces', 'records', 'filesize', 'filetime', 'telnet', 'proxy_dns', 'groups', 'uid', '__proto__'],
)

const envelope = fc
  .array(fc.tuple(fieldName, oddValue), { maxLength: 6 })
  .map((entries) => `{${entries.map(([name, value]) => `"${name}":${value}`).join(',')}}`)

const oddStatus = fc.constantFrom(
  ...[
    201, 202, 203, 204, 205, 206, 226, 299, 300, 301, 302, 304, 307, 399, 400, 401, 402, 403, 404, 405, 407,
  ],
  ...[
    408, 409, 410, 413, 418, 421, 425, 429, 431, 451, 499, 500, 501, 502, 503, 504, 511, 599, 600, 799, 999,
  ],
)

const oddHeaders = fc.constantFrom<Record<string, string>[]>(
  {},
  { 'content-type': 'text/html' },
  { 'content-type': 'application/json; charset=utf-16' },
  { 'content-type': 'ÿ' },
  { 'content-encoding': 'gzip' },
  { 'retry-after': '-1', location: 'http://192.0.2.1/' },
  { 'retry-after': '99999999999999999999' },
)

/** A text that is cut off, broken, followed by something, or no JSON at all. */
function damaged(whole: string): fc.Arbitrary<OddAnswer> {
  const secret = fc.constantFrom(...allSecrets)
  return fc.oneof(
    fc.nat({ max: whole.length }).map((length) => answer({ body: whole.slice(0, length) })),
    fc.nat({ max: whole.length }).map((length) => answer({ body: whole.slice(0, length), breaks: true })),
    fc
      .nat({ max: whole.length })
      .map((at) =>
        answer({ body: `${whole.slice(0, at)}\xc3\xff\xfe${whole.slice(at)}`, encoding: 'latin1' }),
      ),
    fc
      .constantFrom(`\ufeff${whole}`, `${whole}${whole}`, `${whole}\u0000`, `)]}',\n${whole}`)
      .map((body) => answer({ body })),
    fc
      .constantFrom('', ' ', '\u0000', 'Forbidden', 'NaN', 'undefined', "{'Status':true}")
      .map((body) => answer({ body })),
    secret.map((each) =>
      answer({
        body: `<html><body>Status: true ${each}</body></html>`,
        headers: { 'content-type': 'text/html' },
      }),
    ),
    secret.map((each) => answer({ body: each.repeat(1_000) })),
    fc
      .nat({ max: 4_000 })
      .chain((gap) => secret.map((each) => answer({ body: `${' '.repeat(gap)}${each}${each}` }))),
  )
}
