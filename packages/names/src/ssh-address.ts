import { isIPv6 } from 'node:net'
import { hostNameProblem } from './names'

/** A socket that is reached through a login, as `ssh://[user@]host[:port]/path/of/the/socket` says it. */
export interface SshAddress {
  /** Left out if the configuration of `ssh` says it. */
  readonly user: string | undefined
  /** A host name, an address without brackets, or a name from the configuration of `ssh`. */
  readonly host: string
  /** Left out if the configuration of `ssh` says it. */
  readonly port: number | undefined
  /** The full path of the socket on that host. */
  readonly path: string
}

/** In bytes, on Linux, which the appliance runs. */
const longestPath = 107

/**
 * Reads the address of a socket behind a login; undefined if it is none. User, host and path become arguments of `ssh`, so nothing is accepted
 * that begins with a dash, that `ssh` would expand (`%`, `$`), or that would end the path in its `-L` (`:`, a space, a backslash).
 */
export function parseSshAddress(text: string): SshAddress | undefined {
  const [, authority = '', path = ''] = /^ssh:\/\/([^/?#]*)(\/[^?#]*)$/i.exec(text) ?? []
  const end = authority.lastIndexOf('@')
  const user = end === -1 ? undefined : authority.slice(0, end)
  const [, bracketed, name, digits] =
    /^(?:\[([0-9a-f:.]*)\]|([\w.-]*))(?::(\d{1,5}))?$/i.exec(authority.slice(end + 1)) ?? []
  const host = bracketed ?? name ?? ''
  const port = digits === undefined ? undefined : Number(digits)
  const isGood =
    (user === undefined || /^[a-z0-9_][\w.+-]*$/i.test(user)) &&
    (bracketed === undefined ? /^[a-z0-9_]/i.test(host) : isIPv6(bracketed)) &&
    hostNameProblem(host) === undefined &&
    (port === undefined || (port >= 1 && port <= 65_535)) &&
    /^\/[\w.@+,=~/-]*[\w.@+,=~-]$/.test(path) &&
    path.length <= longestPath
  return isGood ? { user, host, port, path } : undefined
}
