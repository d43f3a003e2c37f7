import { SingleFlight } from '@webfilter/concurrency'
import { cancelled, pause } from '../cancellation'
import { ApplianceError, mayHaveWorked } from '../errors'
import type { ServiceState, ServiceWork } from '../incidents'
import { readSuccess } from '../protocol/envelope'
import type { Route } from '../protocol/route'
import type { RouteCaller } from '../protocol/route-caller'
import type { Log } from '../settings'
import { directoryRoutes } from './routes'
import { readServiceStatus, type ServiceStatus, uptimeSeconds } from './status'

/** The directory service itself. Its routes begin something and answer at once; only the status shows the result. */
export interface DirectoryService {
  /** The status as the appliance reports it now. Concurrent callers share one request. */
  status(signal: AbortSignal): Promise<ServiceStatus>
  /** Installs the service and waits until it runs, at most for a number of milliseconds. */
  install(within: number, signal: AbortSignal): Promise<ServiceStatus>
  /**
   * Restarts the service and waits until it has gone and come back, at most for a number of milliseconds.
   * @param settling milliseconds after which it counts as restarted where neither its status nor its uptime shows it; at most
   * half of `within`, and 15 s unless given. Throws the error of the order if its answer was lost and no observation shows the restart.
   * @param progress called on the way, for a person who waits
   */
  restart(
    within: number,
    signal: AbortSignal,
    settling?: number,
    progress?: RestartProgress,
  ): Promise<ServiceStatus>
  /** Uninstalls the service with all that it holds, and waits until it is gone, at most for a number of milliseconds. */
  uninstall(within: number, signal: AbortSignal): Promise<void>
  /** Whether this client is waiting for an installation. */
  isInstalling(): boolean
}

/** How far a restart is. */
interface RestartProgress {
  /** The order is about to be sent: until then nothing was done. */
  ordering(): void
  /** A look did not show yet that the service is back, so many milliseconds after the order. */
  looked(seen: ServiceStatus | ApplianceError, waited: number): void
}

/** The service of the appliance that the caller reaches; each wait is logged. */
export function createDirectoryService(caller: RouteCaller, log: Log): DirectoryService {
  let installations = 0
  const asking = new SingleFlight<ServiceStatus>(cancelled)

  async function readStatus(signal: AbortSignal): Promise<ServiceStatus> {
    const answer = await caller.ask(directoryRoutes.status, {}, signal)
    return readServiceStatus({ answer, envelope: readSuccess(answer) })
  }

  const status = (signal: AbortSignal): Promise<ServiceStatus> => asking.join(signal, readStatus)

  async function statusIfTold(signal: AbortSignal): Promise<ServiceStatus | undefined> {
    try {
      return await status(signal)
    } catch (error) {
      if (signal.aborted || !(error instanceof ApplianceError)) throw error
      log.debug('the status before the restart could not be read', { kind: error.kind })
      return undefined
    }
  }

  /** Returns the error if the answer was lost. */
  async function begin(
    route: Route,
    work: ServiceWait['work'],
    signal: AbortSignal,
  ): Promise<ApplianceError | undefined> {
    try {
      readSuccess(await caller.ask(route, {}, signal))
      return undefined
    } catch (error) {
      if (!mayHaveWorked(error)) throw error
      if (signal.aborted) throw waitCancelled({ work }, error)
      log.warn('the answer was lost; the status will show the result', { path: route.path, kind: error.kind })
      return error
    }
  }

  return {
    status,
    isInstalling: () => installations > 0,
    async install(within, signal) {
      installations += 1
      try {
        await begin(directoryRoutes.install, 'installation', signal)
        return await waitFor({ status, log, work: 'installation', wanted: 'running', within }, signal)
      } finally {
        installations -= 1
      }
    },
    async restart(within, signal, settling = restartSettling, progress) {
      const { isBack, wasSeen } = watchRestart(await statusIfTold(signal), Math.min(settling, within / 2))
      progress?.ordering()
      const lost = await begin(directoryRoutes.restart, 'restart', signal)
      const looked = progress?.looked
      const wait = {
        status,
        log,
        work: 'restart',
        wanted: 'running',
        within,
        isOver: isBack,
        looked,
      } as const
      const found = await waitFor(wait, signal)
      if (lost && !wasSeen()) throw lost
      return found
    },
    async uninstall(within, signal) {
      await begin(directoryRoutes.uninstall, 'removal', signal)
      await waitFor({ status, log, work: 'removal', wanted: 'not installed', within }, signal)
    },
  }
}

