import { quotable } from '../../quotation/quotation'
import type { Secrets } from '../../quotation/secrets'
import type { Log } from '../../settings'
import { SshFailure } from './failure'

/** Lines that are kept for errors, and their greatest length in characters. */
const mostLines = 40
const longestLine = 500

/** What one run of `ssh` prints on its standard error, read as it comes. */
export class SshWords {
  readonly #path: string
  readonly #secrets: Secrets
  readonly #log: Log
  readonly #said: string[] = []
  /** The connections whose channels are open, by the number of the channel. */
  readonly #channels = new Map<string, number>()
  readonly #refusals = new Map<number, string>()
  #connections = 0
  #isRequested = false
  #rest = ''
  /** The login is done, and the local end is there if it ever will be. */
  isForwarding = false

  /** @param path of the socket on the other side */
  constructor(path: string, secrets: Secrets, log: Log) {
    this.#path = path
    this.#secrets = secrets
    this.#log = log
  }

  read(text: string): void {
    const lines = (this.#rest + text).split('\n')
    this.#rest = (lines.pop() ?? '').slice(0, 64 * longestLine)
    for (const line of lines) this.#line(line.replace(/\r$/, '').slice(0, longestLine))
  }

  /** Why the channel of a connection was refused; undefined if it was not, as far as has been said. @param connection from 0, in their order */
  refusalOf(connection: number): string | undefined {
    return this.#refusals.get(connection)
  }

  /** What has ended it, or has kept it from its work. @param wasForwarding the forward was there */
  failure(wasForwarding: boolean): SshFailure {
    return failureIn(this.#said, wasForwarding)
  }

  #line(line: string): void {
    // What a configuration runs may have a password among its arguments.
    const shown = line.replace(/((?:Executing|running) [\w ]*command\b).*/i, '$1 …')
    this.#log.trace('ssh', { line: quotable(shown, this.#secrets) })
    const debug = /^debug\d: (.*)/.exec(line)?.[1]
    if (debug === undefined) {
      this.#said.push(line)
      if (this.#said.length > mostLines) this.#said.shift()
      const [, channel = '', why = ''] = /^channel (\d+): open failed: (.*)/.exec(line) ?? []
      const connection = this.#channels.get(channel)
      if (connection !== undefined) this.#refusals.set(connection, why)
      return
    }
    if (debug.startsWith('Entering interactive session')) this.isForwarding = true
    const [, channel] = /^channel (\d+): new .*\[direct-streamlocal@openssh\.com\]/.exec(debug) ?? []
    if (channel !== undefined && this.#isRequested) {
      this.#channels.set(channel, this.#connections)
      this.#connections += 1
    }
    // A forward of the user's own has its own path.
    this.#isRequested = debug.startsWith('Connection to port ') && debug.includes(` to ${this.#path} port `)
  }
}

/** By the last words of `ssh`, without those of its levels for debugging. */
export function failureIn(said: readonly string[], wasForwarding = false): SshFailure {
  const lines = said.map((line) => line.trim()).filter((line) => line !== '')
  const quoted = (...patterns: readonly RegExp[]) =>
    patterns.flatMap((pattern) => lines.findLast((line) => pattern.test(line)) ?? []).join(' ')
  const all = lines.join('\n')
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
  const last = lines.at(-1) ?? 'ssh has ended without a reason'
  if (wasForwarding) return new SshFailure('ended', last, { isPassing: true })
  return new SshFailure('failed', last, { isPassing: passing.test(last) })
}

const denials = /Permission denied|Too many authentication failures|No supported authentication methods/

/** Of networks and of servers that are busy or start again; a mistake in a configuration does not pass. */
const passing =
  /Could not resolve|refused|timed out|timeout|reset|closed|unreachable|No route|banner|not responding|Broken pipe/i
