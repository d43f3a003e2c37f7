import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writableFile, writeWhole } from '../src/whole-file'

describe('a file that is written as a whole', () => {
  const advice = 'Choose another one.'
  let folder: string
  const path = (name: string) => join(folder, name)

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'appliance-whole-'))
  })

  afterEach(async () => {
    await rm(folder, { recursive: true })
  })

  it('is as private as the one before from the first byte', async () => {
    await writeFile(path('a.txt'), 'before')
    await chmod(path('a.txt'), 0o640)
    const content = Buffer.alloc(48 * 2 ** 20, 'a')
    let isDone = false
    const writing = writeWhole(await writableFile(path('a.txt'), advice), content, advice).finally(() => {
      isDone = true
    })
    const modes = new Set<number>()
    while (!isDone) {
      const names = await readdir(folder)
      const found = await Promise.all(names.map((name) => stat(path(name)).catch(() => undefined)))
      const large = found.filter((each) => each !== undefined && each.size > 6 && each.size < content.length)
      for (const each of large) modes.add((each?.mode ?? 0) & 0o777)
    }
    await writing
    expect([...modes]).toEqual([0o640])
    expect((await stat(path('a.txt'))).mode & 0o777).toBe(0o640)
    expect(await readdir(folder)).toEqual(['a.txt'])
  })

  it('takes away what a run has left that no longer exists, and nothing else', async () => {
    const stays = [`.appliance-${process.pid}-0123abcd.tmp`, '.appliance-notes.tmp', '.0123abcd.tmp']
    for (const name of [...stays, '.appliance-99999999-0123abcd.tmp']) await writeFile(path(name), 'half')
    await writeWhole(await writableFile(path('new.txt'), advice), 'new', advice)
    expect((await readdir(folder)).sort()).toEqual([...stays, 'new.txt'].sort())
    expect(await readFile(path('new.txt'), 'utf8')).toBe('new')
  })

  describe('by a name with a linked folder', () => {
    beforeEach(async () => {
      for (const name of ['one/.git', 'one/lists', 'two/.git', 'two/lists'])
        await mkdir(path(name), { recursive: true })
      for (const name of ['one/lists/a.txt', 'two/lists/a.txt']) await writeFile(path(name), 'before')
      await symlink('lists', path('one/inner'))
      await symlink('../two', path('one/outer'))
      await symlink('one', path('checkout'))
    })

    it('is refused outside of its repository, also in another repository', async () => {
      const refused = 'is a link to .*two/lists/a.txt", which is outside of the repository or folder'
      await expect(writableFile(path('one/outer/lists/a.txt'), advice)).rejects.toThrow(new RegExp(refused))
    })

    it('is written inside of its repository, also where a link leads to the repository', async () => {
      for (const name of ['one/inner/a.txt', 'checkout/lists/a.txt', 'checkout/inner/a.txt']) {
        await writeWhole(await writableFile(path(name), advice), name, advice)
        expect(await readFile(path('one/lists/a.txt'), 'utf8')).toBe(name)
      }
    })
  })
})
