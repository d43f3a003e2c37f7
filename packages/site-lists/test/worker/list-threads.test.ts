import { once } from 'node:events'
import workerThreads from 'node:worker_threads'
import fc from 'fast-check'
import { anyText } from '../../../../test/any-text'
import { times } from '../../../../test/lanes/extent'
import { tooLong, UnreadableList } from '../../src/published/read-list'
import { PackedListError, packedText, packSites } from '../../src/table/packed-sites'
import { SiteTable } from '../../src/table/site-table'
import { ListThreads } from '../../src/worker/list-threads'
import { doOnThisThread, errorOf, refusalOf, type WorkInput, type WorkKind } from '../../src/worker/list-work'
import { threadText } from './thread-text'

let source: string

beforeAll(async () => {
  source = await threadText()
})

const opened: ListThreads[] = []

afterEach(async () => {
  await Promise.all(opened.splice(0).map((threads) => threads.close()))
})

/** Threads that run a text, and what they said of a fallback. */
function threadsOf(text: string | undefined, most = 2) {
  const reasons: string[] = []
  const options = { source: async () => text, onFallback: (reason: string) => reasons.push(reason), most }
  const threads = new ListThreads(options)
  opened.push(threads)
  return { threads, reasons }
}

/** What comes of work, an error included. */
async function outcome<T>(work: Promise<T>) {
  try {
    return { result: await work }
  } catch (error) {
    if (error instanceof UnreadableList) {
      return { list: error.message, advice: error.advice, isTooLong: error.isTooLong }
    }
    if (error instanceof PackedListError) return { packed: error.message, reason: error.reason }
    throw error
  }
}

async function both<K extends WorkKind>(threads: ListThreads, kind: K, input: WorkInput<K>) {
  return [await outcome(threads.run(kind, input)), await outcome(doOnThisThread(kind, input))] as const
}

function shared(text: string | Uint8Array): Uint8Array {
  const bytes = Buffer.from(text)
  const memory = Buffer.from(new SharedArrayBuffer(bytes.length))
  memory.set(bytes)
  return memory
}

const label = fc.stringMatching(/^[a-z0-9]{1,6}$/)
const name = fc.array(label, { minLength: 1, maxLength: 4 }).map((labels) => labels.join('.'))
const line = fc.oneof(
  { weight: 4, arbitrary: name },
  name.map((site) => `0.0.0.0 ${site} localhost`),
  name.map((site) => `||${site}^`),
  name.map((site) => `@@||${site}^`),
  name.map((site) => `www.${site}`),
  name.map((site) => `address=/${site}/0.0.0.0`),
  name.map((site) => `*.${site.toUpperCase()}`),
  fc.constantFrom(
    '# comment',
    '',
    'not a site',
    'a.example/path',
    'münchen.example',
    'a.example:80',
    '10.0.0.0/8',
  ),
  anyText({ maxLength: 20 }),
)
const file = fc.oneof(
  { weight: 6, arbitrary: fc.array(line, { maxLength: 60 }).map((lines) => shared(lines.join('\n'))) },
  fc.uint8Array({ maxLength: 60 }).map(shared),
  fc
    .constantFrom('\u{FEFF}a.example', '\x1f\x8b\b', 'PK\x03\x04', 'a\0b')
    .map((text) => shared(Buffer.from(text, 'latin1'))),
)

describe('lists on a thread', () => {
  it('are read and packed as on the main thread, and refused as there', async () => {
    const { threads, reasons } = threadsOf(source)
    const property = fc.asyncProperty(file, async (bytes) => {
      const [thread, main] = await both(threads, 'read', { bytes, knownDigest: undefined })
      expect(thread).toEqual(main)
      const [digest, expected] = await both(threads, 'digest', { bytes })
      expect(digest).toEqual(expected)
      if (!('result' in thread)) return
      expect(thread.result.table).toBeInstanceOf(SiteTable)
      const { table, packed = [], digest: listDigest } = thread.result
      const description = { digest: listDigest, size: table.size }
      expect(packedText(packed)).toBe(await packSites(table))
      expect(await threads.run('unpack', { packed: shared(packedText(packed)), description })).toEqual(table)
      const known = await threads.run('read', { bytes, knownDigest: listDigest })
      expect(known).toEqual({ ...thread.result, packed: undefined })
    })
    await fc.assert(property, { numRuns: times(300) })
    expect(reasons).toEqual([])
  })

  it('are refused as there where they were packed and altered', async () => {
    const { threads } = threadsOf(source)
    const { packed: pieces = [], digest } = await threads.run('read', {
      bytes: shared('a.example\nb.example\nc.test'),
      knownDigest: undefined,
    })
    const packed = packedText(pieces)
    const property = fc.asyncProperty(fc.nat(packed.length - 1), fc.nat(4), async (at, size) => {
      const altered = shared(`${packed.slice(0, at)}A${packed.slice(at + 1)}`)
      const [thread, main] = await both(threads, 'unpack', { packed: altered, description: { digest, size } })
      expect(thread).toEqual(main)
    })
    await fc.assert(property, { numRuns: times(100) })
  })

  it('keep what is said of one that is too long', () => {
    const refusal = refusalOf(tooLong('has more than enough'))
    expect(refusal && errorOf(refusal)).toEqual(tooLong('has more than enough'))
    expect(refusal).toMatchObject({ isTooLong: true, message: 'has more than enough' })
  })

  it('end the thread that has worked on much, and leave the others for what comes', async () => {
    let started = 0
    const counted = async () => {
      started += 1
      return source
    }
    const threads = new ListThreads({ source: counted, onFallback: () => {}, most: 1 })
    opened.push(threads)
    const digest = (bytes: Uint8Array) => threads.run('digest', { bytes })
    await digest(shared('a.example'))
    await digest(shared('b.example'))
    expect(started).toBe(1)
    await digest(Buffer.from(new SharedArrayBuffer(33 * 2 ** 20)))
    expect(await digest(shared('a.example'))).toBe(
      await doOnThisThread('digest', { bytes: shared('a.example') }),
    )
    expect(started).toBe(2)
  })

  it('are worked on one by one and side by side, each with its own result', async () => {
    const { threads } = threadsOf(source)
    const names = Array.from({ length: 9 }, (_, index) => `n${index}.example`)
    const lists = names.map((site) => threads.run('read', { bytes: shared(site), knownDigest: undefined }))
    expect((await Promise.all(lists)).map(({ table }) => table.list())).toEqual(names.map((site) => [site]))
  })
})

