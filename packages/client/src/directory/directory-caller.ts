import type { Sought } from '../absence'
import { createSearch, type Search, Writes } from '../absence'
import { ApplianceError, type ApplianceErrorKind } from '../errors'
import type { Incidents, ServiceState } from '../incidents'
import { type Envelope, failureOf, readEnvelope, readSuccess } from '../protocol/envelope'
import { type Route, routeName } from '../protocol/route'
import type { RouteCaller, RouteRequest } from '../protocol/route-caller'
import type { Log } from '../settings'
import type { DirectoryAnswer } from './answers'
import { directoryRoutes, impossibleDirectoryRoute } from './routes'
import type { DirectoryService } from './service'

/** Asks routes that need the directory service to run. */
export interface DirectoryCaller {
  /** Throws `ApplianceError`: `not-running` where the service is the reason that the route failed. */
  ask(route: Route, request: RouteRequest, signal: AbortSignal): Promise<DirectoryAnswer>

  /** The same where only an answer counts: undefined for any failure but a cancellation, which is looked into no further. */
  glance(route: Route, request: RouteRequest, signal: AbortSignal): Promise<DirectoryAnswer | undefined>

  /**
   * The same as `ask`, but returns undefined where a failure says that what the request is about does not exist. Only a directory that
   * runs is believed to miss something.
   */
  find(
    route: Route,
    request: RouteRequest,
    signal: AbortSignal,
    isAbsent: (envelope: Envelope) => boolean,
  ): Promise<DirectoryAnswer | undefined>

  /**
   * Looks for what a name may or may not stand for. What absence looks like is found out while the service runs and answers; only
   * a directory that runs is believed to miss something.
   */
  search(sought: Pick<Sought, 'thing' | 'route' | 'parameter' | 'inventions'>): DirectorySearch
}

/** Looks for what may not exist; an absence may be that of a directory in which every such look fails alike, unless it is proven. */
export interface DirectorySearch extends Pick<Search, 'find' | 'isProven' | 'recognize' | 'distinguished'> {}

/** @param service is asked whether it runs, where an answer could mean that it does not */
export function createDirectoryCaller(
  caller: RouteCaller,
  service: DirectoryService,
  log: Log,
): DirectoryCaller {
  async function answerTo(route: Route, request: RouteRequest, signal: AbortSignal) {
    const answer = await caller.ask(route, request, signal)
    return { answer, envelope: readEnvelope(answer) }
  }

  /** What is behind a failure: the service, if it does not run, else the failure itself. */
  async function behind(failure: unknown, signal: AbortSignal): Promise<unknown> {
    if (!(failure instanceof ApplianceError) || !mayBeTheService(failure)) return failure
    try {
      const state = await stateOf(signal)
      return state === undefined || state === 'running' ? failure : notRunning(failure.incident, state)
    } catch (error) {
      if (error instanceof ApplianceError) return failure
      throw error
    }
  }

  /** Undefined if the appliance does not report it in a known form. */
  async function stateOf(signal: AbortSignal): Promise<ServiceState | undefined> {
    try {
      return (await service.status(signal)).state
    } catch (error) {
      if (error instanceof ApplianceError && unknownStatus.has(error.kind)) return undefined
      throw error
    }
  }

  function notRunning(
    failed: Incidents['directory-not-running']['failed'],
    state: Exclude<ServiceState, 'running'>,
  ): ApplianceError {
    const isOnItsWay = state === 'not installed' && service.isInstalling()
    const incident = {
      is: 'directory-not-running',
      state: isOnItsWay ? 'being installed' : state,
      failed,
    } as const
    return new ApplianceError({ kind: 'not-running', incident })
  }

  /** Throws unless the service runs. What is missing then is missing. */
  async function believed(asked: string, signal: AbortSignal): Promise<undefined> {
    const { state } = await service.status(signal)
    if (state !== 'running') throw notRunning({ emptyAnswerTo: asked }, state)
    return undefined
  }

  /** A service that runs may still have lost what it serves: it has to list something, too. */
  async function understood(signal: AbortSignal): Promise<boolean> {
    await believed(routeName(directoryRoutes.status), signal)
    readSuccess(await caller.ask(directoryRoutes.organizations, {}, signal))
    return true
  }

  const writes = new Writes()

  return {
    async ask(route, request, signal) {
      const ask = () => answerTo(route, request, signal)
      try {
        const { answer, envelope } = await (route.changes ? writes.during(ask) : ask())
        if (!envelope.succeeded) throw failureOf(answer, envelope)
        return { answer, envelope }
      } catch (error) {
        throw await behind(error, signal)
      }
    },
    async glance(route, request, signal) {
      try {
        const found = await answerTo(route, request, signal)
        return found.envelope.succeeded ? found : undefined
      } catch (error) {
        if (error instanceof ApplianceError && error.kind !== 'cancelled') return undefined
        throw error
      }
    },
    async find(route, request, signal, isAbsent) {
      try {
        const { answer, envelope } = await answerTo(route, request, signal)
        if (envelope.succeeded) return { answer, envelope }
        if (isAbsent(envelope)) return await believed(answer.request, signal)
        throw failureOf(answer, envelope)
      } catch (error) {
        throw await behind(error, signal)
      }
    },
    search(sought) {
      const search = createSearch(
        caller,
        { ...sought, impossible: impossibleDirectoryRoute, understood },
        writes,
        log,
      )
      return {
        isProven: search.isProven,
        recognize: search.recognize,
        distinguished: search.distinguished,
        async find(value, read, signal, isCertain) {
          try {
            const found = await search.find(value, read, signal, isCertain)
            if (found !== undefined) return found
            await search.reconsider(value, read, signal, isCertain)
            return await believed(routeName(sought.route), signal)
          } catch (error) {
            throw await behind(error, signal)
          }
        },
      }
    },
  }
}

const unknownStatus: ReadonlySet<ApplianceErrorKind> = new Set(['unreadable', 'route-missing'])

function mayBeTheService({ kind, status = 0 }: ApplianceError): boolean {
  return kind === 'failed' || kind === 'unreadable' || (kind === 'refused' && status >= 500)
}
