import { SingleFlight } from '../../../concurrency/single-flight'
import { cancelled } from '../../cancellation'
import { ApplianceError, mayHaveWorked } from '../../errors'
import type { Log } from '../../log'
import { readSuccess } from '../../protocol/envelope'
import type { Route } from '../../protocol/route'
import type { RouteCaller } from '../../protocol/route-caller'
import { directoryRoutes } from '../interface/routes'
import { restartSettling, watchRestart } from './restart'
import { readServiceStatus, type ServiceStatus } from './status'
import { type ServiceWait, waitCancelled, waitFor } from './wait'

/** The directory service itself. Its routes begin something and answer at once; only the status tells how it went. */
export interface DirectoryService {
  /** What the appliance tells now. Shared by those who ask at the same time. */
  status(signal: AbortSignal): Promise<ServiceStatus>
  /** Installs the service and waits until it runs, at most for a number of milliseconds. */
  install(within: number, signal: AbortSignal): Promise<ServiceStatus>
  /**
   * Restarts the service and waits until it has gone and come back, at most for a number of milliseconds.
   * @param settling milliseconds after which it counts as restarted where neither its status nor its uptime shows it; at most
   * half of `within`, and 15 s unless given. Throws what befell the order where its answer was lost and nothing shows it.
   * @param progress what is called on the way, for somebody who waits
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
export interface RestartProgress {
  /** The order is about to be sent: until then nothing was done. */
  ordering(): void
  /** A look did not show yet that the service is back, so many milliseconds after the order. */
  looked(seen: ServiceStatus | ApplianceError, waited: number): void
}

/** The service of the appliance that the caller reaches; while something is waited for, the log tells so. */
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

  /** Returns what befell the answer where it was lost. */
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
