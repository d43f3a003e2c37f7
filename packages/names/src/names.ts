import { isIP } from 'node:net'

/**
 * A category's name as names are compared: without accents and apostrophes, in lower case, `ß` as `b` and `ø` as `o`, with single
 * spaces inside and none around. The appliance stores names so and derives the table from the simplified name (field notes,
 * "Create"), so that names that differ in no more than this cannot stand beside each other. For comparison only; never sent.
 */
export function simplifyName(name: string): string {
  return name
    .normalize('NFD')
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}|'/gu, '')
    .replaceAll('ß', 'b')
    .replaceAll('ø', 'o')
    .replace(/\s+/g, ' ')
    .trim()
}

/**
 * The table that the appliance makes for a category of this name (field notes, "Create"). Two names that give one table share it.
 * Undefined if no letter of the name is one of which it is known what becomes of it.
 */
export function tableNameOf(name: string): string | undefined {
  const simplified = simplifyName(name).replace(/[^a-z0-9]/g, '')
  return simplified === '' ? undefined : `category_${simplified.slice(0, 20)}`
}

/** The directory compares uids without case and stores them in lower case (field notes, "members"). */
export function canonicalUid(uid: string): string {
  return uid.trim().toLowerCase()
}

/** The greatest number that a group may have: one of 32 bits. */
export const greatestGid = 4_294_967_295

/** Names of organizations and groups are compared as LDAP compares them: without case. */
export function sameName(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase()
}

/** Whether an appliance may refuse to create a member with this login: short ones and `administrator` (field notes, "members"). */
export function mayRefuseLogin(uid: string): boolean {
  const login = canonicalUid(uid)
  return login.length < 4 || login === 'administrator'
}

/** Of a whole name, without the dot at its end, and of each label (RFC 1035, 2.3.4, less what a name needs on the wire). */
const longestName = 253
const longestLabel = 63

/**
 * Why a host can never be reached by this name, as the rest of a sentence that begins with the host; undefined if it may.
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
