import { describe, expect, jest, test } from '@jest/globals'
import { diagnosticOf } from '@webfilter/appliance-declarations/diagnostics/incidents'
import fc from 'fast-check'
import { times } from '../../../../test/lanes/extent'
import { readAddedCount, readCategoryList, readQuery } from '../../src/categories/answers'
import { categoryNamed } from '../../src/categories/category'
import { resolveEndpoint } from '../../src/endpoints'
import { ApplianceError } from '../../src/errors'
import { readAnswer } from '../../src/protocol/answer'
import { readEnvelope, readSuccess } from '../../src/protocol/envelope'
import { caught, toldOf, withWords } from '../caught'

const endpoint = resolveEndpoint({ baseUrl: 'https://proxy.example.org' }, 'categories')
const request = 'GET https://proxy.example.org:9503/categories/list'
const answerOf = (content: unknown) => readAnswer(request, JSON.stringify(content), endpoint)
const entry = {
  table_name: 'category_ads',
  category_name: 'ads',
  category_id: 250,
  rpz_enabled: 0,
  rpz_action: 2,
  rpz_redirect: '',
}

describe('the envelope', () => {
  test.each([
    { Status: true, Info: 'done', Error: '' },
    { status: true, message: 'done' },
    { STATUS: 'TRUE', INFO: 'done' },
    { Status: 1, Info: 'done', Version: '4.50', Extra: { deep: [] } },
  ])('is read in every spelling: %j', (content) => {
    expect(readSuccess(answerOf(content))).toMatchObject({ succeeded: true, info: 'done' })
  })

  test('is not looked for among the characters of a text, of which there may be millions', async () => {
    const entries = jest.spyOn(Object, 'entries')
    try {
      expect((await caught(() => readEnvelope(answerOf('Status')))).kind).toBe('unreadable')
      expect(entries).not.toHaveBeenCalled()
    } finally {
      entries.mockRestore()
    }
  })

  test.each([
    [{ Status: false, Error: 'INVALID_ID', Info: '' }, { code: 'failure-reported' }, '"INVALID_ID"'],
    [{ Status: false, Error: 'BUSY', Info: 'try later' }, { code: 'failure-reported' }, '"BUSY: try later"'],
    [
      { status: false, info: 'Category service disabled on this server' },
      { code: 'service-disabled' },
      '"Category service disabled on this server"',
    ],
    [{ Status: 'false' }, { code: 'failure-reported' }, '"{"Status":"false"}"'],
    [{ Status: 0, Error: ['x'] }, { code: 'failure-reported' }, '"["x"]"'],
    [{ Status: true, status: false }, { code: 'failure-reported' }, 'false'],
    [{ status: true, Status: 'FALSE' }, { code: 'failure-reported' }, 'FALSE'],
    [{ status: true, Status: 0 }, { code: 'failure-reported' }, '0'],
    [
      { Status: false, Error: 'Authentication failed', Info: '' },
      { code: 'caller-refused' },
      '"Authentication failed", which does not say whether the token or the address of this machine is the cause',
    ],
    [
      { status: false, info: 'Your IP address [192.0.2.1] is not allowed to perform this operation' },
      { code: 'caller-refused' },
      '"Your IP address [192.0.2.1] is not allowed to perform this operation": the address of this machine',
    ],
  ])('tells a failure that came with HTTP 200: %j', async (content, told, says) => {
    const error = await caught(() => readSuccess(answerOf(content)))
    const isRefusal = told.code === 'caller-refused'
    expect(withWords(error)).toMatchObject({ kind: isRefusal ? 'forbidden' : 'failed', diagnostic: told })
    expect(diagnosticOf(error).message).toContain(says)
    expect(diagnosticOf(error).message).toMatch(new RegExp(` The request was ${request}\\.$`))
    const advice = {
      'failure-reported': /^Look for the quoted text in the log of the appliance/,
      'service-disabled': /enable the service that the answer names/,
      'caller-refused': /^Add the address of this machine to the source addresses/,
    }
    expect(diagnosticOf(error).advice).toMatch(advice[told.code as keyof typeof advice])
  })

  test.each([
    null,
    true,
    'ok',
    17,
    [],
    [{ Status: true }],
    {},
    { Status: null },
    { Status: 'maybe' },
    { Status: 2 },
    { Status: true, STATUS: 'maybe' },
    { status: null, Status: true },
  ])('is missing in %j', async (content) => {
    const error = await caught(() => readSuccess(answerOf(content)))
    expect([error.kind, diagnosticOf(error).code]).toEqual(['unreadable', 'answer-unreadable'])
    expect(diagnosticOf(error).message).toContain(request)
  })

  test.each(['', '<html><body>Welcome</body></html>', '{"Status": true, "In', 'Forbidden', '\u0000'])(
    'is no JSON in %j',
    async (text) => {
      expect((await caught(() => readAnswer(request, text, endpoint))).kind).toBe('unreadable')
    },
  )

  test.each(['[', '{"a":'])('is not looked for in what is nested without end: %s', async (opening) => {
    const depth = 50_000
    const text = `{"Status":true,"Info":${opening.repeat(depth)}1${(opening === '[' ? ']' : '}').repeat(depth)}}`
    expect(diagnosticOf(await caught(() => readAnswer(request, text, endpoint))).message).toContain(
      'nested too deeply',
    )
  })

  test.each(['ip address ', 'found inside ', 'no ', ' '])(
    'is read where its texts repeat %j a million times',
    (unit) => {
      const text = unit.repeat(1_000_000)
      const failure = caught(() => readSuccess(answerOf({ Status: false, Error: text, Info: text })))
      return expect(failure).resolves.toMatchObject({ kind: 'failed' })
    },
  )

  test('a byte order mark does no harm', () => {
    expect(readSuccess(readAnswer(request, '\ufeff{"Status":true}', endpoint)).succeeded).toBe(true)
  })
})

