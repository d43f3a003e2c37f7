import { gzipSync } from 'node:zlib'
import { besideHangingProxy } from '../../../../test/hanging-proxy'
import { type DownloadOptions, download } from '../../src/fetch/download'
import { SourceFailure } from '../../src/fetch/failure'
import { partOf } from '../../src/fetch/fetched-list'
import { phraseText } from '../../src/report/phrase'
import { quoted } from '../../src/report/text'
import { type Answer, Publisher } from './publisher'

// What a server or a proxy may do to a download that wants nothing but a list.

/** Bytes. */
const most = 2 ** 20

describe('a download', () => {
  let publisher: Publisher

  beforeEach(async () => {
    publisher = await Publisher.start()
  })

  afterEach(() => publisher.close())

  it.each([
    'http://127.0.0.1/latest/meta-data/',
    'file:///etc/passwd',
    'data:text/plain,a.example',
    'ftp://localhost/ads.txt',
  ])('is not led out of https, to %s', async (location) => {
    publisher.answers.set('/ads.txt', redirect(location))
    expect(await failureOf('/ads.txt')).toContain('redirects to an address without https')
    expect(publisher.requested).toEqual(['/ads.txt'])
  })

  it('ends in a circle of addresses after five redirects, and begins no second time', async () => {
    publisher.answers.set('/a', redirect('/b'))
    publisher.answers.set('/b', redirect('/a'))
    expect(await failureOf('/a')).toContain('redirects more than 5 times')
    expect(publisher.requested).toEqual(['/a', '/b', '/a', '/b', '/a', '/b'])
  })

  it('sends nothing to a private address whose certificate it does not trust', async () => {
    const inner = await Publisher.start()
    try {
      inner.answers.set('/secrets', 'a.example\n')
      publisher.answers.set('/ads.txt', redirect(inner.url('/secrets')))
      expect(await failureOf('/ads.txt')).toContain('Find out why the certificate is not trusted.')
      expect(inner.requested).toEqual([])
      expect(publisher.requested).toEqual(['/ads.txt'])
    } finally {
      await inner.close()
    }
  })

  it('sends no credentials of a redirect, and no cookies', async () => {
    const credentials: unknown[] = []
    publisher.answers.set('/ads.txt', (_, response) => {
      const location = publisher.url('/list').replace('://', '://user:secret@')
      response.writeHead(301, { location, 'set-cookie': 'session=secret' }).end()
    })
    publisher.answers.set('/list', ({ headers }, response) => {
      credentials.push(headers.authorization, headers.cookie)
      response.end('a.example\n')
    })
    const { movedTo } = await downloadOf('/ads.txt')
    expect(credentials).toEqual([undefined, undefined])
    expect(movedTo?.href).toBe(publisher.url('/list'))
  })

  it.each<[string, Answer]>([
    ['announces', (_, response) => void response.writeHead(200, { 'content-length': most + 1 }).write('a')],
    ['sends', endless(200)],
  ])('ends when a server %s more than it may', async (_, answer) => {
    publisher.answers.set('/ads.txt', answer)
    expect(await failureOf('/ads.txt')).toContain('answered with more than 1 MiB')
    expect(publisher.requested).toEqual(['/ads.txt'])
  })

  it.each([
    [403, 'answered with HTTP status 403'],
    [302, 'redirects to no address'],
  ])('reads nothing of an endless answer with status %d', async (status, says) => {
    publisher.answers.set('/ads.txt', endless(status))
    expect(await failureOf('/ads.txt')).toContain(says)
  })

  it('does not follow headers without end', async () => {
    publisher.answers.set('/ads.txt', ({ socket }) => {
      const more = () => {
        while (socket.write(`x-${'y'.repeat(1_000)}: z\r\n`));
      }
      socket.write('HTTP/1.1 200 OK\r\n')
      socket.on('drain', more)
      more()
    })
    expect(await failureOf('/ads.txt')).toContain('Parse Error: Header overflow')
  })

  it.each([1, 2])('is not unpacked to more than it may be, packed %d times', async (times) => {
    let packed = Buffer.alloc(64 * most, 'a.example\n')
    for (let time = 0; time < times; time += 1) packed = gzipSync(packed)
    publisher.answers.set('/ads.txt', (_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed),
    )
    const answer = await downloadOf('/ads.txt')
    expect(answer.bytes.length).toBe(packed.length)
    await expect(partOf(answer, [], most)).rejects.toThrow(SourceFailure)
  })

  it.each(['at once', 'when it is asked', 'after the tunnel is there'] as const)(
    'connects three times to a proxy that hangs up %s',
    async (moment) => {
      const connections = await besideHangingProxy(moment, async (https) => {
        const failure = await failureOf('https://lists.example.org/ads.txt', { proxies: { https } })
        expect(failure).toContain('could not be reached, or broke off')
        expect(failure).not.toContain('secret')
      })
      expect(connections).toBe(3)
    },
  )

  async function downloadOf(path: string, options: Partial<DownloadOptions> = {}) {
    const address = path.startsWith('/') ? publisher.url(path) : path
    const tls = { ca: publisher.certificate }
    return await download(address, { proxies: {}, tls, timeout: 60_000, most, show: () => {}, ...options })
  }

  async function failureOf(path: string, options: Partial<DownloadOptions> = {}): Promise<string> {
    const failure: unknown = await downloadOf(path, options).catch((error: unknown) => error)
    if (!(failure instanceof SourceFailure)) throw failure
    return `${phraseText(failure.says, quoted)}. ${failure.advice}`
  }
})

function redirect(location: string): Answer {
  return (_, response) => response.writeHead(302, { location }).end()
}

function endless(status: number): Answer {
  return (_, response) => {
    const more = () => {
      while (response.write('a.example\n'.repeat(1_000)));
    }
    response.on('drain', more).writeHead(status)
    more()
  }
}
