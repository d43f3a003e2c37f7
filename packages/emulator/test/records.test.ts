import { array, assert, constantFrom, property, tuple } from 'fast-check'
import { type Emulator, startEmulator } from '../src/emulator'
import { parseRecordChange, type RecordChange, RecordDatabases } from '../src/records/record-databases'
import type { RecordAnswers } from '../src/records/record-routes'
import { get } from '../src/testing/requests'

let emulator: Emulator
beforeEach(async () => {
  emulator = await startEmulator()
})
afterEach(() => emulator.close())

const ask = async (path: string) => (await get(emulator.urls.records + path)).json
const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z$/)
const success = (info: string) => ({ Status: true, Info: info, Error: '' })
const failure = (message: string) => ({ Status: false, Info: '', Error: message })

test('the two databases that always exist are listed, and others beside them', async () => {
  emulator.records.create({ address: '127.0.0.10', description: 'Newsletters', enabled: false, ttl: 30 })
  emulator.records.add('1270010', [{ address: '192.0.2.1' }])
  const entry = (index: string, ipaddr: string, Description: string) => ({
    Response: index,
    ipaddr,
    Description,
    TableName: `rbl_${index}`,
    Items: 0,
    Enabled: 1,
    TTL: 4,
    Date: moment,
  })
  expect(await ask('/databases/list')).toEqual({
    Status: true,
    Error: '',
    Databases: {
      1270002: entry('1270002', '127.0.0.2', 'Block list'),
      1270009: entry('1270009', '127.0.0.9', 'Allow list'),
      1270010: { ...entry('1270010', '127.0.0.10', 'Newsletters'), Items: 1, Enabled: 0, TTL: 30 },
    },
  })
})

describe('records', () => {
  beforeEach(() =>
    emulator.records.add('1270002', [
      { address: '192.0.2.1', description: 'Reported' },
      { address: '192.0.2.2', description: 'x'.repeat(300) },
    ]),
  )

  test('are returned by address, without absent ones', async () => {
    expect(await ask('/database/records/1270002/192.0.2.1,198.51.100.1')).toEqual({
      ...success('1 record(s) found'),
      Records: { '192.0.2.1': { Description: 'Reported', Date: moment } },
    })
  })

  test('keep 255 characters of their description', async () => {
    expect(await ask('/database/records/1270002/192.0.2.2')).toMatchObject({
      Records: { '192.0.2.2': { Description: 'x'.repeat(255) } },
    })
  })

  test('are returned only for the requested database', async () => {
    expect(await ask('/database/records/1270009/192.0.2.1')).toMatchObject({ Status: true, Records: {} })
  })

  test('are deleted from one database, whether they exist or not', async () => {
    emulator.records.add('1270009', [{ address: '192.0.2.1' }])
    const deletion = '/database/delete/1270002/192.0.2.1,192.0.2.1,198.51.100.1'
    expect(await ask(deletion)).toEqual(success('1 record(s) removed'))
    expect(await ask(deletion)).toEqual(success('0 record(s) removed'))
    expect(emulator.records.databases().map(({ items }) => items)).toEqual([1, 1])
  })

  test.each([
    ['1270003/192.0.2.1', 'INVALID_ID'],
    ['127.0.0.2/192.0.2.1', 'INVALID_ID'],
    ['1270002/192.0.2.1,', 'INVALID_ADDRESS '],
    ['1270002/192.0.2.1,%20192.0.2.2', 'INVALID_ADDRESS  192.0.2.2'],
    ['1270002/192.0.2', 'INVALID_ADDRESS 192.0.2'],
    ['1270002/192.0.2.1,2001:db8::1', 'INVALID_ADDRESS 2001:db8::1'],
  ])('of %s are neither returned nor deleted', async (path, error) => {
    expect(await ask(`/database/records/${path}`)).toEqual(failure(error))
    expect(await ask(`/database/delete/${path}`)).toEqual(failure(error))
    expect(emulator.records.database('1270002')?.items).toBe(2)
  })
})

test.each<[RecordAnswers, unknown]>([
  ['collection-or-refusal', failure('NO_RECORD')],
  ['sentences', success('192.0.2.1 is not listed; 192.0.2.2 is not listed')],
  ['negations', success('192.0.2.1 is missing from the list; 192.0.2.2 is missing from the list')],
  ['reasons', success('192.0.2.1 is not listed; 192.0.2.2 is not listed')],
  ['counts', success('0 records read')],
])('records are told in words: %s', async (recordAnswers, answer) => {
  const other = await startEmulator({ recordAnswers })
  try {
    const query = `${other.urls.records}/database/records/1270002/192.0.2.1,192.0.2.2`
    expect((await get(query)).json).toEqual(answer)
    other.records.add('1270002', [{ address: '192.0.2.1', description: 'Reported' }])
    expect((await get(query)).json).not.toEqual(answer)
  } finally {
    await other.close()
  }
})

test.each<[RecordAnswers, readonly unknown[]]>([
  ['others', ['192.0.2.1', '198.51.100.99']],
  ['reversed', ['1.2.0.192']],
  ['mapped', ['::ffff:192.0.2.1']],
  ['integers', ['3221225985']],
  ['padded', ['192.000.002.001']],
  ['prefixed', ['192.0.2.1/32']],
  ['networks', ['192.0.2.0/24']],
  ['flags', ['192.0.2.1', '192.0.2.2']],
])('records are told under other names: %s', async (recordAnswers, keys) => {
  const other = await startEmulator({ recordAnswers })
  try {
    other.records.add('1270002', [{ address: '192.0.2.1', description: 'Reported' }])
    const { json } = await get(`${other.urls.records}/database/records/1270002/192.0.2.1,192.0.2.2`)
    expect(Object.keys(Object(json).Records)).toEqual(keys)
  } finally {
    await other.close()
  }
})

