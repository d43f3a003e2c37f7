import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import type { RunningEngine } from './workspace'

/** The number of an engine's process group, to which the providers that it starts belong. */
export function groupOf({ process: { pid } }: RunningEngine): number {
  if (pid === undefined) throw new Error('The engine could not be started.')
  return pid
}

/** The number of the provider's process. While requests are written there is one: that which planned has ended before. */
export function providerOf(run: RunningEngine): number {
  const all = processesOf(groupOf(run))
  const [provider, ...others] = all.filter(({ command }) => command.includes('terraform-provider-'))
  if (provider && others.length === 0) return provider.pid
  throw new Error(`There is not exactly one provider: ${JSON.stringify(all)}`)
}

/** A process that is alive. */
export interface LivingProcess {
  readonly pid: number
  readonly group: number
  /** The command with its arguments. */
  readonly command: string
}

/** The living processes of a group, which has the number of the process that leads it. */
export function processesOf(group: number): readonly LivingProcess[] {
  return living().filter((each) => each.group === group)
}

/**
 * The living processes that were started with an environment variable, given as `NAME=value`. Where the system has no `/proc`
 * nobody can tell, and there are none.
 */
export function processesWith(variable: string): readonly LivingProcess[] {
  if (process.platform !== 'linux') return []
  return living().filter(({ pid }) => environmentOf(pid).includes(variable))
}

/** Whether a process runs; one that has ended does not, although its parent may not have asked how. */
export function isAlive(pid: number): boolean {
  return living().some((each) => each.pid === pid)
}

function environmentOf(pid: number): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0')
  } catch {
    // It has ended meanwhile, or is not ours.
    return []
  }
}

function living(): readonly LivingProcess[] {
  return process.platform === 'linux' ? listedByTheKernel() : listedByPs()
}

/** Not every Linux that runs tests has `ps`. */
function listedByTheKernel(): readonly LivingProcess[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        // PID (NAME) STATE PARENT GROUP …, where the name may hold anything.
        const status = readFileSync(`/proc/${name}/stat`, 'utf8')
        const [state = '', , group] = status.slice(status.lastIndexOf(')') + 2).split(' ')
        const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ')
        return isRunning(state) ? [{ pid: Number(name), group: Number(group), command }] : []
      } catch {
        // It has ended meanwhile.
        return []
      }
    })
}

function listedByPs(): readonly LivingProcess[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,pgid=,stat=,args='], { encoding: 'utf8' }).split('\n')
  return lines.flatMap((line) => {
    const [, pid, group, state = '', command = ''] = /^ *(\d+) +(\d+) +(\S+) +(.*)$/.exec(line) ?? []
    return isRunning(state) ? [{ pid: Number(pid), group: Number(group), command }] : []
  })
}

/** A process that has ended stays in the list until its parent has asked how. */
function isRunning(state: string): boolean {
  return state !== '' && !state.startsWith('Z') && !state.startsWith('X')
}
