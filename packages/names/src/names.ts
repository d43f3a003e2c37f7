import { isIP } from 'node:net'

/**
 * A category's name as the appliance stores it (docs/appliance, "Names and tables"): Latin letters without accents, `ß` as `b` and `ø` as
 * `o`, no apostrophes, and no blanks around it. Letters of other scripts stay as they are, with their marks: `Й` and `И` are two letters.
 */
export function storedName(name: string): string {
  return name
    .replace(/[ßẞ]/g, 'b')
    .replaceAll("'", '')
    .normalize('NFD')
    .replace(/(\p{Script=Latin})\p{M}+/gu, '$1')
    .replaceAll('ø', 'o')
    .replaceAll('Ø', 'O')
    .normalize('NFC')
    .trim()
}

/**
 * A category's name as names are compared: as it is stored, in lower case and with single blanks. Names that differ in no more than this
 * cannot stand beside each other. For comparison only; never sent.
 */
export function simplifyName(name: string): string {
  return storedName(storedName(name).toLowerCase()).replace(/\s+/g, ' ')
}

/**
 * The table that the appliance makes for a category of this name (docs/appliance, "Names and tables"): it is named after the first twenty
 * bytes of the stored name, less blanks and most punctuation. Two names that give one table share it. Undefined if the twentieth byte is
 * within a character: the database refuses such a table.
 */
export function tableNameOf(name: string): string | undefined {
  const kept = storedName(name)
    .replace(/[\s.\-&,;%*$/\\?£µ()[\]#'":_{}=~`+]/g, '')
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase())
  const first = Buffer.from(kept).subarray(0, bytesOfTable).toString()
  return kept.startsWith(first) ? `category_${first}` : undefined
}

/** Whether two names of tables are those of one table: the case of ASCII letters says nothing. */
export function isSameTable(one: string, other: string): boolean {
  const lower = (table: string) => table.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
  return lower(one) === lower(other)
}

const bytesOfTable = 20

/** The directory compares uids without case and stores them in lower case (docs/appliance, "Create a member"). */
export function canonicalUid(uid: string): string {
  return uid.trim().toLowerCase()
}

/** The greatest number that a group may have: one of 32 bits. */
export const greatestGid = 4_294_967_295

/** Names of organizations and groups are compared as LDAP compares them: without case. */
export function sameName(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase()
}

/**
 * Whether an appliance may refuse to create a member with this login: short ones and `administrator` (docs/appliance, "Create a member").
 */
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
