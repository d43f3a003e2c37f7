import autocannon from 'autocannon'
import type { EmulatorProcess } from './emulator-process'

/** Queries per second that an emulator answers to a load generator with a number of connections, which queries each site once. */
export async function queryRate(
  { url }: EmulatorProcess,
  sites: readonly string[],
  connections: number,
): Promise<number> {
  const requests = sites.map((site) => ({ method: 'GET' as const, path: `/categories/query/${site}` }))
  const started = performance.now()
  const { errors, non2xx } = await autocannon({
    url,
    connections,
    amount: sites.length,
    requests,
    timeout: 60,
  })
  if (errors + non2xx > 0) throw new Error(`${errors + non2xx} queries of the load generator have failed.`)
  return (1_000 * sites.length) / (performance.now() - started)
}
