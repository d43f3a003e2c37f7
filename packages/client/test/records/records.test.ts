import { afterEach, describe, expect, test } from '@jest/globals'
import { diagnosticOf } from '@webfilter/appliance-declarations/diagnostics/incidents'
import { type Emulator, type EmulatorOptions, startEmulator } from '@webfilter/appliance-emulator'
import fc from 'fast-check'
import { times } from '../../../../test/lanes/extent'
import { type Appliance, connect } from '../../src/appliance'
import { resolveEndpoint } from '../../src/endpoints'
import { ApplianceError } from '../../src/errors'
import { readAnswer } from '../../src/protocol/answer'
import { readDatabases, readRecords } from '../../src/records/answers'
import { caught, codeOf, kindOf, messageOf, toldOf } from '../caught'
import { type Connected, connected } from '../connected'
import { json } from '../server'

const { signal } = new AbortController()
const endpoint = resolveEndpoint({ baseUrl: 'https://192.0.2.1' }, 'records')
const answerOf = (content: unknown) =>
  readAnswer('GET https://192.0.2.1:9507/', JSON.stringify(content), endpoint)

describe('the list of databases', () => {
  const database = {
    Response: '1270002',
    ipaddr: '127.0.0.2',
    Description: 'Senders of spam',
    TableName: 'dnsbl_1270002',
    Items: 12,
    Enabled: 1,
    TTL: 30,
    Date: '2025-06-17T09:30:00.123456Z',
  }

  test('is read by index, in its order', () => {
    const Databases = {
      '1270009': { ...database, Response: '1270009', Enabled: 0, Items: '0', TTL: null },
      '1270002': database,
    }
    expect(readDatabases(answerOf({ Status: true, Error: '', Databases }))).toMatchObject([
      {
        id: '1270002',
        address: '127.0.0.2',
        description: 'Senders of spam',
        table: 'dnsbl_1270002',
        items: 12,
        enabled: true,
        ttl: 30,
        date: '2025-06-17T09:30:00.123456Z',
      },
      { id: '1270009', enabled: false, items: 0, ttl: null },
    ])
  })

  test.each([
    { Status: true, Databases: null },
    { status: 'true', databases: [] },
    { Status: true, Databases: {} },
  ])('may be empty: %j', (content) => {
    expect(readDatabases(answerOf(content))).toEqual([])
  })

  test.each([
    [{ Status: true }, 'unreadable'],
    [{ Status: true, Databases: [database] }, 'unreadable'],
    [{ Status: true, Databases: { '1270002': null } }, 'unreadable'],
    [{ Status: true, Databases: { spam: database } }, 'unreadable'],
    [{ Databases: {} }, 'unreadable'],
    [{ Status: false, Error: 'SOCKET_NOT_FOUND' }, 'failed'],
  ])('is never read as shorter than it is: %j', async (content, kind) => {
    expect(await kindOf(() => readDatabases(answerOf(content)))).toBe(kind)
  })

  test('are not overlooked where another spelling of their key is empty', () => {
    const content = { Status: true, Databases: {}, databases: { 7: {} } }
    expect(readDatabases(answerOf(content)).map(({ id }) => id)).toEqual(['7'])
  })

  test('whose index is none are quoted in few words', async () => {
    const content = { Status: true, Databases: { ['x'.repeat(100_000)]: {} } }
    const { message } = await toldOf(() => readDatabases(answerOf(content)))
    expect(message).toContain('an unknown format under "xxx')
    expect(message.length).toBeLessThan(1_000)
  })
})

