import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { tarOf } from '../../packages/site-lists/test/files/archives'
import { builtCommand } from './running-command'

describe('appliance lint', () => {
  let folder: string

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'appliance-lint-'))
  })

  afterEach(async () => {
    await rm(folder, { recursive: true, force: true })
  })

  it('ends with 0 if no finding is fatal, and with 3 if one is', async () => {
    await write('a.txt', 'gov.uk\n')
    await write('b.txt', 'co.uk\n')
    expect(lint('a.txt')).toMatchObject({ status: 0, stderr: '' })
    expect(lint('a.txt', 'b.txt')).toMatchObject({ status: 3, stderr: '' })
  })

  it('goes by the settings of the folder, or by others', async () => {
    await write('a.txt', 'gov.uk\ngov.uk\n')
    await write('.appliance-review.json', '{"lint": {"public-suffix": "fatal"}}')
    await write('others.json', '{"lint": {"public-suffix": "off"}}')
    expect(lint('a.txt')).toMatchObject({ status: 3 })
    expect(lint('--config', 'others.json', 'a.txt')).toMatchObject({
      status: 0,
      stdout: 'No findings in 1 list.\n\nLists\n  = a.txt: 2 lines - 1 duplicate = 1 site\n',
    })
  })

  it.each([
    [
      ['missing.txt'],
      'The file "missing.txt" cannot be read (ENOENT). Specify the file of a list that exists, or a folder with lists.\n',
    ],
    [
      ['.'],
      'The file "." is a folder without a list. Lists end in .txt, .list, .lst, .hosts, .domains, .conf, .rpz, .zone, or are called domains or hosts (also with a number, such as domains.0), each also with .gz at the end.\n',
    ],
  ])('cannot read %s', (words, stderr) => {
    expect(lint(...words)).toEqual({ status: 1, stdout: '', stderr })
  })

  it('shows what names of files and options would hide or command', async () => {
    const hostile = 'a\u202e\u0085##[error]b'
    const shown = 'a\\u{202e}\\u{85}#\\u{23}[error]b'
    expect(lint(`${hostile}.txt`).stderr).toBe(
      `The file "${shown}.txt" cannot be read (ENOENT). Specify the file of a list that exists, or a folder with lists.\n`,
    )
    expect(lint(`--${hostile}`).stderr).toContain(`error: unknown option '--${shown}'`)
    await write(`${hostile}.txt`, 'b.example\na.example\nb.example\n')
    const { stdout } = lint('--format', 'json', `${hostile}.txt`)
    expect(JSON.parse(stdout)).toMatchObject({ files: [`${hostile}.txt`] })
    expect(stdout).not.toMatch(/[^ -~\n]|##\[/u)
  })

  it('reads the lists below a folder, and says how much it skipped', async () => {
    for (const each of ['lists/adult', 'lists/.hidden']) await mkdir(join(folder, each), { recursive: true })
    for (const name of ['b.txt', 'adult/domains', '.hidden/c.txt'])
      await write(`lists/${name}`, 'a.example\n')
    for (const name of ['README.txt', 'feed.json', '.d.txt']) await write(`lists/${name}`, 'no list\n')
    await symlink('b.txt', join(folder, 'lists/link.txt'))
    expect(lint('lists', 'lists/b.txt').stdout.split('\n')).toEqual([
      'No findings in 2 lists. 5 other files and folders skipped.',
      '',
    ])
    expect(JSON.parse(lint('--format', 'json', 'lists').stdout)).toMatchObject({
      files: ['lists/adult/domains', 'lists/b.txt'],
      skipped: 5,
    })
  })

  it('reads compressed lists and files in archives', async () => {
    const found = ['gov.uk', 'gov.uk', ''].join('\n')
    await mkdir(join(folder, 'lists'))
    await write('lists/ads.txt.gz', gzipSync(found))
    const archive = tarOf(
      { name: 'adult/domains', content: found },
      { name: 'adult/urls', content: 'b.example\n' },
    )
    await write('adult.tar.gz', gzipSync(archive))
    expect(lint('lists').stdout).toContain('  ! lists/ads.txt.gz:1 public-suffix: gov.uk is')
    const both = ['adult.tar.gz//adult/domains', './adult.tar.gz//adult/domains', 'adult.tar.gz//adult/urls']
    expect(lint(...both).stdout).toBe(
      '1 warning in 2 lists.\n\nWarnings\n  ! adult.tar.gz//adult/domains:1 public-suffix: gov.uk is a public suffix and includes all domains below it\n\nLists\n  = adult.tar.gz//adult/domains: 2 lines - 1 duplicate = 1 site\n',
    )
    expect(lint('adult.tar.gz').stdout).toContain(
      'not-a-list: adult.tar.gz is a tar archive. Add the file with the sites to the path: "//adult/domains", "//adult/urls"',
    )
    await write('cut.gz', gzipSync(found).subarray(0, -1))
    expect(lint('cut.gz')).toMatchObject({
      status: 3,
      stdout: expect.stringContaining('not-a-list: cut.gz is compressed, but ends too early'),
    })
  })

  it('reads regular files only, and no more of them than a list may have', async () => {
    spawnSync('mkfifo', [join(folder, 'pipe.txt')])
    await write('large.txt', '')
    await truncate(join(folder, 'large.txt'), 2 ** 30)
    expect(lint('pipe.txt').stderr).toBe(
      'The file "pipe.txt" is a named pipe. Specify the file of a list that exists, or a folder with lists.\n',
    )
    expect(lint('/dev/zero').stderr).toContain('The file "/dev/zero" is a device.')
    expect(lint('large.txt')).toMatchObject({
      status: 3,
      stdout: expect.stringContaining('not-a-list: large.txt is larger than 384 MiB'),
    })
  })

  it('leaves the report of before on a full disk', async () => {
    await write('a.txt', neverActive(8_999))
    await write('report.json', 'the report of before')
    const words = ['--format', 'json', '--names', '9000', '--output', 'report.json', 'a.txt']
    expect(limited('trap "" XFSZ; ulimit -f 8', ...words)).toMatchObject({
      status: 1,
      stderr: 'The file "report.json" cannot be written (EFBIG). Choose another one with --output.\n',
    })
    expect(await readFile(join(folder, 'report.json'), 'utf8')).toBe('the report of before')
    expect((await readdir(folder)).sort()).toEqual(['a.txt', 'report.json'])
    expect(lint('--output', '/dev/null', 'a.txt').stdout).toContain('8,999 warnings')
  })

  it('reads a file once, whatever it is called', async () => {
    await write('a.txt', 'a.example\n')
    await symlink('a.txt', join(folder, 'link.txt'))
    expect(lint('a.txt', './a.txt', 'link.txt', join(folder, 'a.txt'))).toMatchObject({
      stdout: 'No findings in 1 list.\n',
    })
  })

  it('does not write its report over a list', async () => {
    await write('a.txt', 'b.example\na.example\n')
    expect(lint('--output', 'a.txt', 'a.txt')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('is one of the lists'),
    })
    expect(await readFile(join(folder, 'a.txt'), 'utf8')).toBe('b.example\na.example\n')
  })

  it('ends quietly if nobody reads its output any more', async () => {
    await write('a.txt', neverActive(50_000))
    const script = `"$0" "$1" lint --format json --names 99999 a.txt | head -c 10 > first.txt`
    const { stderr } = spawnSync('sh', ['-c', script, process.execPath, builtCommand], {
      cwd: folder,
      encoding: 'utf8',
    })
    expect(stderr).toBe('')
  })

  it('asks for a file', () => {
    expect(lint()).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("missing required argument 'file'"),
    })
  })

  /** Lines with so many sites that never become active. */
  function neverActive(count: number): string {
    return Array.from({ length: count }, (_, index) => `ww${index}.a.example\n`).join('')
  }

  /** Runs lint with a limit of the shell. */
  function limited(limit: string, ...words: readonly string[]) {
    const script = `${limit}; exec "$0" "$@"`
    return spawnSync('sh', ['-c', script, process.execPath, builtCommand, 'lint', ...words], {
      cwd: folder,
      encoding: 'utf8',
    })
  }

  async function write(name: string, content: string | Uint8Array): Promise<void> {
    await writeFile(join(folder, name), content)
  }

  function lint(...words: readonly string[]) {
    const options = { cwd: folder, encoding: 'utf8' as const, env: { PATH: process.env.PATH } }
    const { status, stdout, stderr } = spawnSync(process.execPath, [builtCommand, 'lint', ...words], options)
    return { status, stdout, stderr }
  }
})
