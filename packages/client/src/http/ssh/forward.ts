import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { SshTarget } from '../../addresses'
import type { Log, RemoveStaleFolders } from '../../settings'
import {
  type LocalEnd,
  notStarted,
  socketName,
  sshCommand,
  sshEnvironment,
  watched,
  withoutShell,
} from './command'
import { SshFailure } from './failure'
import { SshWords } from './words'

/** Connections to the socket of another machine, all through one `ssh`. */
export interface SshForward {
  /** Opens a connection; starts `ssh` if it does not run. @throws {SshFailure} */
  connect(): Promise<Socket>
  /** Why a connection has broken: a {@link SshFailure} if `ssh` says so, or else the error itself. */
  explain(socket: Socket, error: Error): Promise<Error>
  /** Ends `ssh`, and every connection with it. */
  close(): void
}

/** How `ssh` is run. */
export interface SshForwardOptions {
  /** Milliseconds until the forward must be there. */
  readonly timeout: number
  readonly log: Log
  /** `win32` forwards to a port of the loopback address: its `ssh` cannot listen on a socket. */
  readonly platform?: NodeJS.Platform
  readonly removeStaleFolders?: RemoveStaleFolders | undefined
}

/** Milliseconds. */
const patience = {
  /** Between two looks at what `ssh` has said: it listens after the login. */
  betweenLooks: 10,
  /** For what `ssh` says about a connection that has broken: it says it before it closes the connection. */
  forWords: 200,
} as const

/** Nothing is started before the first connection. After `ssh` has ended, the next connection starts it again. */
export function createSshForward(target: SshTarget, options: SshForwardOptions): SshForward {
  const connections = new WeakMap<Socket, { readonly of: SshProcess; readonly index: number }>()
  let running: Promise<SshProcess> | undefined
  let started: SshProcess | undefined
  let forwarding: SshProcess | undefined
  let lasting: SshFailure | undefined
  let knowsFork = true
  let isClosed = false

  async function run(): Promise<SshProcess> {
    try {
      const ssh: SshProcess = await SshProcess.start(target, options, knowsFork, () => {
        // One that never forwarded ends this run below. It may end when the next one runs already.
        if (forwarding === ssh) running = undefined
      })
      started = ssh
      if (isClosed) ssh.end()
      await ssh.whenForwarding()
      forwarding = ssh
      return ssh
    } catch (error) {
      if (knowsFork && error instanceof SshFailure && error.problem === 'old') {
        knowsFork = false
        return await run()
      }
      running = undefined
      if (!(error instanceof SshFailure)) throw error
      // A server that refuses a login locks out who tries it again and again.
      if (!error.isPassing) lasting = error
      throw error
    }
  }

  return {
    async connect() {
      for (let mayBeLate = true; ; mayBeLate = false) {
        if (lasting) throw lasting
        running ??= run()
        const used = running
        const ssh = await used
        try {
          const { socket, index } = await ssh.connect()
          connections.set(socket, { of: ssh, index })
          return socket
        } catch (error) {
          // A socket without a listener means that ssh has ended: the news of it comes later. Nothing was sent.
          const isGone = error instanceof SshFailure && error.nobodyListens
          if (!isGone || !mayBeLate || isClosed) throw error
          if (running === used) running = undefined
          ssh.end()
        }
      }
    },
    async explain(socket, error) {
      const connection = connections.get(socket)
      return (await connection?.of.reasonFor(connection.index)) ?? error
    },
    close() {
      isClosed = true
      started?.end()
    },
  }
}

/** Each `ssh` that runs. Their ends need no turn of the event loop, and there is none when this process ends. */
const allRunning = new Set<SshProcess>()
process.on('exit', () => {
  for (const ssh of allRunning) ssh.endWithProcess()
})

/** One run of `ssh`. */
class SshProcess {
  readonly #child: ChildProcess
  readonly #local: LocalEnd
  readonly #words: SshWords
  readonly #options: SshForwardOptions
  readonly #startedAt = performance.now()
  #connections = 0
  #failure: SshFailure | undefined
  #wasForwarding = false

