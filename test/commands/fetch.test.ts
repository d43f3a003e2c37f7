import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Publisher } from '../../packages/command/test/fetch/publisher'
import { RunningCommand } from './running-command'

describe('appliance fetch', () => {
  let folder: string
  let publisher: Publisher

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'appliance-fetch-'))
    publisher = await Publisher.start()
    await writeFile(join(folder, 'server.pem'), publisher.certificate)
  })

  afterEach(async () => {
    await publisher.close()
    await rm(folder, { recursive: true })
  })

  it('ends with 0 if all lists were fetched, and with 3 if one was not', async () => {
    await declare('ads', 'malware')
    publisher.answers.set('/ads.txt', 'a.example\n')
    publisher.answers.set('/malware.txt', 'm.example\n')
    expect(await run('lists.json')).toEqual({
      code: 0,
      signal: null,
      stdout: [
        '2 lists changed, 0 lists unchanged.',
        '',
        'Changed',
        '  ~ lists/ads.txt: 1 site (new)',
        '  ~ lists/malware.txt: 1 site (new)',
        '',
      ].join('\n'),
      stderr: '',
    })
    publisher.answers.set('/ads.txt', '<html>Gone fishing</html>\n')
    publisher.answers.set('/malware.txt', 'm.example\nn.example\n')
    const { code, stdout } = await run('lists.json', '--format', 'markdown', '--output', 'report.md')
    expect([code, stdout]).toEqual([3, '1 list changed, 0 lists unchanged, 1 list failed.\n'])
    expect(await readFile(join(folder, 'report.md'), 'utf8')).toContain('`lists/ads.txt` stays as it is: ')
    expect(await readFile(join(folder, 'lists/ads.txt'), 'utf8')).toBe('a.example\n')
    expect(await readFile(join(folder, 'lists/malware.txt'), 'utf8')).toBe('m.example\nn.example\n')
  })

  it('leaves nothing of a list behind if it is stopped, but what it had', async () => {
    await declare('ads')
    const asked = new Promise<void>((settle) => {
      publisher.answers.set('/ads.txt', (_, response) => void response.write('a.example\n', () => settle()))
    })
    const running = command('lists.json')
    await asked
    expect(await running.stop('SIGTERM')).toMatchObject({ code: null, signal: 'SIGTERM' })
    expect((await readdir(folder)).sort()).toEqual(['lists.json', 'server.pem'])
  })

  it('ends with 1 if the file of a list is the sources file, and leaves it as it is', async () => {
    await declare('ads')
    const sources = (await readFile(join(folder, 'lists.json'), 'utf8')).replace(
      'lists/ads.txt',
      './lists.json',
    )
    await writeFile(join(folder, 'lists.json'), sources)
    expect(await run('lists.json')).toMatchObject({
      code: 1,
      stdout: '',
      stderr: 'The file "./lists.json" is the sources file. Specify another one in the sources file.\n',
    })
    expect(await readFile(join(folder, 'lists.json'), 'utf8')).toBe(sources)
    expect(publisher.requested).toEqual([])
  })

  it.each([
    [
      ['missing.json'],
      'The file "missing.json" cannot be read (ENOENT). Specify a JSON file with sources.\n',
    ],
    [
      ['lists.json', '--output', 'lists.json'],
      'The file "lists.json" is a list or the sources file. Choose another one with --output.\n',
    ],
  ])('ends with 1 if it cannot begin: %s', async (words, stderr) => {
    await declare('ads')
    expect(await run(...words)).toMatchObject({ code: 1, stdout: '', stderr })
    expect(publisher.requested).toEqual([])
  })

  async function declare(...names: readonly string[]): Promise<void> {
    const lists = names.map((name) => ({ file: `lists/${name}.txt`, urls: [publisher.url(`/${name}.txt`)] }))
    await writeFile(join(folder, 'lists.json'), JSON.stringify({ lists }, null, 2))
  }

  const run = (...words: readonly string[]) => command(...words).ended

  function command(...words: readonly string[]): RunningCommand {
    const environment = { NODE_EXTRA_CA_CERTS: join(folder, 'server.pem') }
    return new RunningCommand(['fetch', ...words], environment, undefined, folder)
  }
})
