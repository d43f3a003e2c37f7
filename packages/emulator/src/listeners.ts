import { analysisRoutes } from './analysis'
import type { Areas } from './areas'
import { autonomousCategories, autonomousUnknownRoute } from './categories/autonomous'

import { legacyCategories, OlderAddition, olderCategories } from './categories/older'

import type { CategoryStore } from './categories/store'
import { certificateRoutes } from './certificates'
import { directoryRoutes } from './directory/directory'
import { directoryDialect } from './directory/spelling'
import type { EmulatorOptions } from './emulator-options'
import { legacyAuthentication, socketAuthentication, tokenAuthentication } from './http/authentication'
import type { ListenerOptions } from './http/listener'
import { networkRoutes } from './network'
import {
  autonomousDialect,
  type Dialect,
  firstOfEachPath,
  legacyDialect,
  olderDialect,
  type Route,
} from './protocol'

import { recordRoutes } from './records/record-routes'

/** What one listener serves, and where; all but what the listeners of an appliance share. */
export type ListenerParts = Omit<ListenerOptions, 'faults' | 'journal'>

/** Port 9503: categories and website analysis (docs/appliance, "Areas and listeners"). */
export function categoriesListener({ store }: Areas, options: EmulatorOptions): ListenerParts {
  const { routes, dialect } = categoryRoutes(store, options)
  return {
    name: 'categories',
    ...onPort(options.ports?.categories, options),
    routes: [...routes, ...analysisRoutes(options)],
    dialect,
    ...(options.generation === 'autonomous' ? { unknownRoute: autonomousUnknownRoute } : {}),
    authenticate: tokenAuthentication(options),
  }
}

/** Port 9000: the older one-site route. */
export function legacyListener({ store }: Areas, options: EmulatorOptions): ListenerParts {
  return {
    name: 'legacy',
    ...onPort(options.ports?.legacy, options),
    routes: options.generation === 'autonomous' ? [] : legacyCategories(store, additionTo(store, options)),
    dialect: legacyDialect,
    authenticate: legacyAuthentication(options),
  }
}

/** The base address: certificates and network (docs/appliance, "Areas and listeners"). */
export function baseListener({ certificates, network }: Areas, options: EmulatorOptions): ListenerParts {
  return {
    name: 'base',
    ...onPort(options.ports?.base, options),
    routes: [...certificateRoutes(certificates, options.signingRequests), ...networkRoutes(network)],
    dialect: olderDialect,
    authenticate: tokenAuthentication(options),
  }
}

/** Port 9507: record databases (docs/appliance, "Areas and listeners"). */
export function recordsListener({ records }: Areas, options: EmulatorOptions): ListenerParts {
  return {
    name: 'records',
    ...onPort(options.ports?.records, options),
    routes: recordRoutes(records, options.recordAnswers),
    dialect: olderDialect,
    authenticate: tokenAuthentication(options),
  }
}

/** The unix-domain socket: the user directory (docs/appliance, "Areas and listeners"). */
export function directoryListener({ directory }: Areas, socket: string): ListenerParts {
  return {
    name: 'directory',
    place: { socket },
    tls: undefined,
    routes: directoryRoutes(directory),
    dialect: directoryDialect,
    authenticate: socketAuthentication,
    hosts: undefined,
  }
}

function onPort(port = 0, options: EmulatorOptions): Pick<ListenerParts, 'place' | 'tls' | 'hosts'> {
  const { host = '127.0.0.1', tls } = options
  return { place: { host, port }, tls, hosts: hostsOf(options) }
}

/** The names by which an emulator is reached, besides `localhost`: those that are allowed, and the one that it listens on. */
export function hostsOf({ host = 'localhost', allowedHosts = [] }: EmulatorOptions): readonly string[] {
  return [host, ...allowedHosts].map((name) => name.toLowerCase())
}

function categoryRoutes(
  store: CategoryStore,
  options: EmulatorOptions,
): { readonly routes: readonly Route[]; readonly dialect: Dialect } {
  const generation = options.generation ?? 'both'
  const older = olderCategories(store, additionTo(store, options), options.absence)
  const autonomous = autonomousCategories(store)
  const listsAsAutonomous =
    generation === 'autonomous' || (generation === 'both' && options.list === 'autonomous')
  const routes = {
    older,
    autonomous,
    both: listsAsAutonomous ? [...autonomous, ...older] : [...older, ...autonomous],
  }
  return {
    routes: firstOfEachPath(routes[generation]),
    dialect: generation === 'autonomous' ? autonomousDialect : olderDialect,
  }
}

function additionTo(store: CategoryStore, { sitesElsewhere = 'accepted' }: EmulatorOptions): OlderAddition {
  return new OlderAddition(store, sitesElsewhere)
}