describe('the list of categories', () => {
  test('in the older shape', () => {
    expect(readCategoryList(answerOf({ Status: true, Error: '', Categories: [entry] }))).toEqual({
      generation: 'older',
      categories: [
        { id: 250, name: 'ads', table: 'category_ads', rpz: { enabled: false, action: 2, redirect: '' } },
      ],
    })
  })

  test('in the autonomous shape, ordered by id', () => {
    const categories = {
      '1000': { table: 'category_b', items: 0, name: 'b', description: '' },
      '251': { table: 'category_a', items: 7, name: 'a', description: 'first' },
    }
    expect(readCategoryList(answerOf({ status: true, info: '', categories }))).toEqual({
      generation: 'autonomous',
      categories: [
        { id: 251, name: 'a', table: 'category_a', items: 7, description: 'first' },
        { id: 1000, name: 'b', table: 'category_b', items: 0, description: '' },
      ],
    })
  })

  test.each([
    [{ Status: true, Categories: [] }, 'older'],
    [{ status: true, categories: {} }, 'autonomous'],
    [{ status: true, categories: [] }, 'autonomous'],
  ])('an empty one tells its generation by its spelling: %j', (content, generation) => {
    expect(readCategoryList(answerOf(content))).toEqual({ generation, categories: [] })
  })

  test('what is only nice to know may be missing or odd', () => {
    const odd = {
      CATEGORY_ID: '250',
      Category_Name: 'ads',
      rpz_enabled: 'x',
      table_name: null,
      color: 'red',
    }
    expect(readCategoryList(answerOf({ Status: true, Categories: [odd] })).categories).toEqual([
      { id: 250, name: 'ads', table: '' },
    ])
  })

  test.each([
    {
      Status: true,
      Categories: [
        { ...entry, category_id: -1 },
        { ...entry, category_name: 2024 },
      ],
    },
    { status: true, categories: { '-1': { name: 'ads' }, '250': { name: 2024 } } },
  ])('keeps what cannot be managed beside what can, also a name of digits: %j', async (content) => {
    const { categories } = readCategoryList(answerOf(content))
    expect(categories.map(({ id, name }) => [id, name])).toEqual([
      [-1, 'ads'],
      [250, '2024'],
    ])
    expect(categoryNamed('2024', categories)?.id).toBe(250)
    const diagnostic = await toldOf(() => categoryNamed('ads', categories))
    expect(diagnostic).toMatchObject({ code: 'category-number-impossible' })
  })

  test('leaves out an entry that it cannot read beside others, and says so', () => {
    const list = readCategoryList(answerOf({ Status: true, Categories: [entry, null] }))
    expect(list).toMatchObject({ categories: [{ id: 250 }], unreadable: { count: 1, quoted: ['null'] } })
  })

  test.each([
    { Status: true },
    { Status: true, Categories: null },
    { status: true, categories: null },
    { Status: true, Categories: 'none' },
    { Status: true, Categories: [{ ...entry, category_id: undefined }] },
    { Status: true, Categories: [{ ...entry, category_name: null }] },
    { status: true, categories: { abc: { name: 'a' } } },
    { status: true, categories: { '250': null } },
    { Status: true, Categories: [], categories: 'many' },
  ])('is no list if nothing in it can be read: %j', async (content) => {
    expect((await caught(() => readCategoryList(answerOf(content)))).kind).toBe('unreadable')
  })
})