/** What is waited for: the routes of the service answer before their work is done. */
interface ServiceWait {
  readonly status: (signal: AbortSignal) => Promise<ServiceStatus>
  readonly log: Log
  /** What was begun, for messages. */
  readonly work: ServiceWork
  readonly wanted: ServiceState
  /**
   * Whether a look shows that the work is over, so many milliseconds after it was begun; unless given, the first that finds
   * what is wanted does.
   */
  readonly isOver?: (seen: ServiceStatus | ApplianceError, waited: number) => boolean
  /** Milliseconds. */
  readonly within: number
  /** Called after each look that does not end the wait, so many milliseconds after the work was begun. */
  readonly looked?: ((seen: ServiceStatus | ApplianceError, waited: number) => void) | undefined
}

/** Milliseconds between two looks. */
const shortestDelay = 250
const longestDelay = 5_000

/**
 * Looks at the service until it is what is wanted, and logs each look. Throws `failed` when the time is over and
 * `cancelled` by the signal, which leaves the appliance at its work.
 */
async function waitFor(wait: ServiceWait, signal: AbortSignal): Promise<ServiceStatus> {
  const started = performance.now()
  for (let delay = shortestDelay; ; delay = Math.min(longestDelay, delay * 1.5)) {
    const seen = await look(wait, signal)
    const waited = performance.now() - started
    const isOver = wait.isOver?.(seen, waited) ?? true
    if (isOver && isWanted(wait, seen)) return seen
    wait.log.info(`waiting until the directory service is ${wait.wanted}`, {
      state: seen instanceof ApplianceError ? seen.kind : seen.state,
      seconds: Math.round(waited / 1000),
    })
    wait.looked?.(seen, waited)
    if (waited + delay > wait.within) throw waitedTooLong(wait, seen)
    await cancellable(wait, signal, pause(delay, signal))
  }
}

function isWanted({ wanted }: ServiceWait, seen: ServiceStatus | ApplianceError): seen is ServiceStatus {
  return !(seen instanceof ApplianceError) && seen.state === wanted
}

/** While a service starts or stops, its status may be unavailable for a moment: such a failure is ignored. */
async function look(wait: ServiceWait, signal: AbortSignal): Promise<ServiceStatus | ApplianceError> {
  try {
    return await cancellable(wait, signal, wait.status(signal))
  } catch (error) {
    if (error instanceof ApplianceError && (error.transient || error.kind === 'failed')) return error
    throw error
  }
}

async function cancellable<T>(wait: ServiceWait, signal: AbortSignal, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw signal.aborted ? waitCancelled(wait, error) : error
  }
}

/** The wait was canceled, or the request that began the work, which may have been received. */
function waitCancelled({ work }: Pick<ServiceWait, 'work'>, cause: unknown): ApplianceError {
  return new ApplianceError({
    kind: 'cancelled',
    incident: { is: 'directory-wait-interrupted', work },
    cause,
  })
}

function waitedTooLong(
  { work, wanted, within }: ServiceWait,
  seen: ServiceStatus | ApplianceError,
): ApplianceError {
  const last = seen instanceof ApplianceError ? seen.incident : seen.state
  return new ApplianceError({
    kind: 'failed',
    incident: { is: 'directory-wait-too-long', work, wanted, seconds: within / 1000, last },
  })
}

/**
 * Milliseconds for which a service has to stay running after the order of its restart, where nothing shows whether it was down. The
 * appliance begins with a restart when it has answered (docs/appliance, "Work in the background"), and reports nothing about how far it is:
 * this is the last resort, longer than the 13 s after which its own console gives up.
 */
const restartSettling = 15_000

/** What the observations of a service show of its restart. */
interface RestartWatch {
  /** Takes the next look, so many milliseconds after the order, and returns whether the service is back. */
  isBack(seen: ServiceStatus | ApplianceError, waited: number): boolean
  /** Whether a look showed that it was restarted, and not only that time has passed. */
  wasSeen(): boolean
}

/**
 * Watches a restart. The first answers may still be of the service that is to be restarted. It is back when it runs and did
 * not run before, or the appliance reported that it does not know its status; or when its uptime is lower than before; or, if neither is
 * seen, when it runs after the settling time. An answer that was lost, or that is a proxy's, is about the network and not about the
 * service: it proves nothing.
 *
 * @param before the status before the restart was ordered; undefined if the appliance did not report it
 * @param settling milliseconds
 */
function watchRestart(before: ServiceStatus | undefined, settling: number): RestartWatch {
  let seenGone = before !== undefined && before.state !== 'running'
  return {
    isBack(seen, waited) {
      if (seen instanceof ApplianceError) {
        seenGone ||= seen.kind === 'failed'
        return false
      }
      if (seen.state !== 'running') {
        seenGone = true
        return false
      }
      seenGone ||= hasLowerUptime(before, seen)
      return seenGone || waited >= settling
    },
    wasSeen: () => seenGone,
  }
}

function hasLowerUptime(before: ServiceStatus | undefined, { uptime = '' }: ServiceStatus): boolean {
  const [then, now] = [uptimeSeconds(before?.uptime ?? ''), uptimeSeconds(uptime)]
  return then !== undefined && now !== undefined && now < then
}
