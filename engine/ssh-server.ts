import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { userInfo } from 'node:os'
import { join } from 'node:path'

/** The program of the SSH server; undefined if none is installed. */
export const sshd = [process.env.APPLIANCE_TEST_SSHD ?? '', '/usr/sbin/sshd', '/usr/local/sbin/sshd'].find(
  (path) => path !== '' && existsSync(path),
)

/** An SSH server of its own on a free port, with keys of its own, into which the user who runs the tests can log in. */
export class SshServer {
  /** Short, as it holds sockets. */
  readonly folder = mkdtempSync('/tmp/appliance-sshd-')
  readonly user = userInfo().username
  port = 0
  #process: ChildProcess | undefined
  #log = ''

  /** @param lines of its configuration, which win over the usual ones */
  static async start(...lines: readonly string[]): Promise<SshServer> {
    const server = new SshServer()
    server.key('host')
    server.key('login')
    server.allow(server.read('login.pub'))
    server.port = await freePort()
    server.write('known_hosts', `[127.0.0.1]:${server.port} ${server.read('host.pub')}`)
    await server.run(...lines)
    return server
  }

  /** Starts it, again on the same port after it was killed. */
  async run(...lines: readonly string[]): Promise<void> {
    // As root, it separates privileges in this folder.
    if (process.getuid?.() === 0) mkdirSync('/run/sshd', { recursive: true })
    this.write(
      'sshd_config',
      [
        ...lines,
        `Port ${this.port}`,
        'ListenAddress 127.0.0.1',
        `HostKey ${this.file('host')}`,
        `AuthorizedKeysFile ${this.file('authorized_keys')}`,
        // The folder is in one that everybody may write to.
        'StrictModes no',
        'UsePAM no',
        'PidFile none',
        'PasswordAuthentication no',
        'KbdInteractiveAuthentication no',
        'PermitRootLogin prohibit-password',
        'MaxStartups 100',
        '',
      ].join('\n'),
    )
    const started = spawn(sshd ?? 'sshd', ['-D', '-e', '-f', this.file('sshd_config')], {
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    this.#process = started
    this.#log = ''
    await new Promise<void>((resolve, reject) => {
      started.stderr?.setEncoding('utf8').on('data', (text: string) => {
        this.#log += text
        if (this.#log.includes('Server listening on')) resolve()
      })
      started.once('exit', () => reject(new Error(`sshd has ended: ${this.#log}`)))
    })
  }

  /** The path of a file in its folder. */
  file(name: string): string {
    return join(this.folder, name)
  }

  write(name: string, text: string): string {
    writeFileSync(this.file(name), text, { mode: 0o600 })
    return this.file(name)
  }

  read(name: string): string {
    return readFileSync(this.file(name), 'utf8')
  }

  /** Writes a program. */
  executable(name: string, text: string): string {
    this.write(name, text)
    chmodSync(this.file(name), 0o755)
    return this.file(name)
  }

  /** Makes a pair of keys, and returns the file of the private one. */
  key(name: string, passphrase = ''): string {
    this.keygen('-t', 'ed25519', '-N', passphrase, '-f', this.file(name))
    return this.file(name)
  }

  keygen(...args: readonly string[]): void {
    execFileSync('ssh-keygen', ['-q', ...args], { stdio: ['ignore', 'ignore', 'pipe'] })
  }

  /** Sets the keys that may log in, one a line. */
  allow(...lines: readonly string[]): void {
    this.write('authorized_keys', lines.join('\n'))
  }

  /** The address of a socket behind it. */
  url(socket: string, user = this.user): string {
    return `ssh://${user}@127.0.0.1:${this.port}${socket}`
  }

  /** The environment variables with which the provider logs in, and reads no file of the user who runs the tests. */
  environment(socket: string): Readonly<Record<string, string>> {
    return {
      APPLIANCE_DIRECTORY_URL: this.url(socket),
      APPLIANCE_SSH_CONFIG_FILE: this.write('config', ''),
      APPLIANCE_SSH_IDENTITY_FILE: this.file('login'),
      APPLIANCE_SSH_KNOWN_HOSTS_FILE: this.file('known_hosts'),
    }
  }

  /** How often somebody has logged in. */
  logins(): number {
    return this.#log.split('Accepted publickey').length - 1
  }

  /** Ends it with all its connections, as a crash would. */
  async kill(): Promise<void> {
    const ending = this.#process
    if (!ending?.pid) return
    this.#process = undefined
    const ended = once(ending, 'exit')
    for (const pid of [...startedBy(ending.pid), ending.pid]) endProcess(pid)
    await ended
  }

  async close(): Promise<void> {
    await this.kill()
    rmSync(this.folder, { recursive: true, force: true })
  }
}

/** The processes that a process has started, and those that they have: each session has a group of its own. */
function startedBy(parent: number): readonly number[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const status = readFileSync(`/proc/${name}/stat`, 'utf8')
        const [, above] = status.slice(status.lastIndexOf(')') + 2).split(' ')
        return [{ pid: Number(name), parent: Number(above) }]
      } catch {
        // It has ended meanwhile.
        return []
      }
    })
  const children = all.filter((each) => each.parent === parent).map(({ pid }) => pid)
  return [...children, ...children.flatMap(startedBy)]
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended before.
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address !== null ? address.port : 0
}