describe('an answer that contradicts itself is no success', () => {
  test.each([
    '{"Status":false,"Status":true}',
    '{"Status":true,"Info":"{\\"","Status":true}',
    '{"status" : true, "data": {"a": ["}", "\\\\"]}, "status":true}',
    '{"Status":false,"\\u0053tatus":true}',
    `{"Status":false,"Status"${' '.repeat(60)}:true}`,
  ])('%s', async (text) => {
    expect((await caught(() => readSuccess(readAnswer(request, text, endpoint)))).kind).toBe('unreadable')
  })

  test.each([
    '{"Status":true,"Error":"DISK_FULL"}',
    '{"status":true,"error":{"code":5}}',
    '{"error":"DISK_FULL"}',
  ])('%s tells of a failure', async (text) => {
    const error = await caught(() => readSuccess(readAnswer(request, text, endpoint)))
    expect([error.kind, diagnosticOf(error).code]).toEqual(['failed', 'failure-reported'])
  })

  test.each([
    '{"Status":true,"Data":{"Status":false,"status":0}}',
    '{"Status":true,"Info":"\\"Status\\":false"}',
    '{"Status":true,"Error":""}',
    '{"Status":true,"Error":null}',
    '{"Status":true,"Error":0}',
    '{"Status":true,"Error":false}',
    '{"Status":true,"Error":[]}',
    '{"Status":true,"Error":{}}',
  ])('but %s does not', (text) => {
    expect(readSuccess(readAnswer(request, text, endpoint)).succeeded).toBe(true)
  })

  test('Status is found twice whatever else an object holds', () => {
    const others = fc.dictionary(fc.string(), fc.jsonValue())
    fc.assert(
      fc.property(others, fc.boolean(), fc.boolean(), (fields, one, other) => {
        const rest = JSON.stringify(fields).slice(1, -1)
        const parts = [`"Status":${one}`, ...(rest === '' ? [] : [rest]), `"Status":${other}`]
        expect(() => readAnswer(request, `{${parts.join(',')}}`, endpoint)).toThrow('contains Status twice')
      }),
    )
  })
})

describe('the answer of a query', () => {
  test('names the categories that hold the site', () => {
    const content = {
      Status: true,
      Info: 'a.com found inside 1 categorie(s)',
      Error: '',
      Categories: [entry],
    }
    expect(readQuery(answerOf(content))?.map(({ id }) => id)).toEqual([250])
  })

  test.each([
    { Status: false, Info: 'a.com found inside 0 categorie(s)', Error: '', Categories: [] },
    { Status: false, Info: 'a.com found inside 0 categorie(s)', Error: '', Categories: null },
    { Status: false, Info: 'a.com found inside 0 categorie(s)', Error: '' },
    { Status: true, Info: 'a.com found inside 0 categorie(s)', Error: '', Categories: [] },
    { Status: false, Info: 'a.com found inside 0 categorie(s)', Error: '', ERROR: '0', Categories: [] },
    { Status: false, Info: 'a.com found inside 0 categorie(s)', Error: 0, Categories: [] },
  ])('says that none does: %j', (content) => {
    expect(readQuery(answerOf(content))).toEqual([])
  })

  test.each([
    [{ Status: false, Error: 'Authentication failed', Info: '' }, 'forbidden'],
    [{ Status: false, Error: 'Authentication failed', Info: '', Categories: [] }, 'forbidden'],
    [{ status: false, info: 'Category service disabled on this server' }, 'failed'],
    [{ status: false, info: 'Your IP address [192.0.2.1] is not allowed' }, 'forbidden'],
    [{ Status: false, Error: 'Replication: authentication failed for node 2', Info: '' }, 'failed'],
    [{ Status: false, Error: 'Authentication failed', Info: 'The category was created.' }, 'failed'],
    [{ status: false, info: 'Added. IP address [192.0.2.7] of the peer is not allowed' }, 'failed'],
    [{ Status: false, Error: 'SOCKET_NOT_FOUND', Info: '', Categories: null }, 'failed'],
    [{ Status: false, Error: '', error: 'SOCKET_NOT_FOUND', Info: '', Categories: [] }, 'failed'],
    [{ Status: false }, 'failed'],
    [{ Status: false, Info: '', Error: '', Categories: [entry] }, 'unreadable'],
    [{ Status: false, Info: '', Error: '', Categories: [], categories: [entry] }, 'unreadable'],
    [{ Status: false, Info: 'a.com found inside 2 categorie(s)', Error: '', Categories: [] }, 'unreadable'],
    [{ Status: true, Info: 'a.com found inside 2 categorie(s)', Error: '', Categories: [] }, 'unreadable'],
    [{ Status: false, Info: 'Timeout: a.com found inside 0 categorie(s)', Error: '' }, 'failed'],
    [{ Status: false, Info: 'a.com found inside 0 categorie(s), 3 tables failed', Error: '' }, 'failed'],
    [{ Status: false, Info: '', Error: '', Categories: [] }, 'failed'],
    [{ Status: false, Info: '', Error: '' }, 'failed'],
    [{ Status: true, Error: 'DATABASE_LOCKED', Categories: [] }, 'failed'],
    [{ Status: true, Categories: [{}] }, 'unreadable'],
  ])('is a failure and not an absence: %j', async (content, kind) => {
    expect((await caught(() => readQuery(answerOf(content)))).kind).toBe(kind)
  })
})

