import { connect, isIP, type Socket } from 'node:net'
import { checkServerIdentity, connect as connectTls, type PeerCertificate } from 'node:tls'
import { types } from 'node:util'
import {
  ApplianceError,
  type ApplianceSettings,
  type Area,
  addressText,
  brokenExchange,
  cancellationBeforeSending,
  type Endpoint,
  noSecrets,
  openTunnel,
  type ProxySettings,
  quotable,
  resolveEndpoint,
  type TlsSettings,
  timedOutExchange,
  trustSystemAuthorities,
  tunnelEndOf,
  usableProxyFor,
  usualSettings,
} from '@webfilter/appliance-client'
import { Semaphore } from '@webfilter/concurrency'
import type { Check } from './report'
import { type Login, logIn } from './ssh-login'

/** An address at which one or more areas are served. */
export interface Listener {
  /** As a person writes it: `https://proxy.example.org:9503`, `unix:///path/of/the/socket`, `ssh://admin@proxy.example.org/path/of/the/socket`. */
  readonly address: string
  readonly areas: readonly Area[]
  /** That of the first of the areas; only tokens and the path before routes can differ among them. */
  readonly endpoint: Endpoint
}

/** The addresses of all areas. */
export interface Addresses {
  readonly listeners: readonly Listener[]
  /** Areas for which the settings have no address. */
  readonly unconfigured: readonly Area[]
  /** Areas whose address cannot be used. */
  readonly unusable: readonly { readonly area: Area; readonly error: ApplianceError }[]
}

/** The areas in the order of docs/appliance, "Routes". */
const areaOrder: readonly Area[] = [
  'categories',
  'categories_legacy',
  'certificates',
  'network',
  'analysis',
  'directory',
  'records',
]

/** The addresses in the settings. */
export function addressesIn(settings: ApplianceSettings): Addresses {
  const unconfigured = areaOrder.filter((area) => !hasAddress(settings, area))
  const resolved = areaOrder
    .filter((area) => !unconfigured.includes(area))
    .map((area) => ({ area, endpoint: endpointOrError(settings, area) }))
  const byAddress = new Map<string, Listener>()
  for (const { area, endpoint } of resolved) {
    if (endpoint instanceof ApplianceError) continue
    const address = addressText(endpoint)
    const known = byAddress.get(address)
    byAddress.set(address, {
      address,
      areas: [...(known?.areas ?? []), area],
      endpoint: known?.endpoint ?? endpoint,
    })
  }
  return {
    listeners: [...byAddress.values()],
    unconfigured,
    unusable: resolved.flatMap(({ area, endpoint }) =>
      endpoint instanceof ApplianceError ? [{ area, error: endpoint }] : [],
    ),
  }
}

/** Checks in the order of their first areas; those about all areas come first. */
export function byArea(checks: readonly Check[]): readonly Check[] {
  const index = ({ areas: [first] }: Check) => (first === undefined ? -1 : areaOrder.indexOf(first))
  return checks.toSorted((one, other) => index(one) - index(other))
}

/** The directory has no default (endpoints.ts). */
function hasAddress({ baseUrl, endpoints }: ApplianceSettings, area: Area): boolean {
  return endpoints?.[area]?.url !== undefined || (baseUrl !== undefined && area !== 'directory')
}

function endpointOrError(settings: ApplianceSettings, area: Area): Endpoint | ApplianceError {
  try {
    return resolveEndpoint(settings, area)
  } catch (error) {
    if (error instanceof ApplianceError) return error
    throw error
  }
}

/** What came of connecting to a listener. */
export type Outcome =
  | { readonly came: 'connection'; readonly handshake: Handshake | undefined }
  | { readonly came: 'failure'; readonly error: ApplianceError }
  | ({ readonly came: 'login' } & Login)

/** How a connection to a listener ended. */
interface Probe {
  readonly listener: Listener
  readonly outcome: Outcome
}

/**
 * Connects to each listener, with TLS if its address has it, and closes the connection without a request. No token is sent, so
 * certificates that are not trusted are accepted.
 */
export async function probe(
  settings: ApplianceSettings,
  listeners: readonly Listener[],
  signal: AbortSignal,
): Promise<readonly Probe[]> {
  const slots = new Semaphore(settings.maxConcurrentRequests ?? usualSettings.maxConcurrentRequests)
  return await Promise.all(
    listeners.map((listener) =>
      slots.run(
        signal,
        async () => ({ listener, outcome: await outcomeOf(settings, listener, signal) }),
        cancellationBeforeSending,
      ),
    ),
  )
}

