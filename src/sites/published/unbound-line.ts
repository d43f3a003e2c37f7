import { isIP } from 'node:net'
import { leaveOut, type ReadLine } from './read-line'

/**
 * A line of unbound's configuration: `local-zone: "example.com" always_nxdomain`, or `local-data: "example.com A 0.0.0.0"`. Undefined
 * for what is no such line.
 */
export function readUnboundLine(text: string): ReadLine | undefined {
  if (text === 'server:') return { names: [] }
  const [, zone, type] = localZone.exec(text) ?? []
  if (zone !== undefined && type !== undefined) {
    return answering.has(type)
      ? leaveOut('exception', text, 'lets questions pass, and blocks nothing; leave it out')
      : { names: [zone] }
  }
  const [, name, address = ''] = localData.exec(text) ?? []
  return name === undefined || isIP(address) === 0 ? undefined : { names: [name] }
}

const localZone = /^local-zone:\s*"?([^"\s]+)"?\s+"?([a-z_]+)"?$/u
const localData = /^local-data:\s*["']([^\s"']+)\s+(?:\d+\s+)?(?:IN\s+)?(?:A|AAAA)\s+([^\s"']+)["']$/iu
/** Types of zones that answer from elsewhere where nothing is given. */
const answering: ReadonlySet<string> = new Set([
  'transparent',
  'typetransparent',
  'always_transparent',
  'inform',
  'nodefault',
])