describe('the records of addresses', () => {
  const asked = ['192.0.2.1', '192.0.2.2', '192.0.2.3']
  const details = { Description: 'by hand', Date: '2025-06-17' }
  const listed = (content: unknown) => {
    const read = readRecords(answerOf(content), asked)
    return read.kind === 'listed' ? read.records.map(({ address }) => address) : read.kind
  }

  test('are told with what the appliance says of them', () => {
    const content = { Status: true, Records: { '192.0.2.2': details, '192.0.2.1': { note: 5 } } }
    const records = [
      { address: '192.0.2.1', description: null, date: null },
      { address: '192.0.2.2', description: 'by hand', date: '2025-06-17' },
    ]
    expect(readRecords(answerOf(content), asked)).toEqual({ kind: 'listed', records })
  })

  test.each([
    { status: true, records: { '192.0.2.2': 'by hand' } },
    {
      Status: true,
      Records: { '192.0.2.1': null, '192.0.2.2': 1, '192.0.2.3': false, '198.51.100.1': details },
    },
    { Status: true, Records: { '192.0.2.2/32': details } },
    { Status: true, Records: { '::ffff:192.0.2.2': details } },
    { Status: true, Records: { '0:0:0:0:0:FFFF:C000:202/128': details } },
    { Status: true, Records: { '3221225986': details } },
    { Status: true, Records: [3221225986] },
    { Status: true, Records: { '192.000.002.002': details } },
    { Status: true, '192.000.002.002/32': details },
    { Status: true, Records: { '192.0.2.1': null, '192.0.2.2': [details], '192.0.2.3': [] } },
    {
      Status: true,
      Records: { '192.0.2.1': { Listed: false }, '192.0.2.2': { Listed: 1 }, '192.0.2.3': false },
    },
    { Status: true, Records: ['192.0.2.2'] },
    { Status: true, Data: [{ IPAddr: '192.0.2.2', ...details }] },
    { Status: true, Results: { '7': { Address: '192.0.2.2' } } },
    { Status: true, '192.0.2.2': details },
    { Status: true, Records: { '192.0.2.2': details }, Addresses: asked },
  ])('are found in any shape that makes sense: %j', (content) => {
    expect(listed(content)).toEqual(['192.0.2.2'])
  })

  test.each([
    { Status: true, Records: {} },
    { Status: true, Records: [] },
    { Status: true, Records: null },
    { Status: true, Info: '192.0.2.1 is listed', Records: [] },
  ])('are none in %j', (content) => {
    expect(listed(content)).toEqual([])
  })

  test.each([
    { Status: false },
    { Status: false, Error: 'NO_RECORD' },
    { Status: false, Error: 'record not found', Records: {} },
    { Status: false, Error: 'DATABASE_NOT_FOUND', Records: null },
    { Status: false, Error: '', Records: null },
    { Status: true },
    { Status: true, Info: '0 records' },
    { Status: true, Info: '192.0.2.2 is there' },
    { Status: true, Records: { '192.0.2.2': 0 } },
    { Status: true, Records: { '192.0.2.2': '' } },
    { Status: true, Records: { '192.0.2.2': '0', '192.0.2.1': details } },
    { Status: true, Records: {}, Data: { '192.0.2.2': details } },
    { Status: true, Records: null, '192.0.2.2': details },
  ])('may be any in %j', (content) => {
    expect(listed(content)).toBe('in words')
  })

  test.each([
    { '198.51.100.1': details },
    { '198.51.100.1': null },
    { '192.0.2.2': details, '198.51.100.1': details },
    { '2.2.0.192': details },
    { '198.51.100.0/24': details },
  ])('are not shown by an answer about others: %j', (Records) => {
    expect(listed({ Status: true, Records })).toBe('about others')
  })

  test.each(['192.0.2.0/24', '192.0.2.1/31', '0.0.0.0/0', '::ffff:192.0.2.0/120', '192.000.002.000/30'])(
    'are not shown by a network that contains one of them: %s',
    (network) => {
      const Records = { [network]: details, '192.0.2.2': details, '198.51.100.1': details }
      expect(readRecords(answerOf({ Status: true, Records }), asked)).toMatchObject({
        kind: 'in a network',
        network,
      })
    },
  )

  test.each([
    [{ Status: true, Records: 'many' }, 'unreadable'],
    [{ Status: true, Records: ['many'] }, 'unreadable'],
    [{ Status: true, Records: { first: {} } }, 'unreadable'],
    [{ Status: true, Records: { '192.0.2.2/33': {} } }, 'unreadable'],
    [{ Status: true, Records: { '192.0.2.02': {} } }, 'unreadable'],
    [{ Status: true, Records: { '192.0.2.256': {} } }, 'unreadable'],
    [{ Status: true, Records: { '2.2.0.192.in-addr.arpa': {} } }, 'unreadable'],
    [{ Status: true, Records: { '2001:db8::1': {} } }, 'unreadable'],
    [{ Status: false, Records: { '192.0.2.2': details } }, 'failed'],
    [{ Status: false, Error: 'Authentication failed' }, 'forbidden'],
    [{ Status: false, Error: 'Service disabled', Records: null }, 'failed'],
    [{ Records: {} }, 'unreadable'],
  ])('are a failure and not an absence in %j', async (content, kind) => {
    expect(await kindOf(() => listed(content))).toBe(kind)
  })

  test('are read or refused whatever comes back, and never invented', () => {
    const field = fc.constantFrom('Status', 'Records', 'Data', 'Error', 'Info', '192.0.2.2', '__proto__')
    fc.assert(
      fc.property(fc.dictionary(field, fc.oneof(fc.boolean(), fc.jsonValue())), (content) => {
        try {
          const found = listed(content)
          if (typeof found === 'string') return
          expect(asked).toEqual(expect.arrayContaining(found))
          if (found.length > 0) expect(JSON.stringify(content)).toContain(found[0])
        } catch (error) {
          if (!(error instanceof ApplianceError)) throw error
        }
      }),
      { numRuns: times(3000) },
    )
  })
})