async function outcomeOf(
  settings: ApplianceSettings,
  { endpoint, address }: Listener,
  signal: AbortSignal,
): Promise<Outcome> {
  const timeout = settings.timeout ?? usualSettings.timeout
  const deadline = AbortSignal.timeout(timeout)
  const stop = AbortSignal.any([signal, deadline])
  const request = `a connection test to ${address}`
  try {
    if (endpoint.ssh)
      return { came: 'login', ...(await logIn(settings, endpoint, endpoint.ssh, request, stop)) }
    const socket = await connectTo(endpoint, settings.proxies ?? {}, timeout, stop)
    try {
      const secure = endpoint.origin.startsWith('https:')
      const handshake = secure ? await handshakeOn(socket, endpoint, settings.tls ?? {}, stop) : undefined
      return { came: 'connection', handshake }
    } finally {
      socket.destroy()
    }
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof ApplianceError) return { came: 'failure', error }
    if (deadline.aborted)
      return { came: 'failure', error: timedOutExchange(endpoint, request, { timeout, attempt: 1 }, false) }
    const reason = types.isNativeError(error) ? error : new Error(String(error))
    return { came: 'failure', error: brokenExchange(endpoint, request, reason, false) }
  }
}

/**
 * Opens a connection as requests do: to a socket, to host and port, or through a proxy.
 * @throws {Error} the system's, or an `ApplianceError` for a proxy that cannot be used
 */
async function connectTo(
  { origin, socketPath }: Endpoint,
  proxies: ProxySettings,
  timeout: number,
  signal: AbortSignal,
): Promise<Socket> {
  if (socketPath !== undefined) return await connected(connect({ path: socketPath }), signal)
  const proxy = usableProxyFor(origin, proxies)
  const place = tunnelEndOf(origin)
  if (proxy !== undefined) return await openTunnel(proxy, place, timeout, signal)
  return await connected(connect(place), signal)
}

function connected(socket: Socket, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const giveUp = () => void socket.destroy(new Error('given up'))
    signal.addEventListener('abort', giveUp, { once: true })
    socket.once('connect', () => {
      signal.removeEventListener('abort', giveUp)
      resolve(socket)
    })
    socket.once('error', reject)
    if (signal.aborted) giveUp()
  })
}

/** What the TLS handshake showed of a listener. */
export interface Handshake {
  /** Why the chain is not trusted: a code such as `SELF_SIGNED_CERT_IN_CHAIN`; undefined if it is. A wrong name is no reason here. */
  readonly distrust: string | undefined
  /** The name that the certificate has to contain. */
  readonly expectedName: string
  readonly carriesName: boolean
  /** The names in the certificate; its common name if it has none. */
  readonly names: readonly string[]
  readonly validFrom: Date
  readonly validTo: Date
  /** SHA-256, in upper case with colons; undefined if the listener has shown no certificate. */
  readonly fingerprint: string | undefined
}

/** Makes a TLS handshake on a connection, whatever certificate the listener has. @throws {Error} the system's */
function handshakeOn(
  socket: Socket,
  { origin }: Endpoint,
  tls: TlsSettings,
  signal: AbortSignal,
): Promise<Handshake> {
  const { host } = tunnelEndOf(origin)
  if (!tls.caCertificate) trustSystemAuthorities()
  const expectedName = tls.serverName ?? host
  return new Promise((resolve, reject) => {
    const giveUp = () => void secure.destroy(new Error('given up'))
    const secure = connectTls({
      socket,
      host,
      rejectUnauthorized: false,
      ...(isIP(expectedName) === 0 && { servername: expectedName }),
      ...(tls.caCertificate && { ca: tls.caCertificate }),
      ...(tls.clientCertificate && { cert: tls.clientCertificate }),
      ...(tls.clientKey && { key: tls.clientKey }),
    })
    signal.addEventListener('abort', giveUp, { once: true })
    secure.once('secureConnect', () => {
      signal.removeEventListener('abort', giveUp)
      const certificate = secure.getPeerCertificate()
      const code = secure.authorizationError ? String(secure.authorizationError) : undefined
      resolve(handshakeOf(certificate, expectedName, code))
      secure.destroy()
    })
    secure.once('error', reject)
    if (signal.aborted) giveUp()
  })
}

function handshakeOf(
  certificate: PeerCertificate,
  expectedName: string,
  code: string | undefined,
): Handshake {
  const { subjectaltname = '', valid_from: validFrom, valid_to: validTo } = certificate
  const names = subjectaltname.split(/,\s*/).flatMap((name) => name.replace(/^(?:DNS|IP Address):/, '') || [])
  return {
    distrust: code === 'ERR_TLS_CERT_ALTNAME_INVALID' ? undefined : code,
    expectedName,
    carriesName: checkServerIdentity(expectedName, certificate) === undefined,
    names: (names.length > 0 ? names : [certificate.subject?.CN].flat()).flatMap((name) =>
      name === undefined ? [] : [quotable(name, noSecrets)],
    ),
    validFrom: new Date(validFrom),
    validTo: new Date(validTo),
    fingerprint: certificate.fingerprint256,
  }
}
