import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openChangeLog } from '../src/change-log'
import { startEmulator } from '../src/emulator'

let folder: string
let file: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'emulator-'))
  file = join(folder, 'appliance.data')
})
afterEach(() => rmSync(folder, { recursive: true }))

test('changes are in the file before append returns, and are read back per area', () => {
  const log = openChangeLog(file)
  log.append('categories', { id: 1 })
  log.append('directory', { id: 2 })
  log.append('categories', { id: 3 })
  expect(readFileSync(file, 'utf8').split('\n')).toHaveLength(4)
  log.close()
  const reopened = openChangeLog(file)
  expect(reopened.changesOf('categories')).toMatchObject([{ id: 1 }, { id: 3 }])
  reopened.close()
})

test.each(['{"area":"categories","id":2', '{"area":"categories","id":2}', '\u0000'])(
  'an unfinished last line (%j) is cut off, and the next change follows the line before it',
  (torn) => {
    const log = openChangeLog(file)
    log.append('categories', { id: 1 })
    log.close()
    appendFileSync(file, torn)
    const reopened = openChangeLog(file)
    reopened.append('categories', { id: 3 })
    reopened.close()
    const again = openChangeLog(file)
    expect(again.changesOf('categories')).toMatchObject([{ id: 1 }, { id: 3 }])
    again.close()
  },
)

test.each(['not json', '[]', '{"id":1}', 'null'])('another line that is no change (%j) is named', (line) => {
  writeFileSync(file, `{"area":"categories","id":1}\n${line}\n{"area":"categories","id":2}\n`)
  expect(() => openChangeLog(file)).toThrow(`Line 2 of ${file} is not a change that an emulator wrote`)
})

test.each(['{"format_version":"1.0"}', '{"values":', '{ }'])(
  'nothing is cut off the file of another program: %s',
  (content) => {
    writeFileSync(file, content)
    expect(() => openChangeLog(file)).toThrow(`${file} is not a file that an emulator wrote`)
    expect(readFileSync(file, 'utf8')).toBe(content)
  },
)

test('an emulator does not start on a change of an area that it does not have', async () => {
  writeFileSync(file, '{"area":"categories","change":"backup"}\n{"area":"printers","change":"add"}\n')
  await expect(startEmulator({ data: file })).rejects.toThrow('contains changes of "printers"')
})

test('an emulator does not start on a change of categories that it cannot read', async () => {
  writeFileSync(file, '{"area":"categories","change":"explode"}\n')
  await expect(startEmulator({ data: file })).rejects.toThrow(
    'A recorded change of categories cannot be read',
  )
})

test('changes through the store are kept too, and an emulator may be closed twice', async () => {
  const first = await startEmulator({ data: file })
  first.store.create({ name: 'ads' })
  first.store.addSites(250, ['a.com', 'b.com'])
  first.store.compile(250)
  first.store.removeSites(250, ['a.com'])
  first.store.create({ name: 'games' })
  first.store.replace(251, { name: 'news' })
  first.store.backup()
  const before = first.store.categories()
  await first.close()
  await first.close()
  const second = await startEmulator({ data: file })
  expect(second.store.categories()).toEqual(before)
  expect([...second.store.compiledSites(250)].sort()).toEqual(['a.com', 'b.com'])
  expect(second.store.categoriesOf('a.com')).toEqual([])
  expect(second.store.backups).toEqual([1])
  await second.close()
})
