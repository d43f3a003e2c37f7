import { readdirSync, readFileSync } from 'node:fs'
import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os'
import { join } from 'node:path'
import type { NetworkInterface } from './network-interface'

/**
 * The network interfaces of the machine that the emulator runs on. Linux has all of them, with flags and counters; on
 * other systems only those that are up and have an address are known, without counters.
 */
export function machineInterfaces(): NetworkInterface[] {
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

/** `undefined` where this machine or this interface has no such file, or does not let it be read. */
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
