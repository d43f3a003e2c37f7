import { readdirSync, readFileSync } from 'node:fs'
import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { readRecorded } from './change-log'
import { type Answer, type Call, olderDialect as dialect, json, type Route } from './protocol'

const networkChangeSchema = z.object({ change: z.literal('set-hostname'), hostname: z.string() })

/** A change of the network, as the file of an appliance records it. */
type NetworkChange = z.infer<typeof networkChangeSchema>

/** Reads a change that was recorded. Throws if it is none. */
export function parseNetworkChange(recorded: unknown): NetworkChange {
  return readRecorded(networkChangeSchema, 'network', recorded)
}

/** The network of one appliance: real interfaces, and a host name that is kept but never given to the machine. */
export class Network {
  readonly #record: (change: NetworkChange) => void
  #interfaces: () => readonly NetworkInterface[]
  #hostname: string | undefined

  constructor(
    record: (change: NetworkChange) => void = () => {},
    interfaces: (() => readonly NetworkInterface[]) | undefined = machineInterfaces,
  ) {
    this.#record = record
    this.#interfaces = interfaces
  }

  /** As they are at the moment of asking. */
  interfaces(): readonly NetworkInterface[] {
    return this.#interfaces()
  }

  /** Gives the appliance other hardware, or the same in another order, or under other names. It is not recorded. */
  replaceInterfaces(interfaces: readonly NetworkInterface[]): void {
    this.#interfaces = () => interfaces
  }

  /** `undefined` until one is set. */
  get hostname(): string | undefined {
    return this.#hostname
  }

  setHostname(hostname: string): void {
    const change = { change: 'set-hostname', hostname } as const
    this.#record(change)
    this.apply(change)
  }

  /** Applies a change without recording it: for those that come from a record. */
  apply({ hostname }: NetworkChange): void {
    this.#hostname = hostname
  }
}

/**
 * The network routes (docs/appliance, "Routes"). The answer of the hostname route is not shown; assumed is the envelope of the
 * other routes, with an error in upper case for a name that is not fully qualified.
 */
export function networkRoutes(network: Network): Route[] {
  return [
    {
      method: 'GET',
      path: '/system/network/interfaces',
      operation: 'interfaces',
      dialect,
      work: () => json({ interfaces: network.interfaces() }),
    },
    {
      method: 'GET',
      path: '/system/network/hostname/:hostname',
      operation: 'hostname',
      dialect,
      work: setHostname,
    },
  ]

  function setHostname(call: Call): Answer {
    const hostname = call.parameter('hostname')
    if (!isFullyQualified(hostname)) return dialect.failure('INVALID_HOSTNAME')
    network.setHostname(hostname)
    return dialect.success('')
  }
}

/** Two labels or more of letters, digits and inner hyphens; the last is no number, lest an address be taken for a name. */
function isFullyQualified(hostname: string): boolean {
  const labels = hostname.split('.')
  return (
    hostname.length <= 253 &&
    labels.length >= 2 &&
    labels.every((label) => /^[a-z\d]([a-z\d-]{0,61}[a-z\d])?$/i.test(label)) &&
    !/^\d+$/.test(labels.at(-1) ?? '')
  )
}

/**
 * A network interface as it goes over the wire (docs/appliance, "List network interfaces"), with the fields that newer releases add. Their
 * types are not shown; assumed are numbers for all but the gateway.
 */
export interface NetworkInterface {
  readonly Name: string
  /** Flags joined by `|`, such as `up|broadcast|multicast|running`. */
  readonly State: string
  /** Empty for the loopback interface. */
  readonly Mac: string
  /** Each `<address>/<prefix length>/ip+net`; null where the interface has none. */
  readonly Addresses: readonly string[] | null
  /** Megabits per second; 0 if the interface has none. */
  readonly Speed: number
  /** Bytes received since the machine was started. */
  readonly RxBytes: number
  /** Bytes sent since the machine was started. */
  readonly TxBytes: number
  /** Packets dropped since the machine was started, on the way in and out. */
  readonly Drop: number
  /** Where traffic without a route of its own goes; empty if that is another interface's business. */
  readonly Gateway: string
}