type RecordAnswers = NonNullable<EmulatorOptions['recordAnswers']>

describe('records that are told in words', () => {
  const blockList = '1270002'
  const asked = ['192.0.2.25', '192.0.2.26', '192.0.2.27']
  let emulator: Emulator
  let appliance: Appliance
  afterEach(async () => {
    await appliance.close()
    await emulator.close()
  })

  async function setUp(recordAnswers: RecordAnswers, listed: readonly string[]) {
    emulator = await startEmulator({ recordAnswers })
    emulator.records.add(
      blockList,
      listed.map((address) => ({ address, description: 'Reported' })),
    )
    appliance = connect({ endpoints: { records: { url: emulator.urls.records } }, retries: 0 })
    return appliance.records
  }
  const addressesOf = (records: readonly { readonly address: string }[]) =>
    records.map(({ address }) => address)
  const queries = () => emulator.journal.entries().map(({ path }) => path.split('/').at(-1))

  const forms = ['collection-or-refusal', 'sentences', 'negations', 'reasons', 'counts'] as const

  test.each(forms)('are found beside a control that is listed and one that is not: %s', async (form) => {
    const records = await setUp(form, ['127.0.0.2', '192.0.2.25'])
    expect(addressesOf(await records.listed(blockList, asked, signal))).toEqual(['192.0.2.25'])
    expect(await records.listed(blockList, ['192.0.2.26'], signal)).toEqual([])
  })

  test('are asked for one by one, between the controls', async () => {
    const records = await setUp('sentences', ['127.0.0.2', '192.0.2.26'])
    expect(addressesOf(await records.listed(blockList, asked, signal))).toEqual(['192.0.2.26'])
    const [first, ...others] = queries()
    expect(first).toBe(asked.join())
    expect(others.slice(0, 2).sort()).toEqual(['127.0.0.1', '127.0.0.2'])
    expect(others.slice(2, 5).sort()).toEqual(asked)
    expect(others.slice(5).sort()).toEqual(['127.0.0.1', '127.0.0.2'])
  })

  test.each(forms)('are not understood in a database that lists neither control: %s', async (form) => {
    const records = await setUp(form, form === 'collection-or-refusal' ? [] : ['192.0.2.25'])
    const { message, code, advice } = await toldOf(records.listed(blockList, asked, signal))
    expect(code).toBe('record-answer-unclear')
    expect(message).toMatch(/"(?:NO_RECORD|1 records read|192\.0\.2\.25 is .*)"/)
    expect(message).toContain('127.0.0.1 and 127.0.0.2 are answered alike')
    expect(advice).toContain('terraform state rm')
    expect(advice).not.toContain('Add 127.0.0.2')
    const { deleted, unlisted, failure } = await records.delist(blockList, asked, signal)
    expect([deleted, unlisted, codeOf(failure)]).toEqual([[], [], 'record-answer-unclear'])
  })

  test('are not understood in an answer that is like neither control', async () => {
    const records = await setUp('reasons', ['127.0.0.2'])
    emulator.records.add(blockList, [
      { address: '192.0.2.26', description: 'Of 192.0.2.99, not listed before' },
    ])
    const { message, code } = await toldOf(records.listed(blockList, asked, signal))
    expect(code).toBe('record-answer-unclear')
    expect(message).toContain('"192.0.2.26 is listed: Of 192.0.2.99, not listed before (')
  })

  test.each(['127.0.0.1', '127.0.0.2'])(
    'are not compared with a control that is declared: %s',
    async (own) => {
      const records = await setUp('sentences', ['127.0.0.2'])
      const { message, code } = await toldOf(records.listed(blockList, ['192.0.2.25', own], signal))
      expect(code).toBe('record-answer-unclear')
      expect(message).toContain(`${own} is one of the declared addresses`)
    },
  )

  test('are not understood if the database empties or fills while it is asked', async () => {
    const records = await setUp('sentences', ['127.0.0.2', ...asked])
    emulator.faults.set([
      { path: `/database/records/${blockList}/127.0.0.*`, skip: 2, effect: 'refuse', error: 'not listed' },
    ])
    const error = await caught(records.listed(blockList, asked, signal))
    expect(diagnosticOf(error).code).toBe('record-answer-unclear')
  })

  test('are not understood if the database does not answer the question for some addresses, the unlisted control among them', async () => {
    const records = await setUp('sentences', ['127.0.0.2', ...asked])
    const busy = { effect: 'refuse', error: 'Timeout: database busy' } as const
    emulator.faults.set([
      { path: `/database/records/${blockList}/127.0.0.1`, times: 1, ...busy },
      { path: `/database/records/${blockList}/192.0.2.26`, times: 1, ...busy },
    ])
    const error = await caught(records.listed(blockList, asked, signal))
    expect(diagnosticOf(error).code).toBe('record-answer-unclear')
  })

  test.each([
    { Status: true, Info: '192.0.2.25 is listed; 192.0.2.26 is not listed' },
    { Status: false, Error: 'The address of this host is not listed in the access rules' },
    { Status: true, Info: 'Timeout: 0 records read' },
    { Status: false, Error: 'record not found', Records: {} },
    { Status: false, Error: '', Records: null },
    { Status: true },
  ])('are not understood where everything is answered alike: %j', async (content) => {
    await setUp('sentences', [])
    const at = await connected((_, response) => json(response, content))
    try {
      const { message, code } = await toldOf(at.appliance.records.listed(blockList, asked, signal))
      expect(code).toBe('record-answer-unclear')
      expect(message).toContain(content.Info ?? content.Error ?? 'Status')
      const { deleted, unlisted } = await at.appliance.records.delist(blockList, asked, signal)
      expect([...deleted, ...unlisted]).toEqual([])
    } finally {
      await at.close()
    }
  })
})

