import { execFile } from 'node:child_process'
import { lstat, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { describeWith, isOnPath } from '../lanes/installed'
import type { Listening } from './forge'
import { PublishedLists } from './published-lists'

const root = resolve(__dirname, '../..')

const describeWithCurl = describeWith(
  isOnPath('curl'),
  'APPLIANCE_REQUIRE_CURL',
  'No curl is installed: the script that fetches lists is not tried.',
)

const sites = (count: number) => Array.from({ length: count }, (_, index) => `n${index}.example\n`).join('')

describeWithCurl('fetch-lists.sh, with curl', () => {
  let folder: string
  let published: PublishedLists
  let server: Listening

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'appliance-fetch-lists-'))
    published = new PublishedLists()
    server = await published.start(join(folder, 'ca.pem'))
    await mkdir(join(folder, 'ci/node_modules/.bin'), { recursive: true })
    await symlink(join(root, 'test/commands/appliance.cjs'), join(folder, 'ci/node_modules/.bin/appliance'))
  })

  afterEach(async () => {
    await server.close()
    await rm(folder, { recursive: true })
  })

  it.each<[string, Parameters<PublishedLists['texts']['set']>[1]]>([
    ['a page', '<!doctype html>\n<html>b.example</html>\n'],
    ['nothing', ''],
    ['49% of the list', sites(49)],
    [
      'a part of what it announces',
      (response) => {
        response.writeHead(200, { 'content-length': '9000' }).write(sites(90), () => response.destroy())
      },
    ],
    ['a status', (response) => void response.writeHead(403).end(sites(100))],
    [
      'a redirect to http',
      (response) => {
        response.writeHead(302, { location: `http://127.0.0.1:9/ads.txt` }).end()
      },
    ],
    ['six redirects', (response) => void response.writeHead(302, { location: '/ads.txt' }).end()],
    [
      'a redirect to a file',
      (response) => void response.writeHead(302, { location: 'file:///etc/hosts' }).end(),
    ],
    [
      'more than a list may have',
      (response) => {
        response.writeHead(200, { 'content-length': String(2 ** 30) }).write('x.example\n')
      },
    ],
    [
      'that it wants to be asked tomorrow',
      (response) => {
        response.writeHead(503, { 'retry-after': '86400' }).end()
      },
    ],
  ])('leaves a list if the server returns %s, and fetches the others', async (_, answer) => {
    await write('lists/ads.txt', sites(100))
    published.texts.set('/ads.txt', answer)
    published.texts.set('/games.txt', 'g.example\n')
    const { code, report } = await fetched('ads', 'games')
    expect([code, report.split('\n').slice(0, 2)]).toEqual([
      4,
      ['- lists/ads.txt was not replaced. The log of the run says why.', '- lists/games.txt: 1 site (new)'],
    ])
    expect(await read('lists/ads.txt')).toBe(sites(100))
    expect((await readdir(join(folder, 'lists'))).sort()).toEqual(['ads.txt', 'games.txt'])
  })

  it('replaces a list by 51% of it, and leaves one with another date', async () => {
    await write('lists/ads.txt', sites(100))
    await write('lists/games.txt', '# Monday\ng.example\n')
    published.texts.set('/ads.txt', sites(51))
    published.texts.set('/games.txt', '# Tuesday\ng.example\n')
    const { code, report } = await fetched('ads', 'games')
    expect([code, report.split('\n').slice(0, 2)]).toEqual([
      0,
      ['- lists/ads.txt: 51 sites (before: 100)', '- lists/games.txt: 1 site (unchanged)'],
    ])
    expect(report).toContain('**No findings in 2 lists.**')
    expect(await read('lists/ads.txt')).toBe(sites(51))
    expect(await read('lists/games.txt')).toBe('# Monday\ng.example\n')
  })

  it('writes through no link, neither of the new file nor of a folder', async () => {
    await write('victim.txt', 'v.example\n')
    await mkdir(join(folder, 'lists'))
    await symlink('../victim.txt', join(folder, 'lists/.ads.txt.new'))
    published.texts.set('/ads.txt', 'a.example\n')
    expect(await fetched('ads')).toMatchObject({ code: 0 })
    expect(await read('victim.txt')).toBe('v.example\n')
    expect((await lstat(join(folder, 'lists/ads.txt'))).isFile()).toBe(true)
    await symlink('lists', join(folder, 'linked'))
    expect(await fetchedOf(`linked/ads.txt ${server.url}/ads.txt`)).toMatchObject({
      code: 1,
      log: expect.stringContaining('lists.txt:1: linked is a link.'),
    })
  })

  it.each([
    ['/etc/ads.txt https://a.example/'],
    ['../ads.txt https://a.example/'],
    ['lists/../../ads.txt https://a.example/'],
    ['.git/hooks/pre-commit https://a.example/'],
    ['lists/.github/ads.txt https://a.example/'],
    ['-o https://a.example/'],
    ['lists/ads.txt http://a.example/'],
    ['lists/ads.txt -K/etc/passwd'],
    ['lists/ads.txt'],
    ['lists/ads.txt https://a.example/ https://b.example/'],
    ['lists/ads.txt https://a.example/\nlists/ads.txt https://b.example/'],
  ])('fetches nothing if lists.txt has a line that it must not have: %j', async (lines) => {
    const { code, log } = await fetchedOf(lines)
    expect(code).toBe(1)
    expect(log).toMatch(/lists\.txt:\d: /)
    expect((await readdir(folder)).sort()).toEqual(['ca.pem', 'ci'])
  })

  const fetched = (...names: readonly string[]) =>
    fetchedOf(names.map((name) => `lists/${name}.txt ${server.url}/${name}.txt`).join('\n'))

  /** Runs the script with a declaration of lists. */
  async function fetchedOf(declaration: string) {
    await write('ci/lists.txt', `${declaration}\n\n# That is all.\n`)
    const script = join(root, 'examples/pipelines/ci/fetch-lists.sh')
    const reportFile = join(folder, 'ci/report.md')
    const env = {
      PATH: process.env.PATH,
      TOOLS: 'ci',
      CURL_CA_BUNDLE: join(folder, 'ca.pem'),
      TMPDIR: tmpdir(),
    }
    return await new Promise<{ code: number; log: string; report: string }>((settle) => {
      execFile('sh', [script, reportFile], { cwd: folder, env }, async (error, stdout, stderr) => {
        const code = typeof error?.code === 'number' ? error.code : error ? 1 : 0
        const report = await readFile(reportFile, 'utf8').catch(() => '')
        settle({ code, log: stdout + stderr, report })
      })
    })
  }

  async function write(name: string, content: string): Promise<void> {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), content)
  }

  const read = async (name: string) => await readFile(join(folder, name), 'utf8')
})
