import { isIPv6 } from 'node:net'
import { parsedUrl } from '@webfilter/appliance-names'

/** What an answer names: an address, or a network of several. */
export interface NamedNetwork {
  /** The first address, as a number. */
  readonly first: number
  /** How many bits its addresses have in common; 32 for a single address. */
  readonly prefix: number
}

/**
 * Reads an address as a block list may write it: with a prefix (docs/appliance, "Query records"), as an IPv6 address that stands for it, as
 * a number, or with each part in three digits. Undefined for what is none, and for parts with zeros before them that another program reads
 * as octal.
 */
export function readNetwork(text: string): NamedNetwork | undefined {
  const [, base = '', width] = /^\s*([^/\s]+)(?:\/(\d{1,3}))?\s*$/.exec(text) ?? []
  const mapped = isIPv6(base)
  const address = mapped ? mappedNumber(base) : (dottedNumber(base) ?? wholeNumber(base))
  const most = mapped ? 128 : 32
  const prefix = width === undefined ? 32 : Number(width) - (most - 32)
  if (address === undefined || prefix < 0 || prefix > 32) return undefined
  return { first: prefix === 32 ? address : address - (address % 2 ** (32 - prefix)), prefix }
}

/** The first of these networks that an address is in. @param address as four plain numbers */
export function networkOf<Network extends NamedNetwork>(
  address: string,
  networks: readonly Network[],
): Network | undefined {
  const number = dottedNumber(address)
  if (number === undefined) return undefined
  return networks.find(({ first, prefix }) => number >= first && number < first + 2 ** (32 - prefix))
}

/** As four plain numbers. */
export function addressText(number: number): string {
  return [24, 16, 8, 0].map((bits) => Math.floor(number / 2 ** bits) % 256).join('.')
}

const plain = /^(?:(?:0|[1-9]\d{0,2})\.){3}(?:0|[1-9]\d{0,2})$/
const padded = /^(?:\d{3}\.){3}\d{3}$/

function dottedNumber(text: string): number | undefined {
  if (!plain.test(text) && !padded.test(text)) return undefined
  const parts = text.split('.').map(Number)
  return parts.some((part) => part > 255) ? undefined : parts.reduce((number, part) => number * 256 + part, 0)
}

function wholeNumber(text: string): number | undefined {
  return /^\d{1,10}$/.test(text) && Number(text) < 2 ** 32 ? Number(text) : undefined
}

/** Of an IPv6 address that stands for an IPv4 address, in any spelling. */
function mappedNumber(text: string): number | undefined {
  const canonical = parsedUrl(`http://[${text.replace(/%.*/s, '')}]/`)?.hostname ?? ''
  const [, high, low] = /^\[::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/.exec(canonical) ?? []
  if (high === undefined || low === undefined) return undefined
  return Number.parseInt(high, 16) * 65_536 + Number.parseInt(low, 16)
}