describe('production mode', () => {
  test('has what was stored when the databases were last compiled', async () => {
    emulator.records.add('1270002', [{ address: '192.0.2.1' }, { address: '192.0.2.2' }])
    emulator.records.add('1270009', [{ address: '192.0.2.3' }])
    const productive = () =>
      ['192.0.2.1', '192.0.2.2'].map((address) => emulator.records.isInProduction('1270002', address))
    expect(productive()).toEqual([false, false])
    expect(await ask('/database/compile')).toEqual(success(''))
    expect(productive()).toEqual([true, true])
    await ask('/database/delete/1270002/192.0.2.1')
    expect(productive()).toEqual([true, true])
    expect(emulator.records.databases()).toMatchObject([
      { items: 1, compiledItems: 2, compilations: 1, dirty: true },
      { items: 1, compiledItems: 1, compilations: 1, dirty: false },
    ])
    await ask('/database/compile')
    expect(productive()).toEqual([false, true])
  })

  test('is not reached by a compilation that fails, reported or not', async () => {
    emulator.records.add('1270002', [{ address: '192.0.2.1' }])
    emulator.faults.set([
      { operation: 'compile-databases', effect: 'compile-fails', times: 1 },
      { operation: 'compile-databases', effect: 'compile-fails', silently: true },
    ])
    expect(await ask('/database/compile')).toEqual(failure('COMPILE_FAILED'))
    expect(await ask('/database/compile')).toEqual(success(''))
    expect(emulator.records.database('1270002')).toMatchObject({ compilations: 0, dirty: true })
  })

  test('includes that a record was removed and added again', () => {
    emulator.records.add('1270002', [{ address: '192.0.2.1' }])
    emulator.records.compile()
    emulator.records.remove('1270002', ['192.0.2.1'])
    emulator.records.add('1270002', [{ address: '192.0.2.1' }])
    expect(emulator.records.database('1270002')).toMatchObject({ dirty: false })
  })
})

describe('many records', () => {
  test('are generated from 10.0.0.0 upward', async () => {
    emulator.records.generate('1270002', 100_000)
    expect(emulator.records.database('1270002')).toMatchObject({ items: 100_000, compiledItems: 0 })
    const asked = '10.0.0.0,10.0.1.0,10.1.134.159,10.1.134.160'
    const { Records } = JSON.parse(
      (await get(`${emulator.urls.records}/database/records/1270002/${asked}`)).text,
    )
    expect(Object.keys(Records)).toEqual(['10.0.0.0', '10.0.1.0', '10.1.134.159'])
  })

  test.each([0, -1, 1.5, 2 ** 24 + 1])('are not %d', (count) => {
    expect(() => emulator.records.generate('1270002', count)).toThrow('choose a number from 1 to 16777216')
  })
})

test.each([
  ['127.0.0.2', 'record database 1270002 exists already'],
  ['127.0.0', 'no IPv4 address'],
])('no database answers with %s', (address, message) => {
  expect(() => emulator.records.create({ address })).toThrow(message)
})

const addresses = ['10.0.0.0', '10.0.0.1', '10.0.0.2', '192.0.2.1']
const index = '1270002'
const step = tuple(constantFrom('add', 'remove', 'generate', 'compile', 'enable'), constantFrom(...addresses))
const steps = array(step, { maxLength: 30 })

type Steps = readonly (readonly [string, string])[]

function take(databases: RecordDatabases, [action, address]: Steps[number]): void {
  if (action === 'add') databases.add(index, [{ address, description: `about ${address}` }])
  else if (action === 'remove') databases.remove(index, [address])
  else if (action === 'generate') databases.generate(index, 2)
  else if (action === 'compile') databases.compile()
  else databases.setEnabled(index, address === '10.0.0.1')
}

test('production mode has what was stored when the databases were last compiled', () => {
  assert(
    property(steps, (taken) => {
      const databases = new RecordDatabases()
      const stored = () => addresses.filter((address) => databases.record(index, address) !== undefined)
      let compiled: string[] = []
      for (const each of taken) {
        take(databases, each)
        if (each[0] === 'compile') compiled = stored()
        expect(addresses.filter((address) => databases.isInProduction(index, address))).toEqual(compiled)
        expect(databases.database(index)).toMatchObject({
          items: stored().length,
          compiledItems: compiled.length,
          dirty: stored().join() !== compiled.join(),
        })
      }
    }),
  )
})

test('whatever is done, replaying the recorded changes makes the same databases', () => {
  assert(
    property(steps, (taken) => {
      const recorded: RecordChange[] = []
      const databases = new RecordDatabases((change) => recorded.push(change))
      for (const each of taken) take(databases, each)
      const replayed = new RecordDatabases()
      for (const line of recorded.map((change) => JSON.stringify(change)))
        replayed.apply(parseRecordChange(JSON.parse(line)))
      expect(replayed.databases()).toEqual(databases.databases())
      expect([...replayed.records(index)]).toEqual([...databases.records(index)])
    }),
  )
})
