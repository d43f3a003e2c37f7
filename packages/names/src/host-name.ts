import { isIP } from 'node:net'

/** Of a whole name, without the dot at its end, and of each label (RFC 1035, 2.3.4, less what a name needs on the wire). */
const longestName = 253
const longestLabel = 63

/**
 * Why a host can never be reached by this name, as the rest of a sentence that begins with the host; undefined where it may.
 * Addresses may, an IPv6 address with brackets or without.
 *
 * A name of 256 bytes and more must never get to TLS: OpenSSL refuses it as a server name and leaves its error for whichever
 * connection of the process comes next, such as that to Terraform, which then breaks.
 */
export function hostNameProblem(host: string): string | undefined {
  if (isIP(host.replace(/^\[|\]$/g, '')) !== 0) return undefined
  const name = host.replace(/\.$/, '')
  const length = Buffer.byteLength(name)
  if (length > longestName) return `has ${length} characters, but a host name has at most ${longestName}`
  const labels = name.split('.')
  if (labels.includes('')) return 'has an empty part before, between or after its dots'
  const long = labels.map((label) => Buffer.byteLength(label)).find((bytes) => bytes > longestLabel)
  if (long === undefined) return undefined
  return `has ${long} characters in one part, but a part of a host name has at most ${longestLabel}`
}
