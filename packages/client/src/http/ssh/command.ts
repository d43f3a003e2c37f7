import type { SshTarget } from '../../addresses'

/** Where `ssh` listens on this machine. */
export type LocalEnd =
  | {
      readonly is: 'socket'
      /** Of mode 0700, with nothing in it but the socket. */
      readonly folder: string
      readonly path: string
    }
  | { readonly is: 'port'; readonly port: number }

/** A program with its arguments, each as it is: no shell reads them. */
export interface Command {
  readonly program: string
  readonly args: readonly string[]
}

/**
 * The command that forwards a local end to the socket of a target, and does nothing else. Options of the command line win over those of
 * configuration files.
 *
 * @param timeout milliseconds for the connection
 * @param knowsFork whether this `ssh` has the options `ForkAfterAuthentication` and `LogVerbose`, the last of which came with OpenSSH 8.7
 */
export function sshCommand(target: SshTarget, local: LocalEnd, timeout: number, knowsFork: boolean): Command {
  const { program = 'ssh', configFile, identityFile, knownHostsFile, user, host, port, path } = target
  const options = {
    // Nobody is there to be asked.
    BatchMode: 'yes',
    StrictHostKeyChecking: 'yes',
    // A little less than the time of a request, so that the reason of ssh is reported instead of a time-out.
    ConnectTimeout: `${Math.max(1, Math.floor(timeout / 1000) - 1)}`,
    ServerAliveInterval: '15',
    ServerAliveCountMax: '3',
    // With a master, this process would end at once, and the forward outlive everything.
    ControlMaster: 'no',
    ControlPath: 'none',
    // ForkAfterAuthentication comes first: an older ssh ends at the first option that it lacks, and its name is what shows the age (words.ts).
    // LogVerbose would put the place in the source of ssh in front of each line, and words.ts could not read it.
    ...(knowsFork && { ForkAfterAuthentication: 'no', LogVerbose: 'none' }),
    // A LocalForward of the user's own whose port is in use must not end it.
    ExitOnForwardFailure: 'no',
    // Would drop the forward of the command line, too.
    ClearAllForwardings: 'no',
    StreamLocalBindMask: '0177',
    // Shows which connection was forwarded, and which was not (words.ts).
    LogLevel: 'DEBUG1',
    ...(identityFile !== undefined && { IdentitiesOnly: 'yes' }),
    ...(knownHostsFile !== undefined && { UserKnownHostsFile: `"${knownHostsFile}"` }),
  }
  return {
    program,
    args: [
      // No command, no terminal, and neither the agent nor a display for the other side.
      ...['-N', '-T', '-a', '-x'],
      ...Object.entries(options).flatMap(([name, value]) => ['-o', `${name}=${value}`]),
      ...(configFile === undefined ? [] : ['-F', configFile]),
      ...(identityFile === undefined ? [] : ['-i', identityFile]),
      ...['-L', `${local.is === 'socket' ? local.path : `127.0.0.1:${local.port}`}:${path}`],
      ...(port === undefined ? [] : ['-p', `${port}`]),
      ...(user === undefined ? [] : ['-l', user]),
      ...['--', host],
    ],
  }
}

/** The name of the socket in its folder, which says whose it is, after its process was killed, too. */
export const socketName = `${process.pid}.sock`

/**
 * Runs a program in place of itself, beside a process that waits for the end of the standard input: when the provider ends, in whatever
 * way, it ends the whole process group, with the programs that `ssh` has started, and removes the socket. The group cannot have become
 * another's meanwhile, because that process is in it. Its `$1` is the folder, and the rest is the program with its arguments.
 */
const watchdog = `
folder=$1; shift
exec 3<&0
(
  trap '' HUP INT QUIT TERM
  while read -r _ <&3; do :; done
  kill -TERM 0
  tries=0
  while kill -0 $$ && [ $tries -lt 20 ]; do sleep 0.1; tries=$((tries + 1)); done
  rm -f -- "$folder/${socketName}"; rmdir -- "$folder"
  kill -KILL 0
) >/dev/null 2>&1 &
exec "$@" </dev/null 3<&-
`

/** The same command, which ends with the standard input of what is started. */
export function watched({ program, args }: Command, folder: string): Command {
  return { program: '/bin/sh', args: ['-c', watchdog, 'watchdog', folder, program, ...args] }
}

/** What the shell of {@link watched} says about a program, without itself: dash, bash and BusyBox each name their line in another way, and bash in the language of the user. */
export function withoutShell(words: string): string {
  return words.replace(/^watchdog: (?:exec: )?(?:\p{L}+ )?\d+: (?:exec: )?/u, '')
}

/** What the shell exits with if it finds no such program, or cannot run it. */
export const notStarted: ReadonlySet<number | null> = new Set([126, 127])

/**
 * The environment of `ssh` and of what it starts: without the settings of the provider, which may be secret, and without what would let it ask
 * a person through a window.
 */
export function sshEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(environment).filter(
    ([name]) => !/^(?:APPLIANCE_|TF_VAR_|SSH_ASKPASS|DISPLAY$|WAYLAND_DISPLAY$)/.test(name),
  )
  return { ...Object.fromEntries(kept), SSH_ASKPASS_REQUIRE: 'never' }
}