  private constructor(child: ChildProcess, local: LocalEnd, words: SshWords, options: SshForwardOptions) {
    this.#child = child
    this.#local = local
    this.#words = words
    this.#options = options
  }

  /** @param onEnd is called as soon as it can make no more connections */
  static async start(
    target: SshTarget,
    options: SshForwardOptions,
    knowsFork: boolean,
    onEnd: () => void,
  ): Promise<SshProcess> {
    const isWindows = (options.platform ?? process.platform) === 'win32'
    const local = isWindows ? await freePort() : await privateSocket(options)
    const words = new SshWords(target.path, local, options.log)
    const command = sshCommand(target, local, options.timeout, knowsFork)
    const { program, args } = local.is === 'socket' ? watched(command, local.folder) : command
    options.log.debug('starting ssh', { url: target.url, program: command.program })
    const child = spawn(program, args, {
      env: sshEnvironment(process.env),
      stdio: [local.is === 'socket' ? 'pipe' : 'ignore', 'ignore', 'pipe'],
      // A group of its own: Ctrl-C on the terminal is not for it, nor can it ask there. On Windows it ends with this process by itself.
      detached: local.is === 'socket',
      windowsHide: true,
    })
    const ssh = new SshProcess(child, local, words, options)
    allRunning.add(ssh)
    child.stderr?.setEncoding('utf8').on('data', (text: string) => words.read(text))
    const ended = (failure: SshFailure) => {
      allRunning.delete(ssh)
      onEnd()
      ssh.#failure ??= failure
      ssh.end()
      // The watchdog does it too, if it finds the programs for it.
      if (local.is === 'socket') rm(local.folder, { recursive: true, force: true }).catch(() => {})
      options.log.debug('ssh has ended', { reason: ssh.#failure.message })
    }
    child.on('error', (error: NodeJS.ErrnoException) => {
      // Otherwise the machine has too many processes or files, which may pass.
      const isMissing = error.code === 'ENOENT' || error.code === 'EACCES'
      ended(new SshFailure(isMissing ? 'missing' : 'failed', error.message, { isPassing: !isMissing }))
    })
    child.on('exit', (code, signal) => {
      // What it said last may not have been read.
      const settle = () => ended(ssh.#failureAfter(code, signal))
      if (child.stderr?.readableEnded) settle()
      else {
        const timer = setTimeout(settle, patience.forWords)
        child.stderr?.once('end', () => {
          clearTimeout(timer)
          settle()
        })
      }
    })
    child.unref()
    for (const pipe of [child.stdin, child.stderr]) if (pipe instanceof Socket) pipe.unref()
    return ssh
  }

  /** Waits until connections can be made. @throws {SshFailure} */
  async whenForwarding(): Promise<void> {
    const { timeout, log } = this.#options
    for (;;) {
      if (this.#failure) throw this.#failure
      if (this.#isListening) break
      const reason = this.#words.cannotListen
      if (reason !== undefined) {
        this.#failure = new SshFailure('failed', reason)
        this.end()
        throw this.#failure
      }
      // A little less than the time of a request, so that this is reported instead of a time-out.
      if (performance.now() - this.#startedAt > timeout * 0.95) {
        const { last } = this.#words
        const text = `the login was not complete after ${timeout / 1000} seconds${last && `, and ssh said last: ${last}`}`
        this.#failure = new SshFailure('failed', text, { isPassing: true })
        this.end()
      }
      await pause(patience.betweenLooks)
    }
    this.#wasForwarding = true
    log.debug('ssh forwards the socket', { milliseconds: Math.round(performance.now() - this.#startedAt) })
  }

  /** The socket is there a moment before `ssh` listens at it, so it counts only for a program that keeps the words of `ssh` to itself. */
  get #isListening(): boolean {
    const { isListening, isHeard } = this.#words
    return isListening || (!isHeard && this.#local.is === 'socket' && existsSync(this.#local.path))
  }

  /** @throws {SshFailure} if it has just ended */
  connect(): Promise<{ readonly socket: Socket; readonly index: number }> {
    return new Promise((resolve, reject) => {
      // ssh accepts connections in the order in which they are made.
      const index = this.#connections
      this.#connections += 1
      const socket = connect(
        this.#local.is === 'socket'
          ? { path: this.#local.path }
          : { host: '127.0.0.1', port: this.#local.port },
      )
      const refuse = (error: NodeJS.ErrnoException) => {
        this.#words.isOrdered = false
        const nobodyListens = error.code === 'ECONNREFUSED'
        reject(
          new SshFailure('ended', this.#failure?.message ?? error.message, {
            isPassing: true,
            nobodyListens,
          }),
        )
      }
      socket.once('error', refuse)
      socket.once('connect', () => {
        socket.removeListener('error', refuse)
        resolve({ socket, index })
      })
    })
  }

  /** Why a connection has broken, as far as `ssh` says it. */
  async reasonFor(connection: number): Promise<SshFailure | undefined> {
    const until = performance.now() + patience.forWords
    for (;;) {
      // What it said before may not have been read.
      await pause(patience.betweenLooks)
      const refusal = this.#words.refusalOf(connection)
      if (refusal !== undefined) return new SshFailure('refused', refusal, { isPassing: true })
      if (this.#failure) {
        return new SshFailure('ended', this.#failure.message, { isPassing: true, nothingArrived: false })
      }
      if (performance.now() > until) return undefined
    }
  }

  /** The watchdog does the same and waits until it is done, but may have been killed: by want of memory, or by a person. */
  end(): void {
    this.#child.stdin?.destroy()
    if (this.#local.is === 'port') this.#child.kill()
    else this.#endGroup()
  }

  /** Ends it, and removes its socket at once. */
  endWithProcess(): void {
    this.end()
    if (this.#local.is === 'socket') rmSync(this.#local.folder, { recursive: true, force: true })
  }

  /** With the programs that it has started. Once it has ended, its number may be that of another process. */
  #endGroup(): void {
    const { pid, exitCode, signalCode } = this.#child
    if (pid === undefined || exitCode !== null || signalCode !== null) return
    try {
      process.kill(-pid, 'SIGTERM')
    } catch {
      // It has ended at this moment.
    }
  }

  #failureAfter(code: number | null, signal: NodeJS.Signals | null): SshFailure {
    if (notStarted.has(code) && !this.#wasForwarding) {
      const { message } = this.#words.failure(false)
      return new SshFailure('missing', withoutShell(message))
    }
    if (signal === null) return this.#words.failure(this.#wasForwarding)
    // By an administrator, or for want of memory: whatever it said before is not the reason.
    const problem = this.#wasForwarding ? 'ended' : 'failed'
    return new SshFailure(problem, `ssh was ended by ${signal}`, { isPassing: true })
  }
}

/** In a folder that only this user can open, and whose name `ssh` takes as it is. */
async function privateSocket({ removeStaleFolders }: SshForwardOptions): Promise<LocalEnd> {
  const prefix = 'appliance-ssh-'
  const longest = join(tmpdir(), `${prefix}XXXXXX`, socketName)
  const isUsable = /^\/[\w.@+,=~/-]*$/.test(longest) && longest.length <= 100
  // TMPDIR may also name a folder that does not exist, or in which nothing can be written.
  const make = async (parent: string) => await mkdtemp(join(parent, prefix))
  const folder = await make(isUsable ? tmpdir() : '/tmp').catch(() => make('/tmp'))
  // If this process is killed together with the watchdog, that is left to a later one.
  removeStaleFolders?.(dirname(folder), prefix).catch(() => {})
  return { is: 'socket', folder, path: join(folder, socketName) }
}

async function freePort(): Promise<LocalEnd> {
  return await new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      const port = typeof address === 'object' && address !== null ? address.port : 0
      server.close(() => resolve({ is: 'port', port }))
    })
  })
}
