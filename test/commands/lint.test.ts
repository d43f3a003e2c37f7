import { spawnSync } from 'node:child_process'
import { chmod, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

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
      stdout: 'No findings in 1 list.\n',
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

  it('leaves a page alone that took the place of a list', async () => {
    await write('a.txt', '<!doctype html>\n<html>b.example</html>\n')
    expect(lint('--fix', 'a.txt')).toMatchObject({ status: 3, stderr: '' })
    expect(await readFile(join(folder, 'a.txt'), 'utf8')).toBe('<!doctype html>\n<html>b.example</html>\n')
  })

  it.each([
    [
      ['missing.txt'],
      'The file "missing.txt" cannot be read (ENOENT). Name the file of a list that exists.\n',
    ],
    [['.'], 'The file "." cannot be read (EISDIR). Name the file of a list that exists.\n'],
  ])('cannot read %s', (words, stderr) => {
    expect(lint(...words)).toEqual({ status: 1, stdout: '', stderr })
  })

  it('shows what names of files and options would hide or command', async () => {
    const hostile = 'a\u202e\u0085##[error]b'
    const shown = 'a\\u{202e}\\u{85}#\\u{23}[error]b'
    expect(lint(`${hostile}.txt`).stderr).toBe(
      `The file "${shown}.txt" cannot be read (ENOENT). Name the file of a list that exists.\n`,
    )
    expect(lint(`--${hostile}`).stderr).toContain(`error: unknown option '--${shown}'`)
    await write(`${hostile}.txt`, 'b.example\na.example\nb.example\n')
    const { stdout } = lint('--format', 'json', `${hostile}.txt`)
    expect(JSON.parse(stdout)).toMatchObject({ files: [`${hostile}.txt`] })
    expect(stdout).not.toMatch(/[^ -~\n]|##\[/u)
    expect(lint('--fix', `${hostile}.txt`).stderr).toBe(`Fixed "${shown}.txt".\n`)
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

  async function write(name: string, content: string): Promise<void> {
    await writeFile(join(folder, name), content)
  }

  function lint(...words: readonly string[]) {
    const options = { cwd: folder, encoding: 'utf8' as const, env: { PATH: process.env.PATH } }
    const { status, stdout, stderr } = spawnSync(process.execPath, [builtCommand, 'lint', ...words], options)
    return { status, stdout, stderr }
  }
})
