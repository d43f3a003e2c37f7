import { describe, expect, test } from '@jest/globals'
import { createRouteCaller } from '../../src/appliance/route-caller'
import { createTransport } from '../../src/appliance/transport'
import { kindOf } from './caught'
import { callerAt, list, serving, signal, success } from './routes-asked'
import { type Answerer, json } from './server'

describe('stopping', () => {
  test.each<[string, Answerer]>([
    ['waits for an answer', () => {}],
    ['waits for the rest of an answer', (_, response) => void response.write('{')],
    ['waits to repeat', (_, response) => void response.writeHead(503, { 'retry-after': '50' }).end()],
  ])('a request that %s is cancelled with its signal', async (_, answer) => {
    const server = await serving(answer)
    const controller = new AbortController()
    const asking = kindOf(callerAt(server.url, { retries: 1 }).ask(list, {}, controller.signal))
    while (server.received.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    await new Promise((resolve) => setTimeout(resolve, 50))
    controller.abort()
    expect(await asking).toBe('cancelled')
    expect(server.received).toHaveLength(1)
  })

  test('a request that waits for its turn is cancelled, and the others are not', async () => {
    const waiting: (() => void)[] = []
    const server = await serving((_, response) => void waiting.push(() => json(response, { Status: true })))
    const caller = callerAt(server.url, { maxConcurrentRequests: 1 })
    const controller = new AbortController()
    const first = caller.ask(list, {}, signal)
    const second = kindOf(caller.ask(list, {}, controller.signal))
    const third = caller.ask(list, {}, signal)
    controller.abort()
    expect(await second).toBe('cancelled')
    let done = false
    const others = Promise.all([first, third]).finally(() => {
      done = true
    })
    while (!done) {
      for (const answer of waiting.splice(0)) answer()
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    expect(await others).toHaveLength(2)
    expect(server.received).toHaveLength(2)
  })

  test('a signal that was triggered before sends nothing', async () => {
    const server = await serving(success)
    expect(await kindOf(callerAt(server.url).ask(list, {}, AbortSignal.abort()))).toBe('cancelled')
    expect(server.received).toHaveLength(0)
  })

  test('closing the client ends what is under way', async () => {
    const server = await serving(() => {})
    const settings = { endpoints: { categories: { url: server.url } } }
    const transport = createTransport(settings)
    const asking = kindOf(createRouteCaller(settings, transport).ask(list, {}, signal))
    while (server.received.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    await transport.close()
    expect(await asking).toBe('cancelled')
  })
})
