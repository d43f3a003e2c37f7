import { mkdtemp, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ListThreads, longestList, SiteFiles } from '@webfilter/site-lists'
import { longList } from '../../packages/site-lists/src/list-size'
import { threadText } from '../../packages/site-lists/test/worker/thread-text'
import { failureOf } from '../failure'

const { signal } = new AbortController()
/** Of a state that knows neither the file nor its sites. */
const former = { digest: null, sitesDigest: 'sha256:of other sites' }

let folder: string
let threads: ListThreads
let files: SiteFiles
let done: jest.SpyInstance
let source: string
/** Why threads were given up. */
let reasons: string[]

beforeAll(async () => {
  source = await threadText()
})

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'appliance-test-'))
  reasons = []
  threads = new ListThreads({ source: async () => source, onFallback: (reason) => reasons.push(reason) })
  files = new SiteFiles(threads)
  done = jest.spyOn(threads, 'run')
  later(60_000)
})

afterEach(async () => {
  jest.restoreAllMocks()
  await threads.close()
  await rm(folder, { recursive: true, force: true })
  expect(reasons).toEqual([])
})

/** Some time after the files were written, so that their times tell of every further change. */
function later(milliseconds: number): void {
  const now = Date.now.bind(Date)
  jest.spyOn(Date, 'now').mockImplementation(() => now() + milliseconds)
}

/** A file that is worth a thread, with one site and a comment that makes it so long. */
async function longFile(site: string, name = 'sites.txt'): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, `${site}\n${`# ${'comment '.repeat(8)}\n`.repeat(longList / 64)}`)
  return path
}

function kindsDone(): readonly unknown[] {
  return done.mock.calls.map(([kind]) => kind)
}

async function sitesOf(path: string): Promise<readonly string[]> {
  const file = await files.open(path, signal)
  return (await file.read(undefined, signal)).table.list()
}

describe('a long file that was expected', () => {
  it('is read once, and again for whoever asks a second time', async () => {
    const path = await longFile('a.example')
    files.prefetch(path, former)
    files.prefetch(path, former)
    expect(await sitesOf(path)).toEqual(['a.example'])
    expect(kindsDone()).toEqual(['digest', 'read'])
    expect(await sitesOf(path)).toEqual(['a.example'])
    expect(kindsDone()).toEqual(['digest', 'read', 'digest', 'read'])
  })

  it('is not read as a list where the state knows its bytes', async () => {
    const path = await longFile('a.example')
    const { digest } = await files.open(path, signal)
    files.prefetch(path, { ...former, digest })
    expect((await files.open(path, signal)).digest).toBe(digest)
    expect(kindsDone()).toEqual(['digest', 'digest'])
  })

  it.each([
    ['written anew with as many bytes', (path: string) => longFile('b.example', path)],
    [
      'replaced by another one',
      async (path: string) => rename(await longFile('b.example', 'other.txt'), join(folder, path)),
    ],
  ])('is read anew where it was %s', async (_, change) => {
    const path = await longFile('a.example')
    files.prefetch(path, former)
    await expectedIsRead()
    await change('sites.txt')
    expect(await sitesOf(path)).toEqual(['b.example'])
  })

  it('is read when it is asked for if its last change is so young that a further one could have the same time', async () => {
    jest.spyOn(Date, 'now').mockRestore()
    const path = await longFile('a.example')
    files.prefetch(path, former)
    await files.open(path, signal)
    expect(kindsDone()).toEqual(['digest'])
  })

  it.each(['one.example\ntwo.example\n', `${'a'.repeat(200)}.example,`.repeat(100)])(
    'is not mixed up with its content',
    async (content) => {
      files.prefetch(content, former)
      const failure = await failureOf(files.open(content, signal, 'exceptions_file'))
      expect(failure).toMatchObject({
        diagnostic: {
          code: 'sites-file-unreadable',
          message: expect.stringMatching(
            /^The value of exceptions_file is not a path: it has [\d,]+ characters/,
          ),
          advice: expect.stringContaining('without file()'),
        },
      })
      expect(JSON.stringify(failure)).not.toContain('.example')
    },
  )

  it('is said to be missing or no list where it is asked for, and not before', async () => {
    const missing = join(folder, 'missing.txt')
    files.prefetch(missing, former)
    const noText = await longFile('a.example\0')
    files.prefetch(noText, former)
    expect(await failureOf(files.open(missing, signal))).toMatchObject({
      diagnostic: { code: 'sites-file-unreadable' },
    })
    const opened = await files.open(noText, signal)
    expect(await failureOf(opened.read(undefined, signal))).toMatchObject({
      diagnostic: { code: 'sites-file-no-list' },
    })
  })

  it('is waited for no longer than until the signal', async () => {
    const path = await longFile('a.example')
    done.mockReturnValue(new Promise(() => {}))
    files.prefetch(path, former)
    const stop = new AbortController()
    const opened = files.open(path, stop.signal)
    stop.abort(new Error('stopped'))
    await expect(opened).rejects.toThrow('stopped')
  })

  it('takes with others no more memory than one file may', async () => {
    const paths = await Promise.all(['one.txt', 'two.txt'].map((name) => longFile('a.example', name)))
    for (const path of paths) await truncate(path, longestList - 2 ** 20)
    for (const path of paths) files.prefetch(path, former)
    await expectedIsRead()
    await Promise.all(paths.map((path) => files.open(path, signal)))
    expect(kindsDone().filter((kind) => kind === 'read')).toHaveLength(1)
    // What was taken makes room for another one.
    const third = await longFile('a.example', 'three.txt')
    files.prefetch(third, former)
    await files.open(third, signal)
    expect(kindsDone().filter((kind) => kind === 'read')).toHaveLength(2)
  })
})

/** Waits until what was begun has come to its end. */
async function expectedIsRead(): Promise<void> {
  while (done.mock.results.length < 2) await new Promise((resolve) => setImmediate(resolve))
  await Promise.allSettled(done.mock.results.map(({ value }) => value))
}