describe('without a thread that does its work', () => {
  const input = { bytes: Buffer.from('b.example\na.example'), knownDigest: undefined }

  it.each([
    ['none starts', 'throw new Error("it is broken")', 'it is broken'],
    ['its text is none', '}', expect.stringContaining('Unexpected token')],
    ['it ends', 'process.exit()', 'the thread has ended'],
    [
      'it breaks at its work',
      'require("node:worker_threads").parentPort.on("message", () => { throw new Error("it broke") })',
      'it broke',
    ],
    [
      'it has no more memory',
      'require("node:worker_threads").parentPort.on("message", () => { const all = []; for (;;) all.push(new Array(1e6).fill(0.5)) })',
      expect.stringContaining('memory limit'),
    ],
  ])('the main thread does all, and one line says so: %s', async (_, text, reason) => {
    const { threads, reasons } = threadsOf(text)
    const expected = await doOnThisThread('read', input)
    expect(await Promise.all([1, 2, 3].map(() => threads.run('read', input)))).toEqual([
      expected,
      expected,
      expected,
    ])
    expect(await threads.run('read', input)).toEqual(expected)
    expect(reasons).toEqual([reason])
    expect(threads.isOver).toBe(true)
  })

  it('no other is started for what has waited for its turn, nor once they are closed', async () => {
    const started: string[] = []
    const counted = (text: string) => {
      const begin = async () => {
        started.push(text)
        return text
      }
      const threads = new ListThreads({ source: begin, onFallback: () => {}, most: 1 })
      opened.push(threads)
      return threads
    }
    const broken = counted('throw new Error("it is broken")')
    await Promise.all([1, 2, 3].map(() => broken.run('read', input)))
    expect(started).toHaveLength(1)
    const closed = counted(source)
    const lists = [1, 2, 3].map(() => closed.run('read', input))
    await closed.close()
    expect((await Promise.all(lists)).map(({ table }) => table.size)).toEqual([2, 2, 2])
    expect(started.length).toBeLessThanOrEqual(2)
  })

  it('it does so where there is no text, and once they are closed', async () => {
    const { threads, reasons } = threadsOf(undefined)
    expect((await threads.run('read', input)).table.list()).toEqual(['a.example', 'b.example'])
    expect(reasons).toEqual(['the provider is not built'])
    const others = threadsOf(source).threads
    const running = others.run('read', input)
    await others.close()
    expect((await running).table.size).toBe(2)
    expect((await others.run('read', input)).table.size).toBe(2)
  })
})

describe('a thread that has nothing to do', () => {
  /** Does its work until it is asked for a digest. */
  const dying = () =>
    source.replace(
      /^/,
      `require('node:worker_threads').parentPort.on('message', ({ kind }) => { if (kind === 'digest') process.exit() });`,
    )

  it('is ended once the main thread does all the work', async () => {
    const { Worker } = workerThreads
    const started = jest.spyOn(workerThreads, 'Worker').mockImplementation((...given) => new Worker(...given))
    try {
      const { threads, reasons } = threadsOf(dying())
      const read = (site: string) => threads.run('read', { bytes: shared(site), knownDigest: undefined })
      await Promise.all([read('a.example'), read('b.example')])
      const ends = started.mock.results.map(({ value }) => once(value, 'exit'))
      expect(ends).toHaveLength(2)
      await threads.run('digest', { bytes: Buffer.from('') })
      expect(reasons).toEqual(['the thread has ended'])
      await Promise.all(ends)
    } finally {
      started.mockRestore()
    }
  })
})

describe('a signal', () => {
  const deaf = 'require("node:worker_threads").parentPort.on("message", () => { for (;;); })'

  it('ends work at once that a thread never comes to the end of, and work that waits for it', async () => {
    const { threads, reasons } = threadsOf(deaf, 1)
    const bytes = Buffer.from('a.example')
    const [first, second] = [new AbortController(), new AbortController()]
    const working = threads.run('digest', { bytes }, first.signal)
    const waiting = threads.run('digest', { bytes }, second.signal)
    second.abort(new Error('the second one'))
    await expect(waiting).rejects.toThrow('the second one')
    first.abort(new Error('the first one'))
    await expect(working).rejects.toThrow('the first one')
    await expect(threads.run('digest', { bytes }, first.signal)).rejects.toThrow('the first one')
    expect(reasons).toEqual([])
  })

  it('leaves the place to what waits', async () => {
    const { threads, reasons } = threadsOf(source, 1)
    const bytes = shared('a.example\n'.repeat(1_000_000))
    const stop = new AbortController()
    const working = threads.run('read', { bytes, knownDigest: undefined }, stop.signal)
    const waiting = threads.run('digest', { bytes: Buffer.from('') })
    stop.abort(new Error('no longer wanted'))
    await expect(working).rejects.toThrow('no longer wanted')
    expect(await waiting).toMatch(/^e3b0c442/)
    expect(reasons).toEqual([])
  })
})
