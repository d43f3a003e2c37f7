import type { IncomingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'
import { type Answer, autonomousDialect, type Dialect, json, plainText } from '../protocol'

/** Who is let in. */
export interface Access {
  /** The key that every request must carry; none is asked for without it. */
  readonly token?: string
  /** The only source addresses that are answered, but for port 9000; without it, all. */
  readonly allowedAddresses?: readonly string[]
}

/** What a request says of who sends it. */
export interface Caller {
  readonly headers: IncomingHttpHeaders
  readonly address: string
}

/** Returns the refusal of a request, or nothing if it is let in. */
export type Authenticate = (caller: Caller, dialect: Dialect) => Answer | undefined

/**
 * Port 9503 (docs/appliance, "Authentication"): the source address first, whose refusal each
 * generation spells in its own way, then `X-Auth-Token`, else `X-Api-Key`, which the autonomous service ignores. Nothing is known
 * of the base address and of port 9507 (docs/appliance, "Authentication"); they are assumed to ask for the same.
 */
export function tokenAuthentication({ token, allowedAddresses }: Access): Authenticate {
  return ({ headers, address }, dialect) => {
    if (allowedAddresses !== undefined && !allowedAddresses.includes(address))
      return refusedAddress(address, dialect)
    if (dialect === autonomousDialect) return undefined
    const given = headers['x-auth-token'] ?? headers['x-api-key']
    return token === undefined || given === token ? undefined : plainText(403, 'Forbidden')
  }
}

/** Port 9000 (docs/appliance, "Authentication"): the header `ArticaKey`. */
export function legacyAuthentication({ token }: Access): Authenticate {
  return ({ headers }) =>
    token === undefined || headers.articakey === token ? undefined : plainText(401, 'Unauthorized')
}

/** The socket asks for nothing: its file permissions say who may use it (docs/appliance, "Authentication"). */
export const socketAuthentication: Authenticate = () => undefined

function refusedAddress(address: string, dialect: Dialect): Answer {
  if (dialect === autonomousDialect) {
    return dialect.failure(`Your IP address [${address}] is not allowed to perform this operation`)
  }
  return json({ Status: false, Error: 'Authentication failed', Info: '' }, 403)
}

/**
 * The refusal of a request that a web page may have made a browser send; undefined for every other one. A page of any site can have its own
 * name mean this machine, and then reads all answers, so only names that no site can have are answered: addresses, `localhost`, and those
 * that are allowed. Requests that a browser says come from another page change things as well, although that page reads no answer.
 *
 * @param allowed names in lower case
 */
export function refusalOfPage(headers: IncomingHttpHeaders, allowed: readonly string[]): Answer | undefined {
  const { host = 'localhost', origin, 'sec-fetch-site': site = 'none' } = headers
  const name = host.toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '')
  const isAddress = isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0
  if (!isAddress && name !== 'localhost' && !allowed.includes(name)) {
    const shown = /^[\w.-]{1,253}$/.test(name) ? name : 'NAME'
    return plainText(
      421,
      `The emulator does not answer requests to the host ${shown}, because a web page could send them. ` +
        `Use its address or localhost, or start it with --allow-host ${shown}.`,
    )
  }
  const isOfItself = origin === undefined || origin === `http://${host}` || origin === `https://${host}`
  if (isOfItself && ['none', 'same-origin'].includes(String(site))) return undefined
  return plainText(
    403,
    'The emulator does not answer requests that a web page sends. Use another client, such as curl.',
  )
}
