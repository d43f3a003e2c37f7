import { types } from 'node:util'
import { cancellationBeforeSending } from '../../../appliance/cancellation'
import { ApplianceError } from '../../../appliance/errors'
import { brokenExchange, timedOutExchange } from '../../../appliance/http/connection-errors'
import { defaultConcurrency, defaultTimeout } from '../../../appliance/http/transport'
import type { ApplianceSettings } from '../../../appliance/settings'
import { Semaphore } from '../../../concurrency/semaphore'
import type { Listener } from '../places'
import { connectTo } from './connect'
import { type Handshake, shakeHands } from './handshake'

/** What came of connecting to a listener. */
export type Outcome =
  | { readonly came: 'connection'; readonly handshake: Handshake | undefined }
  | { readonly came: 'failure'; readonly error: ApplianceError }

/** How a connection to a listener ended. */
export interface Probe {
  readonly listener: Listener
  readonly outcome: Outcome
}

/**
 * Connects to each listener, with TLS where its address has it, and hangs up without having asked for anything: no token
 * is sent, so the certificate need not be one that is trusted.
 */
export async function probe(
  settings: ApplianceSettings,
  listeners: readonly Listener[],
  signal: AbortSignal,
): Promise<readonly Probe[]> {
  const places = new Semaphore(settings.maxConcurrentRequests ?? defaultConcurrency)
  return await Promise.all(
    listeners.map((listener) =>
      places.run(
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
  const timeout = settings.timeout ?? defaultTimeout
  const inTime = AbortSignal.timeout(timeout)
  const either = AbortSignal.any([signal, inTime])
  const request = `a connection test to ${address}`
  try {
    const socket = await connectTo(endpoint, settings.proxies ?? {}, either)
    try {
      const secure = endpoint.origin.startsWith('https:')
      const handshake = secure ? await shakeHands(socket, endpoint, settings.tls ?? {}, either) : undefined
      return { came: 'connection', handshake }
    } finally {
      socket.destroy()
    }
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof ApplianceError) return { came: 'failure', error }
    if (inTime.aborted) return { came: 'failure', error: timedOutExchange(endpoint, request, timeout, false) }
    const reason = types.isNativeError(error) ? error : new Error(String(error))
    return { came: 'failure', error: brokenExchange(endpoint, request, reason, false) }
  }
}
