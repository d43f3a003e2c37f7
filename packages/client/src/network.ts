import { isIPv4, isIPv6 } from 'node:net'
import * as z from 'zod/mini'
import { type Answer, unreadableAnswer } from './protocol/answer'
import {
  caselessObject,
  lenientText,
  listOrNothing,
  orNull,
  readBareFields,
  readSuccess,
} from './protocol/envelope'
import { type Assumption, envelopeSize, listSize, type Route } from './protocol/route'
import type { RouteCaller } from './protocol/route-caller'

/** The network area of one appliance (docs/appliance, "Routes"). Every method throws `ApplianceError`. */
export interface Network {
  /** All network interfaces, in the order of the appliance. */
  interfaces(signal: AbortSignal): Promise<readonly NetworkInterface[]>

  /** Sets the host name, which must be fully qualified. No route reports it. */
  setHostname(hostname: string, signal: AbortSignal): Promise<void>
}

/** The network area of the appliance that the caller reaches. Sends nothing by itself. */
export function createNetwork(caller: RouteCaller): Network {
  return {
    async interfaces(signal) {
      return readInterfaces(await caller.ask(interfacesRoute, {}, signal))
    },
    async setHostname(hostname, signal) {
      readSuccess(await caller.ask(hostnameRoute, { parameters: { hostname } }, signal))
    },
  }
}

/** The routes of the network area (docs/appliance, "Routes"). */

const network = {
  area: 'network',
  method: 'GET',
  answer: envelopeSize,
  release: 'a release that is not documented',
} as const

export const interfacesRoute: Route = {
  ...network,
  path: '/system/network/interfaces',
  answer: listSize,
  changes: false,
  repeatable: 'always',
  withoutIt: 'Check endpoints.network.url, or update the appliance.',
}

export const hostnameRoute: Route = {
  ...network,
  path: '/system/network/hostname/[hostname]',
  changes: true,
  // Setting a name that is set already changes nothing.
  repeatable: 'always',
  withoutIt: 'Check endpoints.network.url, or set the host name in the console of the appliance.',
}

/** A network interface of the appliance (docs/appliance, "List network interfaces"). */
export interface NetworkInterface {
  readonly name: string
  /** What `State` joins: `up`, `broadcast`, `running` and the like, in the order of the appliance. */
  readonly flags: readonly string[]
  /** Hardware address; empty for the loopback interface. */
  readonly mac: string
  readonly addresses: readonly InterfaceAddress[]
  /** Reported by newer releases only (docs/appliance, "List network interfaces"). */
  readonly gateway: string | null
}

/** An address of a network interface. */
interface InterfaceAddress {
  readonly address: string
  /** Bits of the network's part; null if the appliance does not say. */
  readonly prefixLength: number | null
  readonly family: 'ipv4' | 'ipv6'
}

export const assumptions: readonly Assumption[] = [
  {
    topic: 'Answer of the hostname route',
    assumed: 'It is the envelope of the other routes.',
    ifWrong: 'The apply fails, although the name may have been set.',
  },
  {
    topic: 'Effect of the hostname route',
    assumed: 'It sets the host name, and again without harm.',
    ifWrong: 'The name in the console differs from the applied name, and no plan shows the difference.',
  },
]

/** Reads the answer of the interfaces route. Throws `unreadable` rather than leave out an interface or an address. */
export function readInterfaces(answer: Answer): readonly NetworkInterface[] {
  const fields = readBareFields(answer)
  if (!('interfaces' in fields)) throw unreadableAnswer(answer, 'which contains no interfaces')
  const parsed = listOrNothing(interfaceSchema).safeParse(fields.interfaces)
  if (!parsed.success) throw unreadableAnswer(answer, 'which contains an interface in an unknown format')
  return parsed.data.map(({ name, state, mac, addresses, gateway }) => ({
    name,
    flags: (state ?? '').split('|').flatMap((flag) => flag.trim() || []),
    mac: mac ?? '',
    addresses: addresses.map((text) => parseAddress(text) ?? unknownForm(text)),
    gateway: gateway || null,
  }))

  function unknownForm(text: string): never {
    throw unreadableAnswer(answer, `which contains an address in an unknown format, "${answer.quote(text)}"`)
  }
}

const interfaceSchema = caselessObject({
  name: z.string(),
  state: orNull(lenientText),
  mac: orNull(lenientText),
  addresses: listOrNothing(z.string()),
  gateway: orNull(lenientText),
})

/** `<address>/<prefix_length>/<flags>`; an IPv6 address may name its zone after a percent sign. */
function parseAddress(text: string): InterfaceAddress | undefined {
  const [address = '', prefixLength] = text.trim().split('/')
  const family = isIPv4(address) ? 'ipv4' : isIPv6(address) ? 'ipv6' : undefined
  const hasPrefix = prefixLength !== undefined && prefixLength !== ''
  if (!family || (hasPrefix && !/^\d{1,3}$/.test(prefixLength))) return undefined
  return { address, prefixLength: hasPrefix ? Number(prefixLength) : null, family }
}
