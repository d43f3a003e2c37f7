import './light-webassembly'
import type { Dispatcher, ProxyAgent as ProxyAgentOf } from 'undici'
import connect from 'undici/lib/api/api-connect.js'
import Pool from 'undici/lib/dispatcher/pool.js'
import ProxyAgent from 'undici/lib/dispatcher/proxy-agent.js'

/** What reaches the appliance by way of a proxy (`http(s)://[user:password@]host:port`). Loaded only where one is set. */
export function openProxy(uri: string, options: Omit<ProxyAgentOf.Options, 'uri'>): Dispatcher {
  return new ProxyAgent({
    ...options,
    uri,
    // The method that opens tunnels is attached by the root of undici, which is not loaded.
    clientFactory: (origin, poolOptions) => Object.assign(new Pool(origin, poolOptions), { connect }),
  })
}
