import { startEmulator } from '../src/emulator'
import { Journal, type JournalEntry } from '../src/journal'
import { get, send } from '../src/testing/requests'

test('every request is kept in order, with its body as it came', async () => {
  const ended: JournalEntry[] = []
  const emulator = await startEmulator({ onEnded: (entry) => ended.push(entry) })
  emulator.store.create({ name: 'ads' })
  await send('PUT', `${emulator.urls.categories}/categories/quick/250`, { form: { items: 'a.com,b.com' } })
  await get(`${emulator.urls.legacy}/categories/250/c.com?x=y`)
  await get(`${emulator.urls.categories}/nothing`)
  await get(`${emulator.urls.categories}/categories/query/%zz`)
  const quick = { method: 'PUT', path: '/categories/quick/250', body: 'items=a.com%2Cb.com' }
  expect(emulator.journal.entries()).toEqual([
    { listener: 'categories', ...quick, status: 200 },
    { listener: 'legacy', method: 'GET', path: '/categories/250/c.com?x=y', body: '', status: 200 },
    { listener: 'categories', method: 'GET', path: '/nothing', body: '', status: 404 },
    { listener: 'categories', method: 'GET', path: '/categories/query/%zz', body: '', status: 400 },
  ])
  expect(ended).toEqual(emulator.journal.entries())
  emulator.journal.clear()
  expect(emulator.journal.entries()).toEqual([])
  await emulator.close()
})

test('no header is kept, so no token is', async () => {
  const emulator = await startEmulator({ token: 'open sesame' })
  await get(`${emulator.urls.categories}/categories/list`, { 'X-Auth-Token': 'open sesame' })
  await get(`${emulator.urls.categories}/categories/list`, { 'X-Auth-Token': 'open barley' })
  expect(emulator.journal.entries()).toHaveLength(2)
  expect(JSON.stringify(emulator.journal.entries())).not.toContain('open')
  await emulator.close()
})

test('the oldest requests are dropped when there are too many', () => {
  const journal = new Journal()
  for (let number = 0; number < 100_010; number += 1) journal.open('categories', 'GET', `/${number}`, '')
  const entries = journal.entries()
  expect(entries).toHaveLength(100_000)
  expect(entries[0]?.path).toBe('/10')
  expect(entries.at(-1)?.path).toBe('/100009')
})

test('the oldest requests are dropped when their bodies are too large together, and only the beginning of each body is kept', () => {
  const journal = new Journal()
  const body = 'x'.repeat(20_000_000)
  for (let number = 0; number < 20; number += 1) journal.open('categories', 'PUT', `/${number}`, body)
  expect(journal.entries().map(({ body }) => body.length)).toEqual(Array(16).fill(4_000_000))
  expect(journal.entries()[0]?.path).toBe('/4')
})

test('a journal that is cleared while a request is under way starts again', () => {
  const journal = new Journal()
  const entry = journal.open('categories', 'GET', '/first', 'x')
  journal.clear()
  journal.end(entry, 200)
  journal.open('categories', 'GET', '/second', '')
  expect(journal.entries().map(({ path }) => path)).toEqual(['/second'])
})
