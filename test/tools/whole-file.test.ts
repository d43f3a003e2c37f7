import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writableFile, writeWhole } from '../../src/tools/whole-file'

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
})