describe('records under other names than were asked for', () => {
  const blockList = '1270002'
  const asked = ['192.0.2.25', '192.0.2.26', '192.0.2.27']
  let emulator: Emulator
  let appliance: Appliance
  afterEach(async () => {
    await appliance.close()
    await emulator.close()
  })

  async function setUp(recordAnswers: RecordAnswers, listed: readonly string[]) {
    emulator = await startEmulator({ recordAnswers })
    emulator.records.add(
      blockList,
      listed.map((address) => ({ address })),
    )
    appliance = connect({ endpoints: { records: { url: emulator.urls.records } }, retries: 0 })
    return appliance.records
  }
  const stored = () => [...emulator.records.records(blockList)].map(({ address }) => address)

  test.each(['mapped', 'integers', 'padded', 'prefixed'] as const)(
    'are found, deleted and gone: %s',
    async (form) => {
      const records = await setUp(form, ['192.0.2.25', '192.0.2.27'])
      const found = await records.listed(blockList, asked, signal)
      expect(found.map(({ address }) => address)).toEqual(['192.0.2.25', '192.0.2.27'])
      const { deleted, unlisted } = await records.delist(blockList, asked, signal)
      expect([deleted, unlisted]).toEqual([['192.0.2.25', '192.0.2.27'], ['192.0.2.26']])
      expect(await records.listed(blockList, asked, signal)).toEqual([])
    },
  )

  test.each([
    ['reversed', 'record-answer-unclear', '"25.2.0.192" was not asked for'],
    [
      'networks',
      'record-network-listed',
      'The database lists the network 192.0.2.0/24, which contains 192.0.2.25.',
    ],
  ] as const)('are never read as not listed: %s', async (form, code, said) => {
    const records = await setUp(form, ['192.0.2.25'])
    const diagnostic = await toldOf(records.listed(blockList, ['192.0.2.25', '192.0.2.30'], signal))
    expect([diagnostic.code, diagnostic.message]).toEqual([code, expect.stringContaining(said)])
    const { deleted, unlisted, failure } = await records.delist(blockList, ['192.0.2.25'], signal)
    expect([deleted, unlisted, codeOf(failure)]).toEqual([[], [], code])
    expect(stored()).toEqual(['192.0.2.25'])
  })

  test('do not matter if every address that was asked for is among them', async () => {
    const records = await setUp('others', asked)
    expect(await records.listed(blockList, asked, signal)).toHaveLength(3)
  })

  test('make each address be asked for by itself', async () => {
    const records = await setUp('others', ['192.0.2.25'])
    const error = await caught(records.listed(blockList, asked, signal))
    expect(diagnosticOf(error).message).toContain('"198.51.100.99" was not asked for')
    expect(emulator.journal.entries().map(({ path }) => path.split('/').at(-1))).toContain('192.0.2.25')
  })

  test('of which all were asked for by themselves are found', async () => {
    const records = await setUp('collection', ['192.0.2.25', '192.0.2.27'])
    emulator.faults.set([])
    const at = await connected(({ path }, response) => {
      const addresses = (path.split('/').at(-1) ?? '').split(',')
      const keys =
        addresses.length > 1 ? ['198.51.100.99'] : addresses.filter((each) => stored().includes(each))
      json(response, { Status: true, Records: Object.fromEntries(keys.map((key) => [key, {}])) })
    })
    try {
      const found = await at.appliance.records.listed(blockList, asked, signal)
      expect(found).toEqual(
        await records
          .listed(blockList, asked, signal)
          .then((all) => all.map(({ address }) => ({ address, description: null, date: null }))),
      )
    } finally {
      await at.close()
    }
  })

  test('and with a flag for each address, 0 is compared with the controls', async () => {
    const records = await setUp('flags', ['127.0.0.2', '192.0.2.25'])
    const { deleted, unlisted } = await records.delist(blockList, asked, signal)
    expect([deleted, unlisted]).toEqual([['192.0.2.25'], ['192.0.2.26', '192.0.2.27']])
  })
})

