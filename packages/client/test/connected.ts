import { type Appliance, connect } from '../src/appliance'
import type { ApplianceSettings } from '../src/settings'
import { type Answerer, serve, type TestServer } from './server'

/** A client, and the server of a test that all of its areas lead to. */
export interface Connected {
  readonly appliance: Appliance
  readonly server: TestServer
  /** The requests so far, as `METHOD /path`. */
  readonly requests: () => readonly string[]
  close(): Promise<void>
}

export async function connected(answer: Answerer, settings: ApplianceSettings = {}): Promise<Connected> {
  const server = await serve(answer)
  const endpoint = { url: server.url }
  const appliance = connect({
    endpoints: {
      certificates: endpoint,
      network: endpoint,
      analysis: endpoint,
      records: endpoint,
    },
    retries: 0,
    ...settings,
  })
  return {
    appliance,
    server,
    requests: () => server.received.map(({ method, path }) => `${method} ${path}`),
    async close() {
      await appliance.close()
      await server.close()
    },
  }
}
