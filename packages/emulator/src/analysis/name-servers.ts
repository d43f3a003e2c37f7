import { Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'

/** What a DNS server, or several in turn, said of a name. */
export interface Lookup {
  /** IPv4 addresses, then IPv6. */
  readonly addresses: readonly string[]
  /** Why there are none; empty where there are some. */
  readonly error: string
}

/** The DNS servers of this machine. */
export function machineNameServers(): readonly string[] {
  return new Resolver().getServers()
}

/** Looks up the addresses of a name; an address is its own. A server that does not answer is given up after two seconds. */
export async function lookUp(
  domain: string,
  servers: readonly string[],
  signal: AbortSignal,
): Promise<Lookup> {
  if (isIP(domain) !== 0) return { addresses: [domain], error: '' }
  const resolver = new Resolver({ timeout: 2000, tries: 1 })
  resolver.setServers(servers)
  const cancel = () => resolver.cancel()
  signal.addEventListener('abort', cancel)
  try {
    const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(domain), resolver.resolve6(domain)])
    const addresses = [ipv4, ipv6].flatMap((found) => (found.status === 'fulfilled' ? found.value : []))
    if (addresses.length > 0 || ipv4.status === 'fulfilled') return { addresses, error: '' }
    return { addresses, error: textOfReason(ipv4.reason) }
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}

function textOfReason(reason: unknown): string {
  return reason instanceof Error ? reason.message : String(reason)
}
