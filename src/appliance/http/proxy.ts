import { type Dispatcher, ProxyAgent } from 'undici'

/** What reaches the appliance by way of a proxy (`http(s)://[user:password@]host:port`). Loaded only where one is set. */
export function openProxy(uri: string, options: Omit<ProxyAgent.Options, 'uri'>): Dispatcher {
  return new ProxyAgent({ ...options, uri })
}