test('a query that succeeds without counting the categories tells nothing by itself', () => {
  for (const content of [
    { Status: true, Info: '', Error: '' },
    { Status: true, Categories: [] },
    { Status: true, Info: 'a.com found inside 0 categorie(s) so far', Categories: [] },
  ]) {
    expect(readQuery(answerOf(content))).toBeUndefined()
  }
})

describe('the count of sites added', () => {
  test.each([
    ['12 sites added in category_ads (345 elements)', 12],
    ['1 site added in category_ads (1 elements)', 1],
    ['done', undefined],
    ['', undefined],
  ])('in %j is %s', (info, count) => {
    const answer = answerOf({ status: true, info })
    expect(readAddedCount(answer, readEnvelope(answer))).toBe(count)
  })

  test.each([
    '2 of 5 sites added',
    '5 sites added, 3 of them refused',
    'Timeout after 5 sites added',
    '5 sites added in 3 of 5 tables',
    '5 sites added to the queue',
    '5 sites added in category_ads (5 refused)',
  ])('is not understood in %j', async (info) => {
    const answer = answerOf({ status: true, info })
    expect((await caught(() => readAddedCount(answer, readEnvelope(answer)))).kind).toBe('unreadable')
  })
})

describe('whatever comes back', () => {
  const fieldName = fc.oneof(
    fc.constantFrom('Status', 'status', 'Info', 'Error', 'Categories', 'categories', '__proto__', 'message'),
    fc.string(),
  )
  const anyContent = fc.oneof(
    fc.jsonValue(),
    fc.dictionary(fieldName, fc.oneof(fc.boolean(), fc.jsonValue())),
  )
  const readers = [readSuccess, readCategoryList, readQuery]

  function outcomeOf(read: () => unknown): 'success' | 'failure' {
    try {
      read()
      return 'success'
    } catch (error) {
      if (error instanceof ApplianceError) return 'failure'
      throw error
    }
  }

  test('is read or refused with an ApplianceError, never with a crash', () => {
    fc.assert(
      fc.property(anyContent, fc.constantFrom(...readers), (content, read) => {
        expect(['success', 'failure']).toContain(outcomeOf(() => read(answerOf(content))))
      }),
      { numRuns: times(3000) },
    )
  })

  test('is no success unless it says so', () => {
    const withoutYes = fc
      .dictionary(fieldName, fc.jsonValue())
      .filter(
        (content) => !Object.entries(content).some(([key, value]) => key.toLowerCase() === 'status' && value),
      )
    fc.assert(
      fc.property(fc.oneof(withoutYes, fc.constant([]), fc.string(), fc.integer()), (content) => {
        expect(outcomeOf(() => readSuccess(answerOf(content)))).toBe('failure')
        expect(outcomeOf(() => readCategoryList(answerOf(content)))).toBe('failure')
      }),
      { numRuns: times(2000) },
    )
  })

  test('cut off anywhere is unreadable', () => {
    const whole = JSON.stringify({ Status: true, Error: '', Categories: [entry] }, null, 2)
    fc.assert(
      fc.property(fc.nat({ max: whole.length - 1 }), (length) => {
        expect(outcomeOf(() => readCategoryList(readAnswer(request, whole.slice(0, length), endpoint)))).toBe(
          'failure',
        )
      }),
    )
  })

  test('a query with an error text is never an absence', () => {
    fc.assert(
      fc.property(
        // A number of errors that is 0 is no error.
        fc.string().filter((text) => !['', '0'].includes(text.trim())),
        fc.constantFrom([], null),
        (error, Categories) => {
          expect(
            outcomeOf(() => readQuery(answerOf({ Status: false, Info: '', Error: error, Categories }))),
          ).toBe('failure')
        },
      ),
    )
  })
})
