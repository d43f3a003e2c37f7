import { type Envelope, failureOf, readEnvelope } from '../envelope'
import { ApplianceError, type ApplianceErrorKind } from '../errors'
import { nameOf, type Route } from '../route'
import type { RouteCaller, RouteRequest } from '../route-caller'
import { saysAbsent } from './absence'
import type { DirectoryAnswer } from './directory-payload'
import { directoryRoutes } from './directory-routes'
import type { DirectoryService } from './directory-service'
import type { ServiceState } from './service-status'

/** Asks routes that need the directory service to run. */
export interface DirectoryCaller {
  /** Throws `ApplianceError`: `not-running` where the service is the reason that the route failed. */
  ask(route: Route, request: RouteRequest, signal: AbortSignal): Promise<DirectoryAnswer>

  /**
   * The same, but returns undefined where what the request names is not there. Only a directory that runs is believed to
   * miss something.
   *
   * @param isAbsent whether a failure says so; by the words that fit members and groups unless given
   */
  find(
    route: Route,
    request: RouteRequest,
    signal: AbortSignal,
    isAbsent?: (envelope: Envelope) => boolean,
  ): Promise<DirectoryAnswer | undefined>
}

/** @param service is asked whether it runs, where an answer could mean that it does not */
export function createDirectoryCaller(caller: RouteCaller, service: DirectoryService): DirectoryCaller {
  async function answerTo(route: Route, request: RouteRequest, signal: AbortSignal) {
    const answer = await caller.ask(route, request, signal)
    return { answer, envelope: readEnvelope(answer) }
  }

  /** What is behind a failure: the service, if it does not run, else the failure itself. */
  async function behind(failure: unknown, signal: AbortSignal): Promise<unknown> {
    if (!(failure instanceof ApplianceError) || !mayBeTheService(failure)) return failure
    try {
      const state = await stateOf(signal)
      return state === undefined || state === 'running' ? failure : notRunning(failure.message, state)
    } catch (error) {
      if (error instanceof ApplianceError) return failure
      throw error
    }
  }

  /** Undefined where the appliance does not tell it in a form that is known. */
  async function stateOf(signal: AbortSignal): Promise<ServiceState | undefined> {
    try {
      return (await service.status(signal)).state
    } catch (error) {
      if (error instanceof ApplianceError && doesNotTell.has(error.kind)) return undefined
      throw error
    }
  }

  function notRunning(happened: string, state: ServiceState): ApplianceError {
    return new ApplianceError({
      kind: 'not-running',
      message: `${sentence(state)}: ${happened.replace(/\.$/, '')}.`,
      advice:
        state === 'stopped'
          ? 'Start it in the console of the appliance, or declare the resource appliance_ldap_service, which starts it, and let ' +
            'what needs it name it in depends_on.'
          : 'Declare the resource appliance_ldap_service, which installs it, and let what needs it name it in depends_on.',
    })
  }

  function sentence(state: ServiceState): string {
    if (state === 'stopped') return 'The directory service is stopped'
    return `The directory service is ${service.isInstalling() ? 'being installed and does not run yet' : 'not installed'}`
  }

  async function findAnswer(
    route: Route,
    request: RouteRequest,
    signal: AbortSignal,
    isAbsent: (envelope: Envelope) => boolean,
  ) {
    try {
      const { answer, envelope } = await answerTo(route, request, signal)
      if (envelope.succeeded) return { answer, envelope }
      if (isAbsent(envelope)) return await believed(answer.request)
      throw failureOf(answer, envelope)
    } catch (error) {
      if (isMissing(error) && (await routesAreThere())) return await believed(nameOf(route))
      throw error
    }

    async function believed(asked: string): Promise<undefined> {
      const state = await stateOf(signal)
      if (state === undefined || state === 'running') return
      throw notRunning(`${asked} was answered as if nothing were there`, state)
    }

    /** All routes of the directory came with one release: where one is there, a 404 is about what was asked for. */
    async function routesAreThere(): Promise<boolean> {
      try {
        await caller.ask(directoryRoutes.status, {}, signal)
        return true
      } catch (error) {
        if (error instanceof ApplianceError && error.kind === 'route-missing') return false
        throw error
      }
    }
  }

  return {
    async ask(route, request, signal) {
      try {
        const { answer, envelope } = await answerTo(route, request, signal)
        if (!envelope.succeeded) throw failureOf(answer, envelope)
        return { answer, envelope }
      } catch (error) {
        throw await behind(error, signal)
      }
    },
    async find(route, request, signal, isAbsent = (envelope) => saysAbsent(envelope, namesIn(request))) {
      try {
        return await findAnswer(route, request, signal, isAbsent)
      } catch (error) {
        throw await behind(error, signal)
      }
    },
  }
}

const doesNotTell: ReadonlySet<ApplianceErrorKind> = new Set(['unreadable', 'route-missing'])

function namesIn({ parameters = {} }: RouteRequest): readonly string[] {
  return Object.values(parameters).map(String)
}

function isMissing(error: unknown): boolean {
  return error instanceof ApplianceError && error.kind === 'route-missing' && error.status === 404
}

function mayBeTheService({ kind, status = 0 }: ApplianceError): boolean {
  return kind === 'failed' || kind === 'unreadable' || (kind === 'refused' && status >= 500)
}
