import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { longestList } from '@webfilter/site-lists'
import { type Fetch, type FetchOptions, fetchLists } from '../../src/fetch/fetch'
import { fetchReport } from '../../src/fetch/report'
import type { Source } from '../../src/fetch/sources'
import { phraseText } from '../../src/report/phrase'
import { renderReport } from '../../src/report/render'
import { quoted } from '../../src/report/text'
import { type Answer, Publisher, startProxy } from './publisher'

describe('a fetch', () => {
  let folder: string
  let publisher: Publisher

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'appliance-fetch-'))
    publisher = await Publisher.start()
  })

  afterEach(async () => {
    await publisher.close()
    await rm(folder, { recursive: true })
  })

  it('writes a new list sorted, with its folder', async () => {
    publisher.answers.set('/ads.txt', '# Ads\nb.example\nA.example\nb.example\n')
    const fetched = await fetchOf(source('lists/of/ads.txt', '/ads.txt'))
    expect(fetched).toMatchObject({
      outcome: 'complete',
      lists: [{ result: 'changed', sites: 2, sitesBefore: undefined }],
      findings: [],
    })
    expect(await contentOf('lists/of/ads.txt')).toBe('# Ads\na.example\nb.example\n')
  })

  it('puts the parts of a list together, whatever their ends and their forms', async () => {
    publisher.answers.set('/domains.0', '\ufeffa.example\nb.example')
    publisher.answers.set('/domains.1', '\ufeff0.0.0.0 c.example\n')
    publisher.answers.set('/domains.2', (_, response) => response.end(gzipSync('d.example\n')))
    await fetchOf(source('adult.txt', '/domains.0', '/domains.1', '/domains.2'))
    expect(await contentOf('adult.txt')).toBe('a.example\nb.example\n0.0.0.0 c.example\nd.example\n')
  })

  it('keeps all of a list if one of its parts is missing', async () => {
    await write('adult.txt', 'old.example\n')
    publisher.answers.set('/domains.0', 'a.example\n')
    expect(await failureOf(source('adult.txt', '/domains.0', '/domains.1'))).toBe(
      `source-failed: ${path('adult.txt')} stays as it is: ${publisher.url('/domains.1')} answered with HTTP status 404. ` +
        'Find out where the list is published now, and change the address',
    )
    expect(await contentOf('adult.txt')).toBe('old.example\n')
  })

  it('changes nothing if only comments, the order or the spelling differ', async () => {
    const before = '# Monday\nb.example\na.example\n@@||x.example^\n'
    await write('ads.txt', before)
    publisher.answers.set('/ads.txt', '# Tuesday\n@@||x.example^\nWWW.a.example\nb.example\n')
    expect(await fetchOf(source('ads.txt', '/ads.txt'))).toMatchObject({ lists: [{ result: 'unchanged' }] })
    expect(await contentOf('ads.txt')).toBe(before)
    publisher.answers.set('/ads.txt', '@@||y.example^\na.example\nb.example\n')
    expect(await fetchOf(source('ads.txt', '/ads.txt'))).toMatchObject({ lists: [{ result: 'changed' }] })
  })

  it('follows a list that has moved within https, and says where it is if it moved for good', async () => {
    publisher.answers.set('/old', redirect(301, '/new?key=secret'))
    publisher.answers.set('/new?key=secret', redirect(302, publisher.url('/ads.txt')))
    publisher.answers.set('/ads.txt', 'a.example\n')
    publisher.answers.set('/today', redirect(302, '/ads.txt'))
    const fetched = await fetchOf(source('ads.txt', '/old'), source('today.txt', '/today'))
    expect(fetched.outcome).toBe('complete')
    expect(textsOf(fetched)).toEqual([
      `source-moved: ${path('ads.txt')}: ${publisher.url('/old')} has moved to ${publisher.url('/new')}?…. Change the address in the sources file`,
    ])
  })

  it.each([
    ['an address without https', 'http://localhost/ads.txt', 'redirects to an address without https'],
    ['no address', 'https://', 'redirects to no address'],
    ['itself', '/ads.txt', 'redirects more than 5 times'],
  ])('does not follow a redirect to %s', async (_, location, says) => {
    publisher.answers.set('/ads.txt', redirect(302, location))
    expect(await failureOf(source('ads.txt', '/ads.txt'))).toContain(
      `${path('ads.txt')} was not written: ${publisher.url('/ads.txt')} ${says}. `,
    )
    expect(await readdir(folder)).toEqual([])
  })

  it('keeps the list if the server rejects the download, and asks once', async () => {
    await write('ads.txt', 'old.example\n')
    publisher.answers.set('/ads.txt', (_, response) => response.writeHead(403).end('Forbidden\n'))
    expect(await failureOf(source('ads.txt', '/ads.txt'))).toBe(
      `source-failed: ${path('ads.txt')} stays as it is: ${publisher.url('/ads.txt')} answered with HTTP status 403. ` +
        'Some servers reject large or automated downloads. Use a mirror, or ask the maintainer for access',
    )
    expect(publisher.requested).toEqual(['/ads.txt'])
    expect(await contentOf('ads.txt')).toBe('old.example\n')
  })

  it('asks again when the server asks for it, but does not wait longer than an address may take', async () => {
    const times: number[] = []
    publisher.answers.set('/ads.txt', (_, response) => {
      times.push(Date.now())
      if (times.length === 1) response.writeHead(429, { 'retry-after': '1' }).end()
      else response.end('a.example\n')
    })
    expect(await fetchOf(source('ads.txt', '/ads.txt'))).toMatchObject({ outcome: 'complete' })
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(990)

    publisher.answers.set('/later', (_, response) => response.writeHead(429, { 'retry-after': '7200' }).end())
    expect(await failureOf(source('later.txt', '/later'))).toContain(
      'answered with HTTP status 429 and asks to wait 2 hours. Fetch less often, or use a mirror',
    )
    expect(publisher.requested.filter((each) => each === '/later')).toHaveLength(1)
  })

  it('tries three times before a failure that may pass is one', async () => {
    publisher.answers.set('/ads.txt', (_, response) => response.writeHead(503).end())
    expect(await failureOf(source('ads.txt', '/ads.txt'))).toContain('answered with HTTP status 503. ')
    expect(publisher.requested).toHaveLength(3)
  })

  it.each<[string, string | Buffer, string]>([
    ['a page', '<!DOCTYPE html>\n<html>a.example</html>\n', 'returned something that is an HTML page'],
    ['an archive', 'PK\u0003\u0004', 'returned something that is compressed'],
    ['a list without a site', '# Nothing today\n', 'the list has no site'],
    ['nothing', '', 'the list has no site'],
    [
      'a part of a compressed list',
      gzipSync('a.example\n'.repeat(1_000)).subarray(0, 40),
      'returned something that is compressed, but ends too early',
    ],
    [
      'little that is very much when it is unpacked',
      gzipSync(Buffer.alloc(longestList + 1, 'a.example\n')),
      'returned something that unpacks to more than',
    ],
  ])('keeps the list if the address returns %s', async (_, content, says) => {
    await write('ads.txt', 'old.example\n')
    publisher.answers.set('/ads.txt', (_request, response) => response.end(content))
    const failure = await failureOf(source('ads.txt', '/ads.txt'))
    expect(failure).toContain(`not-a-list: ${path('ads.txt')} stays as it is: `)
    expect(failure).toContain(says)
    expect(await contentOf('ads.txt')).toBe('old.example\n')
  })

  it('unpacks what the server has compressed for the way, also if it is an archive itself', async () => {
    const headers = { 'content-encoding': 'gzip' }
    publisher.answers.set('/a', (_, response) =>
      response.writeHead(200, headers).end(gzipSync('a.example\n')),
    )
    const twice = gzipSync(gzipSync('b.example\n'))
    publisher.answers.set('/b.gz', (_, response) => response.writeHead(200, headers).end(twice))
    await fetchOf(source('ads.txt', '/a', '/b.gz'))
    expect(await contentOf('ads.txt')).toBe('a.example\nb.example\n')
  })

  it('keeps the list if the connection breaks in the middle of it', async () => {
    await write('ads.txt', 'old.example\n')
    publisher.answers.set('/ads.txt', (_, response) => {
      response.writeHead(200, { 'content-length': '100' })
      response.write('a.example\n', () => response.destroy())
    })
    expect(await failureOf(source('ads.txt', '/ads.txt'))).toContain('could not be reached, or broke off: ')
    expect(publisher.requested).toHaveLength(3)
    expect(await contentOf('ads.txt')).toBe('old.example\n')
  })

  it('keeps the list if an answer takes too long', async () => {
    publisher.answers.set('/slow', (_, response) => void response.write('a.example\n'))
    expect(await failureOf(source('slow.txt', '/slow'), { timeout: 500 })).toContain(
      'did not answer completely within 0.5 seconds. ',
    )
  })

  it('keeps a list that would shrink below its share, or is smaller than it may be', async () => {
    const sites = Array.from({ length: 100 }, (_, index) => `s${index}.example\n`)
    await write('ads.txt', sites.join(''))
    publisher.answers.set('/ads.txt', sites.slice(0, 49).join(''))
    expect(await failureOf(source('ads.txt', '/ads.txt'))).toBe(
      `list-too-small: ${path('ads.txt')} stays as it is: the list has 49 sites, less than 50% of the 100 sites in the current file ` +
        '(minimum_share). Look at the published list. If it is right, change this expectation in the sources file',
    )
    const strict = { ...source('ads.txt', '/ads.txt'), minimumShare: 0, minimumSites: 50 }
    expect(await failureOf(strict)).toContain(
      'the list has 49 sites, but at least 50 sites are expected (minimum_sites)',
    )
    expect(await contentOf('ads.txt')).toBe(sites.join(''))
    const lax = { ...source('ads.txt', '/ads.txt'), minimumShare: 49 }
    expect(await fetchOf(lax)).toMatchObject({ lists: [{ result: 'changed', sites: 49, sitesBefore: 100 }] })
  })

  it('keeps the list if more lines than it may have are no sites', async () => {
    publisher.answers.set('/ads.txt', 'a.example\nnone\n/ads/*\n')
    const strict = { ...source('ads.txt', '/ads.txt'), maximumInvalid: 50 }
    expect(await failureOf(strict)).toContain(
      '2 lines of the list contain something that is not a site, more than 50% (maximum_invalid)',
    )
    expect(await fetchOf({ ...strict, maximumInvalid: 67 })).toMatchObject({ outcome: 'complete' })
    publisher.answers.set('/ads.txt', '203.0.113.9 a.example\n203.0.113.9 b.example\n0.0.0.0 c.example\n')
    expect(await failureOf(strict)).toContain(
      '(maximum_invalid). Most lines redirect to the public address 203.0.113.9. Look at the published list',
    )
  })

  it('replaces a file in which there is no list', async () => {
    await write('ads.txt', '<!doctype html><html></html>\n')
    publisher.answers.set('/ads.txt', 'a.example\n')
    expect(await fetchOf(source('ads.txt', '/ads.txt'))).toMatchObject({ outcome: 'complete' })
    expect(await contentOf('ads.txt')).toBe('a.example\n')
  })

  it('fetches the other lists if one fails, and names its category', async () => {
    publisher.answers.set('/b.txt', 'b.example\n')
    const first = { ...source('a.txt', '/a.txt'), category: 'ads and more' }
    const fetched = await fetchOf(first, source('b.txt', '/b.txt'))
    expect(fetched.lists.map(({ result }) => result)).toEqual(['failed', 'changed'])
    expect(textsOf(fetched)[0]).toContain(`${path('a.txt')} (category "ads and more") was not written: `)
  })

  it('trusts no certificate that the system does not trust, and asks once', async () => {
    publisher.answers.set('/ads.txt', 'a.example\n')
    expect(await failureOf(source('ads.txt', '/ads.txt'), { tls: {} })).toContain(
      'Find out why the certificate is not trusted. ',
    )
    expect(publisher.requested).toEqual([])
  })

  it('goes through the proxy of the environment', async () => {
    publisher.answers.set('/ads.txt', 'a.example\n')
    const proxy = await startProxy(publisher.port)
    try {
      const outside = { ...source('ads.txt'), urls: ['https://lists.example.org/ads.txt'] }
      const tls = { ca: publisher.certificate, servername: 'localhost' }
      expect(await fetchWith({ tls, proxies: { https: proxy.url } }, outside)).toMatchObject({
        outcome: 'complete',
      })
      expect(proxy.asked).toEqual(['lists.example.org:443'])
      expect(await failureOf(outside, { proxies: { https: 'socks5://127.0.0.1:1' } })).toContain(
        'HTTPS_PROXY',
      )
    } finally {
      await proxy.close()
    }
  })

  it('does not begin if a file cannot be written', async () => {
    await mkdir(path('ads.txt'))
    await expect(fetchOf(source('ads.txt', '/ads.txt'))).rejects.toThrow(
      /cannot be written because it is a folder/,
    )
    expect(publisher.requested).toEqual([])
  })

  it('does not begin if a file would replace the sources file, however it is reached', async () => {
    await mkdir(path('lists'))
    await write('sources.json', '{}')
    await symlink(path('sources.json'), path('link.txt'))
    await symlink('..', path('lists/up'))
    for (const name of ['sources.json', 'link.txt', 'lists/up/sources.json']) {
      await expect(fetchFrom(path('sources.json'), [source(name, '/ads.txt')])).rejects.toThrow(
        `The file ${JSON.stringify(path(name))} is the sources file.`,
      )
    }
    expect(await contentOf('sources.json')).toBe('{}')
    expect(publisher.requested).toEqual([])
  })

  it('does not begin if two lists have the same file under several names', async () => {
    await mkdir(path('lists'))
    await write('lists/ads.txt', 'old.example\n')
    await symlink('lists', path('link'))
    for (const [one, other] of [
      ['lists/ads.txt', 'link/ads.txt'],
      ['lists/new.txt', 'link/new.txt'],
    ] as const) {
      await expect(fetchOf(source(one, '/a.txt'), source(other, '/b.txt'))).rejects.toThrow(
        `The file ${JSON.stringify(path(other))} is that of another list, under another name.`,
      )
    }
    expect(publisher.requested).toEqual([])
  })

  it('makes no folder behind a link that leads out of the repository', async () => {
    const outside = await mkdtemp(join(tmpdir(), 'appliance-outside-'))
    try {
      await mkdir(path('.git'))
      await symlink(outside, path('link'))
      for (const name of ['link/x.txt', 'link/made/x.txt', 'link/made/of/x.txt']) {
        await expect(fetchOf(source(name, '/ads.txt'))).rejects.toThrow(/outside of the repository or folder/)
      }
      expect(await readdir(outside)).toEqual([])
      expect(publisher.requested).toEqual([])
    } finally {
      await rm(outside, { recursive: true })
    }
  })

  it('says what is wrong with a path whose folder cannot be made, and makes no part of it', async () => {
    await write('lists/ads.txt', 'old.example\n')
    await symlink('nowhere', path('dangling'))
    for (const [name, reason] of [
      ['lists/ads.txt/x', 'because "lists/ads.txt" is not a folder'],
      ['lists/ads.txt/of/x', 'because "lists/ads.txt" is not a folder'],
      ['dangling/x', 'because "dangling" is a link to nothing'],
    ] as const) {
      const said = reason.replace(/"(.*)"/, (_, part: string) => JSON.stringify(path(part)))
      await expect(fetchOf(source('made/a.txt', '/a.txt'), source(name, '/ads.txt'))).rejects.toThrow(
        `The file ${JSON.stringify(path(name))} cannot be written ${said}. Make it an ordinary file`,
      )
    }
    expect(await readdir(folder)).toEqual(['dangling', 'lists'])
    expect(publisher.requested).toEqual([])
  })

  it('makes no folder for a list that fails', async () => {
    await failureOf(source('made/ads.txt', '/missing'))
    expect(await readdir(folder)).toEqual([])
  })

  it('quotes what a server says of itself, so that no report shows it as markup', async () => {
    publisher.answers.set('/ads.txt', 'a.example\n')
    const other = {
      ...source('ads.txt'),
      urls: [publisher.url('/ads.txt').replace('localhost', '127.0.0.1')],
    }
    const { findings } = await fetchWith({}, other)
    expect(renderReport(fetchReport(await fetchWith({}, other)), 'markdown')).toMatch(
      /or broke off: `Hostname\/IP does not match certificate's altnames: .*`\. /,
    )
    expect(findings).toHaveLength(1)
  })

  const path = (name: string) => join(folder, name)
  const contentOf = (name: string) => readFile(path(name), 'utf8')

  async function write(name: string, content: string): Promise<void> {
    await mkdir(dirname(path(name)), { recursive: true })
    await writeFile(path(name), content)
  }

  function source(name: string, ...paths: readonly string[]): Source {
    const urls = paths.map((each) => publisher.url(each))
    return { file: path(name), urls, minimumSites: 1, minimumShare: 50, maximumInvalid: 100, line: 1 }
  }

  const fetchOf = (...lists: readonly Source[]) => fetchWith({}, ...lists)

  const fetchWith = (options: Partial<FetchOptions>, ...lists: readonly Source[]) =>
    fetchFrom('lists.json', lists, options)

  const fetchFrom = async (
    sources: string,
    lists: readonly Source[],
    options: Partial<FetchOptions> = {},
  ): Promise<Fetch> =>
    await fetchLists(
      { path: sources, lists },
      { proxies: {}, tls: { ca: publisher.certificate }, timeout: 60_000, show: () => {}, ...options },
    )

  async function failureOf(list: Source, options: Partial<FetchOptions> = {}): Promise<string> {
    const fetched = await fetchWith(options, list)
    expect(fetched).toMatchObject({ outcome: 'incomplete', lists: [{ result: 'failed' }] })
    const [text, ...others] = textsOf(fetched)
    expect(others).toEqual([])
    return text ?? ''
  }
})

function textsOf({ findings }: Fetch): readonly string[] {
  return findings.map(({ rule, says }) => `${rule}: ${phraseText(says, quoted)}`)
}

function redirect(status: number, location: string): Answer {
  return (_, response) => response.writeHead(status, { location }).end()
}
