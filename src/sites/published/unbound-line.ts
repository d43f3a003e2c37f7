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
    if (blocking.has(type)) return { names: [zone] }
    return passing.has(type)
      ? leaveOut('exception', text, 'lets queries pass, and blocks nothing; remove it')
      : leaveOut(
          'other',
          text,
          'has a type that does not block a site; write local-zone: "example.com" always_nxdomain',
        )
  }
  const [, name, address = ''] = localData.exec(text) ?? []
  return name === undefined || isIP(address) === 0 ? undefined : { names: [name] }
}

const localZone = /^local-zone:\s*"?([^"\s]+)"?\s+"?([a-z_]+)"?$/u
const localData = /^local-data:\s*["']([^\s"']+)\s+(?:\d+\s+)?(?:IN\s+)?(?:A|AAAA)\s+([^\s"']+)["']$/iu
/** Types of zones that answer as if they were not there. */
const passing: ReadonlySet<string> = new Set([
  'transparent',
  'typetransparent',
  'always_transparent',
  'inform',
  'ipset',
  'nodefault',
  'noview',
])

/** Types that keep all of a zone away. What a later release of unbound may have besides is not known to block. */
const blocking: ReadonlySet<string> = new Set([
  'deny',
  'refuse',
  'static',
  'redirect',
  'inform_deny',
  'inform_redirect',
  'always_deny',
  'always_refuse',
  'always_nxdomain',
  'always_nodata',
  'always_null',
])