describe('a database that answers in words where nothing is listed, and lists no control', () => {
  const blockList = '1270002'
  const asked = ['192.0.2.25', '192.0.2.26']
  let emulator: Emulator
  afterEach(() => emulator.close())

  async function client(recordAnswers: RecordAnswers, listed: readonly string[]): Promise<Appliance> {
    emulator = await startEmulator({ recordAnswers })
    emulator.records.add(
      blockList,
      listed.map((address) => ({ address })),
    )
    return another()
  }
  const another = () => connect({ endpoints: { records: { url: emulator.urls.records } }, retries: 0 })

  test.each(['collection-or-refusal', 'flags'] as const)(
    'is understood by the answer that was seen beside a listed address: %s',
    async (form) => {
      const { records, close } = await client(form, ['192.0.2.25', '203.0.113.9'])
      const { deleted, absence } = await records.delist(blockList, ['192.0.2.25'], signal)
      expect([deleted, absence]).toEqual([['192.0.2.25'], expect.any(String)])
      expect(await records.stillListed(blockList, deleted, signal)).toEqual([])
      await close()
      const later = another()
      expect(await later.records.listed(blockList, asked, signal, absence)).toEqual([])
      emulator.faults.set([{ operation: 'query-records', effect: 'refuse', error: 'DATABASE_BUSY' }])
      const error = await caught(later.records.listed(blockList, asked, signal, absence))
      expect(diagnosticOf(error).code).toBe('record-answer-unclear')
      await later.close()
    },
  )

  test('deletes nothing if nothing shows afterwards that it is gone', async () => {
    const { records, close } = await client('collection-or-refusal', ['192.0.2.25'])
    emulator.faults.set([
      { path: `/database/records/${blockList}/127.0.0.1`, effect: 'refuse', error: 'not this one' },
    ])
    const { deleted, failure } = await records.delist(blockList, ['192.0.2.25'], signal)
    expect([deleted, codeOf(failure)]).toEqual([[], 'record-answer-unclear'])
    expect(emulator.records.record(blockList, '192.0.2.25')).toBeDefined()
    await close()
  })
})

