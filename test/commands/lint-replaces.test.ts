import { spawnSync } from 'node:child_process'
import {
  chmod,
  link,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { tarOf } from '../../packages/site-lists/test/files/archives'
import { builtCommand } from './running-command'

describe('appliance lint --replaces', () => {
  let folder: string

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'appliance-replaces-'))
    await mkdir(join(folder, 'lists'))
  })

  afterEach(async () => {
    await rm(folder, { recursive: true, force: true })
  })

  const old = 'lists/ads.txt'
  const made = 'lists/.ads.txt.new'

  it('replaces the whole file, with its permissions, and leaves nothing else', async () => {
    await write(old, 'a.example\nb.example\n')
    await chmod(join(folder, old), 0o640)
    await write(made, '# today\r\nc.example\r\nb.example\r\nC.example\r\n')
    expect(replace()).toEqual({
      status: 0,
      stdout: 'lists/ads.txt: 2 sites (before: 2)\n',
      stderr: '',
    })
    expect(await read(old)).toBe('# today\r\nc.example\r\nb.example\r\nC.example\r\n')
    expect((await stat(join(folder, old))).mode & 0o777).toBe(0o640)
    expect(await readdir(join(folder, 'lists'))).toEqual(['ads.txt'])
  })

  it('writes a list that is new, and one in the place of an empty file', async () => {
    await write(made, 'a.example\n')
    expect(replace()).toMatchObject({ status: 0, stdout: 'lists/ads.txt: 1 site (new)\n' })
    await write(old, '# later\n')
    await write(made, 'a.example\n')
    expect(replace()).toMatchObject({ status: 0, stdout: 'lists/ads.txt: 1 site (before: 0)\n' })
    expect(await read(old)).toBe('a.example\n')
  })

  it.each([
    ['a configuration', 'resource "appliance_category" "ads" {\n  name = "ads"\n}\n'],
    ['a page', '<html>Gone</html>\n'],
    ['no text', '\0\x01\x02'],
  ])('leaves a file that is no list alone: %s', async (_, content) => {
    await write(old, content)
    await write(made, 'a.example\n')
    const refused = replace()
    expect(refused).toMatchObject({ status: 1, stdout: '' })
    expect(refused.stderr).toContain('is not a list. Remove it, or specify another file with --replaces.')
    expect(await read(old)).toBe(content)
    expect(await read(made)).toBe('a.example\n')
  })

  it('leaves the file if the new one ends within a line, as what is cut off does, unless the file does so too', async () => {
    await write(old, 'a.example\nb.example.org\n')
    await write(made, 'a.example\nb.example')
    expect(replace()).toMatchObject({
      status: 3,
      stdout: '',
      stderr: expect.stringContaining(`${made} ends within a line, unlike the list. Fetch it again`),
    })
    expect(await read(old)).toBe('a.example\nb.example.org\n')
    await write(old, 'a.example\nb.example.org')
    expect(replace()).toMatchObject({ status: 0, stdout: 'lists/ads.txt: 2 sites (before: 2)\n' })
  })

  it.each([
    ['another date', '# Monday\na.example\nb.example\n', '# Tuesday\na.example\nb.example\n'],
    ['another order and format', 'a.example\nb.example\n', '0.0.0.0 b.example\n0.0.0.0 A.example\n'],
    ['the same exceptions', '||a.example^\n@@||b.example^\n', '@@||b.example^\n||a.example^\n'],
  ])('leaves the file if the new one has %s', async (_, before, now) => {
    await write(old, before)
    await write(made, now)
    expect(replace()).toMatchObject({ status: 0, stdout: expect.stringContaining(' (unchanged)\n') })
    expect(await read(old)).toBe(before)
  })

  it.each([
    ['an exception', '||a.example^\n', '||a.example^\n@@||b.example^\n'],
    ['an exception of a part', '||a.example^\n', '||a.example^\n@@||a.example/path\n'],
    ['an important rule', '||a.example^\n', '||a.example^$important\n'],
    ['an important exception', '@@||b.example^\n||a.example^\n', '@@||b.example^$important\n||a.example^\n'],
    ['a rule that cancels one of another file', '||a.example^\n', '||a.example^\n||b.example^$badfilter\n'],
  ])('replaces the file if its sites are the same, but %s is new', async (_, before, now) => {
    await write(old, before)
    await write(made, now)
    expect(replace()).toMatchObject({ status: 0, stdout: 'lists/ads.txt: 1 site (before: 1)\n' })
    expect(await read(old)).toBe(now)
  })

  it.each([
    [
      'a page',
      '<!doctype html>\n<html>b.example</html>\n',
      /not-a-list: lists\/\.ads\.txt\.new is an HTML page\./,
    ],
    ['nothing', '', /empty-list: /],
    ['only comments', '# Nothing today\n', /empty-list: /],
    ['mostly something else', 'a.example\nb\nc\n', /mostly-invalid: /],
    ['an archive', tarOf({ name: 'domains', content: 'a.example\n' }), /not-a-list: .* is a tar archive\./],
    [
      'a compressed file that is cut off',
      gzipSync('a.example\n').subarray(0, -1),
      /not-a-list: .* ends too early/,
    ],
  ])('leaves the file if the new one is no list, but %s', async (_, now, reason) => {
    await write(old, 'a.example\n')
    await write(made, now)
    const refused = replace()
    expect(refused).toEqual({
      status: 3,
      stdout: '',
      stderr: expect.stringMatching(/^lists\/ads\.txt stays as it is\. .*\.\n$/),
    })
    expect(refused.stderr).toMatch(reason)
    expect(await read(old)).toBe('a.example\n')
  })

  it('goes by the settings of the repository', async () => {
    await write(old, 'a.example\n')
    await write(made, 'b.example\nb\nc\n')
    await write('.appliance-review.json', '{"lint": {"mostly-invalid": "warning"}}')
    expect(replace()).toMatchObject({ status: 0, stdout: 'lists/ads.txt: 1 site (before: 1)\n' })
  })

  it.each([
    [49, [], 3],
    [50, [], 0],
    [51, [], 0],
    [79, ['--at-least', '80%'], 3],
    [80, ['--at-least', '80%'], 0],
    [1, ['--at-least', '0%'], 0],
  ])('takes a list with %i%% of the sites or not: %j', async (share, words, status) => {
    const sites = (count: number) =>
      Array.from({ length: count }, (_, index) => `n${index}.example\n`).join('')
    await write(old, sites(100))
    await write(made, sites(share))
    const ended = replace(...words)
    expect(ended.status).toBe(status)
    expect(await read(old)).toBe(sites(status === 0 ? share : 100))
    if (status === 3)
      expect(ended.stderr).toContain(
        `has ${share} sites, less than ${share === 49 ? 50 : 80}% of the 100 sites of the list. `,
      )
  })

  it('keeps archives packed, and compares the list in them', async () => {
    const archive = (content: string, time: number) =>
      gzipSync(
        tarOf({ name: 'adult/domains', content }, { name: 'adult/urls', content: `${time}.example\n` }),
      )
    const list = 'lists/adult.tar.gz//adult/domains'
    const words = ['--replaces', list, 'lists/.adult.tar.gz.new']
    await write('lists/.adult.tar.gz.new', archive('a.example\n', 1))
    expect(lint(...words)).toMatchObject({ status: 0, stdout: `${list}: 1 site (new)\n` })
    await write('lists/.adult.tar.gz.new', archive('a.example\n', 2))
    expect(lint(...words)).toMatchObject({ status: 0, stdout: `${list}: 1 site (unchanged)\n` })
    const packed = archive('b.example\na.example\n', 3)
    await write('lists/.adult.tar.gz.new', packed)
    expect(lint(...words)).toMatchObject({ status: 0, stdout: `${list}: 2 sites (before: 1)\n` })
    expect(await readFile(join(folder, 'lists/adult.tar.gz'))).toEqual(packed)
  })

  it('follows a link inside of the repository, and none that leaves it', async () => {
    await mkdir(join(folder, 'lists/.git'))
    await mkdir(join(folder, 'elsewhere'))
    await write('elsewhere/a.txt', 'a.example\n')
    await symlink('../elsewhere/a.txt', join(folder, 'lists/out.txt'))
    await write(made, 'b.example\n')
    expect(lint('--replaces', 'lists/out.txt', made)).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringMatching(
        /^The file "lists\/out\.txt" is a link to ".*", which is outside of the repository/,
      ),
    })
    expect(await read('elsewhere/a.txt')).toBe('a.example\n')
    await write(old, 'a.example\n')
    await symlink('ads.txt', join(folder, 'lists/in.txt'))
    expect(lint('--replaces', 'lists/in.txt', made).status).toBe(0)
    expect(await read(old)).toBe('b.example\n')
  })

  it.each(['.git/info', '.github', 'lists/.GIT'])('replaces nothing in %s', async (settings) => {
    await mkdir(join(folder, settings), { recursive: true })
    await write(`${settings}/exclude.txt`, 'a.example\n')
    await write(made, 'b.example\n')
    expect(lint('--replaces', `${settings}/exclude.txt`, made)).toEqual({
      status: 1,
      stdout: '',
      stderr: `The file "${settings}/exclude.txt" is in .git or .github, where no list belongs. Make it an ordinary file that you may change, or specify another one with --replaces.\n`,
    })
    expect(await read(`${settings}/exclude.txt`)).toBe('a.example\n')
  })

  it('replaces a list in a repository that is called .github', async () => {
    await mkdir(join(folder, '.github/.git'), { recursive: true })
    await write('.github/ads.txt', 'a.example\n')
    await write(made, 'b.example\n')
    expect(lint('--replaces', '.github/ads.txt', made)).toMatchObject({ status: 0 })
  })

  it.each([
    ['is a link', async () => await symlink('other.txt', join(folder, made))],
    ['cannot be read', async () => {}],
    ['is a folder', async () => void (await mkdir(join(folder, made)))],
    ['is a named pipe', async () => void spawnSync('mkfifo', [join(folder, made)])],
    ['is the list itself', async () => await link(join(folder, old), join(folder, made))],
  ])('takes no new list that %s', async (_, make) => {
    await write(old, 'a.example\n')
    await write('lists/other.txt', 'b.example\n')
    await make()
    expect(replace()).toMatchObject({ status: 1, stdout: '' })
    expect(await read(old)).toBe('a.example\n')
  })

  it('replaces no file that may only be read, or has another name', async () => {
    await write(old, 'a.example\n')
    await write(made, 'b.example\n')
    await chmod(join(folder, old), 0o444)
    expect(replace().stderr).toBe(
      'The file "lists/ads.txt" is read-only. Make it an ordinary file that you may change, or specify another one with --replaces.\n',
    )
    await chmod(join(folder, old), 0o644)
    await link(join(folder, old), join(folder, 'lists/other.txt'))
    expect(replace()).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('has 2 names (hard links)'),
    })
    expect(lint('--replaces', made, made).stderr).toContain('is the list itself')
    expect(await read(old)).toBe('a.example\n')
    expect(await read(made)).toBe('b.example\n')
  })

  it('leaves the old list on a full disk', async () => {
    await write(old, 'a.example\n'.repeat(9_000))
    await write(made, 'b.example\n'.repeat(9_000))
    const script = 'trap "" XFSZ; ulimit -f 8; exec "$0" "$@"'
    const words = ['-c', script, process.execPath, builtCommand, 'lint', '--replaces', old, made]
    const { status, stderr } = spawnSync('sh', words, { cwd: folder, encoding: 'utf8' })
    expect({ status, stderr }).toMatchObject({ status: 1, stderr: expect.stringContaining('(EFBIG)') })
    expect(await read(old)).toBe('a.example\n'.repeat(9_000))
    expect((await readdir(join(folder, 'lists'))).sort()).toEqual(['.ads.txt.new', 'ads.txt'])
  })

  it.each([
    [['--replaces', old, made, old], 'Specify only the new list.'],
    [['--at-least', '80%', old], 'Specify it with --replaces.'],
    [['--at-least', '101%', '--replaces', old, made], 'The share must be from 0% to 100%'],
    [['--at-least', '50', '--replaces', old, made], 'The share must be from 0% to 100%'],
    [['--format', 'json', '--replaces', old, made], "cannot be used with option '--format <format>'"],
  ])('does not take %j', async (words, text) => {
    await write(old, 'a.example\n')
    await write(made, 'b.example\n')
    expect(lint(...words)).toMatchObject({ status: 1, stdout: '', stderr: expect.stringContaining(text) })
    expect(await read(old)).toBe('a.example\n')
  })

  async function write(name: string, content: string | Uint8Array): Promise<void> {
    await writeFile(join(folder, name), content)
  }

  async function read(name: string): Promise<string> {
    return await readFile(join(folder, name), 'utf8')
  }

  const replace = (...words: readonly string[]) => lint(...words, '--replaces', old, '--', made)

  function lint(...words: readonly string[]) {
    const options = { cwd: folder, encoding: 'utf8' as const, env: { PATH: process.env.PATH } }
    const { status, stdout, stderr } = spawnSync(process.execPath, [builtCommand, 'lint', ...words], options)
    return { status, stdout, stderr }
  }
})
