import { readSuccess } from '../envelope'
import { mayHaveWorked } from '../errors'
import type { Log } from '../log'
import type { Route } from '../route'
import type { RouteCaller } from '../route-caller'
import { SharedRun } from '../shared-run'
import { directoryRoutes } from './directory-routes'
import { readServiceStatus, type ServiceStatus } from './service-status'
import { type ServiceWait, waitCancelled, waitFor } from './service-wait'

/** The directory service itself. Its routes begin something and answer at once; only the status tells how it went. */
export interface DirectoryService {
  /** What the appliance tells now. Shared by those who ask at the same time. */
  status(signal: AbortSignal): Promise<ServiceStatus>
  /** Installs the service and waits until it runs, at most for a number of milliseconds. */
  install(within: number, signal: AbortSignal): Promise<ServiceStatus>
  /** Restarts the service and waits until it runs, at most for a number of milliseconds. */
  restart(within: number, signal: AbortSignal): Promise<ServiceStatus>
  /** Uninstalls the service with all that it holds, and waits until it is gone, at most for a number of milliseconds. */
  uninstall(within: number, signal: AbortSignal): Promise<void>
  /** Whether this client is waiting for an installation. */
  isInstalling(): boolean
}

/** The service of the appliance that the caller reaches; while something is waited for, the log tells so. */
export function createDirectoryService(caller: RouteCaller, log: Log): DirectoryService {
  let installations = 0
  let asking: SharedRun<ServiceStatus> | undefined

  async function readStatus(signal: AbortSignal): Promise<ServiceStatus> {
    const answer = await caller.ask(directoryRoutes.status, {}, signal)
    return readServiceStatus({ answer, envelope: readSuccess(answer) })
  }

  async function status(signal: AbortSignal): Promise<ServiceStatus> {
    const run = asking && !asking.abandoned ? asking : new SharedRun(readStatus)
    asking = run
    try {
      return await run.join(signal)
    } finally {
      if (asking === run) asking = undefined
    }
  }

  async function begin(route: Route, work: ServiceWait['work'], signal: AbortSignal): Promise<void> {
    try {
      readSuccess(await caller.ask(route, {}, signal))
    } catch (error) {
      if (!mayHaveWorked(error)) throw error
      if (signal.aborted) throw waitCancelled({ work }, error)
      log.warn('the answer was lost; the status will tell', { path: route.path, kind: error.kind })
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
    async restart(within, signal) {
      await begin(directoryRoutes.restart, 'restart', signal)
      return await waitFor({ status, log, work: 'restart', wanted: 'running', within }, signal)
    },
    async uninstall(within, signal) {
      await begin(directoryRoutes.uninstall, 'removal', signal)
      await waitFor({ status, log, work: 'removal', wanted: 'not installed', within }, signal)
    },
  }
}