describe('taking addresses out', () => {
  let at: Connected
  afterEach(() => at.close())

  /** A database that lists what it is given. */
  const database = (listed: Set<string>, settings = {}) =>
    connected(({ path }, response) => {
      const [, , route = '', , addresses = ''] = path.split('/')
      const asked = addresses.split(',')
      if (route === 'records') {
        const found = asked.filter((address) => listed.has(address))
        return json(response, { Status: true, Records: Object.fromEntries(found.map((each) => [each, {}])) })
      }
      for (const address of asked) listed.delete(address)
      return json(response, { Status: true, Info: '' })
    }, settings)

  const many = Array.from({ length: 1000 }, (_, n) => `198.51.${100 + Math.floor(n / 250)}.${n % 250}`)

  test('asks first, deletes only what is listed, and compiles nothing', async () => {
    const listed = new Set(['192.0.2.2', '192.0.2.9'])
    at = await database(listed)
    expect(await at.appliance.records.delist('1270002', ['192.0.2.1', '192.0.2.2'], signal)).toEqual({
      deleted: ['192.0.2.2'],
      unlisted: ['192.0.2.1'],
      unconfirmed: [],
      failure: undefined,
      absence: undefined,
    })
    expect([...listed]).toEqual(['192.0.2.9'])
    expect(at.requests()).toEqual([
      'GET /database/records/1270002/192.0.2.1,192.0.2.2',
      'GET /database/records/1270002/127.0.0.1',
      'GET /database/delete/1270002/192.0.2.2',
    ])
  })

  test('keeps every URL under 2,000 characters, and loses no address', async () => {
    const listed = new Set(many)
    at = await database(listed)
    expect(await at.appliance.records.listed('1270002', many, signal)).toHaveLength(1000)
    const outcome = await at.appliance.records.delist('1270002', many, signal)
    expect(outcome.deleted).toEqual(many)
    expect(listed.size).toBe(0)
    for (const { path } of at.server.received) expect(`${at.server.url}${path}`.length).toBeLessThan(2000)
    expect(at.requests().length).toBeLessThan(40)
  })

  test('tells what was confirmed where it fails on the way', async () => {
    at = await connected(
      ({ path }, response) => {
        const [, , route = '', , addresses = ''] = path.split('/')
        if (route === 'delete' && addresses.includes('198.51.102.')) {
          return json(response, { Status: false, Error: 'DISK_FULL' })
        }
        const found = addresses.split(',').map((address) => [address, {}])
        return json(response, { Status: true, Records: route === 'records' ? Object.fromEntries(found) : {} })
      },
      { maxConcurrentRequests: 1 },
    )
    const outcome = await at.appliance.records.delist('1270002', many, signal)
    expect(messageOf(outcome.failure)).toContain('DISK_FULL')
    expect(outcome.deleted.length).toBeGreaterThan(0)
    expect([...outcome.deleted, ...outcome.unconfirmed]).toEqual(many)
  })

  test.each([
    [
      '4711',
      'The appliance has no record database 4711: ',
      'Use an existing database, such as 1270002, 1270009',
    ],
    [
      '1270002',
      'The answer does not show which addresses are listed: the appliance answered "INVALID_ID", and 127.0.0.1 and 127.0.0.2 are answered alike',
      'If the quoted text reports a failure, try again after its cause is fixed.',
    ],
  ])(
    'of a database says which ones there are, where it is none of them: %s',
    async (database, said, advice) => {
      at = await connected(({ path }, response) => {
        if (path !== '/databases/list') return json(response, { Status: false, Error: 'INVALID_ID' })
        json(response, { Status: true, Databases: { '1270009': {}, '1270002': {} } })
      })
      const { records } = at.appliance
      const { failure } = await records.delist(database, ['192.0.2.1'], signal)
      const error = await caught(records.listed(database, ['192.0.2.1'], signal))
      for (const each of [failure, error]) {
        expect(messageOf(each)).toMatch(new RegExp(`^${said}`))
        expect(messageOf(each)).toContain('INVALID_ID')
        expect((each && diagnosticOf(each))?.advice).toContain(advice)
      }
    },
  )

  test('is no failure where a repeated request finds that everything is gone', async () => {
    const listed = new Set(['192.0.2.1'])
    at = await connected(
      ({ path }, response, nth) => {
        if (path.includes('/records/')) {
          const found = [...listed]
            .filter((address) => path.endsWith(address))
            .map((address) => [address, {}])
          return json(response, { Status: true, Records: Object.fromEntries(found) })
        }
        listed.clear()
        if (nth === 3) return void response.destroy()
        return json(response, { Status: false, Error: 'NOT_FOUND' })
      },
      { retries: 1 },
    )
    const outcome = await at.appliance.records.delist('1270002', ['192.0.2.1'], signal)
    expect(outcome).toMatchObject({ deleted: ['192.0.2.1'], failure: undefined })
  })

  test('finds what stays listed although its deletion was confirmed', async () => {
    at = await connected(({ path }, response) => {
      const address = path.split('/').at(-1) ?? ''
      json(response, { Status: true, Records: address === '192.0.2.1' ? { [address]: {} } : {} })
    })
    const { records } = at.appliance
    const { deleted } = await records.delist('1270002', ['192.0.2.1'], signal)
    expect(await records.stillListed('1270002', deleted, signal)).toEqual(['192.0.2.1'])
  })

  test('waits for an answer that no longer has what was deleted', async () => {
    let asked = 0
    at = await connected((_, response) => {
      asked += 1
      json(response, { Status: true, Records: asked < 3 ? { '192.0.2.1': {} } : {} })
    })
    expect(await at.appliance.records.stillListed('1270002', ['192.0.2.1'], signal)).toEqual([])
  })

  test('is followed by one compile for all who wait for one', async () => {
    at = await connected((_, response) => json(response, { Status: true }))
    const { records } = at.appliance
    await Promise.all([records.compile(signal), records.compile(signal), records.compile(signal)])
    expect(at.requests()).toEqual(['GET /database/compile'])
    await records.compile(signal)
    expect(at.requests()).toHaveLength(2)
  })

  test('needs a listener that is enabled', async () => {
    at = await connected((_, response) => json(response, {}, 404))
    const error = await caught(at.appliance.records.compile(signal))
    expect(diagnosticOf(error).advice).toContain('enable the listener of the record databases')
  })
})