/** An interface that is up, as an appliance reports it. @param mac as it is to be spelled; empty for the loopback interface */
export function interfaceNamed(name: string, mac: string, ...addresses: readonly string[]): NetworkInterface {
  return {
    Name: name,
    State: `up|${mac === '' ? 'loopback' : 'broadcast|multicast'}|running`,
    Mac: mac,
    Addresses: addresses.length === 0 ? null : addresses.map((address) => `${address}/ip+net`),
    Speed: 1_000,
    RxBytes: 0,
    TxBytes: 0,
    Drop: 0,
    Gateway: '',
  }
}

/**
 * The network interfaces of the machine that the emulator runs on. Linux has all of them, with flags and counters; on
 * other systems only those that are up and have an address are known, without counters.
 */
function machineInterfaces(): NetworkInterface[] {
  const addresses = networkInterfaces()
  const names = new Set([...interfacesOfKernel(), ...Object.keys(addresses)])
  const gateways = defaultGateways()
  return [...names].map((name) => {
    const infos = addresses[name] ?? []
    const loopback = infos.some(({ internal }) => internal)
    const mac = kernelValue(name, 'address') ?? infos[0]?.mac ?? ''
    return {
      Name: name,
      State: (flagsOfKernel(name) ?? flagsWithoutKernel(loopback)).join('|'),
      Mac: mac === '00:00:00:00:00:00' ? '' : mac,
      Addresses: infos.length === 0 ? null : infos.map(addressText),
      Speed: Math.max(0, count(name, 'speed')),
      RxBytes: count(name, 'statistics/rx_bytes'),
      TxBytes: count(name, 'statistics/tx_bytes'),
      Drop: count(name, 'statistics/rx_dropped') + count(name, 'statistics/tx_dropped'),
      Gateway: gateways.get(name) ?? '',
    }
  })
}

const kernelFolder = '/sys/class/net'

/** In the order in which they came up, the loopback interface first. */
function interfacesOfKernel(): string[] {
  try {
    return readdirSync(kernelFolder)
      .filter((name) => kernelValue(name, 'ifindex') !== undefined)
      .sort((a, b) => count(a, 'ifindex') - count(b, 'ifindex'))
  } catch {
    return []
  }
}

/** Linux keeps the flags as one number of bits, but says elsewhere whether the interface is running. */
function flagsOfKernel(name: string): string[] | undefined {
  const bits = Number(kernelValue(name, 'flags') ?? Number.NaN)
  if (Number.isNaN(bits)) return undefined
  const running = (bits & 1) !== 0 && ['up', 'unknown'].includes(kernelValue(name, 'operstate') ?? '')
  return [
    ...flagBits.flatMap(([bit, flag]) => ((bits & bit) === 0 ? [] : [flag])),
    ...(running ? ['running'] : []),
  ]
}

const flagBits = [
  [0x1, 'up'],
  [0x2, 'broadcast'],
  [0x8, 'loopback'],
  [0x10, 'pointtopoint'],
  [0x1000, 'multicast'],
] as const

function flagsWithoutKernel(loopback: boolean): string[] {
  return loopback ? ['up', 'loopback', 'running'] : ['up', 'broadcast', 'multicast', 'running']
}

function addressText({ address, cidr }: NetworkInterfaceInfo): string {
  return `${cidr ?? address}/ip+net`
}

function count(name: string, file: string): number {
  return Number(kernelValue(name, file) ?? 0)
}

/** `undefined` if this machine or this interface has no such file, or does not let it be read. */
function kernelValue(name: string, file: string): string | undefined {
  try {
    return readFileSync(join(kernelFolder, name, file), 'utf8').trim()
  } catch {
    return undefined
  }
}

/** The IPv4 gateways of the default routes by interface, as Linux lists them: addresses in hexadecimal, last byte first. */
function defaultGateways(): Map<string, string> {
  try {
    const routes = readFileSync('/proc/net/route', 'utf8').trim().split('\n').slice(1)
    return new Map(
      routes.flatMap((route) => {
        const [name = '', destination, gateway = ''] = route.split('\t')
        return destination === '00000000' ? [[name, reversedAddress(gateway)] as const] : []
      }),
    )
  } catch {
    return new Map()
  }
}

function reversedAddress(hexadecimal: string): string {
  return [...Buffer.from(hexadecimal, 'hex')].reverse().join('.')
}
