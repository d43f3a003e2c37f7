import { quotable } from '../../quotation/quotation'
import type { Log } from '../../settings'
import type { LocalEnd } from './command'
import { SshFailure } from './failure'

/** Lines that are kept for errors, and their greatest length in characters. */
const mostLines = 40
const longestLine = 500

/** What one run of `ssh` prints on its standard error, read as it comes. */
export class SshWords {
  readonly #path: string
  readonly #local: LocalEnd
  readonly #log: Log
  readonly #said: string[] = []
  /** The connections whose channels are open, by the number of the channel. */
  readonly #channels = new Map<string, number>()
  readonly #refusals = new Map<number, string>()
  #connections = 0
  #isRequested = false
  #rest = ''
  /** `ssh` prints what it does. The command asks for that, but a program that runs `ssh` may silence it with `-q`. */
  isHeard = false
  /** The login is done, and the local end is there. */
  isListening = false
  /** Why there is no local end after the login. */
  cannotListen: string | undefined
  /**
   * `ssh` counts the connections to the socket as the provider does. It does not if others connect too: every user of the machine can open a
   * port, and the configuration may forward to the same socket.
   */
  isOrdered: boolean

  /** @param path of the socket on the other side */
  constructor(path: string, local: LocalEnd, log: Log) {
    this.#path = path
    this.#local = local
    this.isOrdered = local.is === 'socket'
    this.#log = log
  }

  read(text: string): void {
    const lines = (this.#rest + text).split('\n')
    this.#rest = (lines.pop() ?? '').slice(0, 64 * longestLine)
    for (const line of lines) this.#line(line.replace(/\r$/, '').slice(0, longestLine))
  }

  /**
   * Why the channel of a connection was surely refused; undefined if it was not, as far as has been said. Without a common order, it is sure
   * only if all channels were refused.
   *
   * @param connection from 0, in their order
   */
  refusalOf(connection: number): string | undefined {
    if (this.isOrdered) return this.#refusals.get(connection)
    return this.#refusals.size === this.#connections ? this.#refusals.get(this.#connections - 1) : undefined
  }

  /** The last line that is not for debugging; empty if there is none. */
  get last(): string {
    return this.#said.findLast((line) => line.trim() !== '')?.trim() ?? ''
  }

  /** What has ended it, or has kept it from its work. @param wasForwarding the forward was there */
  failure(wasForwarding: boolean): SshFailure {
    return failureIn(this.#said, wasForwarding)
  }

  #line(line: string): void {
    // What a configuration runs may have a password among its arguments.
    const shown = line.replace(/((?:Executing|running) [\w ]*command\b).*/i, '$1 …')
    this.#log.trace('ssh', () => ({ line: quotable(shown) }))
    const debug = /^debug\d: (.*)/.exec(line)?.[1]
    if (debug === undefined) this.#message(line)
    else this.#step(debug)
  }

  #message(line: string): void {
    this.#said.push(line)
    if (this.#said.length > mostLines) this.#said.shift()
    const [, channel = '', why = ''] = /^channel (\d+): open failed: (.*)/.exec(line) ?? []
    const connection = this.#channels.get(channel)
    if (connection !== undefined) this.#refusals.set(connection, why)
    const ofListening =
      this.#local.is === 'socket' ? this.#local.path : `bind [127.0.0.1]:${this.#local.port}:`
    if (line.includes(ofListening)) this.cannotListen = line
  }

  /** A line for debugging. Another `ssh`, of a jump host, prints its own here too: what counts has a path or port of this one. */
  #step(line: string): void {
    this.isHeard = true
    const place =
      this.#local.is === 'socket' ? `path ${this.#local.path}` : `127.0.0.1 port ${this.#local.port}`
    if (line === `Local forwarding listening on ${place}.`) this.isListening = true
    if (this.#local.is === 'socket' && this.#isOtherForward(line, this.#local.path)) this.isOrdered = false
    const [, channel, kind = ''] = /^channel (\d+): new (.*)/.exec(line) ?? []
    if (channel !== undefined) {
      // The number may be that of an earlier channel.
      this.#channels.delete(channel)
      if (this.#isRequested && kind.includes('[direct-streamlocal@openssh.com]')) {
        this.#channels.set(channel, this.#connections)
        this.#connections += 1
      }
    }
    // A forward of the user's own has its own path, or its own port.
    const port = this.#local.is === 'socket' ? -2 : this.#local.port
    this.#isRequested = line.startsWith(`Connection to port ${port} forwarding to ${this.#path} port `)
  }

  /** From another socket of this machine to the same one: their connections look the same. */
  #isOtherForward(line: string, own: string): boolean {
    const [, from, to] =
      /^Local connections to (\/.*):-2 forwarded to remote address (.*):-2$/.exec(line) ?? []
    return to === this.#path && from !== own
  }
}

/** By the last words of `ssh`, without those of its levels for debugging. */
export function failureIn(said: readonly string[], wasForwarding = false): SshFailure {
  const lines = said.map((line) => line.trim()).filter((line) => line !== '')
  const quoted = (...patterns: readonly RegExp[]) =>
    patterns.flatMap((pattern) => lines.findLast((line) => pattern.test(line)) ?? []).join(' ')
  const all = lines.join('\n')
  const last = lines.at(-1) ?? 'ssh has ended without a reason'
  // Whatever it said about the login is over.
  if (wasForwarding) return new SshFailure('ended', last, { isPassing: true })
  if (/HOST IDENTIFICATION HAS CHANGED|^Host key for .* has changed|^@ +WARNING: REVOKED/m.test(all)) {
    return new SshFailure('changed', quoted(/^Host key for /, /^Offending /, /^SHA256:/))
  }
  if (/ host key is known for |^Host key verification failed/m.test(all)) {
    return new SshFailure('unknown', quoted(/ host key is known for /, /^Host key verification failed/))
  }
  if (denials.test(all)) {
    return new SshFailure('denied', quoted(/not accessible/, /^Load key |bad permissions/, /agent/, denials))
  }
  if (/bad configuration option: forkafterauthentication/i.test(all)) return new SshFailure('old', all)
  const reason = vague.test(last) ? lines.slice(-3).join(' ') : last
  return new SshFailure('failed', reason, { isPassing: passing.test(last) })
}

/** As `ssh` ends a login. Files and ports can have no permission either, and a greeting may talk of it. */
const denials =
  /^\S+: Permission denied \([\w.,@-]+\)|^Received disconnect from .*: Too many authentication failures|No supported authentication methods/m

/** The reason is in a line before: of a configuration, or of a program that connects, such as a jump host. */
const vague = /UNKNOWN port 65535|terminating, \d+ bad configuration options/

/** Of networks and of servers that are busy or start again; a mistake in a configuration does not pass. */
const passing =
  /Could not resolve|refused|timed out|timeout|reset|closed|unreachable|No route|banner|not responding|is down|Broken pipe|^Killed by signal/i
