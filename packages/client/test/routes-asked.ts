import type { ServerOptions } from 'node:https'
import { afterEach } from '@jest/globals'
import { categoryRoutes } from '../src/categories/routes'
import { createTransport } from '../src/http/transport'
import { createRouteCaller, type RouteCaller } from '../src/protocol/route-caller'
import type { ApplianceSettings } from '../src/settings'
import { type Answerer, json, serve, type TestServer } from './server'

/** What a test opened, closed after it, the last first. */
export const closers: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

export async function serving(answer: Answerer, tls?: ServerOptions): Promise<TestServer> {
  const server = await serve(answer, tls)
  closers.push(server.close)
  return server
}

export function callerOf(settings: ApplianceSettings): RouteCaller {
  const transport = createTransport(settings)
  closers.push(transport.close)
  return createRouteCaller(settings, transport)
}

export function callerAt(url: string, settings: ApplianceSettings = {}): RouteCaller {
  return callerOf({ endpoints: { categories: { url }, categories_legacy: { url } }, retries: 0, ...settings })
}

export const { signal } = new AbortController()

export const list = categoryRoutes.list.older

export const create = categoryRoutes.create.older

export const quick = categoryRoutes.add.older

export const body = create.body.with({ name: 'a b&c=é', description: '' })

export const success: Answerer = (_, response) => json(response, { Status: true })
