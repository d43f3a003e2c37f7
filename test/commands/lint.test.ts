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
  truncate,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { tarOf } from '../../packages/site-lists/test/files/archives'

const builtCommand = resolve(__dirname, '../../dist/cli/appliance.cjs')

describe('appliance lint', () => {
  let folder: string

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'appliance-lint-'))
  })

  afterEach(async () => {
    await rm(folder, { recursive: true, force: true })
  })

  it('ends with 0 if no finding is fatal, and with 3 if one is', async () => {
    await write('a.txt', 'a.example\na.example\n')
    await write('b.txt', 'co.uk\n')
    expect(lint('a.txt')).toMatchObject({ status: 0, stderr: '' })
    expect(lint('a.txt', 'b.txt')).toMatchObject({ status: 3, stderr: '' })
  })

  it('goes by the settings of the folder, or by others', async () => {
    await write('a.txt', 'a.example\na.example\n')
    await write('.appliance-review.json', '{"lint": {"duplicate": "fatal"}}')
    await write('others.json', '{"lint": {"duplicate": "off"}}')
    expect(lint('a.txt')).toMatchObject({ status: 3 })
    expect(lint('--config', 'others.json', 'a.txt')).toMatchObject({
      status: 0,
      stdout: 'No findings in 1 list.\n\nLists\n  = a.txt: 2 lines - 1 duplicate = 1 site\n',
    })
  })

  it('fixes a file where it is, with its permissions, and says which', async () => {
    await write('a.txt', 'b.example\nA.example\n')
    await write('clean.txt', 'c.example\n')
    await chmod(join(folder, 'a.txt'), 0o640)
    await symlink('a.txt', join(folder, 'link.txt'))
    expect(lint('--fix', 'link.txt', 'clean.txt')).toEqual({
      status: 0,
      stdout: 'No findings in 2 lists.\n',
      stderr: 'Fixed "link.txt".\n',
    })
    expect(await readFile(join(folder, 'a.txt'), 'utf8')).toBe('a.example\nb.example\n')
    expect((await stat(join(folder, 'a.txt'))).mode & 0o777).toBe(0o640)
    expect((await readdir(folder)).sort()).toEqual(['a.txt', 'clean.txt', 'link.txt'])
  })

  it('leaves out the exceptions that the configuration of the repository declares, and counts several files as one list', async () => {
    await mkdir(join(folder, '.git'))
    await mkdir(join(folder, 'lists/adult'), { recursive: true })
    await write('lists/ads.txt', 'a.example\nlogin.b.example\n@@||c.example^\nc.example\nd.example\n')
    await write('lists/exceptions.txt', 'a.example\nx.d.example\n@@||login.b.example^\n')
    await write('lists/adult/domains.0', 'e.example\n')
    await write('lists/adult/domains.1', gzipSync('www.e.example\nf.example\n'))
    await write(
      'main.tf',
      `resource "appliance_category" "ads" {
  name            = "ads"
  sites_file      = "lists/ads.txt"
  exceptions_file = "lists/exceptions.txt"
  exceptions      = ["idle.example"]
  list_exceptions = "apply"
}
resource "appliance_category" "adult" {
  name        = "adult"
  sites_files = ["lists/adult/domains.0", "lists/adult/domains.1"]
}
`,
    )
    const { status, stdout } = lint('lists')
    expect(status).toBe(0)
    expect(stdout.split('\n').filter((line) => !line.includes('in-two-lists'))).toEqual([
      '3 warnings in 4 lists.',
      '',
      'Warnings',
      '  ! lists/exceptions.txt:2 exception-covered: the list still matches the exception x.d.example through d.example',
      '  ! main.tf:5 exception-without-effect: the exception idle.example changes nothing: the list contains neither it, nor a site below or above it',
      '',
      'Lists',
      '  = lists/ads.txt (appliance_category.ads): 5 lines - 1 exception rule - 3 left out by exceptions = 1 site',
      '  = lists/adult/domains.0, lists/adult/domains.1 (appliance_category.adult): 3 lines - 1 merged with "www." = 2 sites',
      '',
    ])
  })

  it('takes exceptions from the command line', async () => {
    await write('a.txt', 'a.example\nb.example\n')
    await write('exceptions.txt', 'b.example\nother.example\n')
    const { stdout } = lint('--exceptions', 'exceptions.txt', 'a.txt', 'exceptions.txt')
    expect(stdout.split('\n')).toEqual([
      '1 warning in 2 lists.',
      '',
      'Warnings',
      '  ! exceptions.txt:2 exception-without-effect: the exception other.example changes nothing: the list contains neither it, nor a site below or above it',
      '',
      'Lists',
      '  = a.txt: 2 lines - 1 left out by exceptions = 1 site',
      '',
    ])
    expect(lint('--exceptions', 'none.txt', 'a.txt')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('The file "none.txt" cannot be read'),
    })
  })

  it('leaves a page alone that took the place of a list', async () => {
    await write('a.txt', '<!doctype html>\n<html>b.example</html>\n')
    expect(lint('--fix', 'a.txt')).toMatchObject({ status: 3, stderr: '' })
    expect(await readFile(join(folder, 'a.txt'), 'utf8')).toBe('<!doctype html>\n<html>b.example</html>\n')
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
    expect(lint('--fix', `${hostile}.txt`).stderr).toBe(`Fixed "${shown}.txt".\n`)
  })

  it('reads the lists below a folder, and says how much it skipped', async () => {
    for (const each of ['lists/adult', 'lists/.hidden']) await mkdir(join(folder, each), { recursive: true })
    for (const name of ['b.txt', 'adult/domains', '.hidden/c.txt'])
      await write(`lists/${name}`, 'a.example\n')
    for (const name of ['README.txt', 'feed.json', '.d.txt']) await write(`lists/${name}`, 'no list\n')
    await symlink('b.txt', join(folder, 'lists/link.txt'))
    expect(lint('lists', 'lists/b.txt').stdout.split('\n')).toEqual([
      '1 warning in 2 lists. 5 other files and folders skipped.',
      '',
      'Warnings',
      '  ! lists/b.txt in-two-lists: the list has the same 1 site as another list: lists/adult/domains',
      '',
    ])
    expect(JSON.parse(lint('--format', 'json', 'lists').stdout)).toMatchObject({
      files: ['lists/adult/domains', 'lists/b.txt'],
      skipped: 5,
      findings: [{ rule: 'in-two-lists', file: 'lists/b.txt', count: 1, names: ['lists/adult/domains'] }],
    })
  })

  it('reads compressed lists and files in archives, and fixes none of them', async () => {
    const found = ['a.example', 'a.example', ''].join('\n')
    await mkdir(join(folder, 'lists'))
    await write('lists/ads.txt.gz', gzipSync(found))
    const archive = tarOf(
      { name: 'adult/domains', content: found },
      { name: 'adult/urls', content: 'b.example\n' },
    )
    await write('adult.tar.gz', gzipSync(archive))
    expect(lint('lists').stdout).toContain('  ! lists/ads.txt.gz:2 duplicate: a.example is in line 1 too')
    const both = ['adult.tar.gz//adult/domains', './adult.tar.gz//adult/domains', 'adult.tar.gz//adult/urls']
    expect(lint(...both).stdout).toBe(
      '1 warning in 2 lists.\n\nWarnings\n  ! adult.tar.gz//adult/domains:2 duplicate: a.example is in line 1 too\n\nLists\n  = adult.tar.gz//adult/domains: 2 lines - 1 duplicate = 1 site\n',
    )
    expect(lint('adult.tar.gz').stdout).toContain(
      'not-a-list: adult.tar.gz is a tar archive. Add the file with the sites to the path: "//adult/domains", "//adult/urls"',
    )
    await write('cut.gz', gzipSync(found).subarray(0, -1))
    expect(lint('cut.gz')).toMatchObject({
      status: 3,
      stdout: expect.stringContaining('not-a-list: cut.gz is compressed, but ends too early'),
    })
    await write('b.txt', found)
    for (const path of ['lists/ads.txt.gz', 'adult.tar.gz//adult/domains']) {
      expect(lint('--fix', 'b.txt', path)).toEqual({
        status: 1,
        stdout: '',
        stderr: `The file "${path}" is compressed or an archive. Leave it out, or write its list to a file.\n`,
      })
    }
    expect(await readFile(join(folder, 'b.txt'), 'utf8')).toBe(found)
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

  describe('what cannot be written as a whole', () => {
    const unsorted = 'b.example\na.example\n'
    const sorted = 'a.example\nb.example\n'
    const path = (name: string) => join(folder, name)
    const content = async (name: string) => await readFile(path(name), 'utf8')

    it('is refused before anything is changed: read-only files and those with several names', async () => {
      for (const name of ['first.txt', 'locked.txt', 'twice.txt']) await write(name, unsorted)
      await chmod(path('locked.txt'), 0o444)
      await link(path('twice.txt'), path('other.txt'))
      expect(lint('--fix', 'first.txt', 'locked.txt')).toEqual({
        status: 1,
        stdout: '',
        stderr:
          'The file "locked.txt" is read-only. Make it an ordinary file that you may change, or leave it out.\n',
      })
      expect(lint('--fix', 'first.txt', 'twice.txt').stderr).toContain(
        '"twice.txt" has 2 names (hard links), and only one of them would change.',
      )
      for (const name of ['first.txt', 'locked.txt', 'twice.txt']) expect(await content(name)).toBe(unsorted)
    })

    it.each([
      ['a repository', ['here/.git', 'here/lists']],
      ['a folder', ['here/lists']],
    ])('is refused behind links that leave %s, and written inside', async (_, folders) => {
      for (const each of [...folders, 'elsewhere']) await mkdir(path(each), { recursive: true })
      await write('elsewhere/a.txt', unsorted)
      await write('here/lists/inside.txt', unsorted)
      await symlink('../../elsewhere/a.txt', path('here/lists/out.txt'))
      await symlink('inside.txt', path('here/lists/in.txt'))
      expect(lint('--fix', 'here/lists/out.txt').stderr).toMatch(
        /^The file "here\/lists\/out\.txt" is a link to ".*elsewhere\/a\.txt", which is outside of the repository or folder\./,
      )
      expect(await content('elsewhere/a.txt')).toBe(unsorted)
      expect(lint('--output', 'here/lists/out.txt', 'here/lists/inside.txt').status).toBe(1)
      expect(lint('--fix', 'here/lists/in.txt').status).toBe(0)
      expect(await content('here/lists/inside.txt')).toBe(sorted)
    })

    it('leaves the report of before on a full disk', async () => {
      await write('a.txt', 'a.example\n'.repeat(9_000))
      await write('report.json', 'the report of before')
      const words = ['--format', 'json', '--names', '9000', '--output', 'report.json', 'a.txt']
      expect(limited('trap "" XFSZ; ulimit -f 8', ...words)).toMatchObject({
        status: 1,
        stderr: 'The file "report.json" cannot be written (EFBIG). Choose another one with --output.\n',
      })
      expect(await content('report.json')).toBe('the report of before')
      expect((await readdir(folder)).sort()).toEqual(['a.txt', 'report.json'])
      expect(lint('--output', '/dev/null', 'a.txt').stdout).toContain('8,999 warnings')
    })

    /** Runs lint with a limit of the shell. */
    function limited(limit: string, ...words: readonly string[]) {
      const script = `${limit}; exec "$0" "$@"`
      return spawnSync('sh', ['-c', script, process.execPath, builtCommand, 'lint', ...words], {
        cwd: folder,
        encoding: 'utf8',
      })
    }
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
    expect(lint('--fix', '--output', 'a.txt', 'a.txt')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('is one of the lists'),
    })
    expect(await readFile(join(folder, 'a.txt'), 'utf8')).toBe('b.example\na.example\n')
  })

  it('ends quietly if nobody reads its output any more', async () => {
    await write('a.txt', 'a.example\n'.repeat(50_000))
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

  async function write(name: string, content: string | Uint8Array): Promise<void> {
    await writeFile(join(folder, name), content)
  }

  function lint(...words: readonly string[]) {
    const options = { cwd: folder, encoding: 'utf8' as const, env: { PATH: process.env.PATH } }
    const { status, stdout, stderr } = spawnSync(process.execPath, [builtCommand, 'lint', ...words], options)
    return { status, stdout, stderr }
  }
})
