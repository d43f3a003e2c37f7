import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { gzipSync } from 'node:zlib'
import { fetchLists } from '@webfilter/appliance-command/fetch/fetch'
import { phraseText } from '@webfilter/appliance-command/report/phrase'
import { quoted } from '@webfilter/appliance-command/report/text'
import { longestList } from '@webfilter/site-lists'
import { Publisher } from '../../packages/command/test/fetch/publisher'

function* unending() {
  const chunk = Buffer.alloc(2 ** 20, 'a.example\n')
  while (true) yield chunk
}

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

  const path = (name: string) => join(folder, name)

  /** Fetches lists, each as a file and the paths of its parts. */
  async function fetchOf(...lists: readonly (readonly [file: string, ...paths: readonly string[]])[]) {
    const sources = lists.map(([name, ...paths]) => ({
      file: path(name),
      urls: paths.map((each) => publisher.url(each)),
      minimumSites: 1,
      minimumShare: 50,
      maximumInvalid: 100,
      line: 1,
    }))
    const fetched = await fetchLists(
      { path: 'lists.json', lists: sources },
      { proxies: {}, tls: { ca: publisher.certificate }, timeout: 60_000, show: () => {} },
    )
    const texts = fetched.findings.map(({ rule, says }) => `${rule}: ${phraseText(says, quoted)}`)
    return { results: fetched.lists.map(({ result }) => result), texts }
  }

  it('keeps the list if an answer is too long', async () => {
    publisher.answers.set('/long', (_, response) => {
      response.writeHead(200, { 'content-length': String(longestList + 1) }).write('a.example\n')
    })
    publisher.answers.set('/unending', (_, response) => {
      pipeline(unending, response).catch(() => {})
    })
    const { results, texts } = await fetchOf(['long.txt', '/long'], ['unending.txt', '/unending'])
    expect(results).toEqual(['failed', 'failed'])
    for (const text of texts) expect(text).toContain('answered with more than ')
  })

  it('keeps a list whose parts together are longer than one may be, and fetches the others', async () => {
    await writeFile(path('packed.txt'), 'old.example\n')
    const third = gzipSync(Buffer.alloc(longestList / 3, 'a.example\n'))
    for (const name of ['/0', '/1', '/2', '/3', '/4'])
      publisher.answers.set(name, (_, response) => response.end(third))
    publisher.answers.set('/announced', (_, response) => {
      response.writeHead(200, { 'content-length': String(longestList) }).write('a.example\n')
    })
    publisher.answers.set('/few', 'b.example\n')
    const { results, texts } = await fetchOf(
      ['packed.txt', '/0', '/1', '/2', '/3', '/4'],
      ['announced.txt', '/few', '/announced'],
      ['few.txt', '/few'],
    )
    expect(results).toEqual(['failed', 'failed', 'changed'])
    expect(texts).toEqual([
      `not-a-list: ${path('packed.txt')} stays as it is: ${publisher.url('/2')} returned something that unpacks to more than 127 MiB, which is ` +
        'what the parts before it leave of the 384 MiB of a list. Choose a shorter list, or fetch its parts as lists of their own',
      `source-failed: ${path('announced.txt')} was not written: ${publisher.url('/announced')} answered with more than 383 MiB, which is ` +
        'what the parts before it leave of the 384 MiB of a list. Choose a shorter list, or fetch its parts as lists of their own',
    ])
    expect(publisher.requested).toEqual(['/0', '/1', '/2', '/few', '/announced', '/few'])
    expect(await readFile(path('packed.txt'), 'utf8')).toBe('old.example\n')
  })
})
