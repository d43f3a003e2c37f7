import { describe, expect, test } from '@jest/globals'
import { type Emulator, startEmulator } from '@webfilter/appliance-emulator'
import { categoryRoutes } from '../../src/categories/routes'
import { body, callerAt, closers, create, list, quick, serving, signal, success } from '../routes-asked'

async function emulated(): Promise<Emulator> {
  const emulator = await startEmulator()
  closers.push(emulator.close)
  emulator.store.create({ name: 'ads' })
  return emulator
}

describe('a server that closes its connections without announcing it', () => {
  test('receives what is never repeated, since that goes over a new connection', async () => {
    const emulator = await emulated()
    emulator.faults.set([{ effect: 'closed-silently' }])
    const caller = callerAt(emulator.urls.categories)
    await caller.ask(list, {}, signal)
    await caller.ask(create, { body: create.body.with({ name: 'games', description: '' }) }, signal)
    expect(emulator.store.categories().map(({ name }) => name)).toEqual(['ads', 'games'])
  })

  test('receives what is not repeated after a time-out: its closed connection may also just be silent', async () => {
    const emulator = await emulated()
    emulator.faults.set([{ effect: 'closed-silently' }])
    const caller = callerAt(emulator.urls.categories)
    await caller.ask(list, {}, signal)
    await caller.ask(quick, { parameters: { ID: 250 }, body: quick.body.with({ items: 'a.com' }) }, signal)
    expect(emulator.store.categoriesOf('a.com')).toEqual([250])
  })

  test('receives every other request with its second attempt, however many connections it has closed', async () => {
    const emulator = await emulated()
    const caller = callerAt(emulator.urls.categories, { retries: 1 })
    emulator.faults.set([{ effect: 'latency', milliseconds: 50 }])
    await Promise.all([1, 2, 3, 4].map(() => caller.ask(list, {}, signal)))
    emulator.faults.set([{ effect: 'closed-silently' }])
    expect((await caller.ask(list, {}, signal)).value).toBeDefined()
  })
})

test('a new connection takes the place of one that is idle, where there are as many as there may be', async () => {
  const server = await serving((_, response) => void setTimeout(() => response.end('{"Status":true}'), 20))
  const caller = callerAt(server.url, { maxConcurrentRequests: 2 })
  await Promise.all([1, 2].map(() => caller.ask(list, {}, signal)))
  expect(await server.open()).toBe(2)
  await caller.ask(create, { body }, signal)
  while ((await server.open()) > 1) await new Promise((resolve) => setTimeout(resolve, 5))
  await caller.ask(list, {}, signal)
  expect([server.connections(), await server.open()]).toEqual([3, 1])
})

test('requests that read share a connection', async () => {
  const server = await serving(success)
  const caller = callerAt(server.url)
  for (let asked = 0; asked < 3; asked += 1) await caller.ask(list, {}, signal)
  expect(server.connections()).toBe(1)
})

describe('a cache before the appliance', () => {
  test('does not answer in its place: neither what changes something nor what reads', async () => {
    const emulator = await emulated()
    emulator.faults.set([{ effect: 'cached' }])
    const caller = callerAt(emulator.urls.categories)
    const site = { parameters: { ID: 250, sitename: 'a.com' } }
    for (const _ of [1, 2]) {
      emulator.store.addSites(250, ['a.com'])
      await caller.ask(categoryRoutes.delete.older, site, signal)
      expect(emulator.store.categoriesOf('a.com')).toEqual([])
    }
    const before = await caller.ask(list, {}, signal)
    emulator.store.create({ name: 'games' })
    expect((await caller.ask(list, {}, signal)).value).not.toEqual(before.value)
  })
})
